"""What counts as a paraphrase in parallel texts."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.settings import flag, number, whole
from paragen.tables.builder import TableOptions
from paragen.tables.parses.chunks import LABELS, MAX_WORDS

ALPHA = 0.5
"""Weight of the chunks' own words; the words around them have weight 1 - ALPHA."""
THRESHOLD = 0.475
"""Th1: chunks with a higher similarity are paraphrases."""
CANDIDATES = 1000
"""Pairs in a sample."""


@dataclass(frozen=True, kw_only=True)
class ParallelOptions(TableOptions):
    """What counts as a paraphrase.

    Parameters
    ----------
    alpha : weight of the overlap of the chunks' own words, 0 to 1; the rest is for their contexts.
    threshold : Th1, from 0 to below 1.
    labels : kinds of chunks.
    max_words : words of the longest chunk.
    containment : whether a paraphrase may have all words of its phrase and more, or only some of them.
    all_pairs : whether each chunk is paired with all that are similar enough, rather than with its counterpart alone: the chunk
        that is most similar in both directions. If both units have the same words, these are counterparts.
    keep_opposites : whether paraphrases may differ in opposites; see `paragen.tables.resources.opposites`.
    candidates : a file to write a sample of compared pairs to, for calibration: see `write_candidates`.
    candidates_limit : pairs in the sample.
    """

    alpha: float = number(ALPHA, least=0, most=1)
    threshold: float = number(THRESHOLD, least=0, below=1)
    labels: tuple[str, ...] = LABELS
    max_words: int = whole(MAX_WORDS, 1)
    containment: bool = flag()
    all_pairs: bool = flag()
    keep_opposites: bool = flag()
    candidates: StrPath | None = None
    candidates_limit: int = whole(CANDIDATES, 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        for label in self.labels:
            if label not in LABELS:
                raise ConfigError(f"labels: found {label!r}, expected some of {','.join(LABELS)}.")
        if not self.labels:
            raise ConfigError(f"labels: found none, expected some of {','.join(LABELS)}.")
