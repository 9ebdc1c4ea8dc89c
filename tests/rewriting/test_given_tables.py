"""Tables given at load time, beside a fit that does not know them: how sure they are, how they are written, what came of them."""

from __future__ import annotations

import pytest
from command_line import paragen as command

import paragen
from paragen.base.errors import ConfigError

TEXT = "They made a purchase of a big house."


def test_the_score_is_the_confidence(fitted_model):
    mine = {"mine": {"big": {"vast": 0.9, "wide": 0.3}, "house": "mansion"}}
    paraphraser = paragen.load(fitted_model, tables=mine, min_confidence=0.5)
    found = {each.after: each.confidence for each in paraphraser.substitutes(TEXT) if dict(each.tables).get("mine")}
    assert found == {"vast": 0.9, "mansion": 1.0}
    [best] = paraphraser.rewrite(TEXT)
    assert {(edit.after, edit.table, edit.confidence) for edit in best.edits} >= {("vast", "mine", 0.9), ("mansion", "mine", 1.0)}
    assert best.features["added"] == 2 and paraphraser.weights["mine"] == 0.001
    exactly = paragen.load(fitted_model, tables=mine, min_confidence=0.9).rewrite(TEXT)[0]
    assert {edit.after for edit in exactly.edits if edit.table == "mine"} == {"vast", "mansion"}
    assert "mansion" in paragen.load(fitted_model, tables=mine, min_confidence=1).rewrite(TEXT)[0].text


def test_what_the_fit_says_of_other_edits_stays(fitted_model):
    plain = {each.id: each.confidence for each in paragen.load(fitted_model, min_confidence=0).substitutes(TEXT)}
    given = paragen.load(fitted_model, min_confidence=0, tables={"mine": {"purchase of": "deal for"}})
    found = {each.id: each.confidence for each in given.substitutes(TEXT)}
    assert plain.items() <= found.items() and len(found) == len(plain) + 1


def test_of_a_pair_that_both_have_the_surer_counts(fitted_model):
    [own] = [each for each in paragen.load(fitted_model, min_confidence=0).substitutes("A big car.") if each.after == "large"]
    for score, expected in (0.0001, own.confidence), (0.9999, 0.9999):
        given = paragen.load(fitted_model, min_confidence=0, tables={"mine": {"big": {"large": score}}})
        assert [each.confidence for each in given.substitutes("A big car.") if each.after == "large"] == [expected]


def test_without_the_fit_it_is_a_table_like_others(fitted_model):
    paraphraser = paragen.load(fitted_model, tables={"mine": {"house": "mansion"}}, fit=False)
    assert paraphraser.weights["mine"] == 1 and "added" not in paraphraser.features


def test_added_is_no_name_for_a_table(fitted_model):
    with pytest.raises(ConfigError, match="'added' is the name of a feature"):
        paragen.load(fitted_model, tables={"added": {"a": "b"}})


@pytest.mark.parametrize(("source", "target", "text", "expected"), [
    ("big car", "ECG", "Red is a big car.", "Red is an ECG."),
    ("big car", "SUV", "Big car, red house.", "SUV, red house."),
    ("a purchase", "an iPhone", "A purchase is red.", "An iPhone is red."),
    ("big", "Stately", "A big car.", "A Stately car."),
    ("Big", "Stately", "A big car.", "A stately car."),
    ("red house", "White House", "THE RED HOUSE IS BIG", "THE WHITE HOUSE IS BIG"),
    ("US", "United States", "They made us a car.", None),
    ("US", "United States", "They made US a car.", "They made United States a car."),
])  # fmt: skip
def test_capitals_of_its_own(fitted_model, source, target, text, expected):
    options = {"min_confidence": 1, "keep_defaults": False}
    assert paragen.load(fitted_model, tables={"mine": {source: target}}, **options).rewrite(text)[0].text == (expected or text)


def test_another_table_with_the_same_capitals_forbids_as_much(fitted_model):
    tables = {"one": {"US": "America"}, "two": {"US": "Uncle Sam"}}
    paraphraser = paragen.load(fitted_model, tables=tables, min_confidence=1, keep_defaults=False)
    assert [each.text for each in paraphraser.rewrite("They made us a car.", n=5)] == ["They made us a car."]
    found = {each.text for each in paraphraser.rewrite("They made US a car.", n=5)}
    assert found >= {"They made America a car.", "They made Uncle Sam a car."}


def test_capitals_stay_where_the_edit_is_taken_from_another_table(fitted_model):
    options = {"min_confidence": 0, "weight": {"added": 0, "mine": 9}}
    given = paragen.load(fitted_model, tables={"mine": {"big": {"LARGE": 0.2}}}, **options)
    found = {(edit.after, edit.table) for each in given.rewrite(TEXT, n=20) for edit in each.edits if edit.before == "big"}
    assert {table for after, table in found if after == "LARGE"} - {"mine"} and "large" not in {after for after, _ in found}
    other = paragen.load(fitted_model, tables={"mine": {"big": {"LARGE": 0.2}}}, use_tables=["thesaurus", "phrases"])
    assert "LARGE" not in "".join(each.text for each in other.rewrite(TEXT, n=20))


def test_a_pair_that_the_model_has_too_counts_as_used(fitted_model):
    tables = {"mine": {"big": {"large": 0.2}}}
    paraphraser = paragen.load(fitted_model, tables=tables, min_confidence=0, weight={"mine": 9})
    edits = [edit for each in paraphraser.rewrite(TEXT, n=20) for edit in each.edits if edit.after == "large"]
    assert edits and not any(edit.table == "mine" for edit in edits)
    assert paraphraser.unused_tables() == {}


def test_a_table_of_which_nothing_came_out_says_so(fitted_model, tmp_path):
    tables = {
        "used": {"house": "mansion"}, "unseen": {"boat": "ship"}, "unsure": {"big": {"vast": 0.2}},
        "unused": {"house": {"home": 0.9}},
    }  # fmt: skip
    paraphraser = paragen.load(fitted_model, tables=tables, min_confidence=0.5)
    assert paraphraser.unused_tables() == dict.fromkeys(tables, "unseen")
    paraphraser.rewrite(TEXT)
    assert paraphraser.unused_tables() == {name: name for name in tables if name != "used"}
    (tmp_path / "t.csv").write_text("boat,ship\n")
    for verb in "decode", "substitutes":
        done = command(verb, "-m", fitted_model, "--table", f"mine={tmp_path / 't.csv'}", input=TEXT)
        assert done.returncode == 0 and done.stderr == "paragen: table mine: no phrase of it stands where it may change.\n"
        assert command(verb, "-m", fitted_model, "--table", f"mine={tmp_path / 't.csv'}", "--quiet", input=TEXT).stderr == ""


def test_options_that_no_paraphraser_has(fitted_model):
    with pytest.raises(TypeError, match="unexpected keyword argument 'wieght'"):
        paragen.load(fitted_model, wieght={"lm": 1})
