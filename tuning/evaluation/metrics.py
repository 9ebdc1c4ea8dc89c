"""What is counted for each sentence, and the figures computed from the sums."""

from __future__ import annotations

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
