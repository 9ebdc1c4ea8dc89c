"""Options of comparable news."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.settings import flag, number, whole
from paragen.tables.builder import TableOptions, keeping_opposites


@dataclass(frozen=True, kw_only=True)
class ComparableOptions(TableOptions):
    """How comparable articles and sentences are found [Z08 section 4], and which phrase pairs are left out.

    See `paragen comparable --help`. The thresholds are Th2 and Th3; the overlap of two sentences is 2·|A∩B| / (|A|+|B|) over
    their word types. ``candidates`` is a sample of sentence pairs with any overlap from 0.2.
    """

    days: float = number(2.0, above=0, below=1e6, metavar="N", help="Articles are published less than so many days apart.")
    threshold_documents: float = number(
        0.5, least=0, below=1, metavar="T2", help="The cosine of the tf-idf vectors of two articles is above it."
    )
    threshold_sentences: float = number(
        0.5, least=0, below=1, metavar="T3", help="The word overlap of two sentences of theirs is above it."
    )
    partners: int = whole(50, 1, metavar="N", help="Pair an article with at most this many later ones, the most similar.")
    min_count: int = whole(2, 1, metavar="N", help="Leave out pairs of phrases that were extracted less often.")
    min_lexical: float = number(
        0.01, least=0, below=1, metavar="P", help="Leave out pairs of phrases whose words fit less well, either way."
    )
    max_length: int = whole(7, 1, 7, metavar="N", help="Words of the longest phrase.")
    containment: bool = flag(help="Keep paraphrases that contain their phrase or are contained in it.")
    keep_opposites: bool = keeping_opposites()
    sentences: StrPath | None = None
    candidates: StrPath | None = None
