"""Query logs as numbers: distinct queries sorted by text, their words, and the documents clicked for them."""

from __future__ import annotations

import html
import os
import re
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import Skips, numbered_lines
from paragen.tables.resources.queries.forms import EXPECTED, SAMPLE, BadLine, Record, joined, parser, read_joined
from paragen.text import Tokenizer

_REPORT = 10_000
_MOST = (1 << 64) - 1  # the count of a query saturates here
_DOCUMENT_OF_NONE = ("", "-", "null")


@dataclass(frozen=True)
class Sets:
    """A set of whole numbers for each query, in the format of `SimilarQueries`: ``items[begin[q]:begin[q + 1]]``, rarest first.

    ``size`` is one more than the largest number.
    """

    begin: NDArray[np.uint64]
    items: NDArray[np.uint32]
    size: int

    def of(self, query: int) -> set[int]:
        """Return the set of a query."""
        return set(self.items[int(self.begin[query]) : int(self.begin[query + 1])].tolist())


@dataclass(frozen=True)
class QueryLog:
    """The contents of a log.

    Attributes
    ----------
    queries : distinct phrases, sorted.
    words, documents : of each of them.
    records : queries read, including those left out.
    rare : distinct phrases left out because they occurred too seldom.
    """

    queries: list[str]
    words: Sets
    documents: Sets
    records: int
    rare: int


class Collector:
    """Collects queries one by one."""

    def __init__(self, max_words: int, skips: Skips) -> None:
        self.records, self._max_words, self._skips = 0, max_words, skips
        self._queries: dict[str, int] = {}
        self._counts = array("Q")
        self._words: dict[str, int] = {}
        self._documents: dict[str, int] = {}
        self._word_query, self._word = array("I"), array("I")
        self._click_query, self._click = array("I"), array("I")
        self._last: tuple[str, int] = ("", -1)

    def add(self, record: Record, where: str) -> None:
        """Add a query with the document clicked for it; if it is not a phrase, only count it as skipped."""
        query, document, count = record
        self.records += 1
        number = self._last[1] if query == self._last[0] else self._number(query, where)
        self._last = query, number  # logs name a query once for each document
        if number < 0:
            return
        self._counts[number] = min(self._counts[number] + count, _MOST)
        if count and document not in _DOCUMENT_OF_NONE:
            self._click_query.append(number)
            self._click.append(self._documents.setdefault(document, len(self._documents)))

    def _number(self, query: str, where: str) -> int:
        try:
            words = phrase_of(query, self._max_words)
        except NoPhrase as reason:
            self._skips.add(str(reason), where, query.strip())
            return -1
        number = self._queries.setdefault(" ".join(words), len(self._queries))
        if number == len(self._counts):
            self._counts.append(0)
            for word in word_types(words):
                self._word_query.append(number)
                self._word.append(self._words.setdefault(word, len(self._words)))
        return number

    def log(self, min_count: int) -> QueryLog:
        """Return the queries that occurred at least ``min_count`` times."""
        enough = np.asarray(self._counts) >= min_count
        texts = sorted(text for text, number in self._queries.items() if enough[number])
        place = np.full(len(self._queries), -1, np.int64)
        place[[self._queries[text] for text in texts]] = np.arange(len(texts))
        words = _sets(place, self._word_query, self._word, list(self._words))
        documents = _sets(place, self._click_query, self._click, list(self._documents))
        return QueryLog(texts, words, documents, self.records, len(self._queries) - len(texts))


def _sets(place: NDArray[np.int64], query: array[int], item: array[int], texts: list[str]) -> Sets:
    """Return the items of each query, numbered by how many queries have them, ties in text order."""
    n_queries = int(place.max(initial=-1)) + 1
    owner = place[np.asarray(query)]
    kept = owner >= 0
    pairs = np.unique(owner[kept] << 32 | np.asarray(item, np.int64)[kept])
    owner, member = pairs >> 32, pairs & 0xFFFFFFFF
    sharing = np.bincount(member, minlength=len(texts))
    by_text = np.empty(len(texts), np.int64)
    by_text[sorted(range(len(texts)), key=texts.__getitem__)] = np.arange(len(texts))
    rank = np.empty(len(texts), np.int64)
    rank[np.lexsort((by_text, sharing))] = np.arange(len(texts))
    ordered = np.sort(owner << 32 | rank[member])
    begin = np.zeros(n_queries + 1, np.uint64)
    np.cumsum(np.bincount(owner, minlength=n_queries), out=begin[1:])
    return Sets(begin, (ordered & 0xFFFFFFFF).astype(np.uint32), len(texts))


def read_log(
    paths: Sequence[StrPath], *, form: str, min_count: int, max_words: int, skips: Skips, progress: Callable[[int], object] | None
) -> QueryLog:
    """Read query logs as one.

    Parameters
    ----------
    paths : files; a pair ``queries.tsv,qrels.txt`` joins queries with the documents judged relevant.
    form : the format of all files; auto recognises each.
    min_count : how often a query must occur.
    max_words : maximum words of a query.
    skips : counts what is left out.
    progress : called with the number of queries read since the last call.

    Raises
    ------
    FormatError : a file is malformed, or has no queries.
    """
    if not paths:
        raise ConfigError("queries: found no query log, expected one or more.")
    collector = Collector(max_words, skips)
    for path in paths:
        pair = joined(path)
        for where, record in read_joined(*pair, skips) if pair else _records(path, form, skips):
            collector.add(record, where)
            if progress and collector.records % _REPORT == 0:
                progress(_REPORT)
    found = collector.log(min_count)
    if not found.queries:
        names = ", ".join(os.fspath(path) for path in paths)
        left_out = " ".join(f"{reason}: {count}." for reason, count in skips.counts.items())
        raise FormatError(names, "no query that could be a phrase", EXPECTED, f"Left out: {left_out}" if left_out else "")
    return found


def _records(path: StrPath, form: str, skips: Skips) -> Iterator[tuple[str, Record]]:
    """Yield the place and the record of each query."""
    lines = numbered_lines(path, EXPECTED)
    first = list(islice(lines, SAMPLE))
    parse, header = parser(path, [line for _, line in first], form)
    name = os.fspath(path)
    for number, line in islice(chain(first, lines), header, None):
        where = f"{name}:{number}"
        if not line.strip():
            skips.add("empty lines", where)
            continue
        try:
            record = parse(line)
        except BadLine as reason:
            skips.add(str(reason), where, line)
            continue
        yield where, record


MAX_LENGTH = 1000
"""Maximum characters of a query; longer ones were pasted, or are not queries."""

_NAMES = "site|inurl|allinurl|intitle|allintitle|intext|allintext|inanchor|filetype|ext|related|cache|link|info"
_MARKUP = re.compile(r"</?[a-zA-Z][^<>]{0,100}>")
# Field names with their values, excluded words, and connectives; OR at the end of a query is Oregon.
_OPERATORS = re.compile(rf"(?<!\S)(?:[-+]?(?:{_NAMES}):\S*|-\S+|(?:AND|OR|NOT)(?=\s+\S))(?!\S)")
_MARKS = str.maketrans(dict.fromkeys('"“”„‟″＂+*()[]{}<>^~|=\\;_', " "))
_ADDRESS = re.compile(r"://|^www\b|@\w|\w\.(?:com|net|org|gov|edu|mil|info|biz|html?|php|aspx?|co\.uk)(?![\w-])")
_WORD = re.compile(r"\w")
_LETTER = re.compile(r"[^\W\d_]")

_words = Tokenizer().words


class NoPhrase(ValueError):
    """A query that is not a phrase; the message describes such queries."""


def phrase_of(query: str, max_words: int) -> list[str]:
    """Return the words (lookup forms) of a query, without punctuation at its ends.

    Parameters
    ----------
    query : as typed.
    max_words : maximum words of the phrase.

    Raises
    ------
    NoPhrase : it is empty, too long, an address, or has no letter.
    """
    if len(query) > MAX_LENGTH:
        raise NoPhrase(f"queries of more than {MAX_LENGTH:,} characters")
    text = _MARKUP.sub(" ", html.unescape(query)) if "&" in query or "<" in query else query
    words = _words(_OPERATORS.sub(" ", text).translate(_MARKS))
    begin, end = 0, len(words)
    while begin < end and not _WORD.search(words[begin]):
        begin += 1
    while begin < end and not _WORD.search(words[end - 1]):
        end -= 1
    words = words[begin:end]
    if not words:
        raise NoPhrase("empty queries")
    if any(_ADDRESS.search(word) for word in words):
        raise NoPhrase("queries that are addresses")
    if not any(_LETTER.search(word) for word in words):
        raise NoPhrase("queries without a letter")
    if len(words) > max_words:
        raise NoPhrase(f"queries of more than {max_words} words")
    return words


def word_types(words: list[str]) -> list[str]:
    """Return the distinct words, without punctuation."""
    return [word for word in dict.fromkeys(words) if _WORD.search(word)]
