"""What reads as before is no edit, whatever the search took for one."""

from __future__ import annotations

import pytest

import paragen

UNDONE = {"need a": ["need an"], "an": ["a"], "a": ["an"]}


@pytest.fixture(scope="module")
def paraphraser(english_model):
    return paragen.load(english_model, tables={"own": UNDONE}, weight={"lm": 0.0, "own": 5.0})


@pytest.mark.parametrize(
    "text", ["We need a red one .", "We need a car .", 'We need a "car" , an hour , an "hour" .', "We need a car , a car ."]
)
def test_what_agreement_undoes(paraphraser, text):
    results = paraphraser.rewrite(text, n=20)
    assert len({result.text for result in results}) == len(results)
    assert [result.text for result in results if result.unchanged] == [text]
    assert [result.text for result in results if not result.edits] == [text]
    assert all(edit.before != edit.after for result in results for edit in result.edits)
    wordings = paraphraser.wordings_batch([text], n=20)[0]
    assert [(one.text, one.unchanged) for one in wordings] == [(one.text, one.unchanged) for one in results]
    for explained in paraphraser.explain(text, n=20):
        assert len(explained.gains) == len(explained.paraphrase.edits)


def test_what_nothing_undoes_is_an_edit(paraphraser):
    [best] = paraphraser.rewrite("We need a herb .")  # either article is right
    assert best.text == "We need an herb ." and not best.unchanged
    [best] = paraphraser.rewrite("We need a hour .")  # the article is wrong as it stands
    assert best.text == "We need an hour ." and best.edits


def test_forced_wording_that_is_there(paraphraser):
    [best] = paraphraser.rewrite("We need it .", force=[(0, 2, "We")])
    assert best.unchanged and not best.edits and best.text == "We need it ."
    [[wording]] = paraphraser.wordings_batch([paragen.Request("We need it .", force=[(0, 2, "We")])])
    assert wording.unchanged
    [best] = paraphraser.rewrite("We need it .", force=[(0, 2, "We"), (8, 10, "them")])
    assert [(edit.before, edit.after) for edit in best.edits] == [("it", "them")] and not best.unchanged


def test_a_table_whose_edits_are_undone_has_no_effect(english_model):
    found = paragen.load(english_model, tables={"own": {"a": ["an"]}}, weight={"lm": 0.0, "own": 5.0})
    found.rewrite("We need a red one .", n=5)
    found.wordings_batch(["We need a red one ."], n=5)
    assert found.unused_tables() == {"own": "unused"}
    assert found.rewrite("We need a herb .")[0].edits and not found.unused_tables()


@pytest.mark.parametrize("options", [{}, {"n": 5}, {"distinct_by": "edits"}])
def test_what_is_undone_does_not_count_as_an_edit(english_model, options):
    """Where edits are asked for, what agreement undoes is given up for one that reads otherwise."""
    tables = {"own": {**UNDONE, "red": {"crimson": 0.5}}}  # what is undone is the better step
    found = paragen.load(english_model, tables=tables, weight={"lm": 0.0, "own": 5.0, "edit": -5.0})
    text = "We need a red one ."
    assert found.rewrite(text)[0].unchanged
    results = found.rewrite(text, min_edits=1, **options)
    assert results and all(result.edits for result in results)


def test_steps_that_undo_each_other_do_not_count(english_model):
    tables = {"own": {"red one": {"red": 0.9}, ".": {"one .": 0.9}, "need": {"want": 0.1}}}
    found = paragen.load(english_model, tables=tables, weight={"lm": 0.0, "own": 5.0, "edit": -5.0}, keep_defaults=False)
    results = found.rewrite("We need a red one .", min_edits=2, n=3)
    assert results[0].edits and not any(result.unchanged for result in results)
