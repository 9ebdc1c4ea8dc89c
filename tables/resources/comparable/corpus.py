"""Articles as numbers: the words of their sentences, and the word counts of each article."""

from __future__ import annotations

import hashlib
import html
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from paragen.base.input_files import Skips
from paragen.base.packages import optional_package
from paragen.tables.resources.comparable.inputs import Article
from paragen.text.tokenizer import Tokenizer

SHORTEST, LONGEST = 5, 100
"""Limits on the words of a sentence to be compared."""
MOST_SENTENCES = 1000
"""How many sentences of an article are compared: the first."""
MOST_CHARACTERS = 1 << 22
"""How many characters of an article are considered."""
_DIGITS = 0.3  # maximum share of a sentence's words with a digit; listings have more


@dataclass(frozen=True)
class Numbered:
    """Sentences of articles, all as numbers; articles are in the order of their dates, ties in reading order.

    Attributes
    ----------
    types, begins : word types of the sentences, each once per sentence (uint32), and the sentences' offsets in it (uint64).
    documents : offsets of the articles in the sentences (uint64).
    days : dates of the articles, ascending.
    texts : offsets of the sentences' texts in the file of texts (uint64).
    same, near_same : hashes that are equal for equal sentences: word for word, or except for numbers and punctuation (uint64).
    bag : words and counts of each article, and offsets; for tf-idf.
    figures : whether each word type has a digit (uint8).
    """

    types: np.ndarray
    begins: np.ndarray
    documents: np.ndarray
    days: np.ndarray
    texts: np.ndarray
    same: np.ndarray
    near_same: np.ndarray
    bag: tuple[np.ndarray, np.ndarray, np.ndarray]
    figures: np.ndarray

    @property
    def n_types(self) -> int:
        """How many word types there are."""
        return len(self.figures)


class Corpus:
    """Collects articles, one by one.

    Parameters
    ----------
    texts : a file that the sentences are written to, one after the other.
    skips : counts articles that are cut off.
    """

    def __init__(self, texts: BinaryIO, skips: Skips) -> None:
        self._file, self._skips = texts, skips
        self._splitter, self._words = Splitter(), Tokenizer().words
        self._numbers: dict[str, int] = {}
        self._days, self._types = array("d"), array("I")
        self._begins, self._documents, self._texts = array("Q", [0]), array("Q", [0]), array("Q", [0])
        self._same, self._near_same = array("Q"), array("Q")
        self._bag_words, self._bag_counts, self._bag_begins = array("I"), array("I"), array("Q", [0])

    def __len__(self) -> int:
        return len(self._days)

    @property
    def sentences(self) -> int:
        """How many sentences were kept."""
        return len(self._same)

    def add(self, article: Article) -> None:
        """Add an article."""
        counts: dict[int, int] = {}
        self._count(self._words(article.title), counts)
        taken = 0
        if len(article.text) > MOST_CHARACTERS:
            self._skips.add(f"articles cut off after {MOST_CHARACTERS} characters", article.where)
        for sentence in self._splitter.sentences(article.text[:MOST_CHARACTERS]):
            words = self._words(sentence)
            self._count(words, counts)
            taken += taken < MOST_SENTENCES and self._take(sentence, words)
            if taken == MOST_SENTENCES:
                self._skips.add(f"articles cut off after {MOST_SENTENCES} sentences", article.where)
                break
        self._days.append(article.day)
        self._documents.append(self.sentences)
        ordered = sorted(counts.items())
        self._bag_words.extend(word for word, _ in ordered)
        self._bag_counts.extend(count for _, count in ordered)
        self._bag_begins.append(len(self._bag_words))

    def _count(self, words: list[str], counts: dict[int, int]) -> None:
        for word in words:
            if word.isalpha():
                number = self._numbers.setdefault(word, len(self._numbers))
                counts[number] = counts.get(number, 0) + 1

    def _take(self, sentence: str, words: list[str]) -> bool:
        """Keep a sentence if it is worth comparing; return whether it is."""
        kept = [word for word in words if is_word(word)]
        digits = sum(map(has_digit, kept))
        if not SHORTEST <= len(kept) <= LONGEST or digits > _DIGITS * len(kept):
            return False
        numbers = self._numbers
        self._types.extend(sorted({numbers.setdefault(word, len(numbers)) for word in kept}))
        self._begins.append(len(self._types))
        self._same.append(_digest(words))
        self._near_same.append(_digest([word for word in kept if not has_digit(word)]))
        self._texts.append(self._texts[-1] + self._file.write(sentence.encode()))
        return True

    def numbered(self) -> Numbered:
        """Return everything as numbers, with articles in date order."""
        days = np.asarray(self._days)
        order = np.argsort(days, kind="stable")
        documents, begins, texts = map(np.asarray, (self._documents, self._begins, self._texts))
        sentences = _ranges(documents, order)
        bag = _ranges(np.asarray(self._bag_begins), order)
        return Numbered(
            types=np.asarray(self._types)[_ranges(begins, sentences)],
            begins=_offsets(begins, sentences), documents=_offsets(documents, order), days=days[order],
            texts=np.stack([texts[:-1][sentences], texts[1:][sentences]]), same=np.asarray(self._same)[sentences],
            near_same=np.asarray(self._near_same)[sentences],
            figures=np.fromiter(map(has_digit, self._numbers), np.uint8, len(self._numbers)),
            bag=(
                np.asarray(self._bag_words)[bag], np.asarray(self._bag_counts)[bag],
                _offsets(np.asarray(self._bag_begins), order),
            ),
        )  # fmt: skip


def is_word(token: str) -> bool:
    """Return whether a token is a word or number rather than punctuation."""
    return any(map(str.isalnum, token))


def has_digit(token: str) -> bool:
    """Return whether a token has a digit."""
    return any(map(str.isdigit, token))


def _digest(words: list[str]) -> int:
    return int.from_bytes(hashlib.blake2b(" ".join(words).encode(), digest_size=8).digest(), "little")


def _offsets(begins: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Return the offsets of the parts that ``begins`` delimits, rearranged in ``order``."""
    sizes = np.diff(begins)[order]
    return np.concatenate([np.zeros(1, np.uint64), np.cumsum(sizes, dtype=np.uint64)])


def _ranges(begins: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Return the indices of the elements of those parts, in that order."""
    offsets = _offsets(begins, order).astype(np.int64)
    starts = begins[:-1].astype(np.int64)[order]
    indices: np.ndarray = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], np.diff(offsets))
    return indices


_PARAGRAPH = re.compile(r"\n(?:[ \t]*\n|[ \t]{2,}(?=\S)|\t)")  # an empty line, or an indented first line
_TAG = re.compile(r"<[^<>\n]{0,100}>")  # markup; ticker symbols such as <IBM.N>
_NAME = re.compile(r"<((?:[A-Z][\w.&'-]{0,60})(?:[ \n][\w.&'-]{1,60}){1,9})>")  # a company without one: <MTS Acquisition Corp>
_SIGN_OFF = re.compile(r"^[^\w\n]*(?:more|reuters?)[^\w\n]*$", re.IGNORECASE | re.MULTILINE)
_COLUMNS = re.compile(r"\S[ \t]{3,}\S")
_END = re.compile(r"[.!?][\"'”’)\]]*$")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_PIECE = 20_000  # characters of a paragraph passed to the splitter at once


class Splitter:
    """Splits texts into sentences.

    Raises
    ------
    MissingPackageError : sentencex is not installed.
    """

    def __init__(self) -> None:
        self._segment: Any = optional_package("sentencex", "splitting articles into sentences", "mine").segment

    def sentences(self, text: str) -> Iterator[str]:
        """Yield the sentences of an article, without headings, tables, sign-offs and other lines lacking a full stop."""
        text = _CONTROL.sub(" ", html.unescape(text)).replace("\r", "")
        text = _SIGN_OFF.sub("", _TAG.sub("", _NAME.sub(r"\1", text)))
        for paragraph in _PARAGRAPH.split(text):
            if _COLUMNS.search(paragraph):
                continue
            words = " ".join(paragraph.split())
            for begin in range(0, len(words), _PIECE):
                for sentence in self._segment("en", words[begin : begin + _PIECE]):
                    if _END.search(sentence := sentence.strip()):
                        yield sentence
