"""A sentence as the decoder takes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from array import array

    import numpy as np
    import numpy.typing as npt

MAX_WORDS = 512
"""Longest sentence searched as a whole; a longer one is cut, and each piece is searched by itself."""

CONTEXT_WORDS = 200
"""How many words before and after what is searched by itself are seen as the text around it."""

SYNTAX = ("any", "best", "average")
"""What a table offers for a span whose syntactic labels are known: the options of every label that it was extracted with [CB08
eq. 10]; those of the span's labels, by the best of their scores [eq. 8]; those, by the mean of their scores over the span's
labels, where a label without a score counts 0 [eq. 9]. In the order of LabelUse in table_source.hh."""

SENTENCE_ENDS = frozenset(".!?…。！？")


class Around(NamedTuple):
    """The text on one side of a sentence: lookup forms, and how each is written, as in :class:`SentenceInput`."""

    words: Sequence[str] = ()
    marks: bytes = b""


class SentenceInput(NamedTuple):
    """A sentence, or a text of several lines that are searched one by one.

    Parameters
    ----------
    words : its lookup forms.
    keep : a byte a word, 1 where the word must not be inside an edit, 2 where it may, but only in a slot's filler; None: no word
        must stay.
    marks : a byte a word, how it is written; see :mod:`paragen.text.analysis`. None: not known.
    line_ends : how many words come before each line end that has words on both sides; increasing.
    labels : the syntactic labels of its spans: a row (begin, end, id of the label's word in the packed tables, or 2^32 - 1) for
        each, by begin and then by end (uint32); spans without a row have no label. None: labels are not known.
    fillers : of the slots of patterns, as :meth:`paragen.text.kernel.Fillers.find` returns them. None: patterns match nowhere.
    before, after : the text around it, which is only read. Each of its lines has the others around it, too.
    """

    words: Sequence[str]
    keep: bytes | None = None
    line_ends: Sequence[int] = ()
    marks: bytes | None = None
    labels: npt.NDArray[np.uint32] | None = None
    fillers: array[int] | None = None
    before: Around = Around()
    after: Around = Around()

    def windows(self) -> Iterator[tuple[int, int]]:
        """Yield the spans that are searched by themselves: each line, those that are too long in pieces.

        A piece ends after the last sentence end in the second half of what fits, or after as much as fits.
        """
        begin = 0
        for line_end in (*self.line_ends, len(self.words)):
            while begin < line_end:
                end = min(begin + MAX_WORDS, line_end)
                if end < line_end:
                    ends = (at for at in range(end, end - MAX_WORDS // 2, -1) if self.words[at - 1] in SENTENCE_ENDS)
                    end = next(ends, end)
                yield begin, end
                begin = end
