"""What is set of each builder of this folder."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.settings import flag, number, one_of, whole
from paragen.tables.builder import TOP, TableOptions, keeping_opposites
from paragen.tables.parses.options import LABELS, MAX_WORDS

LEFT_OUT = frozenset(
    "_ root punct det predet preconj case mark cc aux auxpass cop expl neg dep discourse intj vocative list parataxis orphan "
    "goeswith reparandum fixed flat clf nummod quantmod meta prt prep agent ccomp".split()
)
"""Relations, with their subtypes, that say nothing about a word's meaning, or only how sentences are connected."""


@dataclass(frozen=True, kw_only=True)
class ThesaurusOptions(TableOptions):
    """What counts as similar; see `paragen thesaurus --help`.

    ``top`` also limits the paraphrases of a form. Of opposites that are left out, the next words take the places. Relations in
    ``left_out``, which are named without their subtypes, are ignored.
    """

    top: int = whole(TOP, 1, metavar="N", help="Keep at most the best N similar words per word.")
    threshold: float = number(0.05, least=0, most=1, metavar="X", help="Leave out pairs that are less similar.")
    min_count: int = whole(20, 1, metavar="N", help="Leave out words that occur less often in the parsed text.")
    min_features: int = whole(
        20, 1, metavar="N", help="Leave out words with fewer telling features: dependencies, each with the other word."
    )
    mutual: bool = flag(help="Keep a pair of words only if each is among the nearest of the other.")
    left_out: frozenset[str] = LEFT_OUT
    keep_opposites: bool = keeping_opposites()


@dataclass(frozen=True, kw_only=True)
class DefinitionsOptions(TableOptions):
    """Which definitions are kept, and how they are scored: by γ of [Z08 eq. 9]. Long ones explain rather than replace."""

    gamma: float = number(0.9, above=0, most=1, metavar="X", help="The i-th definition of a word scores X to the power of i-1.")
    max_words: int = whole(5, 1, metavar="N", help="Leave out definitions of more words, after shortening.")


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


QUERY_FORMATS = ("auto", "table", "clicks", "orcas", "variants", "topics", "queries")
"""Formats of query logs; those after the first two have no header."""


@dataclass(frozen=True, kw_only=True)
class QueriesOptions(TableOptions):
    """What makes two queries paraphrases; see `paragen queries --help`.

    The threshold is Th4 [Z08 section 4]; ``candidates`` see `write_sample`.
    """

    top: int = whole(TOP, 1, metavar="N", help="Keep at most the best N paraphrases per query.")
    form: str = one_of("auto", QUERY_FORMATS, option="--format", help="Format of the logs.")
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
