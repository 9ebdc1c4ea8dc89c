"""Folds are of whole documents, and what was held out has not been learnt from."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import ConfigError
from paragen.tuning.fit import fitting
from paragen.tuning.fit.fitting import fit, fold_numbers
from paragen.tuning.fit.samples import Samples, joined
from paragen.tuning.options import FitOptions


def samples(documents, seed=0) -> Samples:
    rng = np.random.default_rng(seed)
    rows = rng.normal(size=(len(documents), 3)).astype(np.float32)
    return Samples(("a", "b", "c"), rows, rows[:, 0] > 0, tuple(documents), 0)


@given(st.lists(st.sampled_from("abcdefgh"), min_size=30, max_size=60), st.integers(2, 4))
def test_documents_are_dealt_evenly(documents, folds):
    if len(set(documents)) < folds:
        return
    fold = fold_numbers(documents, folds)
    counts, sizes = Counter(documents), Counter()
    for document, number in fold.items():
        sizes[number] += counts[document]
    assert set(fold) == set(documents) and set(sizes) == set(range(folds))
    assert max(sizes.values()) - min(sizes.values()) <= max(counts.values())


def test_a_document_that_both_have_is_held_out_of_both(monkeypatch):
    pytest.importorskip("lightgbm")
    own, more = samples("aabbccdd" * 5), samples("aaeeff" * 5, 1)
    grown, grow = [], fitting.grow

    def watched(rows, *others):
        grown.append({row.tobytes() for row in rows})
        return grow(rows, *others)

    monkeypatch.setattr(fitting, "grow", watched)
    fitted = fit(own, FitOptions(trees=3, folds=2), more)
    everything = joined([own, more])
    fold = fold_numbers(own.documents, 2)
    for number in range(2):
        expected = {
            row.tobytes() for row, name in zip(everything.rows, everything.documents, strict=True) if fold.get(name) != number
        }
        assert grown[number] == expected
    assert len(grown) == 3 and len(grown[2]) == len(everything) and len(fitted.sure) == len(own)


def test_what_is_conceivable_is_said_by_trees_that_have_not_seen_the_document(monkeypatch):
    pytest.importorskip("lightgbm")
    own, lenient = samples("aabbccdd" * 20), samples("aaeeff" * 20, 1)
    asked, grow = [], fitting.grow

    class Watched:
        def __init__(self, rows, *others):
            self.rows, self.booster = {row.tobytes() for row in rows}, grow(rows, *others)

        def predict(self, rows, **options):
            assert not self.rows & {row.tobytes() for row in rows}
            asked.append(len(rows))
            return self.booster.predict(rows, **options)

    monkeypatch.setattr(fitting, "grow", Watched)
    monkeypatch.setattr(fitting, "forest", lambda booster: None)
    fitted = fit(own, FitOptions(trees=20, folds=2), samples("aaeeff" * 20, 1), lenient)
    assert sum(asked) == len(own) + len(lenient)
    confidences, probabilities = zip(*fitted.conceivable, strict=True)
    assert list(confidences) == sorted(set(confidences)) and list(probabilities) == sorted(probabilities)
    assert len(fitted.lenient) == len(lenient) and fitted.lenient.area > 0.95
    without = fit(own, FitOptions(trees=3, folds=2))
    assert without.conceivable == [] and without.lenient is None


@pytest.mark.parametrize(
    "documents, correct, message", [("aabb", "1111", "all 4 labels are correct"), ("eeee", "1010", "of one document")]
)
def test_labels_that_do_not_say_what_is_conceivable_are_refused_before_trees_are_grown(monkeypatch, documents, correct, message):
    monkeypatch.setattr(fitting, "grow", None)
    lenient = samples(documents, 1)
    verdicts = np.array([verdict == "1" for verdict in correct], np.bool_)
    lenient = Samples(lenient.names, lenient.rows, verdicts, lenient.documents, 0)
    with pytest.raises(ConfigError, match=message):
        fit(samples("aabbccdd" * 5), FitOptions(trees=3, folds=2), None, lenient)


def test_too_few_documents_and_labels_of_one_kind_are_refused():
    with pytest.raises(ConfigError, match=r"found 2 documents, expected as many as folds \(10\)"):
        fit(samples("abab"), FitOptions())
    one = samples("abc")
    with pytest.raises(ConfigError, match="all 3 are correct"):
        fit(Samples(one.names, one.rows, np.ones(3, np.bool_), one.documents, 0), FitOptions(folds=2))
