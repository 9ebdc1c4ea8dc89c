"""Figures: by hand, against the measures written to be read, and against those that tuning prints."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paragen.base.errors import ConfigError
from paragen.tuning.evaluation import Report, Sample, Settings, sample
from paragen.tuning.judged import JudgedSentence
from paragen.tuning.labels import Label, Labels, label_of
from paragen.tuning.pser import counted, summed

from .common import FEW, measured, name, paraphrase, random_problem, rating, ratings, reference


def test_a_worked_example():
    """Three sentences: one of each kind of substitute; one silent; one whose paraphrases are rated only.

    The first has correct {0x, 1y}, incorrect {2z}, unlabelled {3w}: PSER 1/3. The second has no substitute: PSER 1.
    The ratings are of the third: its first paraphrase is acceptable, the second is itself, the third is not judged, and there
    is no more: of one present, 1 is acceptable; of five, 1 of the 2 present that count, and of 4 places; of ten, 1 of 9. The
    second stays unchanged: another present, and another n places.
    """
    first, second, third = "abcd", "efgh", "ijkl"
    lists = {
        first: [paraphrase(first, edits) for edits in ([(0, "x"), (1, "y")], [(0, "x"), (2, "z")], [(3, "w")], [])],
        second: [paraphrase(second, [])],
        third: [paraphrase(third, edits) for edits in ([(0, "x")], [], [(1, "y")])],
    }
    verdicts = {name(first, 0, "x"): True, name(first, 1, "y"): True, name(first, 2, "z"): False}
    sentences = [JudgedSentence(first, verdicts), JudgedSentence(second, {name(second, 0, "x"): True}), JudgedSentence(third)]
    found = measured(lists, Sample(sentences, ratings({(third, "xjkl"): True, (third, "ijkz"): True})))
    values = {key: each.value for key, each in found.figures.items()}
    assert values == pytest.approx({
        "pser": 4 / 3, "mean": 2 / 3, "dcs": 2, "occurrence_accuracy": 3 / 4, "distinct_accuracy": 2 / 3, "coverage": 1 / 2,
        "unlabelled": 1 / 4, "edits": 1.0, "unchanged": 1 / 3, "top_1": 1 / 2, "top_5": 1 / 3, "top_10": 1 / 3,
        "top_5_places": 1 / (4 + 5), "top_10_places": 1 / (9 + 10),
        "syntactic_errors": None, "semantic_errors": None, "not_paraphrases": None,
    })  # fmt: skip
    strict = [JudgedSentence(each.text, each.verdicts, (), False) for each in sentences]
    values = measured(lists, Sample(strict, ratings({(third, "xjkl"): True}), unlabelled="incorrect")).figures
    assert [values[key].value for key in ("pser", "distinct_accuracy", "unlabelled", "top_5", "top_10_places")] == pytest.approx(
        [1.5, 0.5, 0.0, 1 / (3 + 1 + 4), 1 / 30]  # N counts the first as well, none of whose paraphrases is judged
    )


def test_equation_15_as_printed():
    """Where each sentence has n paraphrases and all are judged, top-n accuracy is the sum of n_i by N times n."""
    texts = ["abcdef 1", "abcdef 2"]
    lists = {text: [paraphrase(text, [(at, after)]) for at in range(5) for after in "xy"] for text in texts}
    said = {(text, each.text): rank % (2 + i) == 0 for i, text in enumerate(texts) for rank, each in enumerate(lists[text])}
    found = measured(lists, Sample([JudgedSentence(text) for text in texts], ratings(said))).figures
    assert [found[f"top_{n}"].value for n in (1, 5, 10)] == pytest.approx([2 / 2, (3 + 2) / 10, (5 + 4) / 20])
    assert [found[f"top_{n}_places"].value for n in (5, 10)] == [found[f"top_{n}"].value for n in (5, 10)]
    assert "pser" not in found and "occurrence_accuracy" not in found


def test_sentences_that_stay_unchanged_are_failures():
    """N of equation 15 counts them, though nobody can label a paraphrase of theirs; one that has others and no label is out."""
    texts = ["abcd", "efgh", "ijkl", "mnop"]
    lists = {text: [paraphrase(text, [(0, "x")])] for text in texts} | {"efgh": [paraphrase("efgh", [])]}
    said = ratings({("abcd", "xbcd"): True, ("ijkl", "xjkl"): False})
    chosen = sample(None, said, texts)
    assert [each.text for each in chosen.sentences] == texts
    found = measured(lists, chosen)
    assert (found.figures["top_1"].value, found.figures["unchanged"].value) == (pytest.approx(1 / 3), 1 / 4)
    assert found.figures["top_5_places"].value == pytest.approx(1 / 15)
    report = Report(found, "")
    assert (report.counts["rated"], report.counts["not_rated"]) == (2, 1)
    assert report.warnings() == [
        "1 sentences have no labelled paraphrase and do not stay unchanged: they have no part in top-n accuracy"
    ]
    strict = measured(lists, sample(None, said, texts, unlabelled="incorrect"))
    assert strict.figures["top_1"].value == pytest.approx(1 / 4) and strict.figures["top_5_places"].value == pytest.approx(1 / 20)
    assert Report(strict, "").counts["not_rated"] == 0 and Report(strict, "").warnings() == []


def test_kinds_of_errors():
    """Of three unacceptable paraphrases one is syntactic, one half semantic and half no paraphrase, and one is not explained."""
    text = "abcd"
    lists = {text: [paraphrase(text, [(at, "x")]) for at in range(4)]}
    said = ratings({(text, "axcd"): False, (text, "abcx"): True})
    said.add(rating(text, "xbcd", False, "syntactic"))
    for annotator, error in (("anna", "semantic"), ("ben", "not a paraphrase")):
        said.add(rating(text, "abxd", False, error, annotator))
    found = measured(lists, Sample([JudgedSentence(text)], said)).figures
    assert [found[key].value for key in ("syntactic_errors", "semantic_errors", "not_paraphrases")] == [0.5, 0.25, 0.25]
    said.add(rating(text, "abxd", False, "semantic", "settled"))
    assert said.errors(text, "abxd") == {"semantic": 1.0} and said.errors(text, "abcx") == {} == said.errors(text, "unknown")
    said.add(rating(text, "xbcd", True, None, "ben"))  # disputed: not unacceptable until it is settled
    assert said.errors(text, "xbcd") == {}


def test_kept_meaning():
    """Of three substitutes one is right in both, one keeps the meaning only, one does not; of a fourth that was not asked."""
    text = "abcd"
    lists = {text: [paraphrase(text, [(at, "x")]) for at in range(4)] + [paraphrase(text, [(0, "x"), (1, "x")])]}
    labels = Labels()
    for at, meaning, grammar in ((0, True, True), (1, True, False), (2, False, True)):
        label, reason = label_of(meaning, grammar)
        labels.add(Label(name(text, at, "x"), label, reason, "anna", None, text, at, at + 1, "x", meaning, grammar))
    labels.add(Label(name(text, 3, "x"), "incorrect", None, "anna", None, text, 3, 4, "x"))
    chosen = sample(labels)
    figures = measured(lists, chosen).figures
    assert (figures["kept_meaning"].value, figures["distinct_accuracy"].value) == (pytest.approx(2 / 3), 1 / 4)
    settled = Label(name(text, 2, "x"), "incorrect", "grammar", "settled", None, text, 2, 3, "x", True, False)
    labels.add(replace(settled, annotator="ben"))  # a dispute on the meaning: of neither kind
    assert measured(lists, sample(labels)).figures["kept_meaning"].value == 1.0
    assert sample(labels).fields()["labels"] != chosen.fields()["labels"]
    labels.add(settled)
    assert measured(lists, sample(labels)).figures["kept_meaning"].value == 1.0
    assert "kept_meaning" not in measured(lists, Sample([JudgedSentence(text, chosen.sentences[0].verdicts)])).figures


@pytest.mark.parametrize("unlabelled", ["leave-out", "incorrect"])
@pytest.mark.parametrize("n_best", [1, 4, 10])
@pytest.mark.parametrize("seed", range(4))
def test_equals_the_reference(seed, n_best, unlabelled):
    lists, chosen, said = random_problem(seed, unlabelled=unlabelled)
    found = measured(lists, chosen, Settings(n_best=n_best, resamples=100)).figures
    expected = reference(lists, chosen, said, n_best)
    assert {key: each.value for key, each in found.items()} == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(3))
def test_domains_are_samples_of_their_own(seed):
    lists, chosen, said = random_problem(seed, 15)
    parts = measured(lists, chosen).by_domain()
    assert list(parts) == ["d0", "d1", "d2"]
    for i, part in enumerate(parts.values()):
        own = Sample(chosen.sentences[i::3], chosen.ratings)
        assert part.figures == measured(lists, own).figures


@pytest.mark.parametrize("seed", range(3))
def test_agrees_with_what_tuning_prints(seed):
    lists, chosen, _ = random_problem(seed)
    judged = [each for each in chosen.sentences if each.verdicts]
    printed = summed(counted(lists[each.text][:10], each.verdicts.get) for each in judged)
    found = measured(lists, chosen).figures
    assert [found[key].value for key in ("pser", "mean", "dcs", "occurrence_accuracy", "distinct_accuracy")] == pytest.approx(
        [printed.pser, printed.mean, printed.correct, printed.occurrence_accuracy, printed.distinct_accuracy], abs=1e-6
    )


def test_of_one_kind_and_of_nothing():
    text = "abcd"
    lists = {text: [paraphrase(text, [(0, "x")])]}
    for verdict in (True, False):
        found = measured(lists, Sample([JudgedSentence(text, {name(text, 0, "x"): verdict})])).figures
        assert (found["distinct_accuracy"].value, found["pser"].value) == (float(verdict), float(not verdict))
    found = measured(lists, Sample([JudgedSentence(text, {name(text, 0, "z"): True})])).figures
    assert (found["distinct_accuracy"].value, found["distinct_accuracy"].low, found["mean"].value) == (None, None, 1.0)
    found = measured({text: []}, Sample([JudgedSentence(text, {name(text, 0, "z"): True})])).figures
    assert (found["edits"].value, found["coverage"].value, found["pser"].value) == (0.0, 0.0, 1.0)


def test_progress_is_told_of_each_sentence():
    from paragen.tuning.evaluation import measure

    lists, chosen, _ = random_problem(1, 5)
    told = []
    measure(lambda sentences, n: [lists[each.text][:n] for each in sentences], chosen, FEW, told.append)
    assert told == [1] * 5


@pytest.mark.parametrize("wrong", [{"n_best": 0}, {"resamples": 5}, {"seed": -1}, {"n_best": 1.5}, {"seed": True}])
def test_settings_out_of_range(wrong):
    with pytest.raises(ConfigError, match=f"{next(iter(wrong))}: found"):
        Settings(**wrong)
