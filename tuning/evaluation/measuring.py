"""The figures of a model on a sample, and how they differ from another's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from paragen.decoder.settings import TEXT
from paragen.paraphraser import Paraphraser
from paragen.results import Paraphrase
from paragen.settings.request import Request
from paragen.tuning.evaluation.metrics import (
    COLUMNS,
    ERRORS,
    METRICS,
    TOP,
    Floats,
    exact,
    interval,
    randomised,
    resampled,
    values,
)
from paragen.tuning.evaluation.sample import Sample
from paragen.tuning.judged import JudgedSentence
from paragen.tuning.labels import SentenceLabels
from paragen.tuning.options import EvaluationSettings
from paragen.tuning.pser import counted

Decode = Callable[[Sequence[JudgedSentence], int], Iterable[Sequence[Paraphrase]]]
"""Gives the n best paraphrases of each sentence, in order."""


@dataclass(frozen=True)
class Figure:
    """A figure with its 95 % interval; None where it is undefined: nothing was labelled."""

    value: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Measured:
    """The figures of the n-best lists of a sample.

    Parameters
    ----------
    sample : the sentences.
    table : sentences × :data:`paragen.tuning.evaluation.metrics.COLUMNS`.
    settings : of the evaluation.
    weights : those it was decoded with, if they were tuned for it.
    """

    sample: Sample
    table: Floats
    settings: EvaluationSettings
    weights: Mapping[str, float] | None = None

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The metrics that are known, by name; intervals are percentiles of the bootstrap over sentences."""
        return self._figures(self.table)

    @cached_property
    def sums(self) -> dict[str, float]:
        """The sum of each column."""
        return dict(zip(COLUMNS, self.table.sum(axis=0).tolist(), strict=True))

    def by_domain(self) -> dict[str, Measured]:
        """Return the same for each domain, in the order in which they first occur."""
        domains = self.sample.domains or ()
        found = {}
        for domain in dict.fromkeys(domains):
            rows = [number for number, own in enumerate(domains) if own == domain]
            part = Sample(
                [self.sample.sentences[i] for i in rows], self.sample.ratings, None, self.sample.unlabelled, self.sample.focus
            )
            found[domain] = Measured(part, self.table[rows], self.settings)
        return found

    def names(self) -> list[str]:
        """Return which metrics are known: those of what was labelled, and top-n as far as n-best lists go."""
        sample = self.sample
        labelled = {
            "": True, "substitutes": sample.verdicts != (0, 0), "sentences": sample.ratings is not None,
            "meaning": any(each.meaning for each in sample.sentences),
        }  # fmt: skip
        return [metric.name for metric in METRICS if labelled[metric.of] and metric.n <= self.settings.n_best]

    def _figures(self, table: Floats) -> dict[str, Figure]:
        found = values(table.sum(axis=0))
        low, high = interval(values(resampled(table, self.settings.resamples, self.settings.seed)))
        shown = self.names()
        return {
            metric.name: Figure(*map(number, (found[i], low[i], high[i])))
            for i, metric in enumerate(METRICS)
            if metric.name in shown
        }


def number(value: float) -> float | None:
    """Return a number as data has it: None for NaN."""
    return None if np.isnan(value) else float(value)


def decoder(paraphraser: Paraphraser, threads: int = 1) -> Decode:
    """Return what decodes sentences with a paraphraser."""
    return lambda sentences, n: paraphraser.pipe(
        [Request(each.text, each.keep) for each in sentences], n, threads=threads, distinct_by=TEXT
    )


def measure(
    decode: Decode, sample: Sample, settings: EvaluationSettings, progress: Callable[[int], object] | None = None
) -> Measured:
    """Decode a sample and count [Z08 sections 5 and 6].

    Parameters
    ----------
    decode : gives n-best lists; see :func:`decoder`.
    progress : called with 1 after each sentence.
    """
    rows = []
    for judged, found in zip(sample.sentences, decode(sample.sentences, settings.n_best), strict=True):
        rows.append(_row(judged, list(found)[: settings.n_best], sample))
        if progress is not None:
            progress(1)
    return Measured(sample, exact(np.array(rows).reshape(-1, len(COLUMNS))), settings)


def _row(judged: JudgedSentence, found: Sequence[Paraphrase], sample: Sample) -> list[float]:
    unchanged = not found or found[0].text == judged.text
    row: dict[str, float] = {"sentences": 1, "edits": len(found[0].edits) if found else 0, "unchanged": unchanged}
    if judged.verdicts:
        counts = counted(found, lambda name: judged.verdicts.get(name, judged.default_verdict))
        row |= {name: getattr(counts, name) for name in counts.__slots__}
        row |= {"judged": 1, "pser": counts.pser, "covered": bool(counts.labelled)}
        kept = [judged.meaning[name] for name in {edit.id for each in found for edit in each.edits} & judged.meaning.keys()]
        row |= {"meaning_kept": sum(kept), "meaning_judged": len(kept)}
    strict = sample.unlabelled == "incorrect"
    if sample.ratings is not None and (strict or unchanged or sample.is_rated(judged.text)):
        row |= _accepted(found, sample.ratings, strict) | {"rated": 1}
    return [row.get(column, 0) for column in COLUMNS]


def _accepted(found: Sequence[Paraphrase], ratings: SentenceLabels, strict: bool) -> dict[str, float]:
    """Count the acceptable ones of the first n paraphrases, the first n present, and n places, for each n [Z08 eq. 15].

    The unchanged sentence in a list is not acceptable, whatever its label: changing nothing must not win. A
    paraphrase that nobody judged does not count, neither as present nor as a place, unless ``strict``.
    """
    verdicts = [False if each.text == each.source else ratings.of_paraphrase(each.source, each.text) for each in found]
    row: dict[str, float] = dict.fromkeys(ERRORS, 0)
    for n in TOP:
        first = verdicts[:n]
        unlabelled = 0 if strict else first.count(None)
        row[f"acceptable_{n}"] = first.count(True)
        row[f"present_{n}"] = len(first) - unlabelled
        row[f"places_{n}"] = n - unlabelled
    for each in found:
        errors = ratings.errors(each.source, each.text) if each.text != each.source else {}
        for column, kind in ERRORS.items():
            row[column] += errors.get(kind, 0)
    return row


@dataclass(frozen=True)
class Difference(Figure):
    """One figure less the other, with its interval by the bootstrap over sentences, which draws the same for both.

    ``p`` is the probability of a difference this great if the two are the same, by approximate randomisation, two-sided.
    """

    p: float | None

    @property
    def clear(self) -> bool:
        """Whether the interval excludes zero."""
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)


def compare(one: Measured, other: Measured) -> dict[str, Difference]:
    """Return the figures of ``one`` less those of ``other``, by metric.

    Raises
    ------
    ValueError : they are of different samples.
    """
    if one.sample is not other.sample:
        raise ValueError("compare: the two were measured on different samples")
    settings = one.settings
    found = values(one.table.sum(axis=0)) - values(other.table.sum(axis=0))
    drawn = resampled(np.hstack([one.table, other.table]), settings.resamples, settings.seed)
    first, second = np.hsplit(drawn, 2)
    low, high = interval(values(first) - values(second))
    p = randomised(one.table, other.table, settings.resamples, settings.seed)
    shown = one.names()
    return {
        metric.name: Difference(*map(number, (found[i], low[i], high[i], p[i])))
        for i, metric in enumerate(METRICS)
        if metric.name in shown
    }
