"""How a bitext is cut into words, and what aligns them."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.settings import Settings, one_of, whole
from paragen.tables.bilingual.alignment.eflomal import LONGEST

HEURISTICS = ("grow-diag-final-and", "grow-diag-final", "grow-diag", "intersection", "union")
"""How two directions are symmetrised [KOM03]."""


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

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.forward is None) != (self.backward is None):
            raise ConfigError("links of one direction, expected both. Give --forward and --backward, or neither.")
        for name, how, model in zip(("source", "target"), self.segment, self.train, strict=True):
            if how is not None and model is not None:
                raise ConfigError(f"two segmenters for the {name} side, expected one. Leave out --segment or --train-segmenter.")
