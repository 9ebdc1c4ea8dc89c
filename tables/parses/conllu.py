"""Reads CoNLL-U [https://universaldependencies.org/format.html], batch by batch, into arrays."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, shown
from paragen.base.input_files import OpenedFile
from paragen.tables.parses.kernel import MAX_LINE, BadConlluLine, ConlluFeed
from paragen.text.tokenizer import lookup_form

_EXPECTED = "CoNLL-U: lines of ten columns, plain or compressed"
_MAKE = "Make it with `paragen parse`."

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]


class ParsedBatch(NamedTuple):
    """Sentences; the words of sentence s are ``begins[s]`` up to, and without, ``begins[s + 1]``.

    Attributes
    ----------
    forms, lemmas, tags, upos, relations : (words,) ids of texts; tags are XPOS. Id 0 is ``_``: no value.
    heads : (words,) the head of each word, as its place in its sentence, from 0; -1 for the root.
    begins : (sentences + 1,) places of words in this batch.
    units : (sentences,) which line of the text that was parsed a sentence comes from: the number its ``sent_id`` begins
        with, as in ``7-2``. Where the first sentence of the file has no such number: the number of the sentence, from 1.
    """

    forms: Ints
    lemmas: Ints
    tags: Ints
    upos: Ints
    relations: Ints
    heads: Ints
    begins: Longs
    units: Longs


# A kernel: for 300,000 words, pyconll (tried) takes nine times as long and conllu 38 times (0.69, 2.94 and 0.077 s), and both
# accept heads that lead in a circle or out of the sentence.
class ConlluReader:
    """A CoNLL-U file, plain or compressed.

    Tokens of several words (3-4) and empty nodes (3.1) are left out: the words are those of the tree. The words of
    every sentence reach a root.

    Parameters
    ----------
    path : the file.
    numbered : whether units are wanted: then a sent_id without a number is an error, if the first has one.
    progress : called with the number of bytes of the file read since the last call.

    Examples
    --------
    >>> reader = ConlluReader("news.conllu.gz")                                              # doctest: +SKIP
    >>> for batch in reader.batches(10_000):                                                 # doctest: +SKIP
    ...     for begin, end in zip(batch.begins, batch.begins[1:]):
    ...         print([reader.form_texts()[form] for form in batch.forms[begin:end]])
    """

    def __init__(self, path: StrPath, numbered: bool = True, progress: Callable[[int], object] | None = None) -> None:
        self.path = os.fspath(path)
        self._numbered, self._progress = numbered, progress
        self._feed = ConlluFeed(lookup_form, numbered)

    def __repr__(self) -> str:
        return f"ConlluReader({self.path!r})"

    def batches(self, sentences: int = 10_000) -> Iterator[ParsedBatch]:
        """Yield the sentences, that many at a time, in the order of the file. Ids stay the same throughout the file.

        Raises
        ------
        FormatError : the file is something else or damaged, or a line of it is malformed.
        """
        if sentences < 1:
            raise ConfigError(f"sentences: found {sentences}, expected 1 or more a batch.")
        self._feed = feed = ConlluFeed(lookup_form, self._numbered)
        with OpenedFile(self.path, _EXPECTED) as file:
            try:
                for piece in file.pieces(self._progress):
                    feed.feed(piece)
                    while feed.sentences >= sentences:
                        yield ParsedBatch(*feed.take(sentences))
                feed.end()
            except BadConlluLine as bad:
                raise FormatError(f"{self.path}:{bad.line}", *_EXPLAIN[bad.problem](bad)) from None
        while feed.sentences:
            yield ParsedBatch(*feed.take(sentences))

    def form_texts(self) -> list[str]:
        """Return the text of each id of a form, in lower case: its lookup form. It grows with each batch."""
        return self._feed.form_texts()

    def lemma_texts(self) -> list[str]:
        """Return the text of each id of a lemma, its lookup form."""
        return self._feed.lemma_texts()

    def tag_texts(self) -> list[str]:
        """Return the text of each id of a tag (XPOS)."""
        return self._feed.tag_texts()

    def upos_texts(self) -> list[str]:
        """Return the text of each id of a part of speech (UPOS)."""
        return self._feed.upos_texts()

    def relation_texts(self) -> list[str]:
        """Return the text of each id of a relation."""
        return self._feed.relation_texts()


def _columns(bad: BadConlluLine) -> tuple[str, str, str]:
    columns = f"{'more than ' * (bad.number > 10)}{min(bad.number, 10)} column{'s' * (bad.number != 1)}"
    return f"{columns} in {shown(bad.found)}", "ten, with tabs between them", f"Is this CoNLL-U? {_MAKE}"


def _head_number(bad: BadConlluLine) -> tuple[str, str, str]:
    return f"the head {shown(bad.found)}", "the number of a word, or 0", f"Is the text parsed? {_MAKE}"


_EXPLAIN: dict[str, Callable[[Any], tuple[str, str, str]]] = {
    "too_long": lambda bad: (f"a line of more than {MAX_LINE} bytes", "a word a line", f"Is this CoNLL-U? {_MAKE}"),
    "not_text": lambda bad: (f"broken UTF-8 or NUL in {shown(bad.found)}", "UTF-8 text", "Convert it with iconv."),
    "columns": _columns,
    "id": lambda bad: (
        f"the word number {shown(bad.found)}", f"{bad.number}", "Words are numbered from 1; an empty line ends a sentence.",
    ),
    "empty_form": lambda bad: ("a word without a form", "its text in the second column", _MAKE),
    "head": _head_number,
    "head_range": lambda bad: (
        f"the head {bad.found}", f"0 to {bad.number}, as many words as the sentence has that ends here", "",
    ),
    "cycle": lambda bad: (
        f"heads that lead in a circle, through word {bad.found} of the sentence that ends here", "a tree", "",
    ),
    "sent_id": lambda bad: (
        f"the sent_id {shown(bad.found)}" if bad.found else "a sentence without sent_id",
        "one that begins with a number, as the first of the file", "Do not join files of several kinds.",
    ),
    "too_many": lambda bad: (f"a sentence of more than {bad.number} words", "an empty line after each sentence", ""),
}  # fmt: skip
