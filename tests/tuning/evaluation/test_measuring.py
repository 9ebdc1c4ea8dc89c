"""Figures: by hand, against the measures written to be read, and against those that tuning prints."""

from __future__ import annotations

import pytest

from paragen.base.errors import ConfigError
from paragen.tuning.evaluation import Sample, Settings
from paragen.tuning.judged import Judged
from paragen.tuning.pser import counted, summed

from .common import FEW, measured, name, paraphrase, random_problem, ratings, reference


def test_a_worked_example():
    """Three sentences: one of each kind of substitute; one silent; one whose paraphrases are rated only.

    The first has correct {0x, 1y}, incorrect {2z}, unlabelled {3w}: PSER 1/3. The second has no substitute: PSER 1.
    The ratings are of the third: its first paraphrase is acceptable, the second is itself, the third is not judged, and there
    is no more: of one place, 1 is acceptable; of five, 1 of 4 that count; of ten, 1 of 9.
    """
    first, second, third = "abcd", "efgh", "ijkl"
    lists = {
        first: [paraphrase(first, edits) for edits in ([(0, "x"), (1, "y")], [(0, "x"), (2, "z")], [(3, "w")], [])],
        second: [paraphrase(second, [])],
        third: [paraphrase(third, edits) for edits in ([(0, "x")], [], [(1, "y")])],
    }
    verdicts = {name(first, 0, "x"): True, name(first, 1, "y"): True, name(first, 2, "z"): False}
    sentences = [Judged(first, verdicts), Judged(second, {name(second, 0, "x"): True}), Judged(third)]
    found = measured(lists, Sample(sentences, ratings({(third, "xjkl"): True, (third, "ijkz"): True})))
    values = {key: each.value for key, each in found.figures.items()}
    assert values == pytest.approx({
        "pser": 4 / 3, "mean": 2 / 3, "dcs": 2, "accuracy": 2 / 3, "coverage": 1 / 2, "unlabelled": 1 / 4, "edits": 1.0,
        "top_1": 1.0, "top_5": 1 / 4, "top_10": 1 / 9,
    })  # fmt: skip
    strict = [Judged(each.text, each.verdicts, (), False) for each in sentences]
    values = measured(lists, Sample(strict, ratings({(third, "xjkl"): True}), unlabelled="incorrect")).figures
    assert [values[key].value for key in ("pser", "accuracy", "unlabelled", "top_5", "top_10")] == pytest.approx(
        [1.5, 0.5, 0.0, 1 / 5, 1 / 10]
    )


def test_equation_15_as_printed():
    """Where each sentence has n paraphrases and all are judged, top-n accuracy is the sum of n_i by N times n."""
    texts = ["abcdef 1", "abcdef 2"]
    lists = {text: [paraphrase(text, [(at, after)]) for at in range(5) for after in "xy"] for text in texts}
    said = {(text, each.text): rank % (2 + i) == 0 for i, text in enumerate(texts) for rank, each in enumerate(lists[text])}
    found = measured(lists, Sample([Judged(text) for text in texts], ratings(said))).figures
    assert [found[f"top_{n}"].value for n in (1, 5, 10)] == pytest.approx([2 / 2, (3 + 2) / 10, (5 + 4) / 20])
    assert "pser" not in found and "accuracy" not in found


@pytest.mark.parametrize("unlabelled", ["leave-out", "incorrect"])
@pytest.mark.parametrize("n_best", [1, 4, 10])
@pytest.mark.parametrize("seed", range(4))
def test_equals_the_reference(seed, n_best, unlabelled):
    lists, sample, said = random_problem(seed, unlabelled=unlabelled)
    found = measured(lists, sample, Settings(n_best=n_best, resamples=100)).figures
    expected = reference(lists, sample, said, n_best)
    assert {key: each.value for key, each in found.items()} == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(3))
def test_domains_are_samples_of_their_own(seed):
    lists, sample, said = random_problem(seed, 15)
    parts = measured(lists, sample).by_domain()
    assert list(parts) == ["d0", "d1", "d2"]
    for i, part in enumerate(parts.values()):
        own = Sample(sample.sentences[i::3], sample.ratings)
        assert part.figures == measured(lists, own).figures


@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_what_tuning_prints(seed):
    lists, sample, _ = random_problem(seed)
    judged = [each for each in sample.sentences if each.verdicts]
    printed = summed(counted(lists[each.text][:10], each.verdicts.get) for each in judged)
    found = measured(lists, sample).figures
    assert [found[key].value for key in ("pser", "mean", "dcs", "accuracy", "unlabelled")] == pytest.approx(
        [printed.pser, printed.mean, printed.correct, printed.accuracy, printed.unlabelled_share], abs=1e-6
    )


def test_of_one_kind_and_of_nothing():
    text = "abcd"
    lists = {text: [paraphrase(text, [(0, "x")])]}
    for verdict in (True, False):
        found = measured(lists, Sample([Judged(text, {name(text, 0, "x"): verdict})])).figures
        assert (found["accuracy"].value, found["pser"].value) == (float(verdict), float(not verdict))
    found = measured(lists, Sample([Judged(text, {name(text, 0, "z"): True})])).figures
    assert (found["accuracy"].value, found["accuracy"].low, found["mean"].value) == (None, None, 1.0)
    found = measured({text: []}, Sample([Judged(text, {name(text, 0, "z"): True})])).figures
    assert (found["edits"].value, found["coverage"].value, found["pser"].value) == (0.0, 0.0, 1.0)


def test_progress_is_told_of_each_sentence():
    from paragen.tuning.evaluation import measure

    lists, sample, _ = random_problem(1, 5)
    told = []
    measure(lambda sentences, n: [lists[each.text][:n] for each in sentences], sample, FEW, told.append)
    assert told == [1] * 5


@pytest.mark.parametrize("wrong", [{"n_best": 0}, {"resamples": 5}, {"seed": -1}, {"n_best": 1.5}, {"seed": True}])
def test_settings_out_of_range(wrong):
    with pytest.raises(ConfigError, match=f"{next(iter(wrong))}: found"):
        Settings(**wrong)
