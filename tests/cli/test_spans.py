"""``paragen decode`` on records: which field is the text, spans that come along."""

from __future__ import annotations

import json
import re

import pytest
from command_line import paragen

RECORD = {"id": 7, "text": "They made a purchase at the big house", "entities": [[28, 37, "PLACE"]], "intent": "big"}


@pytest.fixture
def decode(english_model):
    """A function that runs the verb on records or text; gives output, errors and exit code."""

    def run(given, *args):
        data = given if isinstance(given, str) else "".join(json.dumps(record) + "\n" for record in given)
        done = paragen("decode", "-m", str(english_model), *args, input=data)
        return done.stdout, done.stderr, done.returncode

    return run


def test_spans_come_back_with_their_new_offsets(decode):
    out, err, code = decode([RECORD, {"text": "x"}], "--format", "jsonl", "--spans", "entities", "-n", 2, "--quiet")
    assert (err, code) == ("", 0)
    first, second, third = map(json.loads, out.splitlines())
    assert first["text"] == "They bought something at the big house" and first["entities"] == [[29, 38, "PLACE"]]
    assert first["source"] == RECORD["text"] and first["id"] == 7 and first["intent"] == "big" and "input" not in first
    assert all(found["text"][slice(*found["entities"][0][:2])] == "big house" for found in (first, second))
    assert (second["rank"], third["text"]) == (2, "x")
    out, err, code = decode([RECORD], "--format", "jsonl", "--spans", "entities", "--spans-may-change", "--min-edits", 3)
    assert json.loads(out)["entities"] == [[29, 43, "PLACE"]] and not err
    out, err, code = decode([RECORD], "--format", "jsonl", "--map-spans", "entities", "--min-edits", 3, "--explain")
    assert json.loads(out)["entities"] == [[29, 43, "PLACE"]] and not err


def test_substitutes_keep_spans_and_say_where_they_are_then(english_model, tmp_path):
    def items(record, *args, code=0):
        done = paragen("substitutes", "-m", english_model, *args, input=json.dumps(record) + "\n")
        assert done.returncode == code, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()] if code == 0 else done.stderr

    found = items(RECORD, "--spans", "entities", "--top", 1)
    assert [(item["after"], item["entities"]) for item in found] == [
        ("bought something", [[29, 38, "PLACE"]]), ("buy", [[23, 32, "PLACE"]]),
    ]  # fmt: skip
    assert all(item["result"][slice(*item["entities"][0][:2])] == "big house" for item in found)
    assert "intent" not in found[0]
    found = items(RECORD, "--map-spans", "entities", "--top", 1)
    assert [item["entities"][0][1] for item in found if item["before"] == "house"] == [40]
    tagged = {"score": ["O", "B-X", "O"], "tokens": ["a", "big", "car"]}
    [item] = items(tagged, "--field", "tokens", "--spans", "score", "--top", 1)
    assert item["tokens"] == ["a", "big", "automobile"] and item["input"] == {"score": ["O", "B-X", "O"]}
    assert isinstance(item["score"], float)
    kept = items(RECORD, "--spans", "entities", "--top", 1)
    (tmp_path / "in.jsonl").write_text(json.dumps(RECORD) + "\n")
    done = paragen("substitutes", "-m", english_model, "--spans", "entities", "--top", 1, "--engine", "local", "-o",
                   tmp_path / "out", tmp_path / "in.jsonl")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in (tmp_path / "out" / "in.jsonl").read_text().splitlines()] == kept
    assert "only the fields" in items(RECORD, "--spans", "x", code=1)
    assert "--format jsonl" in items(RECORD, "--map-spans", "entities", "--format", "tsv", code=2)


def test_the_field_of_the_text_goes_with_its_spans(decode):
    record = {"s": "A big car", "f": [[6, 9]], "text": "theirs", "edits": 3}
    found = json.loads(decode([record], "--format", "jsonl", "--field", "s", "--spans", "f")[0])
    assert (found["s"], found["text"], found["f"]) == ("A large car", "A large car", [[8, 11]])
    assert found["source"] == "A big car" and found["input"] == {"text": "theirs", "edits": 3}
    record = {"data": {"text": "A big car"}, "tokens": ["a", "big", "car"]}
    found = json.loads(decode([record], "--format", "jsonl", "--field", "data.text")[0])
    assert found["text"] == "A large automobile" and found["data"] == {"text": "A big car"}
    found = json.loads(decode([record], "--format", "jsonl", "--field", "tokens")[0])
    assert found["text"] == "a large automobile" and found["tokens"] == ["a", "large", "automobile"]
    assert decode([record], "--field", "tokens") == ("a large automobile\n", "", 0)


def test_offsets_of_javascript(decode):
    record = {"text": "\U0001f600 A big car.", "f": [{"start": 9, "end": 12, "text": "car"}]}
    out, err, code = decode([record], "--format", "jsonl", "--spans", "f", "--offsets", "utf-16")
    assert json.loads(out)["f"] == [{"start": 11, "end": 14, "text": "car"}] and not err
    out, err, code = decode([record], "--format", "jsonl", "--spans", "f")
    assert code == 1 and "f[0]: found 'ar.' at 9 to 12, expected 'car', as it says." in err and "--offsets" in err


def test_other_formats_keep_spans_too(decode):
    assert decode([RECORD], "--spans", "entities") == ("They bought something at the big house\n", "", 0)
    assert decode([RECORD]) == ("They bought something at the large house\n", "", 0)
    out, err, code = decode([RECORD], "--spans", "entities", "--format", "nbest")
    assert out.startswith("0 ||| They bought something at the big house ||| lm=") and (err, code) == ("", 0)


def test_spans_that_cannot_be_kept_end_the_run_after_what_came_before(decode):
    wrong = RECORD | {"entities": [[0, 4, "X"], [28, 99, "PLACE"]]}
    out, err, code = decode([RECORD, wrong, RECORD], "--format", "jsonl", "--spans", "entities")
    assert len(out.splitlines()) == 1 and code == 1
    assert err.startswith("paragen: standard input:2: entities[1]: found begin 28 and end 99, expected whole numbers")


def test_a_field_that_no_record_has(decode):
    out, err, code = decode([RECORD], "--format", "jsonl", "--spans", "entites")
    assert len(out.splitlines()) == 1 and code == 1
    assert "standard input: found only the fields id, text, entities, intent, expected spans in entites." in err
    assert decode("", "--format", "jsonl", "--spans", "entites") == ("", "", 0)


def test_spans_that_nobody_named_are_told_of_once(decode):
    record = RECORD | {"sents": [{"start": 0, "end": 9}]}
    out, err, code = decode([record, record], "--format", "jsonl", "--spans", "entities")
    assert code == 0 and len(out.splitlines()) == 2
    assert err.count("paragen: ") == 1
    assert err.startswith("paragen: standard input:1: the field sents seems to hold spans of the text.")
    assert "--spans sents" in err
    out, err, code = decode([record, record], "--format", "jsonl")
    assert [line.split()[5] for line in err.splitlines()] == ["entities", "sents"]
    assert decode([record], "--format", "jsonl", "--quiet")[1] == ""
    assert decode([record], "--field", "text")[1] == ""  # nothing but the text is written
    record = {"tokens": ["big", "car"], "ner": ["O", "B-X"], "pos": ["J", "N"]}
    err = decode([record], "--format", "jsonl", "--field", "tokens", "--spans", "ner")[1]
    assert "the field pos seems to hold a value for each token." in err and err.endswith("changes: leave it out.\n")


@pytest.mark.parametrize("args", [[], ["--format", "jsonl"], ["--format", "nbest"]])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ('{"s": "big", "t": "car"}\n', "1: found a JSON object with the fields 's', 't', expected plain text, or the text in"),
        ('\ufeff{"s": "big"}\n', "1: found a JSON object with the fields 's'"),
        ('{"text": 5}\n', "1: found a JSON object with the fields 'text'"),
        ("{}\n", "1: found a JSON object with the fields (none)"),
        ('[{"text": "big"}, {"text": "car"}]\n', "1: found a JSON list, expected plain text, or one JSON object a line."),
        ('{"s": ' + "9" * 5000 + "}\n", "1: found a JSON object with the fields 's', expected plain text, or the text in"),
        ('{"text": "big",\n "x": 1}\n', "1: found the beginning of a JSON object, expected plain text, or one whole"),
    ],
)  # fmt: skip
def test_unknown_json_is_never_taken_for_text(decode, given, message, args):
    out, err, code = decode(given, *args)
    assert (out, code) == ("", 1) and message in err and ("--field" in err or "jq" in err)


def test_what_is_text(decode):
    for line in ("5", '"big"', "[1] a big car", "{name} has a big car", "{'big': 1}", "[big]", "null", "[[1]]"):
        out, err, code = decode(f"{line}\n")
        assert (err, code) == ("", 0) and out.replace("large", "big").replace("automobile", "car") == f"{line}\n"
    assert decode("[\n")[0] == "[\n" and decode("[\n", "--format", "jsonl")[2] == 1
    assert decode('big\n{"s": "big"}\n') == ('large\n{"s": "large"}\n', "", 0)  # text holds JSON, but does not begin with it


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--spans-may-change"], "--spans-may-change says how --spans are taken"),
        (["--tokens", "t"], "--tokens are of tags"),
        (["--spans", "f", "--map-spans", "f"], "f: give either --spans or --map-spans"),
        (["--map-spans", "f"], "spans that may change are for --format jsonl"),
        (["--spans", "f", "--markup"], "use either --markup or --spans"),
    ],
)
def test_bad_usage(decode, args, message):
    out, err, code = decode("big\n", *args)
    assert (out, code) == ("", 2) and message in err


@pytest.mark.parametrize(
    "line",
    [
        '{"text": "A big house.", "entities": [{"start": 2, "end": 5, "start": 6}]}',
        '{"text": "A big house.", "entities": [], "entities": [[2, 5, "x"]]}',
        '{"text": "A big house.", "text": "A car.", "entities": []}',
    ],
)
def test_two_fields_of_one_name_are_refused(english_model, line):
    for options in (("--spans", "entities"), ()):
        done = paragen("decode", "-m", english_model, "--format", "jsonl", *options, input=line)
        assert done.returncode == 1 and not done.stdout
        found = "standard input:1: found two fields '(start|entities|text)' in one object, expected each field once"
        assert re.search(found, done.stderr)
