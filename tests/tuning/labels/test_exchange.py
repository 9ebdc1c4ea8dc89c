"""Labels to other tools and back: round trips, what the tools themselves write, and bad files."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import Skips
from paragen.tuning.labels import Label, read_labels
from paragen.tuning.labels.answers import Task
from paragen.tuning.labels.exchange import FORMS, export_labels, import_labels
from paragen.tuning.labels.files import Place

from .common import TEXT, item, label, write, write_items

TOOLS = ["prodigy", "label-studio", "doccano", "tsv", "jsonl"]
NASTY = 'He said:\t"A big — 𝔟ig\u2028 <b>house</b>, isn’t it?"'


def some_labels():
    return [
        label(), label("huge", "incorrect", reason="fixed expression"), label("a\ttab", "incorrect", "ben", "meaning"),
        label("x", "unsure"), label("y", "skip"), label(annotator="ben", verdict="incorrect"),
        replace(label("both"), meaning=True, grammar=True), replace(label("sense", "incorrect"), meaning=False, grammar=True),
        replace(label("form", "incorrect", reason="grammar"), meaning=True, grammar=False),
        replace(label("half", "unsure"), meaning=False), replace(label("other half", "skip"), grammar=True),
        label('"quoted"', text=NASTY, span=(12, 15)), label("", text=NASTY, span=(0, 1)),
    ]  # fmt: skip


@pytest.mark.parametrize("form", TOOLS)
def test_round_trip(tmp_path, form):
    path = write(tmp_path / "l.jsonl", *some_labels(), label("gone"), label("gone", None))
    done = export_labels([path], tmp_path / "out", form)
    assert (done.items, done.labels) == (12, 13)
    found = import_labels([tmp_path / "out"], tmp_path / "back.jsonl", form)
    assert (found.read, found.added, found.known, found.skips.counts) == (13, 13, 0, {})
    back, there = read_labels(tmp_path / "back.jsonl"), read_labels(path)
    for name in there:
        for annotator, one in there.said(name).items():
            other = back.said(name)[annotator]
            assert other == (replace(one, time=None) if form == "doccano" else one)
    assert len(back) == len(there)
    again = import_labels([tmp_path / "out"], tmp_path / "back.jsonl", form)
    assert (again.added, again.known) == (0, 13)


def test_judgements_that_contradict(tmp_path):
    """A table or a tool may say what no label can: correct, with a meaning that is not kept."""
    place = f"{TEXT}\t4\t7\tlarge"
    heading = "label\tmeaning\tgrammar\ttext\tbegin\tend\tafter\n"
    with pytest.raises(FormatError, match="in.jsonl:2: found a correct substitute whose meaning or grammar is wrong"):
        taken(tmp_path, "tsv", f"{heading}correct\tFALSE\t\t{place}\n", annotator="me")
    with pytest.raises(FormatError, match="in.jsonl:2: found 'yes' as 'grammar', expected true, false or nothing"):
        taken(tmp_path, "tsv", f"{heading}correct\t\tyes\t{place}\n", annotator="me")
    both = {**DOCCANO, "label": ["incorrect", "same meaning", "Other meaning"]}
    assert taken(tmp_path, "doccano", both, annotator="me") == ([], {"tasks with two answers at once": 1})
    result = [
        {"from_name": name, "type": "choices", "value": {"choices": chosen}}
        for name, chosen in {"label": ["incorrect"], "grammar": ["grammatical", "ungrammatical"]}.items()
    ]
    task = {**STUDIO, "annotations": [{"completed_by": 7, "result": result}]}
    assert taken(tmp_path, "label-studio", [task]) == ([], {"tasks with two answers at once": 1})
    min_task = {**STUDIO["data"], "label": "incorrect", "meaning": "Same meaning", "grammar": "Ungrammatical", "annotator": 4}
    taken(tmp_path, "label-studio", [min_task])
    [line] = (tmp_path / "l.jsonl").read_text().splitlines()
    assert (json.loads(line)["meaning"], json.loads(line)["grammar"]) == (True, False)


def test_an_answer_in_prodigy_counts_more_than_the_judgements_that_went_out(tmp_path):
    went_out = {**PRODIGY, "meta": {**PRODIGY["meta"], "reason": "meaning", "meaning": False, "grammar": True}}
    for answer, judged in (("reject", (False, True)), ("accept", (None, None))):
        taken(tmp_path, "prodigy", {**went_out, "answer": answer})
        [name] = read_labels(tmp_path / "l.jsonl")
        [one] = read_labels(tmp_path / "l.jsonl").said(name).values()
        assert (one.meaning, one.grammar) == judged


@pytest.mark.parametrize("form", TOOLS[:-1])
def test_items_without_a_label_go_out_and_have_no_answer(tmp_path, form):
    items = write_items(tmp_path / "items.jsonl", item(), item("huge"), item("vast"))
    path = write(tmp_path / "l.jsonl", label())
    done = export_labels([path], tmp_path / "all", form, items=items)
    assert (done.items, done.labels) == (3, 1)
    done = export_labels([path], tmp_path / "rest", form, items=items, unlabelled=True)
    assert (done.items, done.labels) == (2, 0)
    found = import_labels([tmp_path / "rest"], tmp_path / "new.jsonl", form, items=items, annotator="ben")
    assert (found.read, found.added, found.skips.counts) == (0, 0, {"tasks without an answer": 2})
    other = export_labels([path], tmp_path / "bens", form, items=items, unlabelled=True, annotator="ben")
    assert (other.items, other.labels) == (3, 0)


def test_an_export_of_one_annotator(tmp_path):
    path = write(tmp_path / "l.jsonl", label(), label(annotator="ben"), label("huge", annotator="ben"))
    export_labels([path], tmp_path / "out.jsonl", "jsonl", annotator="ben")
    assert read_labels(tmp_path / "out.jsonl").annotators() == ["ben"]


def test_nothing_to_export(tmp_path):
    with pytest.raises(ConfigError, match="no labels file and no --items"):
        export_labels([], tmp_path / "out", "tsv")
    with pytest.raises(ConfigError, match="--unlabelled needs a file of items"):
        export_labels([tmp_path / "l"], tmp_path / "out", "tsv", unlabelled=True)
    with pytest.raises(ConfigError, match="no place for items without a label"):
        export_labels([], tmp_path / "out", "jsonl", items=tmp_path / "i", unlabelled=True)
    empty = write(tmp_path / "l.jsonl")
    for form in TOOLS:
        assert export_labels([empty], tmp_path / "out", form).items == 0
        assert import_labels([tmp_path / "out"], tmp_path / "back.jsonl", form).read == 0
    assert not read_labels(tmp_path / "back.jsonl")


PRODIGY = {
    "text": TEXT, "_input_hash": 1842734674, "_task_hash": -1686842343, "_is_binary": True,
    "spans": [{"start": 4, "end": 7, "label": "→ large", "token_start": 1, "token_end": 1}],
    "label": "correct", "meta": {"id": label().id, "before": "big", "after": "large"}, "_view_id": "classification",
    "answer": "reject", "_timestamp": 1707211049, "_annotator_id": "news-anna", "_session_id": "news-anna",
}  # fmt: skip


def taken(tmp_path, form, data, **more):
    """What a file gives: labels as (label, reason, annotator, time), and what was left out."""
    path = tmp_path / more.pop("name", "in.jsonl")
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    (tmp_path / "l.jsonl").unlink(missing_ok=True)
    found = import_labels([path], tmp_path / "l.jsonl", form, **more)
    back = read_labels(tmp_path / "l.jsonl")
    labels = [one for name in back for one in back.said(name).values()]
    return [(one.label, one.reason, one.annotator, one.time) for one in labels], found.skips.counts


def test_what_prodigy_writes(tmp_path):
    assert taken(tmp_path, "prodigy", PRODIGY) == ([("incorrect", None, "news-anna", "2024-02-06T09:17:29Z")], {})
    bare = {key: value for key, value in PRODIGY.items() if key not in ("meta", "_annotator_id")}
    assert taken(tmp_path, "prodigy", {**bare, "answer": "accept"})[0] == [("correct", None, "news-anna", "2024-02-06T09:17:29Z")]
    assert taken(tmp_path, "prodigy", {**PRODIGY, "answer": "ignore"})[0][0][0] == "skip"
    none = {"answers other than accept, reject, ignore": 1}
    assert taken(tmp_path, "prodigy", {**PRODIGY, "answer": "maybe"}) == ([], none)
    assert taken(tmp_path, "prodigy", {**PRODIGY, "answer": None}) == ([], {"tasks without an answer": 1})
    with pytest.raises(FormatError, match=r"in.jsonl:1: found a list.*label-studio"):
        taken(tmp_path, "prodigy", [PRODIGY])
    with pytest.raises(FormatError, match=r"in.jsonl:2: found invalid JSON"):
        taken(tmp_path, "prodigy", json.dumps(PRODIGY) + "\r\n{]\n")


STUDIO = {
    "id": 1, "project": 83, "created_at": "2021-03-09T21:52:49.513742Z",
    "data": {"item": label().id, "shown": "…", "text": TEXT, "begin": 4, "end": 7, "after": "large"},
    "annotations": [
        {
            "id": 1001, "completed_by": {"id": 10, "email": "anna@example.org", "first_name": "", "last_name": ""},
            "result": [
                {"from_name": "label", "id": "Dx", "to_name": "text", "type": "choices", "value": {"choices": ["Incorrect"]}},
                {"from_name": "reason", "id": "Ex", "to_name": "text", "type": "choices", "value": {"choices": ["Grammar"]}},
            ],
            "was_cancelled": False, "ground_truth": False, "created_at": "2021-03-09T22:16:08.728353Z", "lead_time": 4.288,
        },
        {"id": 1002, "completed_by": 7, "result": [], "was_cancelled": True, "created_at": "2021-03-09T22:16:08Z"},
        {"id": 1003, "completed_by": 8, "result": [], "was_cancelled": False},
    ],
    "predictions": [],
}  # fmt: skip


def test_what_label_studio_writes(tmp_path):
    time = "2021-03-09T22:16:08Z"
    said = [("incorrect", "grammar", "anna@example.org", time), ("skip", None, "user 7", time)]
    assert taken(tmp_path, "label-studio", [STUDIO]) == (said, {"tasks without an answer": 1})
    assert taken(tmp_path, "label-studio", json.dumps([STUDIO], indent=2).replace("\n", "\r\n"))[0] == said
    small = {**STUDIO["data"], "id": 3, "label": "correct", "annotator": 4, "annotation_id": 5, "created_at": time}
    assert taken(tmp_path, "label-studio", [small])[0] == [("correct", None, "user 4", time)]
    two = [{"from_name": "label", "type": "choices", "value": {"choices": ["correct", "incorrect"]}}]
    both = {**STUDIO, "annotations": [{"completed_by": 1, "result": two}]}
    assert taken(tmp_path, "label-studio", [both]) == ([], {"tasks with two answers at once": 1})
    assert taken(tmp_path, "label-studio", [{**STUDIO, "annotations": []}]) == ([], {"tasks without an answer": 1})
    with pytest.raises(FormatError, match=r"in.jsonl:2: found invalid JSON .Extra data.*JSON Lines"):
        taken(tmp_path, "label-studio", "{}\n{}\n")
    with pytest.raises(FormatError, match=r"in.jsonl:2: found invalid JSON"):
        taken(tmp_path, "label-studio", '[\n{"id" 1}\n]\n')
    with pytest.raises(FormatError, match="task 2: found a number"):
        taken(tmp_path, "label-studio", [{}, 1])


DOCCANO = {"id": 12, "text": "The [big -> large] house is old.", "item": label().id, "sentence": TEXT, "begin": 4, "end": 7,
           "after": "large", "label": ["incorrect", "name"], "Comments": []}  # fmt: skip


def test_what_doccano_writes(tmp_path):
    assert taken(tmp_path, "doccano", DOCCANO, name="anna.jsonl")[0] == [("incorrect", "name", "anna", None)]
    assert taken(tmp_path, "doccano", DOCCANO, name="anna.jsonl", annotator="ben")[0][0][2] == "ben"
    with pytest.raises(ConfigError, match=r"all.jsonl:1: it does not say who labelled.*--annotator"):
        taken(tmp_path, "doccano", DOCCANO, name="all.jsonl")
    meta = {"item": label().id, "sentence": TEXT, "begin": 4, "end": 7, "after": "large"}
    old = {"id": 12, "data": "…", "meta": meta, "label": "correct"}
    assert taken(tmp_path, "doccano", old, name="anna.jsonl")[0] == [("correct", None, "anna", None)]
    for said, reason in {
        (): "tasks without an answer",
        ("correct", "incorrect"): "tasks with two answers at once",
        ("good",): "labels other than correct, incorrect, unsure, skip",
    }.items():
        assert taken(tmp_path, "doccano", {**DOCCANO, "label": list(said)}) == ([], {reason: 1})
    with pytest.raises(FormatError, match="a text classification project"):
        taken(tmp_path, "doccano", {**DOCCANO, "label": [[0, 3, "correct"]]})


def test_tables(tmp_path):
    place = f"{TEXT}\t4\t7\tlarge"
    assert taken(tmp_path, "tsv", f"\ufefflabel\ttext\tbegin\tend\tafter\r\nCorrect\t{place}\r\n\r\n", annotator="me")[0] == [
        ("correct", None, "me", None)
    ]
    assert taken(tmp_path, "tsv", f"label\ttext\tbegin\tend\tafter\n\t{place}\nyes\t{place}\n")[1] == {
        "tasks without an answer": 1, "labels other than correct, incorrect, unsure, skip": 1,
    }  # fmt: skip
    for text, found in {
        "id\n": "in.jsonl:1: found no column label",
        "label\ttext\n": "no column begin, end, after",
        "label\tlabel\tid\n": "'label' twice",
        "label\tid\ncorrect\n": "in.jsonl:2: found 1 fields, expected 2",
        'label\tid\n\ncorrect\t"x" y\n': "in.jsonl:3: found stray quotes",
        'label\tid\ncorrect\t"x\n': "stray quotes",
        "label\ttext\tbegin\tend\tafter\ncorrect\tx\t-1\t2\ty\n": "found '-1' as 'begin', expected a whole number",
    }.items():
        with pytest.raises(FormatError, match=found):
            taken(tmp_path, "tsv", text, annotator="me")


def test_labels_are_matched_with_items(tmp_path):
    items = write_items(tmp_path / "items.jsonl", item(), item("huge"))
    rows = [
        f"{label().id}\tcorrect\t\t\t\t",  # by the id alone
        f"\tincorrect\t{TEXT}\t4\t7\thuge",  # by the place alone
        f"{label('vast').id}\tcorrect\t\t\t\t",
        f"{label().id}\tcorrect\t{TEXT}\t4\t7\thuge",
        "\tcorrect\t\t\t\t",
    ]
    text = "id\tlabel\ttext\tbegin\tend\tafter\n" + "\n".join(rows) + "\n"
    assert taken(tmp_path, "tsv", text, items=items, annotator="me") == (
        [("correct", None, "me", None), ("incorrect", None, "me", None)],
        {
            "labels of other items": 1, "labels whose id does not match their text and span": 1,
            "labels that do not say which item they are for": 1,
        },
    )  # fmt: skip
    with pytest.raises(FormatError, match="a label without its sentence, span and substitute.*--items"):
        taken(tmp_path, "tsv", f"id\tlabel\n{label().id}\tcorrect\n", annotator="me")


def test_items_that_have_changed_are_left_out(tmp_path):
    moved = {**item("huge"), "begin": 0}
    other = {**item("vast"), "before": "old"}
    items = write_items(tmp_path / "items.jsonl", item(), item(), moved, other)
    skips = export_labels([], tmp_path / "out", "tsv", items=items)
    assert (skips.items, skips.skips.counts) == (1, {"items whose text or span has changed since they were listed": 2})
    broken = dict.fromkeys(("[", "The big house."), "invalid JSON")
    for bad, found in {"{}": "no 'id'", '{"id": 1}': "a number as 'id'", **broken}.items():
        (tmp_path / "items.jsonl").write_text(bad)
        with pytest.raises(FormatError, match=f"items.jsonl:1: found {found}"):
            export_labels([], tmp_path / "out", "tsv", items=items)


def test_who_has_labelled(tmp_path):
    for name in ("settled", " "):
        with pytest.raises(ConfigError, match="expected the name of an annotator"):
            import_labels([], tmp_path / "l.jsonl", "tsv", annotator=name)
    assert taken(tmp_path, "jsonl", label(annotator="ben").to_json(), annotator="anna")[0][0][2] == "anna"
    assert taken(tmp_path, "jsonl", json.dumps(item()))[1] == {"tasks without an answer": 1}
    path = write(tmp_path / "in.jsonl", label(), label(verdict=None))
    found = import_labels([path], tmp_path / "undone.jsonl", "jsonl")
    assert (found.added, len(read_labels(tmp_path / "undone.jsonl"))) == (2, 0)


def test_a_broken_destination_is_known_before_and_stays(tmp_path):
    path = write(tmp_path / "l.jsonl", "{}")
    with pytest.raises(FormatError, match=":1: found no 'text'"):
        import_labels([write(tmp_path / "in.jsonl", label())], path, "jsonl")
    assert path.read_text() == "{}\n"


words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)


@settings(deadline=None, max_examples=60)
@given(words, st.integers(0, 5), st.integers(1, 5), st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), max_size=8),
       st.sampled_from(Label.LABELS), words.filter(str.strip))  # fmt: skip
def test_any_text_goes_there_and_back(tmp_path_factory, text, begin, length, after, verdict, annotator):
    text = text.replace("\r", " ")
    begin = min(begin, len(text) - 1)
    place = Place(text, begin, min(begin + length, len(text)), after)
    one = Label(place.id, verdict, None, annotator.replace("\r", " ").strip() or "a", None, text, place.begin, place.end, after)
    folder = tmp_path_factory.mktemp("any")
    for form in TOOLS:
        (folder / form).write_text("".join(FORMS[form].write([Task(one.id, place, [one])])), encoding="utf-8", newline="")
        [answer] = FORMS[form].read(folder / form, Skips())
        assert (answer.id, answer.place, answer.label) == (one.id, place, verdict)


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=60) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.sampled_from(["correct", "accept"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from("data annotations result value choices label answer meta spans text begin id".split()),
        inner, max_size=4),
).map(lambda data: json.dumps(data).encode()))  # fmt: skip
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("bytes") / "in"
    path.write_bytes(data)
    for form in TOOLS:
        with suppress(FormatError):
            list(FORMS[form].read(path, Skips()))
