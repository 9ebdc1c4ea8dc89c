"""What is counted of each sentence, and the figures that sums of it make."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

TOP = (1, 5, 10)
"""The n of top-n accuracy [Z08 section 6.2]."""

COLUMNS = (
    "sentences", "judged", "pser", "correct", "incorrect", "unlabelled", "covered", "edits",
    *(f"acceptable_{n}" for n in TOP), *(f"places_{n}" for n in TOP),
)  # fmt: skip
"""Of a sentence: 1; whether substitutes of it were judged, and if so its PSER, its distinct substitutes of each kind and
whether one at least is labelled; the edits of its best paraphrase; if paraphrases of it were judged, how many of the first n
are acceptable, and how many of these n places count."""


class Metric(NamedTuple):
    """A sum of columns, or the quotient of two.

    Parameters
    ----------
    name, title : for programs, and for people.
    above, below : the columns that are summed; without any below the sum itself is the figure.
    share : whether it is shown in per cent.
    better : 1 where more is better, -1 where less is, 0 where neither.
    """

    name: str
    title: str
    above: tuple[str, ...]
    below: tuple[str, ...] = ()
    share: bool = False
    better: int = 0


METRICS = (
    Metric("pser", "PSER", ("pser",), better=-1),
    Metric("mean", "mean PSER", ("pser",), ("judged",), better=-1),
    Metric("dcs", "#DCS", ("correct",), better=1),
    Metric("accuracy", "accuracy", ("correct",), ("correct", "incorrect"), share=True, better=1),
    Metric("coverage", "coverage", ("covered",), ("judged",), share=True, better=1),
    Metric("unlabelled", "unlabelled", ("unlabelled",), ("correct", "incorrect", "unlabelled"), share=True),
    *(Metric(f"top_{n}", f"top-{n}", (f"acceptable_{n}",), (f"places_{n}",), share=True, better=1) for n in TOP),
    Metric("edits", "edits a sentence", ("edits",), ("sentences",)),
)
"""PSER [Z08 eq. 13], its mean, #DCS and accuracy [eq. 14] over distinct substitutes, the share of judged sentences with a
labelled substitute, the share of substitutes without a label, top-n accuracy [eq. 15], edits of the best paraphrase."""

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
