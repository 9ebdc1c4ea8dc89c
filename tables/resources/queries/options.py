"""What makes two queries paraphrases."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.settings import flag, number, one_of, whole
from paragen.tables.builder import TOP, TableOptions
from paragen.tables.resources.queries.forms import NAMES


@dataclass(frozen=True, kw_only=True)
class QueriesOptions(TableOptions):
    """What makes two queries paraphrases; see `paragen queries --help`.

    The threshold is Th4 [Z08 section 4]; ``candidates`` see `write_sample`.
    """

    top: int = whole(TOP, 1, metavar="N", help="Keep at most the best N paraphrases per query.")
    form: str = one_of("auto", NAMES, option="--format", help="Format of the logs.")
    beta: float = number(0.5, least=0, most=1, metavar="B", help="Weight of shared words; that of shared clicks is 1 - B.")
    threshold: float = number(0.7, least=0, below=1, metavar="T", help="The similarity must exceed it.")
    min_count: int = whole(1, 1, metavar="N", help="Leave out queries that occur less often.")
    max_words: int = whole(5, 1, metavar="N", help="Leave out longer queries.")
    max_sharing: int = whole(
        1000, 1, metavar="N", help="A word or document that more queries share is not enough to make a pair."
    )
    containment: bool = flag(True, help="Leave out pairs in which one query has all words of the other, and more.")
    min_contexts: int = whole(
        0, 0, metavar="N",
        help="Instead of whole queries, pair what differs between two similar ones in at least N contexts; 0: whole queries.",
    )  # fmt: skip
    candidates: StrPath | None = None
