"""Verdicts over annotators, against a slow reference; sentences, spans, counts, contradictions."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

import paragen
from paragen.base.errors import ConfigError, FormatError
from paragen.packing import pack
from paragen.results import substitute_id
from paragen.tuning.labels import Labels, read_labels
from paragen.tuning.labels.agreement import settle_labels, write_disputes
from paragen.tuning.labels.labels import SentenceLabels

from .common import TEXT, label, sentence_label, write


def made(*records, majority=False):
    found = Labels(majority)
    for record in records:
        found.add(record)
    return found


NAME = label().id


@pytest.mark.parametrize(
    "said, strict, majority",
    [
        ({"anna": "correct"}, True, True),
        ({"anna": "incorrect"}, False, False),
        ({"anna": "correct", "ben": "correct"}, True, True),
        ({"anna": "correct", "ben": "incorrect"}, None, None),
        ({"anna": "correct", "ben": "incorrect", "cleo": "incorrect"}, None, False),
        ({"anna": "correct", "ben": "unsure", "cleo": "skip"}, True, True),
        ({"anna": "unsure"}, None, None),
        ({"anna": "correct", "ben": "incorrect", "settled": "incorrect"}, False, False),
        ({"anna": "correct", "ben": "correct", "settled": "unsure"}, None, None),
        ({"settled": "correct"}, True, True),
        ({}, None, None),
    ],
)
def test_verdicts(said, strict, majority):
    records = [label(verdict=verdict, annotator=name) for name, verdict in said.items()]
    assert made(*records).verdict(NAME) is strict
    assert made(*records, majority=True).verdict(NAME) is majority


def test_the_last_label_of_an_annotator_counts_and_null_takes_it_back():
    found = made(label(), label(verdict="incorrect"), label("huge"))
    assert found.verdict(NAME) is False
    found.add(label(verdict=None))
    assert found.verdict(NAME) is None
    assert NAME not in found
    assert found.texts() == [TEXT]
    found.add(label("huge", None))
    assert (len(found), found.texts(), found.spans(TEXT), found.counts().items) == (0, [], [], 0)
    found.add(label("huge", None))  # what was never said
    assert len(found) == 0


def test_taking_back_a_settlement_opens_the_dispute_again():
    found = made(label(), label(verdict="incorrect", annotator="ben"), label(annotator="settled"))
    assert (found.verdict(NAME), found.disputes(), found.disputed(NAME)) == (True, [], True)
    found.add(label(verdict=None, annotator="settled"))
    assert [dispute.id for dispute in found.disputes()] == [NAME]


def reference(log, majority):
    """The verdicts of a list of labels, read off it one item at a time."""
    verdicts = {}
    for name in {record.id for record in log}:
        last = {record.annotator: record.label for record in log if record.id == name}
        if last.get("settled"):
            verdicts[name] = {"correct": True, "incorrect": False}.get(last["settled"])
            continue
        votes = [said for said in last.values() if said in ("correct", "incorrect")]
        good, bad = votes.count("correct"), votes.count("incorrect")
        agree = bool(votes) and (not good or not bad)
        verdicts[name] = good > bad if agree or (majority and good != bad) else None
    return verdicts


@pytest.mark.parametrize("seed", range(20))
def test_equals_the_reference(seed):
    rng = random.Random(seed)
    names = ["anna", "ben", "cleo", "settled"]
    said = ["correct", "incorrect", "unsure", "skip", None]
    log = [
        label(f"word{rng.randrange(6)}", rng.choice(said), rng.choices(names, [5, 5, 5, 1])[0], span=(rng.choice([0, 4]), 7))
        for _ in range(60)
    ]
    for majority in (False, True):
        found, expected = made(*log, majority=majority), reference(log, majority)
        assert {name: found.verdict(name) for name in expected} == expected
        counts = found.counts()
        assert counts.good == sum(verdict is True for verdict in expected.values())
        assert counts.bad == sum(verdict is False for verdict in expected.values())
        assert counts.items == len(found)
        assert counts.labels == sum(counts.annotators.values())
        places = {(record.begin, record.end) for record in log if expected[record.id] is not None}
        assert found.spans(TEXT) == sorted(places)


def test_texts_and_spans_keep_their_order():
    other = "An old house."
    found = made(
        label(text=other, span=(3, 6)), label(), label("x", "unsure", span=(0, 3)), label("y", span=(8, 13)),
        label("z", span=(8, 13)),
    )  # fmt: skip
    assert found.texts() == [other, TEXT]
    assert found.spans(TEXT) == [(4, 7), (8, 13)]
    assert found.spans("Never seen.") == []
    assert [found.place(name).after for name in found.of(TEXT)] == ["large", "x", "y", "z"]


def test_counts():
    found = made(
        label(), label(annotator="ben"), label("a", "incorrect", reason="grammar"), label("b", "unsure"), label("c", "skip"),
        label("d"), label("d", "incorrect", "ben", "meaning"),
        label("e"), label("e", "incorrect", "ben"), label("e", annotator="settled"),
    )  # fmt: skip
    counts = found.counts()
    assert (counts.good, counts.bad, counts.undecided, counts.disputed, counts.settled) == (2, 1, 2, 1, 1)
    assert counts.annotators == {"anna": 6, "ben": 3, "settled": 1}
    assert counts.reasons == {"grammar": 1, "meaning": 1}
    assert found.annotators() == ["anna", "ben"]


def test_items_that_make_the_same_sentence_and_differ():
    wide = label("large house", "incorrect", span=(4, 13))
    assert made(label(), wide).contradictions() == [(label().id, wide.id)]
    assert made(label(), label("large house", span=(4, 13))).contradictions() == []
    assert made(label(), label("large house", "unsure", span=(4, 13))).contradictions() == []


def test_labels_that_no_edit_can_match_are_a_problem(tmp_path):
    moved = label().to_json().replace('"begin": 4', '"begin": 0')
    path = write(tmp_path / "l.jsonl", label(), moved, moved)
    [warning] = read_labels(path).warnings
    assert warning == f"2 labels whose id does not match their text: no edit will match (first: {path}:2)"


def test_edits_of_paraphrases_have_the_ids_of_their_items(english_model):
    paraphraser = paragen.load(english_model)
    for text in ("They made a purchase of a big house.", "\u201cA  big Car is big\u201d, IT SAID."):
        ids = {item.id for item in paraphraser.substitutes(text)}
        edits = [edit for found in paraphraser.rewrite(text, n=20) for edit in found.edits]
        assert len(edits) > 10
        assert {edit.id for edit in edits} <= ids


def test_ids_do_not_depend_on_what_else_is_changed(english_model, tmp_path):
    """An article agrees with its neighbour's word, a space goes where its neighbour is a comma: the substitute is the same."""
    pairs = [
        "a ||| one ||| 0.5",
        "big ||| enormous ||| 0.5",
        "house ||| , home ||| 0.5",
        "near ||| an ||| 0.5",
        "it ||| apple ||| 0.5",
    ]
    (tmp_path / "t").write_text("\n".join(pairs) + "\n")
    weights = {"lm": 0, "t": 0, "edit": 1}
    paraphraser = paragen.load(pack(tmp_path / "m", english_model.parent / "lm.arpa", {"t": tmp_path / "t"}, weights=weights))
    text = "A big house near it."
    items = {item.id: item for item in paraphraser.substitutes(text)}
    lists = paraphraser.rewrite(text, n=100)
    edits = [edit for found in lists for edit in found.edits]
    assert len(edits) > 40 and {edit.id for edit in edits} == set(items)
    reads = {(edit.id, edit.begin, edit.end, edit.after) for edit in edits}
    assert len(reads) > len(items)  # some read otherwise beside others than by themselves
    for found in lists:
        if len(found.edits) == 1:
            [edit] = found.edits
            assert edit.id == substitute_id(text, edit.begin, edit.end, edit.after)


def test_several_files_are_one(tmp_path):
    first = write(tmp_path / "a.jsonl", label(), label("huge"))
    second = write(tmp_path / "b.jsonl", label(verdict="incorrect"), label(annotator="ben", verdict="incorrect"))
    assert read_labels(first, second).verdict(NAME) is False
    assert read_labels(second, first).verdict(NAME) is None
    assert read_labels(second, first, majority=True).verdict(NAME) is None


def disputed(tmp_path):
    path = write(
        tmp_path / "l.jsonl", label(), label(verdict="incorrect", annotator="ben", reason="meaning"),
        label(verdict="incorrect", annotator="cleo", reason="grammar"), label("huge"), label("huge", "incorrect", "ben"),
        label("x"),
    )  # fmt: skip
    return path, read_labels(path)


def test_settling_by_majority(tmp_path):
    path, found = disputed(tmp_path)
    skips, count = settle_labels(found, path)
    assert (count, skips.counts) == (1, {})
    again = read_labels(path)
    assert again.said(NAME)["settled"].reason == "meaning"
    assert (again.verdict(NAME), again.verdict(label("huge").id), again.counts().settled) == (False, None, 1)
    assert settle_labels(again, path)[1] == 0


def test_settling_by_whom_one_trusts(tmp_path):
    path, found = disputed(tmp_path)
    assert settle_labels(found, path, trust="anna")[1] == 2
    assert found.disputes() == []
    assert [read_labels(path).verdict(name) for name in found] == [True, True, True]
    with pytest.raises(ConfigError, match="no annotator 'dora'; they are: anna, ben, cleo"):
        settle_labels(found, path, trust="dora")


def test_settling_by_a_table(tmp_path):
    path, found = disputed(tmp_path)
    table = tmp_path / "d.tsv"
    write_disputes(found, table)
    rows = [line.split("\t") for line in table.read_text().splitlines()]
    assert rows[1] == [NAME, "", "", "anna: correct; ben: incorrect (meaning); cleo: incorrect (grammar)", TEXT, label().result]
    table.write_text(f"id\tlabel\treason\n{NAME}\tincorrect\tmeaning\n{label('huge').id}\t\t\nother\tcorrect\t\n")
    skips, count = settle_labels(found, path, decisions=table)
    assert (count, skips.counts) == (1, {"tasks without an answer": 1, "decisions on items without a label": 1})
    assert settle_labels(read_labels(path), path, decisions=table)[1] == 0
    table.write_text(f"id\tlabel\treason\tmeaning\tgrammar\n{NAME}\tincorrect\tmeaning\tfalse\ttrue\n")
    assert settle_labels(read_labels(path), path, decisions=table)[1] == 1
    assert (read_labels(path).verdict(NAME, "meaning"), read_labels(path).verdict(NAME, "grammar")) == (False, True)
    table.write_text(f"id\tlabel\tmeaning\n{NAME}\tcorrect\tfalse\n")
    with pytest.raises(FormatError, match="d.tsv:2: found a correct substitute whose meaning or grammar is wrong"):
        settle_labels(read_labels(path), path, decisions=table)


def test_who_decides_brings_both_judgements(tmp_path):
    path = write(tmp_path / "l", replace(label(verdict="incorrect"), meaning=True, grammar=False), label(annotator="ben"))
    settle_labels(read_labels(path), path, trust="anna")
    assert read_labels(path).verdict(NAME, "meaning") is True
    settled = read_labels(path).said(NAME)["settled"]
    assert settled.time != label().time and len(settled.time) == len(label().time)


def test_settling_sentences(tmp_path):
    found = SentenceLabels()
    for name, verdict in {"anna": "acceptable", "ben": "unacceptable", "cleo": "acceptable"}.items():
        found.add(sentence_label(verdict=verdict, annotator=name))
    with pytest.raises(ConfigError, match="can only settle substitutes"):
        settle_labels(found, tmp_path / "s.jsonl", decisions=tmp_path / "d.tsv")
    assert settle_labels(found, tmp_path / "s.jsonl")[1] == 1
    assert found.verdict(sentence_label().id) is True
    assert (found.disputes(), found.counts().settled) == ([], 1)


@pytest.mark.parametrize("settled", ["correct", "incorrect", "unsure"])
def test_a_decision_is_no_side_in_a_dispute(settled):
    """Annotators who agree are not in dispute with the decision, and those who disagree still are after it."""
    agreed = made(label(), label(annotator="ben"), label(verdict=settled, annotator="settled"))
    assert not agreed.disputed(NAME) and agreed.disputes() == []
    alone = made(label(), label(verdict="incorrect", annotator="settled"))
    assert not alone.disputed(NAME)
    apart = made(label(), label(verdict="incorrect", annotator="ben"), label(verdict=settled, annotator="settled"))
    assert apart.disputed(NAME) and apart.disputes() == []
    unsure = made(label(), label(verdict="unsure", annotator="ben"))
    assert not unsure.disputed(NAME)


def test_meaning_and_grammar_in_the_file(tmp_path):
    known = replace(label(verdict="incorrect", reason="grammar"), meaning=True, grammar=False)
    path = write(tmp_path / "l.jsonl", known, label("huge"))
    labels = read_labels(path)
    assert [labels.place(name) for name in labels] == [known, label("huge")]
    assert "meaning" not in label().to_json() and '"meaning": true, "grammar": false' in known.to_json()
    for field, wrong in (("meaning", "1"), ("grammar", '"yes"')):
        line = known.to_json().replace(f'"{field}": {str(getattr(known, field)).lower()}', f'"{field}": {wrong}')
        with pytest.raises(FormatError, match=f"as '{field}', expected true, false or null"):
            read_labels(write(tmp_path / "wrong.jsonl", line))
    line = known.to_json().replace('"incorrect"', '"correct"')
    with pytest.raises(FormatError, match="a correct substitute whose meaning or grammar is wrong"):
        read_labels(write(tmp_path / "wrong.jsonl", line))


def test_reading_labels_needs_none_of_what_is_built_on_it():
    """Labels, agreement and settling know neither other tools' files nor gold sets nor the page."""
    folder = Path(__file__).parents[3] / "tuning" / "labels"
    for path in (path for path in folder.glob("*.py") if not path.stem.startswith("gold")):
        for above in ("labels.exchange", "labels.gold", "tuning.page", "tuning.evaluation"):
            assert above not in path.read_text(encoding="utf-8"), path.name
