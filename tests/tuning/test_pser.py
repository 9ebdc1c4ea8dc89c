"""PSER and the figures printed beside it, by hand."""

from __future__ import annotations

import pytest

from paragen.results import substitute_id
from paragen.tuning.pser import Counts, Figures, counted, summed

from .planted import NAMES, paraphrase


def test_a_worked_example():
    """Three paraphrases with four distinct substitutes: two correct, one incorrect, one that nobody judged."""
    values = [0.0] * len(NAMES)
    found = [paraphrase("abcd", afters, values) for afters in ([(0, "x"), (1, "y")], [(0, "x"), (2, "z")], [(3, "w")], [])]
    verdicts = ((0, "x", True), (1, "y", True), (2, "z", False))
    known = {substitute_id("abcd", at, at + 1, after): verdict for at, after, verdict in verdicts}
    counts = counted(found, known.get)
    assert counts == Counts(2, 1, 1, 3, 1)  # x occurs twice
    assert counts.pser == pytest.approx(1 / 3)


def test_silence_counts_as_one():
    assert Counts(0, 0, 0).pser == Counts(0, 0, 5).pser == 1.0
    assert Counts(1, 0, 5).pser == 0.0


def test_sums():
    figures = summed([Counts(1, 1, 0, 4, 1), Counts(3, 1, 2, 3, 2), Counts(0, 0, 0)])
    assert figures == Figures(3, 1.75, 4, 2, 2, 1, 7, 3)
    assert figures.mean == pytest.approx(1.75 / 3)
    assert (figures.distinct_accuracy, figures.occurrence_accuracy) == pytest.approx((4 / 6, 7 / 10))
    assert figures.unlabelled_share == pytest.approx(2 / 8)
    assert (
        str(figures) == "PSER 1.750 (mean 0.5833), #DCS 4, accuracy 70.00% by occurrence, 66.67% of distinct, unlabelled 25.00%"
    )


def test_of_nothing():
    figures = summed([])
    assert (figures.mean, figures.occurrence_accuracy, figures.distinct_accuracy, figures.unlabelled_share) == (0.0,) * 4
