"""How well annotators agree: the share of items, and kappa, which corrects for chance. Settles what they disagree on."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError
from paragen.base.input_files import Skips
from paragen.base.output_files import atomic_file
from paragen.tuning.labels.answers import read_tsv
from paragen.tuning.labels.files import append_labels
from paragen.tuning.labels.labels import Labels, SentenceLabels
from paragen.tuning.labels.record import SETTLED, Label, SentenceLabel, check_judgements, now
from paragen.tuning.options import AgreementOptions

_CELLS = 4  # both good; only the first; only the second; neither


@dataclass(frozen=True)
class Agreement:
    """How well annotators agree on the items that at least two of them called correct or incorrect.

    Attributes
    ----------
    annotators : their names.
    items : how many items at least two of them decided.
    share : the share of these on which they agree, 0 to 1; None if there are none. For more than two annotators this and
        kappa are means over all pairs with such items.
    kappa : Cohen's kappa; None if it is undefined: both give every item the same label, so chance explains everything.
    share_interval, kappa_interval : 95 % intervals, by the bootstrap over items.
    """

    annotators: tuple[str, ...]
    items: int
    share: float | None
    kappa: float | None
    share_interval: tuple[float, float] | None
    kappa_interval: tuple[float, float] | None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def cohens_kappa(cells: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return Cohen's kappa of tables of two annotators; of thousands in a bootstrap, where scikit-learn takes two lists.

    Parameters
    ----------
    cells : … × 4 counts: both good, only the first, only the second, neither.

    Returns
    -------
    kappa of each table; NaN if the table has no item, or if chance would agree on all.
    """
    both, first, second, neither = np.moveaxis(np.asarray(cells, np.float64), -1, 0)
    total = both + first + second + neither
    with np.errstate(invalid="ignore", divide="ignore"):
        chance = ((both + first) * (both + second) + (neither + second) * (neither + first)) / total**2
        kappa = ((both + neither) / total - chance) / (1 - chance)
    return np.where((total > 0) & (chance < 1), kappa, np.nan)


def agreement(
    labels: Labels | SentenceLabels, annotators: Sequence[str] | None = None, *, of: str = "verdict", resamples: int = 10_000,
    seed: int = 0,
) -> Agreement:  # fmt: skip
    """Compare annotators: the share of items they agree on, and Cohen's kappa; means over pairs if there are more than two.

    Light's kappa (the mean of pairwise kappas) is used rather than Fleiss', since annotators need not have judged the same
    items.

    Parameters
    ----------
    annotators : whom to compare; None: all but "settled".
    of : "verdict"; or "meaning" or "grammar", for substitutes where these were judged separately.
    resamples : of the bootstrap. Those in which kappa is undefined are left out of its interval.
    seed : of the bootstrap: the same seed gives the same interval.

    Raises
    ------
    ValueError : fewer than two annotators.
    """
    names = tuple(labels.annotators() if annotators is None else annotators)
    if len(names) < 2:
        raise ValueError(f"agreement: found {len(names)} annotator{'s' * (len(names) != 1)}, expected two or more")
    patterns: Counter[tuple[int, ...]] = Counter()
    for item in labels:
        votes = _votes(labels, item, names, of)
        if sum(vote >= 0 for vote in votes) >= 2:
            patterns[votes] += 1
    if not patterns:
        return Agreement(names, 0, None, None, None, None)
    rows = sorted(patterns)
    counts = np.array([patterns[row] for row in rows])
    cells = np.array([_cells(row) for row in rows], np.int64)  # patterns × pairs × 4
    share, kappa = _means(counts[None, :], cells)
    rng = np.random.default_rng(seed)
    drawn = rng.multinomial(counts.sum(), counts / counts.sum(), size=resamples)
    shares, kappas = _means(drawn, cells)
    intervals = _interval(shares), _interval(kappas, kappa[0])
    return Agreement(names, int(counts.sum()), _number(share[0]), _number(kappa[0]), *intervals)


def pairwise(
    labels: Labels | SentenceLabels, *, of: str = "verdict", resamples: int = AgreementOptions.resamples,
    seed: int = AgreementOptions.seed,
) -> list[Agreement]:
    """Compare every two annotators."""
    return [agreement(labels, pair, of=of, resamples=resamples, seed=seed) for pair in combinations(labels.annotators(), 2)]


def compared(labels: Labels | SentenceLabels, *, seed: int = AgreementOptions.seed) -> dict[str, list[Agreement]]:
    """Compare every two annotators and, if there are more than two, all of them by the means over pairs.

    Returns
    -------
    The comparisons by what was judged: "verdict", and "meaning" and "grammar" if these were judged separately.
    """
    found = {}
    for of in ("verdict", *_judged_separately(labels)):
        found[of] = pairwise(labels, of=of, seed=seed)
        if len(found[of]) > 1:
            found[of].append(agreement(labels, of=of, seed=seed))
    return found


def _judged_separately(labels: Labels | SentenceLabels) -> tuple[str, ...]:
    """Return which of meaning and grammar somebody judged separately."""
    if isinstance(labels, SentenceLabels):
        return ()
    records = [record for item in labels for record in labels.said(item).values()]
    return tuple(name for name in Label.JUDGEMENTS if any(getattr(record, name) is not None for record in records))


def _votes(labels: Labels | SentenceLabels, item: str, names: Sequence[str], of: str) -> tuple[int, ...]:
    """Return each annotator's verdict on an item: 1 good, 0 bad, -1 none."""
    by_annotator = labels.said(item)
    verdicts = (getattr(by_annotator[name], of) if name in by_annotator else None for name in names)
    return tuple(-1 if verdict is None else int(verdict) for verdict in verdicts)


def _cells(votes: tuple[int, ...]) -> list[list[int]]:
    """Return, for each pair of annotators, which cell of their table an item falls into."""
    found = []
    for one, other in combinations(votes, 2):
        row = [0] * _CELLS
        if one >= 0 and other >= 0:
            row[(1 - one) * 2 + (1 - other)] = 1
        found.append(row)
    return found


def _means(counts: npt.NDArray[Any], cells: npt.NDArray[Any]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return the mean share and mean kappa over pairs for each row of pattern counts; NaN where undefined."""
    tables = np.einsum("rp,pqc->rqc", counts, cells)
    totals = tables.sum(-1)
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = np.where(totals > 0, (tables[..., 0] + tables[..., 3]) / totals, np.nan)
    return _mean(shares), _mean(cohens_kappa(tables))


def _mean(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the mean of each row, ignoring NaN."""
    known = ~np.isnan(values)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(known, values, 0).sum(-1) / known.sum(-1)  # type: ignore[no-any-return]


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _interval(values: npt.NDArray[np.float64], observed: float = 0.0) -> tuple[float, float] | None:
    known = values[~np.isnan(values)]
    if np.isnan(observed) or not len(known):
        return None
    low, high = np.quantile(known, [0.025, 0.975])
    return float(low), float(high)


def settle_labels(
    labels: Labels | SentenceLabels, destination: StrPath, *, trust: str | None = None,
    decisions: StrPath | None = None,
) -> tuple[Skips, int]:  # fmt: skip
    """Add a label by the annotator "settled" to a labels file, and to ``labels``, for each item that is decided.

    Parameters
    ----------
    labels : all labels. With neither ``trust`` nor ``decisions``, disputed items are decided by majority; ties stay open.
    trust : the annotator who decides disputed items, where they said correct or incorrect.
    decisions : a table with id, label and optionally reason; may include items that are not disputed.

    Returns
    -------
    What was left out, and how many items were settled.

    Raises
    ------
    ConfigError : the trusted annotator has no labels, or decisions were given for sentences, which have no table.
    FormatError : the table is malformed.
    """
    check_destinations([destination])
    if trust is not None and trust not in labels.annotators():
        raise ConfigError(f"trust: there is no annotator {trust!r}; they are: {', '.join(labels.annotators()) or '(none)'}.")
    skips = Skips()
    if decisions is None:
        settled: list[Label | SentenceLabel] = list(_decided(labels, trust))
    elif isinstance(labels, Labels):
        settled = list(_from_table(labels, decisions, skips))
    else:
        raise ConfigError("decisions: a table can only settle substitutes. Give --majority or --trust for sentences.")
    append_labels(destination, settled)
    for record in settled:
        labels.add(record)  # type: ignore[arg-type]
    return skips, len(settled)


def _decided(labels: Labels | SentenceLabels, trust: str | None) -> Iterator[Label | SentenceLabel]:
    for name in labels:
        given = labels.said(name)
        if SETTLED in given or not labels.disputed(name):
            continue
        votes = [record.verdict for record in given.values()]
        better = votes.count(True) > votes.count(False) if votes.count(True) != votes.count(False) else None
        verdict = better if trust is None else given[trust].verdict if trust in given else None
        if verdict is not None:
            chosen = given[trust] if trust else next(record for record in given.values() if record.verdict == verdict)
            yield replace(chosen, annotator=SETTLED, time=now())


def _from_table(labels: Labels, decisions: StrPath, skips: Skips) -> Iterator[Label]:
    for answer in read_tsv(decisions, skips):
        name = answer.id or (answer.place.id if answer.place else "")
        if name not in labels:
            skips.add("decisions on items without a label", answer.where, name)
            continue
        check_judgements(answer.label, answer.meaning, answer.grammar, answer.where)
        decision = {each: getattr(answer, each) for each in ("label", "reason", *Label.JUDGEMENTS)}
        settled = replace(labels.place(name), **decision, annotator=SETTLED, time=now())
        old = labels.said(name).get(SETTLED)
        if old is None or replace(old, time=settled.time) != settled:
            yield settled


def write_disputes(labels: Labels | SentenceLabels, destination: StrPath) -> None:
    """Write disputed items as a tab-separated table: one row per item, with room for a label and a reason."""
    check_destinations([destination])
    with atomic_file(destination, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        rows = csv.writer(file, "excel-tab", lineterminator="\n")
        rows.writerow(("id", "label", "reason", "said", "text", "result"))
        for dispute in labels.disputes():
            reasons = {name: f" ({record.reason})" if record.reason else "" for name, record in dispute.said.items()}
            given = "; ".join(f"{name}: {record.label}{reasons[name]}" for name, record in dispute.said.items())
            record = cast("Label | SentenceLabel", next(iter(dispute.said.values())))
            rows.writerow((dispute.id, "", "", given, record.text, record.result))
