"""What is counted for each sentence, the figures computed from the sums, and how much these owe to chance.

Intervals are by the bootstrap over sentences [KS04], differences by approximate randomisation of pairs [RM05].
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paragen.tuning.labels import SentenceLabel

Floats = NDArray[np.float64]

TOP = (1, 5, 10)
"""The n of top-n accuracy [Z08 section 6.2]."""

ERRORS = {"syntactic_errors": "syntactic", "semantic_errors": "semantic", "not_paraphrases": "not a paraphrase"}
"""Kinds of unacceptable paraphrases [Z08 section 6.2]: the names of their figures, and those of labels."""
assert tuple(ERRORS.values()) == SentenceLabel.REASONS

COLUMNS = (
    "sentences", "judged", "pser", "correct", "incorrect", "unlabelled", "correct_occurrences", "incorrect_occurrences",
    "meaning_kept", "meaning_judged", "covered", "edits", "unchanged", "rated", *(f"acceptable_{n}" for n in TOP),
    *(f"present_{n}" for n in TOP), *(f"places_{n}" for n in TOP), *ERRORS,
)  # fmt: skip
"""For each sentence: 1; whether its substitutes were judged, and if so its PSER, its distinct substitutes of each kind, the
occurrences of these in all paraphrases, how many distinct ones keep the meaning and for how many that was judged separately,
and whether at least one is labelled; the edits of its best paraphrase, and whether it has none; whether it counts for top-n
accuracy, and if so how many of the first n paraphrases are acceptable, how many of those present count, and how many of the n
places; its unacceptable paraphrases of each kind, one of several kinds in parts."""


class Metric(NamedTuple):
    """A sum of columns, or the quotient of two.

    Parameters
    ----------
    name, title : for programs, and for people.
    of : what must be labelled for it to be known: "substitutes", their "meaning", "sentences" or nothing.
    above, below : the columns that are summed; without any below the sum itself is the figure.
    share : whether it is shown in per cent.
    n : how long n-best lists must be for it.
    """

    name: str
    title: str
    of: str
    above: tuple[str, ...]
    below: tuple[str, ...] = ()
    share: bool = False
    n: int = 1


def _rated(name: str, title: str, above: str, *below: str, n: int = 1) -> Metric:
    return Metric(name, title, "sentences", (above,), below, share=True, n=n)


_KINDS = ("syntactic errors", "semantic errors", "not paraphrases")
_DISTINCT, _OCCURRENCES = ("correct", "incorrect"), ("correct_occurrences", "incorrect_occurrences")

METRICS = (
    Metric("pser", "PSER", "substitutes", ("pser",)),
    Metric("mean", "mean PSER", "substitutes", ("pser",), ("judged",)),
    Metric("dcs", "#DCS", "substitutes", ("correct",)),
    Metric("occurrence_accuracy", "accuracy by occurrence", "substitutes", _OCCURRENCES[:1], _OCCURRENCES, share=True),
    Metric("distinct_accuracy", "accuracy of distinct", "substitutes", _DISTINCT[:1], _DISTINCT, share=True),
    Metric("kept_meaning", "kept meaning", "meaning", ("meaning_kept",), ("meaning_judged",), share=True),
    Metric("coverage", "coverage", "substitutes", ("covered",), ("judged",), share=True),
    Metric("unlabelled", "unlabelled", "substitutes", ("unlabelled",), (*_DISTINCT, "unlabelled"), share=True),
    *(_rated(f"top_{n}", f"top-{n}", f"acceptable_{n}", f"present_{n}", n=n) for n in TOP),
    *(_rated(f"top_{n}_places", f"top-{n} of {n} places", f"acceptable_{n}", f"places_{n}", n=n) for n in TOP if n > 1),
    *(_rated(name, kind, name, *ERRORS) for name, kind in zip(ERRORS, _KINDS, strict=True)),
    Metric("unchanged", "unchanged", "", ("unchanged",), ("sentences",), share=True),
    Metric("edits", "edits a sentence", "", ("edits",), ("sentences",)),
)
"""PSER [Z08 eq. 13], its mean, #DCS, accuracy over occurrences [eq. 14] and over distinct substitutes, the share of
those judged for meaning by itself that keep it, whatever their grammar [BC05 section 3.2], the share of judged sentences with a
labelled substitute, the share of distinct substitutes without a label, top-n accuracy [eq. 15] over the paraphrases present and
over n places, the kinds of unacceptable paraphrases, sentences whose best paraphrase is the sentence itself, edits of the best
paraphrase."""

BY_NAME = {metric.name: number for number, metric in enumerate(METRICS)}


def _matrix(sides: list[tuple[str, ...]]) -> Floats:
    return np.array([[float(column in side) for side in sides] for column in COLUMNS])


_ABOVE = _matrix([metric.above for metric in METRICS])
_BELOW = _matrix([metric.below for metric in METRICS])
_SUMS = np.array([not metric.below for metric in METRICS])


def values(sums: Floats) -> Floats:
    """Return the metrics of sums over sentences.

    Parameters
    ----------
    sums : … × columns.

    Returns
    -------
    … × metrics; NaN where there is nothing to divide by.
    """
    above, below = sums @ _ABOVE, sums @ _BELOW
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(_SUMS, above, np.where(below > 0, above / below, np.nan))


_DRAWS = 1 << 22
"""Sentences drawn at once, which bounds memory."""
_GRAIN = 2.0**32
_NEAR = 1e-9
"""Differences that are equal but for rounding."""


def exact(table: Floats) -> Floats:
    """Return a table rounded to multiples of 2^-32, so that sums of up to two million rows are the same in any order."""
    return np.round(table * _GRAIN) / _GRAIN


def _chunks(rows: int, resamples: int) -> Iterator[tuple[int, int]]:
    size = max(1, _DRAWS // max(rows, 1))
    return ((first, min(first + size, resamples)) for first in range(0, resamples, size))


def resampled(table: Floats, resamples: int, seed: int) -> Floats:
    """Return the sums over samples of the rows of a table, each of as many rows as it has, drawn with replacement.

    Parameters
    ----------
    table : sentences × columns.

    Returns
    -------
    resamples × columns. The same seed draws the same sentences from any table of as many.
    """
    generator = np.random.default_rng(seed)
    rows = len(table)
    found = np.zeros((resamples, table.shape[1]))
    for first, last in _chunks(rows, resamples) if rows else ():
        drawn = generator.integers(0, rows, (last - first, rows))
        drawn += np.arange(last - first)[:, None] * rows
        times = np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape)
        found[first:last] = times.astype(np.float64) @ table
    return found


def interval(found: Floats) -> tuple[Floats, Floats]:
    """Return the 95 % percentile interval of each column, without its NaNs; NaN where it has nothing else."""
    low, high = np.full(found.shape[1], np.nan), np.full(found.shape[1], np.nan)
    for i, column in enumerate(found.T):
        known = column[~np.isnan(column)]
        if len(known):
            low[i], high[i] = np.quantile(known, (0.025, 0.975))
    return low, high


def randomised(one: Floats, other: Floats, resamples: int, seed: int) -> Floats:
    """Return for each metric how probable a difference as great as the one found is, if the two systems are the same.

    Approximate randomisation: in each trial the two lists of every sentence change sides or stay, at random; what counts is
    in how many trials the difference is at least as great, either way, as the one found. The observed one counts as a trial, too.

    Parameters
    ----------
    one, other : tables of the same sentences.

    Returns
    -------
    p of each metric, two-sided; NaN where the metric is undefined.
    """
    generator = np.random.default_rng(seed)
    rows = len(one)
    sums, apart = (one.sum(axis=0), other.sum(axis=0)), one - other
    found = np.abs(values(sums[0]) - values(sums[1]))
    extreme, known = np.ones_like(found), np.ones_like(found)
    for first, last in _chunks(rows, resamples):
        swapped = generator.integers(0, 2, (last - first, rows), dtype=np.uint8)
        moved = swapped.astype(np.float64) @ apart
        trial = np.abs(values(sums[0] - moved) - values(sums[1] + moved))
        extreme += np.sum(trial >= found - _NEAR, axis=0)
        known += np.sum(~np.isnan(trial), axis=0)
    return np.where(np.isnan(found), np.nan, extreme / known)
