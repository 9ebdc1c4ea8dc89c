"""Forced wording: phrases that must be replaced wherever they occur (``--always``), and characters of one sentence that must read
in a given way, while the rest is rewritten around them."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.settings.blocked import Blocked
from paragen.settings.pair_files import PairRow, read_pair_rows
from paragen.text.analysis import Analysis
from paragen.text.tokenizer import Spans, Tokenizer
from paragen.text.writing import Placed, Style, Writer
from paragen.text.written import AsWritten, Words, has_capitals, own_capitals

Force = tuple[int, int, str]
"""Characters of a sentence (begin, end), and what they must read."""
AlwaysWording = Mapping[str, str] | StrPath | Iterable[StrPath]
"""Phrases and what they must become, the file of such pairs, or several files."""
_TABLE = -1


class _Rule(NamedTuple):
    """A phrase and what it becomes, as lookup forms; ``written``: how the phrase must be written, if it has capitals; ``phrase``:
    as given."""

    source: Words
    written: Words | None
    target: Words
    phrase: str


class _Step(NamedTuple):
    begin: int
    end: int
    words: Words
    table: int = _TABLE
    parts: tuple[()] = ()


class Always:
    """Phrases that must be replaced.

    A phrase matches in any case, or, if it is written with capitals, only with these; of several that begin at a word, the
    longest wins. Its replacement takes over case as substitutes do, and keeps capitals of its own.

    Parameters
    ----------
    wording : replacements by phrase, or files of pairs; see :func:`paragen.settings.pair_files.read_pair_rows`.
    tokenizer : splits them as the text is split.
    blocked : wording that must not be produced.

    Raises
    ------
    FormatError : not a file of pairs, or a pair with a score.
    ConfigError : a phrase with two replacements, or a blocked one.
    """

    def __init__(self, wording: AlwaysWording, tokenizer: Tokenizer, blocked: Blocked) -> None:
        self._tokenizer = tokenizer
        self._rules: dict[str, list[_Rule]] = {}
        self._own: dict[tuple[Words, Words], AsWritten] = {}
        self.pairs: list[tuple[str, str]] = []
        self._found_phrases: set[str] = set()
        known: dict[tuple[Words, Words | None], str] = {}
        for where, row in _rows(wording):
            source, source_written = self._split(where, row.source)
            target, target_written = self._split(where, row.target)
            written = own_capitals(source, source_written, row.target)
            rule = _Rule(source, None if written == source else written, target, row.source)
            if known.setdefault((source, rule.written), row.target) != row.target:
                other = known[source, rule.written]
                raise ConfigError(f"{where}: {row.source!r} must become {row.target!r}, and {other!r}. Keep one.")
            if blocked.forbids(source, target):
                raise ConfigError(f"{where}: {row.source!r} must become {row.target!r}, which is blocked. Leave out one of both.")
            own = own_capitals(target, target_written, row.source)
            self._own[source, target] = AsWritten(own, verbatim=rule.written is not None)
            self._rules.setdefault(source[0], []).append(rule)
            self.pairs.append((row.source, row.target))
        for rules in self._rules.values():
            rules.sort(key=lambda rule: (-len(rule.source), rule.written is None))

    @property
    def unused(self) -> list[str]:
        """The phrases, as given, that have stood nowhere so far where they may change, each once."""
        return list(dict.fromkeys(phrase for phrase, _ in self.pairs if phrase not in self._found_phrases))

    @property
    def replaced(self) -> list[Words]:
        """The phrases that no edit may bring back: not those replaced by themselves or that match only with capitals."""
        rules = [rule for rules in self._rules.values() for rule in rules]
        return [rule.source for rule in rules if rule.written is None and rule.source != rule.target]

    def _split(self, where: str, phrase: str) -> tuple[Words, Words]:
        spans = self._tokenizer.tokens(phrase)
        forms = tuple(self._tokenizer.forms(phrase, spans))
        if not forms:
            raise ConfigError(f"{where}: found the phrase {phrase!r}, expected one with a word in it.")
        return forms, tuple(phrase[begin:end] for begin, end in spans)

    def force(self, text: str, spans: Spans, words: Sequence[str], fixed: bytes, taken: Sequence[tuple[int, int]]) -> list[Force]:
        """Return the forced wordings of a text and the characters that they replace, from left to right.

        Parameters
        ----------
        spans, words : its tokens and their lookup forms.
        fixed : a byte for each token, true for those that stay.
        taken : spans of characters that no phrase may overlap or cross.
        """
        steps = list(self._steps(text, spans, words, fixed, taken))
        if not steps:
            return []
        tokenizer = self._tokenizer
        stops = sorted({begin for begin, end in taken if begin == end})
        sentence = Analysis(text, spans, words, tokenizer.language, fixed, tokenizer.tokenized, stops)
        return Writer(sentence, Style((), self._own)).pieces(steps)

    def _steps(
        self, text: str, spans: Spans, words: Sequence[str], fixed: bytes, taken: Sequence[tuple[int, int]]
    ) -> Iterator[_Step]:
        at = 0
        while at < len(words):
            rule = next((rule for rule in self._found(text, spans, words, at)
                         if _is_free(text, spans[at][0], spans[at + len(rule.source) - 1][1], taken)
                         and not any(fixed[at : at + len(rule.source)])), None)  # fmt: skip
            if rule is not None:
                self._found_phrases.add(rule.phrase)
                yield _Step(at, at + len(rule.source), rule.target)
            at += 1 if rule is None else len(rule.source)

    def _found(self, text: str, spans: Spans, words: Sequence[str], at: int) -> Iterator[_Rule]:
        """Yield the rules whose phrase begins at a word, the longest first."""
        for rule in self._rules.get(words[at], ()):
            end = at + len(rule.source)
            if tuple(words[at:end]) == rule.source:
                surfaces = (text[first:last] for first, last in spans[at:end])
                if rule.written is None or has_capitals(rule.written, rule.source, surfaces):
                    yield rule


def _is_free(text: str, begin: int, end: int, taken: Sequence[tuple[int, int]]) -> bool:
    """Return whether characters are on one line, and no taken span overlaps them or lies between them."""
    return "\n" not in text[begin:end] and not any(first < end and begin < last for first, last in taken)


def _rows(wording: AlwaysWording) -> Iterator[tuple[str, PairRow]]:
    """Yield each pair, and its place for messages."""
    if isinstance(wording, Mapping):
        for source, target in wording.items():
            if not isinstance(source, str) or not isinstance(target, str):
                raise ConfigError(f"always: found {target!r} for {source!r}, expected a phrase for a phrase.")
            yield "always", PairRow(0, source, target, None)
        return
    for path in [wording] if isinstance(wording, (str, os.PathLike)) else wording:
        for row in read_pair_rows(path):
            where = f"{os.fspath(path)}:{row.line}"
            if row.score is not None:
                remedy = "Leave the score out, or give the file as a table: --table NAME=FILE."
                raise FormatError(where, f"the score {row.score:g}", "a phrase and what it must become", remedy)
            yield where, row


class ForcedText:
    """A text with forced wording written into it, and the mapping back to the characters of the source.

    Parameters
    ----------
    source : the original text.
    force : ``(begin, end, wording)`` of ``source``, in any order.

    Raises
    ------
    ConfigError : a span is empty, out of range or overlaps another, or a wording is empty or has several lines.
    """

    def __init__(self, source: str, force: Iterable[Force]) -> None:
        self.force = _checked(source, force)
        parts: list[str] = []
        self.spans: list[tuple[int, int]] = []  # of the wordings in the text
        position = length = 0
        for begin, end, wording in self.force:
            parts += (source[position:begin], wording)
            length += begin - position + len(wording)
            self.spans.append((length - len(wording), length))
            position = end
        self.text = "".join([*parts, source[position:]])
        self._ends = [end for _, end in self.spans]
        self._source_ends = [end for _, end, _ in self.force]

    def to_text(self, position: int) -> int:
        """Return the position in the text of a character of the source; for a replaced one, the end of its wording."""
        k = bisect_right(self._source_ends, position)
        if k < len(self.force) and position > self.force[k][0]:
            return self.spans[k][1]
        return position + (self._ends[k - 1] - self._source_ends[k - 1] if k else 0)

    def to_source(self, position: int) -> int:
        """Return the position in the source of a character of the text outside the forced wordings."""
        k = bisect_right(self._ends, position)
        return position - (self._ends[k - 1] - self._source_ends[k - 1] if k else 0)

    def merged(self, placed: Sequence[Placed]) -> list[tuple[Placed, int | None]]:
        """Return edits of the text and forced wordings, from left to right, with positions in the source.

        Each comes with the number of the edit, or None for a forced wording.
        """
        found: list[tuple[Placed, int | None]] = []
        shift = k = 0

        def add_forced(limit: int) -> None:
            nonlocal k
            while k < len(self.force) and self.spans[k][0] < limit:
                begin, end, wording = self.force[k]
                out_begin, out_end = self.spans[k]
                found.append((Placed(begin, end, out_begin + shift, out_end + shift, wording), None))
                k += 1

        for number, place in enumerate(placed):
            add_forced(place.begin)
            found.append((place._replace(begin=self.to_source(place.begin), end=self.to_source(place.end)), number))
            shift = place.out_end - place.end
        add_forced(len(self.text) + 1)
        return found


def _checked(source: str, force: Iterable[Force]) -> list[Force]:
    expected = "(begin, end, wording) with 0 <= begin < end <= the length of the text"
    found: list[Force] = []
    if not isinstance(force, Iterable):
        raise ConfigError(f"force: found {force!r}, expected a list of {expected}.")
    for item in force:
        try:
            begin, end, wording = item
            begin, end = index(begin), index(end)
        except (TypeError, ValueError):
            raise ConfigError(f"force: found {item!r}, expected {expected}.") from None
        if not 0 <= begin < end <= len(source):
            raise ConfigError(f"force: found {item!r}, expected {expected} ({len(source)}).")
        if not isinstance(wording, str) or not wording.strip() or "\n" in wording or "\n" in source[begin:end]:
            raise ConfigError(f"force: found {item!r}, expected a wording on one line for words on one line.")
        found.append((begin, end, wording))
    found.sort()
    for (_, end, _), other in zip(found, found[1:], strict=False):
        if other[0] < end:
            raise ConfigError(f"force: found {other!r} inside another forced span. Give spans that do not overlap.")
    return found
