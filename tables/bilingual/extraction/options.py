"""Which phrase pairs are extracted, and which syntactic labels they get."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.settings import Settings, flag, one_of, whole
from paragen.tables.builder import replaceable

MAX_LENGTH = 7
"""Tokens of the longest phrase: the codes of alignments have room for as many."""


@dataclass(frozen=True, kw_only=True)
class BitextOptions(Settings):
    """How a word-aligned bitext was cut, and which of its pairs are read.

    Parameters
    ----------
    segment : how the lines of either side are cut into tokens, as they were for the alignment; see `segmenter`.
    max_sentence : by default that of ``paragen align``.
    """

    segment: tuple[StrPath | None, StrPath | None] = (None, None)
    max_sentence: int = whole(250, 1, (1 << 31) - 1, metavar="N", help="Leave out pairs with more tokens on a side.")


@dataclass(frozen=True, kw_only=True)
class LabelOptions(Settings):
    """Which syntactic labels the phrases of one side get from the trees of its sentences [CB08 sec. 3.1].

    Parameters
    ----------
    trees : a file of trees in Penn brackets, one for each line of the bitext, ``()`` for a sentence without one.
    """

    trees: StrPath
    side: str = one_of("target", ("target", "source"), help="Which side the trees are of, which is to be paraphrased.")
    kind: str = one_of(
        "complex", ("simple", "complex"), option="--labels",
        help="Label constituents only, or other phrases too, as VP/(NP/NNS).",
    )
    levels: int = whole(
        0, 0, (1 << 32) - 1, metavar="N", help="Complex labels of N nodes that cover a phrase, innermost first; 0 for all."
    )
    skip_bad_trees: bool = flag(help="Leave sentences out whose tree is broken, or of other words, rather than stop there.")


@dataclass(frozen=True, kw_only=True)
class ExtractOptions(BitextOptions):
    """Which phrase pairs are extracted; see `paragen extract --help`.

    Parameters
    ----------
    labels : which labels phrases get; pairs are counted for each label. None: no labels. Parquet only.
    """

    max_length: int = whole(MAX_LENGTH, 1, MAX_LENGTH, metavar="N", help="Tokens of the longest phrase.")
    labels: LabelOptions | None = None
    replace: bool = replaceable()
