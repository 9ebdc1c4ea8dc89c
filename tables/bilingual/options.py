"""How a bitext is cut into words and aligned, which phrase pairs are extracted from it, and what is pivoted."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.settings import Settings, flag, number, one_of, whole
from paragen.tables.builder import TOP, replaceable

HEURISTICS = ("grow-diag-final-and", "grow-diag-final", "grow-diag", "intersection", "union")
"""How two directions are symmetrised [KOM03]."""


LONGEST = 1023
"""Tokens: a sentence pair with more is left unaligned by eflomal itself."""


@dataclass(frozen=True, kw_only=True)
class AlignOptions(Settings):
    """How a bitext is cut into words, and what aligns them; see `paragen align --help`.

    Parameters
    ----------
    forward, backward : links of both directions, as Pharaoh lines or Giza++ A3 files; without them eflomal is run.
    segment : how the lines of either side are cut into tokens; see `segmenter`.
    train : files to write a sentencepiece model to, trained on that side and used for it.
    """

    heuristic: str = one_of(HEURISTICS[0], HEURISTICS, help="How to combine the alignments of both directions.")
    forward: StrPath | None = None
    backward: StrPath | None = None
    segment: tuple[StrPath | None, StrPath | None] = (None, None)
    train: tuple[StrPath | None, StrPath | None] = (None, None)
    pieces: int = whole(8000, 1, metavar="N", help="Pieces of such a model.")
    max_length: int = whole(
        250, 1, LONGEST, metavar="N",
        help="Leave pairs with more tokens on a side unaligned; with --forward and --backward, all are aligned.",
    )
    min_length: int = whole(1, 1, LONGEST, metavar="N", help="Leave pairs with fewer tokens on a side unaligned, likewise.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.forward is None) != (self.backward is None):
            raise ConfigError("links of one direction, expected both. Give --forward and --backward, or neither.")
        for name, how, model in zip(("source", "target"), self.segment, self.train, strict=True):
            if how is not None and model is not None:
                raise ConfigError(f"two segmenters for the {name} side, expected one. Leave out --segment or --train-segmenter.")


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
        "complex", ("simple", "complex"), option="--labels", help="Label constituents only, or other phrases too, as VP/(NP/NNS)."
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


@dataclass(frozen=True, kw_only=True)
class PivotOptions(Settings):
    """What is pivoted, and what is left out; see `paragen pivot --help`.

    Probabilities are p(f|e1), p(e2|f) and p(e2|e1).
    """

    side: str = one_of("target", ("target", "source"), help="Which side of the tables to paraphrase; the other is the pivot.")
    average: str = one_of(
        "present", ("present", "all"), help="Average over the tables in which a phrase, with its label, is present, or over all."
    )
    top: int = whole(TOP, 1, metavar="N", help="Paraphrases a phrase, at most.")
    min_count: int = whole(1, 1, metavar="N", help="Leave out pairs of phrases that were extracted less often.")
    min_probability: float = number(
        0.0, least=0, below=1, metavar="P", help="Leave out translations, either way, and paraphrases that are less probable."
    )
    min_lexical: float = number(
        0.0, least=0, below=1, metavar="P",
        help="Leave out pairs that were extracted once and whose words fit less well, either way.",
    )
    fan_out: int = whole(100, 1, metavar="N", help="Follow only so many translations of a phrase, either way: the most probable.")
    tight: bool = flag(help="Leave out phrases that begin or end with an unaligned word.")
    containment: bool = flag(True, help="Leave out paraphrases that contain their phrase, or lie within it.")
    replace: bool = replaceable()
