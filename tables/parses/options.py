"""What parses, and which of its chunks are of use."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.settings import Settings, flag, text, whole

LABELS = ("NP", "VP", "PP", "ADJP", "ADVP")
"""Kinds of chunks, by their numbers."""

MAX_WORDS = 8
"""Words of the longest chunk that is of use as a phrase."""


@dataclass(frozen=True, kw_only=True)
class ParseOptions(Settings):
    """What parses, and how it gets the text.

    For ``pipeline`` see `paragen.tables.parses.pipeline.open_pipeline`, and for trees `open_parser` there. Rounding depends on
    ``batch``, and so, very rarely, may a head.
    """

    pipeline: str = text(option="-")
    trees: bool = flag(help="Write constituents, as trees in Penn brackets, a line for each line of the texts.")
    tokenized: bool = flag(help="Tokens are what spaces separate; otherwise the pipeline finds them.")
    batch: int = whole(500, 1, metavar="N", help="Lines the pipeline gets at a time.")
