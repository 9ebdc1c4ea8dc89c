"""Samples from all sentences, items of what decoding would do, and warnings for few labels."""

from __future__ import annotations

import json

import pytest
from command_line import paragen as command

import paragen
from paragen.tuning.judged import scarcity

SENTENCES = [f"They made a purchase of {n} big houses in {month}." for n in ("ten", "six") for month in "May June July".split()]


def drawn(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_items_in_all_are_from_all_sentences(english_model, tmp_path):
    items = tmp_path / "items.jsonl"
    items.write_text(command("substitutes", "-m", english_model, "--format", "jsonl", input="\n".join(SENTENCES)).stdout)
    found = {}
    for seed, n in ((0, 6), (0, 4), (1, 4), (0, 12)):
        done = command("labels", "sample", items, "-n", n, "--seed", seed, "-o", tmp_path / "out.jsonl")
        assert done.returncode == 0, done.stderr
        found[seed, n] = drawn(tmp_path / "out.jsonl")
        assert len(found[seed, n]) == n and len({each["text"] for each in found[seed, n]}) == min(n, 6)
    assert found[0, 4] != found[1, 4] and all(each in found[0, 6] for each in found[0, 4])
    assert all([each["text"] for each in found[0, 12]].count(text) == 2 for text in SENTENCES)
    items.write_text("".join(sorted(items.read_text().splitlines(keepends=True))))
    command("labels", "sample", items, "-n", 4, "-o", tmp_path / "out.jsonl")
    assert {each["id"] for each in drawn(tmp_path / "out.jsonl")} == {each["id"] for each in found[0, 4]}


def test_items_of_what_decoding_would_do(english_model, tmp_path):
    (tmp_path / "in.txt").write_text("\n".join([*SENTENCES, "", "Nothing."]))
    more = ["--from", "decode", "-m", english_model, "--n-best", 1, "-n", 99, "-o", tmp_path / "out.jsonl"]
    assert command("labels", "sample", tmp_path / "in.txt", *more).returncode == 0
    edits = {edit.id for [best] in paragen.load(english_model).rewrite_batch(SENTENCES) for edit in best.edits}
    found = drawn(tmp_path / "out.jsonl")
    assert {each["id"] for each in found} == edits and len(edits) > 5 and {each["sentence"] for each in found} == set(range(1, 7))
    done = command("labels", "sample", tmp_path / "in.txt", "-m", english_model, "-n", 1, "-o", tmp_path / "o")
    assert done.returncode == 2 and "add --from decode" in done.stderr


def test_few_labels_are_warned_of():
    assert scarcity(30, 1, 1) == []
    assert scarcity(29, 5, 5)[0].startswith("only 29 sentences have labels, expected 30 or more")
    assert scarcity(30, 5, 0)[0].startswith("all labels say good") and scarcity(30, 0, 5)[0].startswith("all labels say bad")


@pytest.mark.parametrize("verb", [["eval"], ["tune", "-o", "w.toml", "--max-rounds", 0]])
def test_eval_and_tune_warn(english_model, tmp_path, verb):
    items = tmp_path / "items.jsonl"
    items.write_text(command("substitutes", "-m", english_model, "--format", "jsonl", input="\n".join(SENTENCES)).stdout)
    command("labels", "export", "--items", items, "--format", "tsv", "-o", tmp_path / "items.tsv")
    rows = [line.split("\t") for line in (tmp_path / "items.tsv").read_text().splitlines()]
    labelled = [rows[0], *([row[0], "correct", *row[2:]] for row in rows[1:])]
    (tmp_path / "anna.tsv").write_text("\n".join(map("\t".join, labelled)))
    labels = tmp_path / "labels.jsonl"
    imported = ["--format", "tsv", "--items", items, "--annotator", "anna", "-o", labels]
    assert command("labels", "import", tmp_path / "anna.tsv", *imported).returncode == 0
    done = command(*verb, "-m", english_model, "--labels", labels, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "only 6 sentences have labels, expected 30 or more" in done.stderr and "all labels say good" in done.stderr
