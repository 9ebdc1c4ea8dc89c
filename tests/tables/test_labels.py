"""Rows of tables with syntactic labels, packed as phrases that end in the word of their label."""

from __future__ import annotations

import math

import pytest

import paragen
from paragen.tables.io.reading import ReadTable, read_table
from paragen.tables.store.store import LABEL_MARK, Packer, TableStore, label_word
from paragen.text.tokenizer import Tokenizer

ROWS = (
    ("Create Equal", "promote  equal", 0.25, ""),
    ("equal", "the same", 0.5, ""),
    ("equal", "same", 0.5, ""),
    ("equal", "same", 0.5, "JJ"),
    ("equal", "the same", 0.5, "ADJP"),
    ("equal", "level", 0.125, "ADJP"),
    ("Create Equal", "promote  equal", 0.25, "VP/(NP/NNS) PP"),
    ("create equal", "creating equal", 0.0625, "VP/(NP/NNS)"),
)


@pytest.fixture
def write(tmp_path):
    """A function that writes rows of source, target, score and label as Parquet, and returns the path."""
    pytest.importorskip("pyarrow")
    import pyarrow
    import pyarrow.parquet

    def write(rows, **kinds):
        columns = dict(zip(("source", "target", "score", "label"), zip(*rows, strict=True), strict=True))
        arrays = {name: pyarrow.array(column, kinds.get(name)) for name, column in columns.items()}
        pyarrow.parquet.write_table(pyarrow.table(arrays), tmp_path / "t.parquet", row_group_size=3)
        return tmp_path / "t.parquet"

    return write


def packed(path, folder, words=None, **options):
    packer = Packer(words)
    read = read_table(packer, path, "t", **options)
    packer.write(folder / "tables.bin")
    store = TableStore(folder / "tables.bin")
    store.verify()
    return read, {phrase: [(" ".join(target), score) for target, score in lists[0]] for phrase, lists in store.phrases()}


def test_the_word_of_a_label():
    assert label_word("JJ") == LABEL_MARK + "JJ"
    assert label_word("VP/(NP/NNS) PP") == f"{LABEL_MARK}VP/(NP/NNS){LABEL_MARK}PP"  # one word: no space within
    assert label_word("VP É") == f"{LABEL_MARK}VP{LABEL_MARK}É"


@pytest.mark.parametrize("kind", ["string", "large_string", "dictionary"])
def test_a_label_is_the_last_word_of_a_phrase(write, tmp_path, kind):
    import pyarrow

    types = {"string": pyarrow.string(), "large_string": pyarrow.large_string()}
    path = write(ROWS, label=types.get(kind, pyarrow.dictionary(pyarrow.int32(), pyarrow.string())))
    read, phrases = packed(path, tmp_path, Tokenizer().words)
    assert read == ReadTable(0, (), labelled=5)
    assert phrases == {
        ("create", "equal"): [("promote equal", pytest.approx(math.log(0.25)))],
        ("create", "equal", label_word("VP/(NP/NNS) PP")): [("promote equal", pytest.approx(math.log(0.25)))],
        ("create", "equal", label_word("VP/(NP/NNS)")): [("creating equal", pytest.approx(math.log(0.0625)))],
        ("equal",): [("same", pytest.approx(math.log(0.5))), ("the same", pytest.approx(math.log(0.5)))],
        ("equal", label_word("ADJP")): [("the same", pytest.approx(math.log(0.5))), ("level", pytest.approx(math.log(0.125)))],
        ("equal", label_word("JJ")): [("same", pytest.approx(math.log(0.5)))],
    }


def test_without_labels_there_are_ordinary_phrases_only(write, tmp_path):
    read, phrases = packed(write(ROWS), tmp_path, Tokenizer().words, labels=False)
    assert set(phrases) == {("create", "equal"), ("equal",)}
    assert read.labelled == 5


def test_no_label_is_an_empty_one(write, tmp_path):
    rows = [(*row[:3], row[3] or None) for row in ROWS]
    assert packed(write(rows), tmp_path, Tokenizer().words) == packed(write(ROWS), tmp_path, Tokenizer().words)


def test_the_best_are_kept_for_each_label(write, tmp_path):
    rows = [("e", f"x{n:02}", 1 / (n + 2), label) for label in ("", "A", "B") for n in range(30)]
    _, phrases = packed(write(rows), tmp_path, top=20)
    assert {phrase: len(options) for phrase, options in phrases.items()} == {
        ("e",): 20, ("e", label_word("A")): 20, ("e", label_word("B")): 20,
    }  # fmt: skip


def test_a_phrase_without_words_is_left_out_with_its_label(write, tmp_path):
    read, phrases = packed(write([*ROWS, ("\u200b", "same", 0.5, "JJ")]), tmp_path, Tokenizer().words)
    assert read.left_out == 1
    assert all(len(phrase) > 1 or not phrase[0].startswith(LABEL_MARK) for phrase in phrases)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([row for row in ROWS if row[3]], "found a label in every row, expected an empty one in some"),
        ([*ROWS, ("a", "b", 0.5, "N\x1fP")], r"row 9: found the control character \\x1f in 'N\\x1fP'"),
        ([*ROWS, ("a", "b", 0.5, "N\0P")], r"row 9: found broken UTF-8 or NUL in 'N\\x00P'"),
        ([*ROWS, ("a", "b", 1.5, "NP")], "row 9: found the score 1.5"),
    ],
)
def test_labels_that_cannot_be_packed(write, tmp_path, rows, message):
    with pytest.raises(paragen.FormatError, match=message):
        packed(write(rows), tmp_path, Tokenizer().words)


def test_labels_that_are_no_texts(write, tmp_path):
    with pytest.raises(paragen.FormatError, match="found numbers in the column label, expected texts"):
        packed(write([("a", "b", 0.5, 7), ("a", "c", 0.5, 8)]), tmp_path)


def test_the_mark_is_in_no_phrase(tmp_path):
    """Or text that is taken as it is would find the options of a label."""
    (tmp_path / "t").write_text("a \x1fJJ ||| b ||| 0.5\n")
    with pytest.raises(paragen.FormatError, match=r"t:1: found the control character \\x1f"):
        packed(tmp_path / "t", tmp_path)
    assert list(packed(tmp_path / "t", tmp_path, Tokenizer().words)[1]) == [("a", "jj")]
    assert Tokenizer(tokenized=True).words("equal \x1fJJ a\x1fb") == ["equal", "JJ", "a", "b"]
