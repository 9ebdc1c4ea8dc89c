"""Conditions are read from a file, and compared on the same occurrences."""

from __future__ import annotations

import json

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.model.bundled import bundled, find_bundled
from paragen.results import Candidate
from paragen.tuning.evaluation import Settings
from paragen.tuning.evaluation.conditions import Condition, read_conditions
from paragen.tuning.evaluation.experiment import Experiment, conditions_page, conditions_text, write_items
from paragen.tuning.labels import Label
from paragen.tuning.labels.labels import Labels

FEW = Settings(resamples=200)


def candidate(text: str, begin: int, end: int, after: str) -> Candidate:
    return Candidate(text, begin, end, text[begin:end], after, text[begin:end], after, (("pivot", 0.5),), -0.7)


def found(*candidates: Candidate) -> dict:
    return {(each.sentence, each.end, each.phrase): each for each in candidates}


def judged(*said: tuple[Candidate, bool, bool]) -> Labels:
    """Labels of substitutes: whether the meaning is kept, and whether the grammar is right."""
    labels = Labels()
    for each, meaning, grammar in said:
        label = "correct" if meaning and grammar else "incorrect"
        labels.add(
            Label(each.id, label, None, "anna", None, each.sentence, each.begin, each.end, each.after, meaning, grammar)
        )
    return labels


BIG, HUGE = candidate("a large cat", 2, 7, "big"), candidate("a large cat", 2, 7, "huge")
RAN, RUN = candidate("it raced off", 3, 8, "ran"), candidate("it raced off", 3, 8, "run")
DOG = candidate("a large cat", 8, 11, "dog")


def test_figures_by_hand():
    labels = judged((BIG, True, True), (HUGE, False, True), (RAN, True, True), (RUN, True, False))
    experiment = Experiment({"first": found(HUGE, RUN, DOG), "second": found(BIG, RAN), "third": found(RAN)}, labels, FEW)
    assert [(text, phrase) for text, _, phrase in experiment.occurrences] == [("a large cat", "large"), ("it raced off", "raced")]
    first, second, third = experiment.figures
    assert (first.paraphrased, first.judged, third.paraphrased) == (2, 2, 1)  # nobody judged the dog
    figures = [each.figures for each in (first, second, third)]
    shares = [[each[of].value for of in ("correct", "meaning", "grammar", "all")] for each in figures]
    assert shares == [[0, 0.5, 0.5, 0], [1, 1, 1, 1], [1, 1, 1, 0.5]]
    assert not first.differences
    differences = {of: figure.value for of, figure in third.differences.items()}
    assert differences == {"correct": 1, "meaning": 0, "grammar": 1, "all": 0.5}
    assert (third.differences["all"].low, third.differences["all"].high) == (0, 1)


def test_what_nobody_judged_counts_for_nothing_or_as_incorrect():
    labels = judged((BIG, True, True))
    both = {"first": found(BIG), "second": found(HUGE)}
    lenient, strict = Experiment(both, labels, FEW), Experiment(both, labels, FEW, "incorrect")
    assert [each.figures["correct"].value for each in lenient.figures] == [1, None]
    assert [each.figures["correct"].value for each in strict.figures] == [1, 0]
    assert lenient.figures[1].differences["correct"].value is None
    assert strict.figures[1].differences["correct"].value == -1


def test_no_label_is_of_a_condition():
    experiment = Experiment({"first": found(BIG)}, judged((RAN, True, True)), FEW)
    assert experiment.occurrences == []
    assert experiment.to_dict()["conditions"][0]["figures"]["correct"]["value"] is None
    assert "0 occurrences" in conditions_text(experiment, "s")


def test_reports_say_the_same():
    labels = judged((BIG, True, True), (HUGE, False, True))
    experiment = Experiment({"Baseline": found(HUGE), "<syntax>": found(BIG)}, labels, FEW)
    text, page = conditions_text(experiment, "model:1"), conditions_page(experiment, "model:1")
    assert text.splitlines()[-1] == "signature model:1"
    assert "+100.0% [+100.0, +100.0]" in text and "+100.0% [+100.0, +100.0]" in page
    assert "&lt;syntax&gt;" in page and "<syntax>" not in page
    assert json.loads(json.dumps(experiment.to_dict()))["occurrences"] == 1


def test_items_are_mixed_and_blind(tmp_path):
    path = tmp_path / "items.jsonl"
    assert write_items({"first": found(BIG, RUN), "second": found(BIG, RAN)}, path) == 3
    items = [json.loads(line) for line in path.read_text().splitlines()]
    assert {item["id"] for item in items} == {BIG.id, RUN.id, RAN.id}
    assert all(item["tables"] == {} and item["score"] == 0 and item["lm"] is None for item in items)
    again = tmp_path / "again.jsonl"
    write_items({"second": found(RAN, BIG), "first": found(RUN, BIG)}, again)
    assert again.read_bytes() == path.read_bytes()


def test_the_eight_of_the_paper():
    conditions = read_conditions(find_bundled("conditions", "cb08"))
    assert len(conditions) == 8
    assert [each.rank for each in conditions] == ["table", "lm"] * 4
    assert [each.syntax for each in conditions] == [None, None, "any", "any", "best", "best", "average", "average"]
    assert set(bundled("conditions")) == {"cb08"}
    with pytest.raises(ConfigError, match="one of the conditions that come with paragen: cb08"):
        find_bundled("conditions", "cb09")


@pytest.mark.parametrize(("text", "error", "message"), [
    ("x = [", FormatError, "invalid TOML"),
    ("", FormatError, "no \\[\\[conditions"),
    ("conditions = 3", FormatError, "no \\[\\[conditions"),
    ("rank = 'lm'\n[[conditions]]\nname = 'a'", FormatError, "'rank' beside"),
    ("conditions = [3]", ConfigError, "condition 1: found 3"),
    ("[[conditions]]", ConfigError, "condition 1: found no name"),
    ("[[conditions]]\nname = 3", ConfigError, "found 3 as name"),
    ("[[conditions]]\nname = 'a'\nranking = 'lm'", ConfigError, "found 'ranking', expected name"),
    ("[[conditions]]\nname = 'a'\nrank = 'best'", ConfigError, "condition 1: rank: found 'best'"),
    ("[[conditions]]\nname = 'a'\ntables = 'one'", ConfigError, "as tables, expected a list"),
    ("[[conditions]]\nname = 'a'\nweight = { lm = 'x' }", ConfigError, "as weight, expected numbers"),
    ("[[conditions]]\nname = 'a'\n[[conditions]]\nname = 'a'", ConfigError, "condition 2: found the name 'a' again"),
])  # fmt: skip
def test_conditions_that_cannot_be(tmp_path, text, error, message):
    (tmp_path / "c.toml").write_text(text)
    with pytest.raises(error, match=message):
        read_conditions(tmp_path / "c.toml")


def test_a_condition_says_which_it_is(tmp_path):
    from paragen.model import Model
    from paragen.model.bundled import starter_path

    model = Model.open(starter_path())
    with pytest.raises(ConfigError, match="condition 'a': .*nowhere"):
        Condition("a", ("nowhere",)).paraphraser(model)
