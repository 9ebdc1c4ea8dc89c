"""What counts as a paraphrase in parallel texts."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.settings import flag, number, whole
from paragen.tables.builder import TableOptions, keeping_opposites
from paragen.tables.parses.options import LABELS, MAX_WORDS


@dataclass(frozen=True, kw_only=True)
class ParallelOptions(TableOptions):
    """What counts as a paraphrase; see `paragen parallel --help`.

    The threshold is Th1 [Z08 section 4]. Unless all pairs are wanted, a chunk is paired with its counterpart alone: the chunk
    that is most similar in both directions; if both units have the same words, these are counterparts.
    """

    alpha: float = number(
        0.5, least=0, most=1, metavar="A", help="Weight of the words of two chunks; the words around them have weight 1 - A."
    )
    threshold: float = number(0.475, least=0, below=1, metavar="T", help="Chunks with a higher similarity are paraphrases.")
    labels: tuple[str, ...] = LABELS
    max_words: int = whole(MAX_WORDS, 1, metavar="N", help="Maximum words in a chunk.")
    containment: bool = flag(help="Keep paraphrases that only add words to their phrase or leave some out.")
    all_pairs: bool = flag(help="Pair each chunk with all similar ones, not only with its counterpart.")
    keep_opposites: bool = keeping_opposites()
    candidates: StrPath | None = None
    candidates_limit: int = whole(1000, 1, metavar="N", help="Maximum pairs in the sample.")

    def __post_init__(self) -> None:
        super().__post_init__()
        for label in self.labels:
            if label not in LABELS:
                raise ConfigError(f"labels: found {label!r}, expected some of {','.join(LABELS)}.")
        if not self.labels:
            raise ConfigError(f"labels: found none, expected some of {','.join(LABELS)}.")
