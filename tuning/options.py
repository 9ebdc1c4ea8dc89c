"""What a user may set of labels that are drawn or imported, of tuning, of an evaluation and of a fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.settings import Settings, flag, number, one_of, text, whole


@dataclass(frozen=True, kw_only=True)
class SampleOptions(Settings):
    """Which items are drawn; see `paragen labels sample --help`. The same items and seed give the same sample.

    ``phrases`` is a file of phrases, one per line. One of the first four is given.
    """

    phrases: StrPath | None = None
    occurrences: int | None = whole(None, 1, metavar="N", help="Draw at most N occurrences of each phrase, with all their items.")
    per_phrase: int | None = whole(None, 1, metavar="N", help="Draw at most N items of each phrase, from the occurrences drawn.")
    total: int | None = whole(
        None, 1, metavar="N", option="-n", help="Draw at most N items in all, one of each sentence before a second of any."
    )
    seed: int = whole(0, 0, metavar="N", help="Seed of the draw.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.phrases is None and self.occurrences is None and self.per_phrase is None and self.total is None:
            raise ConfigError("sample: give phrases, a number of occurrences, of items per phrase, or of items in all.")


@dataclass(frozen=True, kw_only=True)
class PatternSample(Settings):
    """Which pattern pairs are drawn to be labelled; see `paragen patterns label --help`."""

    n: int = whole(200, 1, metavar="N", option="--n", help="How many pairs to draw.")
    seed: int = whole(0, 0, metavar="N", help="Seed of the draw.")


@dataclass(frozen=True, kw_only=True)
class PageOptions(Settings):
    """What a labelling page asks, and whom; see `paragen label --help`. Meaning and grammar are those of [BC05 section 3.2]."""

    annotator: str | None = text(None, metavar="NAME", help="Who labels.  [default: the page asks]")
    sentences: bool = flag(help="ITEMS are paraphrases, from paragen decode --format jsonl.")
    settle: bool = flag(help="Settle what annotators disagree on, with their labels shown.")
    separate: bool = flag(
        option="--meaning-and-grammar",
        help="Ask separately whether the meaning is kept and whether the grammar is right; correct means both.",
    )


@dataclass(frozen=True, kw_only=True)
class AgreementOptions(Settings):
    """How annotators are compared; see `paragen labels compare --help`."""

    resamples: int = whole(10_000, 1, option="-")
    seed: int = whole(0, 0, metavar="N", help="Seed of the intervals' resampling.")


@dataclass(frozen=True, kw_only=True)
class Judging(Settings):
    """What is judged of sentences with labels; see `paragen tune --help`.

    With ``focus``, a gold standard with a few words per sentence judges everything that decoding changes.
    """

    focus: bool = flag(
        option="--focus/--no-focus",
        help="Change only words whose substitutes were judged, for labels of a few words per sentence.",
    )
    unlabelled: str = one_of(
        "leave-out", ("leave-out", "incorrect"), help="What becomes of substitutes, and of paraphrases, that nobody judged."
    )


@dataclass(frozen=True)
class Gold:
    """A published set.

    Parameters
    ----------
    accept : the least share of judges, or number of annotators, for a substitute to count as accepted.
    shares : whether that is a share.
    negatives : whether people also rejected substitutes. If they only gave substitutes of their own, those that nobody gave
        count as incorrect, as is common practice.
    files : which files the set has.
    """

    accept: float
    shares: bool
    negatives: bool
    files: str


GOLD = {
    "swords": Gold(0.5, True, True, "one JSON file"),
    "coinco": Gold(1, False, False, "its XML file, or the list .gold and the list .preprocessed"),
    "semeval": Gold(1, False, False, "the list .gold and the list .preprocessed"),
    "edinburgh": Gold(1, False, False, "one JSON file"),
}
"""The sets by name."""


@dataclass(frozen=True)
class GoldRules(Settings):
    """Which substitutes of a published set are correct; see `paragen labels import --help`.

    Parameters
    ----------
    form : one of GOLD.
    accept : None: as in GOLD. Below it, substitutes that SWORDS' judges saw are incorrect, and those that too few of CoInCo's
        annotators gave stay unlabelled.
    unjudged : None: as in GOLD.
    any_form : otherwise a substitute in a form that the target cannot have in its place is incorrect for its grammar; nouns get
        no label, since number is sometimes free.

    Raises
    ------
    ConfigError : ``accept`` is not possible for the set.
    """

    form: str
    accept: float | None = number(
        None, above=0, metavar="X",
        help="A substitute is correct if at least this share of SWORDS' judges, or number of others' annotators, accept it.  "
        "[default: 0.5, 1]",
    )
    unjudged: str | None = one_of(
        None, ("leave", "incorrect"),
        help="How to treat substitutes that nobody judged or gave.  [default: leave for swords, incorrect for the others]",
    )
    any_form: bool = flag(help="Accept words in any form: push for drove is correct, too.")

    def __post_init__(self) -> None:
        least, shares = self.least, self.gold.shares
        if not least > 0 or (shares and least > 1) or (not shares and least != int(least)):
            expected = "a share above 0 and at most 1" if shares else "a whole number of annotators from 1"
            raise ConfigError(f"accept: found {least:g}, expected {expected} for {self.form}.")
        super().__post_init__()

    @property
    def gold(self) -> Gold:
        """The set."""
        return GOLD[self.form]

    @property
    def least(self) -> float:
        """The least share or count at which a substitute is correct."""
        return self.gold.accept if self.accept is None else self.accept

    @property
    def refuse(self) -> bool:
        """Whether substitutes that nobody judged are incorrect."""
        return self.unjudged == "incorrect" if self.unjudged else not self.gold.negatives


@dataclass(frozen=True)
class Options(Settings):
    """How weights are tuned; see `paragen tune --help`. At least ``n_best`` of the ``pool`` count [Z08: 10].

    ``fixed`` are weights by feature that are not tuned. On ``regularisation`` see :class:`paragen.tuning.line_search.Criterion`.
    """

    starts: int = whole(
        3, 0, metavar="N", help="Random starting points in each round, besides the best weights so far and equal weights."
    )
    seed: int = whole(1, 0, metavar="N", help="Seed of random starting points and folds.")
    n_best: int = whole(10, 1, 100_000, metavar="N", help="Paraphrases per sentence that PSER is computed over.")
    pool: int = whole(
        100, 1, 100_000, at_least="n_best", metavar="N", help="Paraphrases per sentence to search among; at least --n-best."
    )
    regularisation: float = number(  # no weight moves any more long before its bound
        0.03, least=0, most=1_000_000, metavar="X",
        help="Penalty, in mean PSER, for moving as far from the start as the start is from 0.",
    )
    max_rounds: int = whole(10, 0, metavar="N", help="Maximum rounds of searching and decoding again.")
    fixed: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class EvaluationSettings(Settings):
    """How a model is evaluated; see `paragen eval --help` [Z08: 10-best lists]."""

    n_best: int = whole(10, 1, 100_000, metavar="N", help="Paraphrases of a sentence that substitutes are taken from.")
    resamples: int = whole(10_000, 100, 1_000_000, metavar="N", help="Samples drawn for intervals, and trials for p.")
    seed: int = whole(1, 0, metavar="N", help="Of what is drawn.")


@dataclass(frozen=True)
class FitOptions(Settings):
    """How a fit is learnt; see `paragen fit --help`. A fold is judged by trees that have not seen its documents."""

    trees: int = whole(300, 1, 10_000, metavar="N", help="Trees to grow.")
    background_weight: float = number(
        0.2, above=0, most=1, metavar="X", help="How much a background label counts, beside 1 for another."
    )
    folds: int = whole(10, 2, 100, metavar="K", help="Folds, by document.")
    min_confidence: float = number(
        0.7, least=0, most=1, metavar="P", help="The least confidence of an edit, unless the user sets one."
    )
    min_sentence_confidence: float = number(
        0.0, least=0, most=1, metavar="P",
        help="The least confidence of all edits of a sentence together, unless the user sets one.",
    )
