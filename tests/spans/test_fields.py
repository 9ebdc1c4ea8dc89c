"""Fields of records that label spans: formats, tags, what stays, what comes back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paragen
from paragen.base.errors import FormatError
from paragen.results import Edit
from paragen.settings.request import Request
from paragen.spans.fields import Labels, Names, suspects
from paragen.spans.formats import Offsets
from paragen.spans.tags import aligned, new_tokens, read_chunks, retagged

SENTENCE = "They made a purchase at the big house"


@pytest.fixture(scope="module")
def rewritten(english_model):
    """A function that gives the record of its best paraphrase with many edits, and checks that the record is not touched."""
    paraphraser = paragen.load(english_model)

    def rewrite(record, *kept, text="text", mapped=(), tokens=None):
        before = json.dumps(record)
        labels = Labels(record, Names(text, kept, mapped, tokens), "in.jsonl:3")
        [best] = paraphraser.rewrite(Request(labels.text, labels.keep), min_edits=9)
        found = labels.fields(best)
        assert json.dumps(record) == before
        return found

    return rewrite


@pytest.fixture(scope="module")
def keen(english_model):
    """A paraphraser that changes whatever may change."""
    return paragen.load(english_model, weight={"edit": 9}, keep_defaults=False)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([[5, 20, "BUY"], [28, 31]], [[5, 20, "BUY"], [28, 31]]),
        ([[28, 37, "PLACE", {"by": "me"}]], [[29, 38, "PLACE", {"by": "me"}]]),
        ([{"start": 28, "end": 37, "label": "PLACE"}], [{"start": 29, "end": 38, "label": "PLACE"}]),
        ([{"id": 4, "P": 1, "start_offset": 28, "end_offset": 37}], [{"id": 4, "P": 1, "start_offset": 29, "end_offset": 38}]),
        ([{"begin": 28, "end": 37, "text": "big house"}], [{"begin": 29, "end": 38, "text": "big house"}]),
        ([{"start": 28, "end": 37, "token_start": 6, "token_end": 7, "label": "P"}], [{"start": 29, "end": 38, "label": "P"}]),
        (
            [{"value": {"start": 28, "end": 37, "text": "big house", "labels": ["P"]}}, {"type": "relation", "to_id": "a"}],
            [{"value": {"start": 29, "end": 38, "text": "big house", "labels": ["P"]}}, {"type": "relation", "to_id": "a"}],
        ),
        ([28, 37], [29, 38]),
        ({"start": 28, "end": 37}, {"start": 29, "end": 38}),
        (["O", "O", "O", "O", "O", "O", "B-P", "I-P"], ["O", "O", "O", "O", "O", "B-P", "I-P"]),
        (
            {"start": [28, 0], "end": [37, 4], "label": ["P", "Q"], "ids": [1, 2, 3], "by": "me"},
            {"start": [29, 0], "end": [38, 4], "label": ["P", "Q"], "ids": [1, 2, 3], "by": "me"},
        ),
        ({"text": ["big house"], "answer_start": [28]}, {"text": ["big house"], "answer_start": [29]}),
        ([{"start": 28, "end": 37, "text": "big\\nhouse"}], [{"start": 29, "end": 38, "text": "big house"}]),
        ([{"start": 28, "end": 37, "text": "bighouse"}], [{"start": 29, "end": 38, "text": "big house"}]),
        ({"text": "big house", "answer_start": 28}, {"text": "big house", "answer_start": 29}),
        ({"start": [], "end": []}, {"start": [], "end": []}),
        ([], []),
        (None, None),
        ([[37, 37]], [[43, 43]]),
        ([[27, 37, "P"]], [[28, 38, "P"]]),  # with the space before it
    ],
)  # fmt: skip
def test_formats(rewritten, value, expected):
    record = {"text": SENTENCE, "labels": value}
    found = rewritten(record, "labels")
    if value and value != expected and "P" in str(value):
        assert found["text"] == "They bought something at the big house"
    assert found["labels"] == expected


def test_kept_and_mapped(rewritten):
    record = {"text": SENTENCE, "a": [[28, 31]], "b": [{"start": 28, "end": 37, "text": "big house"}], "c": [[27, 37]]}
    assert rewritten(record, "a", mapped=["b", "c"]) == {
        "text": "They bought something at the big building", "a": [[29, 32]], "c": [[28, 41]],
        "b": [{"start": 29, "end": 41, "text": "big building"}],
    }  # fmt: skip


def test_paths(rewritten):
    record = {
        "data": {"text": SENTENCE, "n": 1, "more": {"spans": [[0, 4], [32, 37]]}}, "a.b": [[28, 31]],
        "annotations": [{"result": [{"value": {"start": 32, "end": 37}}]}, {"result": None}, {}, {"result": [[0, 4]]}],
    }  # fmt: skip
    found = rewritten(record, "a.b", "annotations.result", "data.more.spans", "nowhere.spans", "data.nothing", text="data.text")
    spans = {"spans": [[0, 4], [33, 38]]}
    assert found["data"] == {"text": "They bought something at the big house", "n": 1, "more": spans}
    assert found["a.b"] == [[29, 32]]
    assert found["annotations"] == [{"result": [{"value": {"start": 33, "end": 38}}]}, {"result": None}, {}, {"result": [[0, 4]]}]


def test_tokens_in_a_field(rewritten):
    tokens = ["They", "made", "a", "purchase", "at", "the", "big", "house", "."]
    tags = ["O", "O", "O", "O", "O", "O", "B-P", "I-P", "O"]
    expected = {"tokens": "They bought something at the big house .".split(), "tags": ["O"] * 5 + ["B-P", "I-P", "O"]}
    assert rewritten({"tokens": tokens, "tags": tags}, "tags", text="tokens") == expected
    found = rewritten({"tokens": tokens, "text": f"{SENTENCE}.", "tags": tags}, "tags", tokens="tokens")
    assert found == {"text": "They bought something at the big house.", **expected}
    tags = ["O", "B-BUY", "I-BUY", "I-BUY", "O", "O", "B-P", "I-P", "O"]
    found = rewritten({"tokens": tokens, "tags": tags}, text="tokens", mapped=["tags"])
    assert found["tokens"] == ["They", "bought", "something", "at", "the", "large", "building", "."]
    assert found["tags"] == ["O", "B-BUY", "I-BUY", "O", "O", "B-P", "I-P", "O"]
    new = {"text": "They bought something at the large building.", "tokens": found["tokens"], "tags": found["tags"]}
    assert rewritten({"text": f"{SENTENCE}.", "tokens": tokens, "tags": tags}, mapped=["tags"], tokens="tokens") == new


def test_tokens_that_touch_an_edit_are_not_of_it():
    edit = Edit(1, 4, 1, 11, "big", "very large", "t", 1.0)
    assert new_tokens([(0, 1), (1, 4), (4, 5)], [edit], "(very large)") == [(0, 1), (1, 5), (6, 11), (11, 12)]
    edits = [Edit(0, 1, 0, 1, "a", "x", "t", 1.0), Edit(2, 3, 2, 5, "b", "y y", "t", 1.0), Edit(6, 7, 8, 9, "d", "z", "t", 1.0)]
    tokens = [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert new_tokens(tokens, edits, "x y y c z") == [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]
    assert new_tokens([(0, 2), (2, 4), (4, 5)], [edit], "(very large)") == [(0, 5), (6, 11), (11, 12)]


def test_an_edit_takes_the_space_beside_a_span_that_stays(english_model):
    paraphraser = paragen.load(english_model, weight={"edit": 9})
    record = {"text": "The car is red", "spans": [[0, 8, "sloppy"], [4, 7]], "tags": ["B-X", "I-X", "O", "O"]}
    labels = Labels(record, Names("text", ["spans", "tags"]), "")
    [best] = paraphraser.rewrite(Request(labels.text, labels.keep))
    assert best.text == "The car's red"
    assert labels.fields(best) == {"text": best.text, "spans": [[0, 7, "sloppy"], [4, 7]], "tags": ["B-X", "I-X", "O"]}


def test_of_white_space_the_ends_stay():
    assert Labels({"text": "The  car", "f": [[3, 5], [3, 6]]}, Names("text", ["f"]), "").keep == [(3, 3), (5, 5), (3, 6)]


WORDS = st.sampled_from("They made a purchase the big house car is 5 a lot of as soon as possible , . xyz".split())


@settings(max_examples=60, deadline=None)
@given(st.lists(WORDS, max_size=14), st.sampled_from([" ", "  ", "\n"]), st.data())
def test_spans_that_stay_stay(keen, words, space, data):
    text = space.join(words)
    ends = st.lists(st.integers(0, len(text)), min_size=2, max_size=2).map(sorted)
    spans = data.draw(st.lists(ends, max_size=4))
    labels = Labels({"text": text, "f": spans}, Names("text", ["f"]), "")
    for paraphrase in keen.rewrite(Request(labels.text, labels.keep), 3):
        for (begin, end), (new_begin, new_end) in zip(spans, labels.fields(paraphrase)["f"], strict=True):
            assert paraphrase.text[new_begin:new_end].split() == text[begin:end].split()


OFFSETS = "Offsets count characters (code points) from 0, unless --offsets says otherwise."
RANGE = f"expected whole numbers 0 <= begin <= end <= 37 that are offsets in the text. {OFFSETS}"
KINDS = "expected [begin, end, …] or an object with start and end. Fix it, or leave it out."


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([[0, 4], [19, 99]], f"f[1]: found begin 19 and end 99, {RANGE}"),
        ([[5, 2]], f"f[0]: found begin 5 and end 2, {RANGE}"),
        ([[-1, 2]], f"f[0]: found begin -1 and end 2, {RANGE}"),
        ([[0.0, 2]], f"f[0]: found begin 0.0 and end 2, {RANGE}"),
        ([[True, 2]], f"f[0]: found begin True and end 2, {RANGE}"),
        ([["x" * 40, "y" * 40]], f"f[0]: found begin '{'x' * 39} and end '{'y' * 39}, {RANGE}"),
        ([{"start": "0", "end": 2}], f"f[0]: found begin '0' and end 2, {RANGE}"),
        ([{"start": 0, "label": "X"}], f"f[0]: found an object with start, label, {KINDS}"),
        ([{"type": "labels", "value": {"start": 0}}], f"f[0]: found an object with type, value, {KINDS}"),
        ([{}], f"f[0]: found an object with nothing, {KINDS}"),
        ([1.5], f"f[0]: found a number, {KINDS}"),
        ([[0, 4], 7], f"f[1]: found a number, {KINDS}"),
        ([[3]], f"f[0]: found '[3]', {KINDS}"),
        ("x", f"f: found a string, {KINDS}"),
        ({"start": [0, 5], "end": [4, 99]}, f"f[1]: found begin 5 and end 99, {RANGE}"),
        ({"start": [0, 5], "end": [4]}, f"f[0]: found an object with start, {KINDS}"),
        (
            {"text": ["They", "house"], "answer_start": [0, 9]},
            f"f[1]: found ' a pu' at 9 to 14, expected 'house', as it says. {OFFSETS}",
        ),
        ({"text": ["They"], "answer_start": ["0"]}, f"f[0]: found begin '0' and end None, {RANGE}"),
        ([{"start": 0, "end": 4, "text": "Them"}], f"f[0]: found 'They' at 0 to 4, expected 'Them', as it says. {OFFSETS}"),
        (
            [{"value": {"start": 0, "end": 4, "text": "Them"}}],
            f"f[0]: found 'They' at 0 to 4, expected 'Them', as it says. {OFFSETS}",
        ),
        (["O", "B-X"], "f: found 2 tags, expected 8, one for each token. Name the field of the tokens with --tokens."),
        (["O"] * 7 + ["PER"], "f[7]: found 'PER', expected O or a BIO tag, such as B-PER. Fix it."),
        (
            [0, 0, 0, 1, 0, 0, 2, 2],
            "f[0]: found '0', expected O or a BIO tag, such as B-PER. Write their names in the place of numbers.",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_kept_is_named(value, message):
    for where, before in (("in.jsonl:3", "in.jsonl:3: "), ("", "")):
        with pytest.raises(FormatError) as caught:
            Labels({"text": SENTENCE, "f": value}, Names("text", ["f"]), where)
        assert str(caught.value) == before + message


SMILE = "\U0001f600 é They made a purchase at the big house"


@pytest.mark.parametrize(("unit", "shift"), [("characters", 4), ("utf-16", 5), ("bytes", 8)])
def test_offsets_count_what_they_are_said_to_count(english_model, unit, shift):
    answer = {"answer_start": 0, "text": "\U0001f600 é They"}
    record = {"text": SMILE, "f": [{"start": 28 + shift, "end": 37 + shift, "text": "big house"}, [0, 4 + shift], answer]}
    labels = Labels(record, Names("text", ["f"], unit=unit), "x:1")
    assert [SMILE[slice(*span)] for span in labels.keep] == ["big house", "\U0001f600 é They", "\U0001f600 é They"]
    [best] = paragen.load(english_model).rewrite(Request(labels.text, labels.keep))
    assert best.text.endswith("bought something at the big house")
    assert labels.fields(best)["f"] == [{"start": 29 + shift, "end": 38 + shift, "text": "big house"}, [0, 4 + shift], answer]
    for other in {"characters", "utf-16", "bytes"} - {unit}:
        with pytest.raises(FormatError, match=r"x:1: f\[0\]: found .*--offsets"):
            Labels(record, Names("text", ["f"], unit=other), "x:1")


@settings(max_examples=40, deadline=None)
@given(st.text("aé\u20ac\U0001f600\ud800", max_size=9))
def test_offsets_there_and_back(text):
    for unit, code, size in ("utf-16", "utf-16-le", 2), ("bytes", "utf-8", 1), ("characters", "utf-32-le", 4):
        offsets = Offsets(text, unit)
        for position in range(len(text) + 1):
            assert offsets.offset(position) == len(text[:position].encode(code, "surrogatepass")) // size
            assert offsets.character(offsets.offset(position)) == position
        inside = set(range(offsets.length + 2)) - {offsets.offset(position) for position in range(len(text) + 1)}
        for offset in (*inside, -1):
            with pytest.raises(ValueError):
                offsets.character(offset)


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        (
            ["They", "mad"],
            "t: found no token for 'e a purchase at the big house', expected the tokens of the whole text. Fix them.",
        ),
        (
            ["They", "make"],
            "t[1]: found 'make', where the text has 'made', expected the tokens of the text. "
            "If the tokens are not cut from the text, name them as the text: `--field`.",
        ),
        (
            ["They", "made", ""] + SENTENCE.split()[2:] + ["x"],
            "t[9]: found 'x', where the text has '', expected the tokens of the text. "
            "If the tokens are not cut from the text, name them as the text: `--field`.",
        ),
        (["They", 3], "t[1]: found '3', expected a token, a string. Fix it."),
        ("They", "t: found a string there, expected a list of tokens. Name the field with --tokens."),
        (None, "t: found null there, expected a list of tokens. Name the field with --tokens."),
    ],
)
def test_tokens_that_are_not_the_texts(tokens, message):
    record = {"text": SENTENCE, "t": tokens, "f": ["O", "B-X"]}
    with pytest.raises(FormatError) as caught:
        Labels(record, Names("text", ["f"], tokens="t"), "1")
    assert str(caught.value) == f"1: {message}"


def test_no_tokens():
    with pytest.raises(FormatError) as caught:
        Labels({"text": SENTENCE, "f": ["O"]}, Names("text", ["f"], tokens="t"), "")
    assert str(caught.value) == "t: found only the fields text, f, expected a list of tokens. Name the field with --tokens."


@pytest.mark.parametrize(
    ("record", "found"),
    [
        ({}, "only the fields (none)"), ({"x": 1, "y": 2}, "only the fields x, y"), ({"text": 1}, "a number there"),
        ({"text": None}, "null there"), ({"text": ["a", 1]}, "a list there"), ({"text": {}}, "an object there"),
    ],
)  # fmt: skip
def test_no_text(record, found):
    with pytest.raises(FormatError) as caught:
        Labels(record, Names("text", ["f"]), "x:1")
    expected = "a JSON object with the text in 'text'. Name the field with --field."
    assert str(caught.value) == f"x:1: found {found}, expected {expected}"


@pytest.mark.parametrize(
    ("tags", "chunks"),
    [
        ("O B-a I-a B-a O", [(1, 3), (3, 4)]),
        ("I-a I-a I-b O I-b", [(0, 2), (2, 3), (4, 5)]),
        ("S-a B-a I-a E-a E-a", [(0, 1), (1, 4), (4, 5)]),
        ("U-a B-a L-a I-b", [(0, 1), (1, 3), (3, 4)]),
        ("O O", []),
        ("", []),
    ],
)
def test_chunks(tags, chunks):
    assert [(chunk.begin, chunk.end) for chunk in read_chunks(tags.split(), "f")] == chunks


@pytest.mark.parametrize(
    ("tags", "length", "expected"),
    [
        ("B-a I-a", 1, "B-a"), ("B-a", 3, "B-a I-a I-a"), ("I-a I-a", 3, "I-a I-a I-a"), ("B-a E-a", 1, "S-a"),
        ("S-a", 3, "B-a I-a E-a"), ("U-a", 2, "B-a L-a"), ("B-a I-a L-a", 1, "U-a"), ("B-a I-a", 2, "B-a I-a"),
        ("B-a I-a", 0, ""),
    ],
)  # fmt: skip
def test_tags_of_a_chunk_that_grew_or_shrank(tags, length, expected):
    tokens = [(2 * i, 2 * i + 1) for i in range(length)]
    assert retagged(read_chunks(tags.split(), ""), [(0, 2 * length)], tokens) == expected.split()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.text("ab.", min_size=1, max_size=3)), st.data())
def test_tokens_are_found_in_their_text(tokens, data):
    text = "".join(data.draw(st.sampled_from(["", " ", " \n"])) + token for token in tokens)
    assert [text[begin:end] for begin, end in aligned(tokens, text, "t")] == tokens


def test_suspects():
    record = {
        "text": SENTENCE, "n": [1, 2], "entities": [[0, 4, "X"]], "far": [[0, 99]], "back": [[5, 2]],
        "ents": [{"start": 4, "end": 4}],
        "a": [{"result": [{"value": {"start": 0, "end": 4}}]}], "tags": ["B-X", "O"], "os": ["O"], "pos": ["A"] * 8, "x": ["x"],
        "answers": {"text": ["They"], "answer_start": [0]}, "one": {"start": 0, "end": 4},
        "meta": {"from": {"start": [0], "end": [9]}}, "sents": [{"pos": ["A"] * 8}],
    }  # fmt: skip
    found = dict(suspects(record, len(SENTENCE), 8))
    assert found == dict.fromkeys(("entities", "ents", "a.result", "tags", "answers", "one", "meta.from"), True) | {
        "pos": False, "sents.pos": False,
    }  # fmt: skip
    labels = Labels(record, Names("text", ["a.result"], ["entities"]), "")
    assert [name for name, _ in labels.unnamed()] == ["ents", "tags", "answers", "one", "meta.from"]
    record = {"text": SENTENCE, "tokens": SENTENCE.split(), "pos": ["A"] * 8, "far": {"text": ["été"], "answer_start": [34]}}
    assert Labels(record, Names("text", tokens="tokens"), "").unnamed() == [("pos", False), ("far", True)]


def test_suspects_are_looked_for_eight_levels_deep():
    value = [[0, 4]]
    for _ in range(8):
        value = {"a": value}
    assert list(suspects(value, 4)) == [("a.a.a.a.a.a.a.a", True)] and list(suspects({"a": value}, 4)) == []


def test_lists_count_as_levels():
    def wrapped(value):
        return {"a": [{"a": value}]}

    assert list(suspects(wrapped(wrapped({"a": {"a": [[0, 4]]}})), 4)) == [("a.a.a.a.a.a", True)]
    assert list(suspects({"a": wrapped(wrapped(wrapped([[0, 4]])))}, 4)) == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["start", "end", "value", "type"]), inner),
)


@settings(max_examples=60, deadline=None)
@given(JSON)
def test_whatever_is_in_a_field_is_read_or_refused(value):
    try:
        labels = Labels({"text": "big house", "f": value}, Names("text", ["f"]), "1")
    except FormatError as error:
        assert str(error).startswith("1: f")
        return
    assert all(0 <= begin <= end <= 9 for begin, end in labels.keep)
    assert list(suspects(value, 9, 2)) is not None
