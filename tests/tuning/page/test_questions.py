"""What is asked, in which order, and how it is shown."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.base.input_files import Skips
from paragen.tuning.page import Answer, read_paraphrases, read_substitutes
from paragen.tuning.page.questions import change_of, original, rewritten

from .asked import item, many, paraphrase, write

BIG = "The big house is old, and the big car is red."


def test_questions_of_a_sentence_stand_together_and_each_is_asked_once(tmp_path):
    one, other = "The big house.", "A big car."
    rows = [item(one, "big", "large"), item(other, "big", "large"), item(one, "big", "huge"), item(one, "big", "large"),
            item(one, "The big", "The large")]  # fmt: skip
    found = read_substitutes(write(tmp_path / "items.jsonl", rows), Skips())
    assert [(question.places[0].text, question.change) for question in found] == [
        (one, "big → large"), (one, "big → huge"), (other, "big → large"),
    ]  # fmt: skip
    assert [len(question.ids) for question in found] == [2, 1, 1]
    records = found[0].records(Answer("correct"), "anna")
    assert [(record.id, record.begin, record.end, record.after) for record in records] == [
        (rows[0]["id"], 4, 7, "large"), (rows[4]["id"], 0, 7, "The large"),
    ]  # fmt: skip


def test_the_same_words_in_two_places_are_two_questions(tmp_path):
    second = BIG.index("big car")
    rows = [item(BIG, "big", "large"), item(BIG, "big car", "large car")]
    assert rows[1]["begin"] == second
    assert len(read_substitutes(write(tmp_path / "items.jsonl", rows), Skips())) == 2


def test_gzip(tmp_path):
    path = tmp_path / "items.jsonl.gz"
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in many(3)).encode()))
    assert len(read_substitutes(path, Skips())) == 3


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], r"found nothing to label, expected items of paragen substitutes. Make them with: paragen substitutes"),
        (["", ""], "found nothing to label"),
        (["{"], "items.jsonl:1: found invalid JSON"),
        ([item(BIG, "big", "large"), '"text"'], "items.jsonl:2: found a string"),
        ([{"id": "x"}], "items.jsonl:1: found no 'text'"),
        ([paraphrase(BIG, ("big", "large"))], "items.jsonl:1: found a number as 'id'"),
        ([item(BIG, "big", "large", text=BIG.replace("big", "old"))], "nothing to label, left out: 1 items whose text"),
        ([item(BIG, "big", "large", begin=500, end=503)], "nothing to label, left out: 1 items whose text"),
    ],
)
def test_bad_items(tmp_path, rows, message):
    with pytest.raises(FormatError, match=message):
        read_substitutes(write(tmp_path / "items.jsonl", rows), Skips())


def test_items_that_changed_are_left_out_and_told_of(tmp_path):
    skips = Skips()
    rows = [item(BIG, "big", "large"), item(BIG, "car", "automobile", begin=1)]
    assert len(read_substitutes(write(tmp_path / "items.jsonl", rows), skips)) == 1
    [told] = skips.messages()
    assert "1 items whose text or span has changed" in told and "items.jsonl:2" in told


def test_paraphrases(tmp_path):
    skips = Skips()
    rows = [
        paraphrase(BIG, ("big", "large"), ("car", "automobile")), paraphrase("It is red."),
        paraphrase("It is big.", ("big", "large")),
        paraphrase(BIG, ("red", "crimson")), paraphrase(BIG, ("red", "crimson")), paraphrase(BIG, ("old", "aged"), text="Else."),
        paraphrase(BIG, ("old", "aged"), edits=[{"begin": 0}]), paraphrase(BIG, ("old", "aged"), edits=[3]),
    ]  # fmt: skip
    found = read_paraphrases(write(tmp_path / "nbest.jsonl", rows), skips)
    assert [question.change for question in found] == ["big → large, car → automobile", "red → crimson", "big → large"]
    assert list(skips.counts.values()) == [1, 3]
    [record] = found[0].records(Answer("unacceptable", "semantic"), "anna")
    assert (record.text, record.result, record.error) == (BIG, rows[0]["text"], "semantic")


@given(st.text(max_size=60), st.lists(st.tuples(st.integers(0, 60), st.integers(0, 8), st.text(max_size=5)), max_size=4))
def test_segments_lose_nothing(text, places):
    edits, done = [], 0
    for begin, length, after in sorted(places):
        if done <= begin and begin + length <= len(text):
            edits.append((begin, begin + length, after))
            done = begin + length
    expected, done = "", 0
    for begin, end, after in edits:
        expected += text[done:begin] + after
        done = end
    found = rewritten(text, edits)
    assert "".join(part for kind, part in found if kind != "old") == expected + text[done:]
    assert "".join(part for kind, part in found if kind != "new") == text
    assert "".join(part for _, part in original(text, edits)) == text


def test_shared_space_is_not_marked():
    assert rewritten("It is big .", [(2, 5, " 's")]) == [("same", "It "), ("old", "is"), ("new", "'s"), ("same", " big .")]
    assert original("A big  house", [(2, 7, "large  ")]) == [("same", "A "), ("old", "big"), ("same", "  house")]


def test_huge_sentences_are_cut_to_what_is_near_a_change():
    text = "a" * 50_000 + "big" + "b" * 1_000_000
    shown = rewritten(text, [(50_000, 50_003, "c" * 10_000)])
    assert [kind for kind, _ in shown] == ["gap", "same", "old", "new", "gap", "new", "same", "gap"]
    assert sum(len(part) for _, part in shown) < 10_000
    assert shown[0] == ("gap", "… 48500 characters …")
    assert len(change_of([("x" * 1000, "y" * 1000)] * 9)) < 600
