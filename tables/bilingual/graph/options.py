"""Options of paraphrases by commute times."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.settings import flag, number, one_of, text, whole
from paragen.tables.builder import TableOptions


@dataclass(frozen=True, kw_only=True)
class GraphOptions(TableOptions):
    """How phrase tables are decomposed, clustered and turned into graphs; defaults are those of [MM12]_ where it has one.

    Parameters
    ----------
    top, licence : see `TableOptions`.
    side : "target" or "source", the side to paraphrase; the other is the pivot.
    language : of that side, as Snowball's stemmers call it.
    giant : components of more vertices are broken up.
    cut_share : how many of a giant's cut vertices are removed at a time, as a share of its vertices; at least one.
    merge : components of at most this many vertices are merged with a larger one.
    smoothing : the weight of the uniform distribution in co-clustering, alpha of [DG03]_.
    soft : how many clusters a phrase with an unclear assignment may belong to.
    soft_share : an assignment is unclear if the second best gain is at least this share of the best.
    min_idf : phrases of a graph have a common edge only if their idf is above this.
    max_phrases : graphs of more phrases are discarded; at most 2 to the power of 20.
    inflation : a phrase has an inflation vertex if it was extracted this often with one of its translations.
    rank : how paraphrases are ranked: by the "product" of the means of the phrase and of its tags; or the "sum", eq. 21.
    replace : whether a folder of part files at the destination may be replaced; a file always is.
    """

    side: str = one_of("target", ("target", "source"))
    language: str = text("english")
    giant: int = whole(2500, 2)
    cut_share: float = number(0.005, above=0, most=1)
    merge: int = whole(5000, 0)
    smoothing: float = number(1e6, above=0)
    soft: int = whole(2, 1)
    soft_share: float = number(0.5, above=0, most=1)
    min_idf: float = number(0.65, least=0, most=1)
    max_phrases: int = whole(20, 2, 1 << 20)
    inflation: int = whole(3, 1)
    rank: str = one_of("product", ("product", "sum"))
    replace: bool = flag()
