"""``paragen decode --copies``: variants of records."""

from __future__ import annotations

import json

import pytest
from command_line import paragen

from paragen import load

MORE = "For more: --strength strong or a --weight edit=X above 1."


@pytest.fixture
def decode(english_model):
    """A function that runs the verb; gives records, errors and exit code."""

    def run(given, *args):
        data = given if isinstance(given, str) else "".join(json.dumps(record) + "\n" for record in given)
        done = paragen("decode", "-m", str(english_model), *args, input=data)
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr, done.returncode

    return run


@pytest.mark.parametrize("threads", [1, 2])
def test_variants_are_records(decode, threads):
    given = [
        {"id": "a", "text": "A big car", "intent": "big", "spans": [[6, 9]], "source_line": 8},
        {"text": "5 x", "spans": []},
        {"id": {"n": 1}, "text": "A car is big", "spans": None},
    ]
    found, err, code = decode(given, "--copies", 2, "--spans", "spans", "--threads", threads)
    assert err == f"paragen: 1 of 3 sentences gave fewer than 2 paraphrases, 1 of them none; 4 were found in all. {MORE}\n"
    assert code == 0
    first, second, third, fourth = found
    assert first == {
        "id": "a-1", "source_id": "a", "source_line": 1, "source_share": 0.5, "text": "A large car", "intent": "big",
        "spans": [[8, 11]], "input": {"source_line": 8},
    }  # fmt: skip
    assert (second["id"], second["text"], second["spans"]) == ("a-2", "An enormous car", [[12, 15]])
    assert [one["id"] for one in (third, fourth)] == ["2-1", "2-2"] and third["source_line"] == 3
    assert third["source_id"] == {"n": 1} and third["spans"] is None
    assert len({one["text"] for one in found} | {one["text"] for one in given}) == 7


def test_variants_to_train_on_differ_in_content_words():
    starter = load()
    text = "Many people wanted to buy the huge house."
    found = [json.loads(line) for line in paragen("decode", "--copies", "4", input=text + "\n" + "Thanks.\n").stdout.splitlines()]
    several = [one["text"] for one in found if one["source_id"] == 0]
    assert several == [one.text for one in starter.rewrite(text, 4, min_edits=1)] and text not in several
    for one in found:
        assert one["source_share"] == pytest.approx(1 / sum(other["source_id"] == one["source_id"] for other in found), abs=1e-6)
        assert starter.min_confidence <= one["least_confidence"] <= 1


def test_variants_of_text(decode):
    found, err, code = decode("big\n\nA red x\n", "--copies", 9, "--format", "jsonl")
    assert [(one["id"], one["source_id"], one["source_line"], one["text"]) for one in found] == [
        ("0-1", 0, 1, "large"), ("0-2", 0, 1, "enormous")
    ]  # fmt: skip
    assert err == f"paragen: 2 of 2 sentences gave fewer than 9 paraphrases, 1 of them none; 2 were found in all. {MORE}\n"
    assert decode("big\n", "--copies", 2)[1] == ""
    assert decode("A red x\n", "--copies", 2, "--quiet") == ([], "", 0)


def test_the_text_of_a_variant_is_where_that_of_its_source_was(decode):
    [one] = decode([{"data": {"s": "A big x"}, "text": "theirs"}], "--copies", 1, "--field", "data.s")[0]
    ours = {"id": "0-1", "source_id": 0, "source_line": 1, "source_share": 1.0}
    assert one == {**ours, "data": {"s": "A large x"}, "text": "theirs"}
    [one] = decode([{"tokens": ["A", "big", "x"], "t": ["O", "O", "B-X"]}], "--copies", 1, "--field", "tokens", "--spans", "t")[0]
    assert one["tokens"] == ["A", "large", "x"] and one["t"] == ["O", "O", "B-X"]


def test_a_tree_is_not_that_of_a_variant(syntax_model):
    record = {"text": "We are equal.", "tree": "(S (NP (PRP We)) (VP (VBP are) (ADJP (JJ equal))) (. .))"}
    done = paragen("decode", "-m", str(syntax_model), "--copies", "1", input=json.dumps(record))
    assert sorted(json.loads(done.stdout)) == ["id", "source_id", "source_line", "source_share", "text"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--format", "text"], "records are written as jsonl, not as text"),
        (["-n", 2], "use either --copies or -n"),
        (["--explain"], "no room for explanations"),
        (["--max-edits", 0], "a variant has an edit at least"),
    ],
)
def test_bad_usage(decode, args, message):
    found, err, code = decode("big\n", "--copies", 3, *args)
    assert (found, code) == ([], 2) and message in err
