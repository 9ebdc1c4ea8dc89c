"""Answers: where they go, what comes next, who sees what, and what happens when they cannot be saved."""

from __future__ import annotations

import errno
import json
import os
from threading import Thread

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import Skips
from paragen.tuning.labels import read_labels, read_sentence_labels
from paragen.tuning.options import PageOptions
from paragen.tuning.page import Answer, Conflict, LabellingService, read_substitutes
from paragen.tuning.page.store import LabelStore

from .asked import item, lines, many, paraphrase, service, write


def answer(at: LabellingService, view, label="correct", reason=None, **options):
    seen = view["said"]["label"] if view["said"] else None
    return at.label(view["annotator"], view["item"]["id"], Answer(label, reason), seen=seen, **options)


def test_all_questions_in_order(tmp_path):
    at = service(tmp_path, many(5))
    view = at.open("anna")
    changes = []
    while view["item"]:
        assert (view["total"], view["done"], view["index"]) == (5, len(changes), len(changes))
        changes.append(view["item"]["change"])
        view = answer(at, view, "incorrect" if len(changes) == 2 else "correct")
    assert changes == ["big → large", "big → huge"] * 2 + ["big → large"]
    assert view["done"] == 5 and view["counts"] == {"correct": 4, "incorrect": 1, "unsure": 0, "skip": 0}
    assert at.given == 5
    labels = read_labels(tmp_path / "labels.jsonl")
    assert [labels.verdict(name) for name in labels] == [True, False, True, True, True]
    assert not labels.warnings


def test_resumes_by_hash_though_items_are_listed_anew(tmp_path):
    at = service(tmp_path, many(6))
    answer(at, answer(at, at.open("anna")))
    rows = many(6)[::-1] + [item("A new one.", "new", "fresh")]
    view = service(tmp_path, [row | {"score": 3} for row in rows]).open("anna")
    assert (view["done"], view["total"], view["index"]) == (2, 7, 0)


def test_an_answer_counts_for_all_names_of_a_change(tmp_path):
    text = "The big house."
    at = service(tmp_path, [item(text, "big", "large"), item(text, "The big", "The large")])
    view = at.open("anna")
    done = answer(at, view)
    assert done["item"] is None and (done["done"], len(lines(tmp_path))) == (1, 2)
    assert at.undo("anna", view["item"]["id"])["said"] is None
    assert [row["label"] for row in lines(tmp_path)] == ["correct", "correct", None, None]


def test_a_change_labelled_under_one_name_only_is_asked(tmp_path):
    text = "The big house."
    rows = [item(text, "big", "large"), item(text, "The big", "The large")]
    first = service(tmp_path, rows[:1])
    answer(first, first.open("anna"))
    at = service(tmp_path, rows)
    view = at.open("anna")
    assert view["said"] is None and view["last"]["label"] == "correct"
    assert answer(at, view)["done"] == 1


def test_reason_and_undo(tmp_path):
    at = service(tmp_path, many(3))
    first = at.open("anna")
    stay = answer(at, first, "incorrect", follow="stay")
    assert stay["item"] == first["item"] and stay["said"] == {"label": "incorrect", "reason": None}
    after = answer(at, stay, "incorrect", "fixed expression")
    assert after["index"] == 1 and after["last"]["reason"] == "fixed expression"
    answer(at, after, "unsure")
    back = at.undo("anna", at.show("anna", 0)["last"]["id"])
    assert back["index"] == 1 and back["last"]["id"] == first["item"]["id"]
    back = at.undo("anna", back["last"]["id"])
    assert (back["index"], back["last"], back["done"], at.given) == (0, None, 0, 0)
    assert at.undo("anna", back["item"]["id"]) == back  # nothing to take back
    assert [row["label"] for row in lines(tmp_path)] == ["incorrect", "incorrect", "unsure", None, None]
    assert not list(read_labels(tmp_path / "labels.jsonl"))


def test_looking_again_at_what_was_not_decided(tmp_path):
    at = service(tmp_path, many(4))
    view = at.open("anna")
    for label in ("unsure", "correct", "skip", "correct"):
        view = answer(at, view, label)
    view = at.again("anna", -1)
    assert view["index"] == 0
    view = answer(at, view, "correct", follow="undecided")
    assert view["index"] == 2
    view = answer(at, view, "skip", follow="undecided")
    assert view["item"] is None and view["counts"]["skip"] == 1


def test_annotators_are_blind_to_each_other(tmp_path):
    at = service(tmp_path, many(3))
    answer(at, at.open("anna"), "incorrect", "name")
    view = at.open("ben")
    assert (view["done"], view["index"], view["said"], view["last"], view["others"]) == (0, 0, None, None, [])
    assert "anna" not in json.dumps([view, at.about(), at.show("ben", 0)])


def test_another_page_on_the_same_file_is_seen(tmp_path):
    one, other = service(tmp_path, many(3)), service(tmp_path, many(3))
    view = one.open("anna")
    answer(other, other.open("anna"), "incorrect")
    with pytest.raises(Conflict) as conflict:
        answer(one, view)
    assert conflict.value.view["said"] == {"label": "incorrect", "reason": None}
    assert len(lines(tmp_path)) == 1
    assert answer(one, conflict.value.view, "correct")["done"] == 1
    assert other.open("anna")["last"]["label"] == "correct"


def test_many_pages_at_once_lose_nothing(tmp_path):
    services = [service(tmp_path, many(24)) for _ in range(3)]

    def work(number: int) -> None:
        for _ in range(24):
            view = services[number].open(f"a{number}")
            answer(services[number], view)

    threads = [Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read_labels(tmp_path / "labels.jsonl").counts().annotators == {"a0": 24, "a1": 24, "a2": 24}


def test_settling(tmp_path):
    rows = many(4)
    at = service(tmp_path, rows)
    for name, labels in {"anna": ("correct", "correct", "unsure"), "ben": ("correct", "incorrect", "incorrect")}.items():
        view = at.open(name)
        for label in labels:
            view = answer(at, view, label, "grammar" if label == "incorrect" else None)
    judge = service(tmp_path, rows, settle=True)
    view = judge.open("settled")
    assert (view["total"], view["item"]["change"]) == (1, "big → huge")
    said = [(other["annotator"], other["label"], other["reason"]) for other in view["others"]]
    assert said == [("anna", "correct", None), ("ben", "incorrect", "grammar")]
    assert answer(judge, view, "incorrect")["item"] is None
    assert lines(tmp_path)[-1]["annotator"] == "settled"
    answer(at, at.show("anna", 2), "correct")  # disagrees now
    view = judge.open("settled")
    assert (view["total"], view["done"], view["index"]) == (2, 1, 1)
    found = judge.figures()
    assert (found["disputed"], found["settled"], found["questions"]) == (2, 1, 4)
    assert [(list(each), each["name"]) for each in found["annotators"]] == [(["name", "labels"], who) for who in ("anna", "ben")]
    [pair] = found["pairs"]
    assert pair["annotators"] == ("anna", "ben") and pair["items"] == 3 and pair["share"] == pytest.approx(1 / 3)
    assert pair["kappa_interval"] is None or len(pair["kappa_interval"]) == 2


def test_paraphrases_have_their_own_labels(tmp_path):
    at = service(tmp_path, [paraphrase("It is big.", ("big", "large"))], sentences=True)
    assert [kind["name"] for kind in at.about()["reasons"]] == ["syntactic", "semantic", "not a paraphrase"]
    answer(at, at.open("anna"), "unacceptable", "not a paraphrase")
    assert read_sentence_labels(tmp_path / "labels.jsonl").of_paraphrase("It is big.", "It is large.") is False
    with pytest.raises(FormatError, match="the label of a sentence"):
        service(tmp_path, many(2))


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES])
def test_what_cannot_be_saved_does_not_count(tmp_path, monkeypatch, number):
    at = service(tmp_path, many(3))
    view = answer(at, at.open("anna"))

    def fail(path):
        raise OSError(number, os.strerror(number), path)

    monkeypatch.setattr("paragen.tuning.page.store.locked_labels", fail)
    with pytest.raises(OSError):
        answer(at, view)
    monkeypatch.undo()
    again = at.open("anna")
    assert (again["done"], again["index"], at.given) == (1, 1, 1)
    assert answer(at, again)["done"] == 2


def test_a_label_cut_by_a_kill_is_asked_again(tmp_path):
    at = service(tmp_path, many(3))
    answer(at, answer(at, at.open("anna")))
    path = tmp_path / "labels.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    again = service(tmp_path, many(3))
    assert "cut off" in again._store.warnings[0]
    view = again.open("anna")
    assert (view["done"], view["index"]) == (1, 1)
    answer(again, view)
    assert len(lines(tmp_path)) == 2


def test_a_last_label_without_its_line_end_counts(tmp_path):
    at = service(tmp_path, many(3))
    answer(at, at.open("anna"))
    path = tmp_path / "labels.jsonl"
    path.write_bytes(path.read_bytes()[:-1])
    again = service(tmp_path, many(3))
    view = again.open("anna")
    assert view["done"] == 1
    assert answer(again, view)["done"] == 2 and len(lines(tmp_path)) == 2


def test_a_file_that_goes_or_is_replaced_is_read_anew(tmp_path):
    at = service(tmp_path, many(3))
    view = answer(at, at.open("anna"))
    (tmp_path / "labels.jsonl").unlink()
    assert at.open("anna")["done"] == 0
    view = answer(at, at.open("anna"))
    old = (tmp_path / "labels.jsonl").read_text()
    answer(at, view)
    write(tmp_path / "new.jsonl", [old.strip()])
    os.replace(tmp_path / "new.jsonl", tmp_path / "labels.jsonl")
    assert at.open("anna")["done"] == 1


def test_broken_lines_are_told_with_their_place(tmp_path):
    at = service(tmp_path, many(3))
    view = answer(at, at.open("anna"))
    with open(tmp_path / "labels.jsonl", "a") as file:
        file.write("broken\n")
    with pytest.raises(FormatError, match="labels.jsonl:2: found invalid JSON"):
        answer(at, view)
    with pytest.raises(FormatError, match="labels.jsonl:2: found invalid JSON"):
        LabelStore(tmp_path / "labels.jsonl")


def test_labels_of_other_items_are_counted(tmp_path):
    at = service(tmp_path, many(4))
    view = at.open("anna")
    while view["item"]:
        view = answer(at, view)
    questions = read_substitutes(write(tmp_path / "few.jsonl", many(4)[:1]), Skips())
    few = LabellingService(questions, LabelStore(tmp_path / "labels.jsonl"))
    assert few.elsewhere == 3
    view = few.open("anna")
    assert (view["done"], view["total"], view["last"]["id"]) == (1, 1, many(4)[0]["id"])


def test_numbers_of_questions_far_from_any(tmp_path):
    at = service(tmp_path, many(3))
    for number in (-(10**9), -1, 0, 5, 10**30):
        assert at.open("anna", number)["index"] == (1 if number == 0 else 0)
        assert at.show("anna", number)["index"] == max(0, min(number, 2))
    answer(at, at.open("anna"), "skip")
    assert [at.again("anna", number)["index"] for number in (-(10**9), -1, 0, 10**30)] == [0, 0, None, None]


def test_an_answer_given_elsewhere_just_before_this_one_is_written_is_a_conflict(tmp_path, monkeypatch):
    """Two servers on one file: the other's label comes after the question was looked up, and before the file is locked."""
    one, other = service(tmp_path, many(3)), service(tmp_path, many(3))
    view, theirs = one.open("anna"), other.open("anna")
    looked_up = one._index

    def slowly(name):
        answer(other, theirs, "incorrect")
        return looked_up(name)

    monkeypatch.setattr(one, "_index", slowly)
    with pytest.raises(Conflict) as conflict:
        answer(one, view)
    assert conflict.value.view["said"] == {"label": "incorrect", "reason": None}
    assert [row["label"] for row in lines(tmp_path)] == ["incorrect"]


def test_meaning_and_grammar_each_by_itself(tmp_path):
    at = service(tmp_path, many(4), separate=True)
    assert [each["name"] for each in at.about()["judgements"]] == ["meaning", "grammar"]
    view, name = at.open("anna"), at.open("anna")["item"]["id"]
    for meaning, grammar in ((True, True), (True, False), (False, True), (False, False)):
        view = at.label("anna", view["item"]["id"], Answer(meaning=meaning, grammar=grammar), seen=None)
    assert [(row["label"], row["reason"], row["meaning"], row["grammar"]) for row in lines(tmp_path)] == [
        ("correct", None, True, True), ("incorrect", "grammar", True, False), ("incorrect", "meaning", False, True),
        ("incorrect", "meaning", False, False),
    ]  # fmt: skip
    said = at.show("anna", 2)["said"]
    assert said == {"label": "incorrect", "reason": "meaning", "meaning": False, "grammar": True, "seen": said["seen"]}
    third = at.show("anna", 2)["item"]["id"]
    with pytest.raises(Conflict):  # the same label for another reason is another answer
        at.label("anna", third, Answer(meaning=True, grammar=True), seen=at.show("anna", 3)["said"]["seen"])
    at.label("anna", third, Answer(meaning=True, grammar=True), seen=said["seen"])
    at.label("anna", name, Answer("unsure"), seen=at.show("anna", 0)["said"]["seen"])
    labels = read_labels(tmp_path / "labels.jsonl")
    assert (labels.counts().good, labels.counts().bad, labels.counts().undecided) == (1, 2, 1) and not labels.warnings
    for wrong in (Answer("correct"), Answer(meaning=True), Answer("correct", None, True, True)):
        with pytest.raises(ConfigError, match="expected meaning and grammar"):
            at.label("anna", name, wrong, seen="unsure")
    with pytest.raises(ConfigError, match="expected one label"):
        service(tmp_path, many(4)).label("ben", name, Answer(meaning=True, grammar=True), seen=None)
    with pytest.raises(ConfigError, match="for substitutes only"):
        LabellingService([], LabelStore(tmp_path / "none.jsonl", True), PageOptions(sentences=True, separate=True))
