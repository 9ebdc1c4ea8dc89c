"""Chunks of trees in Penn brackets."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from paragen.base.errors import FormatError
from paragen.base.input_files import Skips
from paragen.tables.parses.chunks_trees import read_tree_chunks, tree_chunks
from paragen.tables.parses.options import LABELS
from paragen.tables.parses.trees import Tree

TREE = (
    "( (S (NP-SBJ (NP (DT the) (NN king) (POS 's)) (NN son)) (VP (MD will) (RB not) (VP (VB be) (VP (VBN taken) (PRT (RP up))"
    " (PP (IN to) (NP (NP (DT the) (NN top)) (PP (IN of) (NP (NNP Gibeah)))))))) (. .)) )"
)


def spans(text: str) -> list[tuple[str, str]]:
    """Label and text of the chunks of a tree."""
    tree = Tree(text)
    found = {(label, " ".join(tree.leaves[begin:end])) for label, begin, end in tree_chunks(tree) if label in LABELS}
    return sorted(found)


def read(path: Path, text: str | bytes) -> tuple[list[int], list[str]]:
    """Where the units of a file begin, and what was left out."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    skips = Skips()
    return read_tree_chunks(path, skips).unit_tokens.tolist(), skips.messages()


def test_worked_example():
    assert spans(TREE) == sorted([
        ("NP", "the king 's son"), ("NP", "the top of Gibeah"), ("NP", "the top"), ("NP", "Gibeah"),
        ("VP", "will not be taken up"), ("VP", "will not be taken up to the top of Gibeah"),
        ("VP", "be taken up to the top of Gibeah"), ("VP", "taken up to the top of Gibeah"),
        ("PP", "to the top of Gibeah"), ("PP", "to the top"), ("PP", "of Gibeah"),
    ])  # fmt: skip


def test_infinitives_and_coordinations():
    found = spans("(S (VP (VBP want) (S (VP (TO to) (VP (VP (VB sing)) (CC and) (VP (VB dance)))))))")
    assert ("VP", "to sing and dance") not in found
    assert {("VP", "want"), ("VP", "sing"), ("VP", "dance"), ("VP", "sing and dance")} <= set(found)


def test_what_stands_between_ends_a_verb_group():
    found = spans("(S (VP (VBD saw) (NP (PRP him)) (VP (RB not) (VBG leaving) (PRT (RP again)))))")
    assert [text for label, text in found if label == "VP"] == [
        "leaving again", "not leaving again", "saw", "saw him not leaving again",
    ]  # fmt: skip
    assert ("VP", "took") in spans("(S (VP (VBD took) (NP (PRP it)) (PRT (RP off))))")


def test_traces_and_functions():
    tree = Tree("(S (NP-SBJ-1 (-NONE- *T*-1)) (VP=2 (VBZ is) (NP-PRD (NP|X (NN gold)))))")
    assert tree.leaves == ["is", "gold"]
    assert ("NP", 1, 2) in tree_chunks(tree)
    assert all(begin < end for _, begin, end in tree_chunks(tree))


def test_units(tmp_path):
    path = tmp_path / "trees"
    assert read(path, "(NP (NN a))\n\n(NP (NN b)) (NP (NN c))\n()\n(NP (NN d))")[0] == [0, 1, 1, 3, 3, 4]
    assert read(path, gzip.compress(b"(ROOT\n  (NP (NN a)))\n\n\n(NP (NN b))\n(NP\n(NN c))\n"))[0] == [0, 1, 2, 3]
    assert read(path, "")[0] == [0]
    assert read(path, "( (: () (NN a) (: )) )\n")[0] == [0, 3]


def test_one_bad_line_is_left_out(tmp_path):
    units, told = read(tmp_path / "trees", "(NP (NN a))\n(NP (NN b)\n(NP b))\n(NP (NN c))\n")
    assert units == [0, 1, 1, 1, 2]
    assert told == [f"left out: 2 lines that are not trees (first: {tmp_path / 'trees'}:2: 'a tree that does not end')"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(NP (NN a)", "trees:1: found a tree that does not end"),
        ("(NP\n(NN a)))\n", "trees:2: found a bracket that closes nothing"),
        ("(NP (NN a b))\n", r"found '\(NN a b', expected a tag and one token"),
        ("house\n", "'house' outside of brackets"),
        (b"(NP (NN \xff))\n", "broken UTF-8"),
        (b"(NP (NN a\0))\n", "NUL"),
        (gzip.compress(b"(NP (NN a))\n" * 1000, mtime=0)[:-9], "damaged gzip"),
        ("(" * 200_000, "does not end"),
    ],
)  # fmt: skip
def test_bad_files(tmp_path, text, found):
    with pytest.raises(FormatError, match=found):
        read(tmp_path / "trees", text)


def test_deep_and_wide(tmp_path):
    deep = "(NP " * 20_000 + "(NN a)" + ")" * 20_000
    assert read(tmp_path / "trees", f"{deep}\n")[0] == [0, 1]
    with pytest.raises(FormatError, match="more than 100000 tokens"):
        read(tmp_path / "trees", "(S " + "(NN a)" * 100_001 + ")\n")


@pytest.mark.shared
def test_real_trees(tmp_path, shared):
    skips = Skips()
    with gzip.open(shared / "data/trees/multi30k-train.en.trees.gz", "rt", encoding="utf-8") as file:
        lines = file.read().splitlines()[-5000:]  # one of them has a bracket as a token
    (tmp_path / "trees").write_text("\n".join(lines))
    text = read_tree_chunks(tmp_path / "trees", skips)
    assert len(text.unit_tokens) == 5001
    assert skips.counts == {}
    assert 6 < len(text.begin) / 5000 < 20
