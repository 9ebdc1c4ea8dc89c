"""Options of paraphrases by commute times."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.settings import Settings, number, one_of, text, whole
from paragen.tables.builder import TOP, replaceable


@dataclass(frozen=True, kw_only=True)
class GraphOptions(Settings):
    """How phrase tables are decomposed, clustered and turned into graphs; see `paragen graph build --help`.

    Defaults are those of [MM12]_ where it has one. ``smoothing`` is alpha of [DG03]_. The "sum" to rank by is eq. 21, the
    "product" that of the means of the phrase and of its tags.
    """

    side: str = one_of("target", ("target", "source"), help="Which side of the tables to paraphrase; the other is the pivot.")
    language: str = text(
        "english", metavar="NAME",
        help="Language of that side, as Snowball's stemmers call it; phrases that are not in PARSES are tagged in English only.",
    )
    rank: str = one_of(
        "product", ("product", "sum"),
        help="Rank by how probable paraphrases are times how probable their tags are, in the mean of all sub-phrase-tables of "
        "the phrase; or by the sum of the probabilities of paraphrase, tags and stems as the paper has them.",
    )
    top: int = whole(TOP, 1, metavar="N", help="Paraphrases a phrase, at most.")
    giant: int = whole(2500, 2, metavar="N", help="Break up components of more than N phrases.")
    cut_share: float = number(
        0.005, above=0, most=1, metavar="P",
        help="Cut vertices of a giant component to remove at a time, as a share of its phrases.",
    )
    merge: int = whole(5000, 0, metavar="N", help="Merge components of at most N phrases with a larger one.")
    bridge: int = whole(
        2, 1, metavar="N",
        help="The bridge of a component, by which it is merged, is its phrase that is in the fewest components, but in N; with "
        "1, a component with a phrase of its own has no bridge.",
    )
    smoothing: float = number(1e6, above=0, metavar="X", help="Weight of the uniform distribution in co-clustering.")
    soft: int = whole(2, 1, metavar="N", help="Clusters of a phrase, at most.")
    soft_share: float = number(
        0.5, above=0, most=1, metavar="P",
        help="Give a phrase a second cluster if it gains at least so much of what the best one gains.",
    )
    min_idf: float = number(
        0.65, least=0, most=1, metavar="P",
        help="Join phrases only if they have a higher idf: if they are together in most components.",
    )
    max_phrases: int = whole(20, 2, 1 << 20, metavar="N", help="Discard graphs of more phrases.")
    inflation: int = whole(
        3, 1, metavar="N", help="Give phrases an inflation vertex that were extracted N times with a translation."
    )
    licence: str = text(metavar="TEXT", help="Licence of the pairs: a column in Parquet, which packing keeps.")
    replace: bool = replaceable()
