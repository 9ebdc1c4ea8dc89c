"""What cannot be extracted from is refused, or left out and counted; outputs appear whole or not at all."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest
from command_line import wait_until
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.cli import main
from paragen.tables.bilingual.extraction.batches import explain
from paragen.tables.bilingual.extraction.kernel import (
    Alignments,
    BadSentencePair,
    Lexicon,
    Sentences,
)


@pytest.fixture
def files(tmp_path):
    """A function that writes three files, from texts or bytes."""

    def write(*texts):
        paths = [tmp_path / name for name in ("src", "tgt", "links")]
        for path, text in zip(paths, texts, strict=True):
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return paths

    return write


@pytest.mark.parametrize("links, where, words", [
    ("0-0\n0-2\n", 2,
     r"the link '0-2' to a target of 2 tokens, expected links i-j with j below that. Are source and target swapped"),
    ("0-0\n1-1\n", 2, r"the link '1-1' to a source of 1 token, .* swapped"),
    ("0-0\n99999999999999999999-0\n", 2, "to a source of 1 token"),
    ("0-0\n0-0 0:1\n", 2, "'0:1', expected links i-j, as 0-0"),
    ("0-0\n0--1\n", 2, "'0--1'"),
    ("0-0\n0-0-1\n", 2, "'0-0-1'"),
    ("0\n0-0\n", 1, "'0'"),
    ("0-0\n(0-0)\n", 2, "paragen align"),
    ("0-0\n\u0660-0\n", 2, "expected links"),
])  # fmt: skip
def test_bad_links(files, extract, links, where, words):
    paths = files("a b\nc\n", "x\ny z\n", links)
    with pytest.raises(FormatError, match=words) as error:
        extract(paths)
    assert str(error.value).startswith(f"{paths[2]}:{where}: found ")


@pytest.mark.parametrize("texts, words", [
    (("a\nb\n", "x\n", "0-0\n0-0\n"), "tgt:2: found the end"),
    (("a\nb\n", "x\ny\n", "0-0\n"), "links:2: found the end"),
    ((b"a\n\xff\n", "x\ny\n", "0-0\n0-0\n"), "src:2: found broken UTF-8"),
    (("a\nb\n", "x\ny\0\n", "0-0\n0-0\n"), "tgt:2: found NUL"),
    (("", "", ""), "no line"),
    (("PAR1", "x\n", "0-0\n"), "Parquet"),
])  # fmt: skip
def test_bad_files(files, extract, tmp_path, texts, words):
    with pytest.raises(FormatError, match=words):
        extract(files(*texts))
    assert not [path for path in tmp_path.iterdir() if path.name not in ("src", "tgt", "links")]


@pytest.mark.parametrize("options, words", [
    ({"max_length": 0}, "1 to 7"), ({"max_length": 8}, "1 to 7"), ({"max_sentence": 0}, "from 1 to 2147483647"),
])  # fmt: skip
def test_bad_options(files, extract, options, words):
    with pytest.raises(ConfigError, match=words):
        extract(files("a\n", "x\n", "0-0\n"), **options)


def test_no_link_and_no_phrase(files, extract):
    with pytest.raises(ParagenError, match="no link in any line.*paragen align"):
        extract(files("a\nb\n", "x\ny\n", "\n\n"))
    with pytest.raises(ParagenError, match="no phrase pair within 1 tokens.*Raise --max-length"):
        extract(files("a b\n", "x\n", "0-0 1-0\n"), max_length=1)


def test_what_is_left_out_is_counted(files, extract):
    long = " ".join("a" * 6)
    source = f"a\n\nb\n{long}\nc\n \td\n" + "e" * (1 << 20) + " e\n"
    found, path = extract(files(source, "x\ny\n \nz\nw\nv\nu\n", "0-0\n\n\n0-0\n\n0-0\n0-0\n"), max_sentence=5)
    assert found.skipped == {"empty_source": 1, "empty_target": 1, "too_long": 2}
    assert (found.sentences, found.unlinked, found.pairs, found.instances) == (7, 1, 2, 2)
    assert pyarrow.parquet.read_table(path)["source"].to_pylist() == ["a", "d"]


def test_command_line(files, tmp_path, capsys):
    paths = list(map(str, files("a | b\nc\n\n", "x y\nz\nw\n", "0-0 2-1\n0-0\n\n")))
    assert main(["extract", *paths, "-o", str(tmp_path / "table.txt"), "--max-length", "3"]) == 0
    told = capsys.readouterr().err
    assert "6 phrase pairs" in told and "skipped: 1 with an empty source" in told and "3 pairs with | written as &#124;" in told
    assert "a &#124; b ||| x y |||" in (tmp_path / "table.txt").read_text()
    assert main(["extract", *paths, "-o", str(tmp_path / "t.parquet"), "--max-length", "8"]) == 2
    assert "1<=x<=7" in capsys.readouterr().err
    assert main(["extract", *paths, "-o", str(tmp_path / "no" / "t.parquet")]) == 1
    assert "there is no folder" in capsys.readouterr().err
    assert main(["extract", paths[1], paths[0], paths[2], "-o", str(tmp_path / "t.parquet"), "--quiet"]) == 1
    assert "swapped" in capsys.readouterr().err


def test_a_pipe_is_refused(files, tmp_path, extract):
    paths = files("a\n", "x\n", "0-0\n")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError, match="pipe"):
        extract([tmp_path / "pipe", *paths[1:]])


def test_bars_are_kept_in_parquet_and_escaped_in_text(files, extract):
    paths = files("a ||| b\n", "x |y z\n", "0-0 1-1 2-2\n")
    _, path = extract(paths)
    assert {"a", "|||", "a ||| b"} <= set(pyarrow.parquet.read_table(path)["source"].to_pylist())
    found, path = extract(paths, "table.txt")
    lines = path.read_text().splitlines()
    assert all(len(line.split(" ||| ")) == 6 for line in lines)
    assert found.escaped == sum("&#124;" in line for line in lines) == 4


@pytest.mark.parametrize("name", ["table.parquet", "table.txt"])
def test_a_table_replaces_a_table(files, extract, tmp_path, name):
    paths = files("a\n", "x\n", "0-0\n")
    (tmp_path / name).write_text("old")
    _, path = extract(paths, name)
    assert path.read_bytes() != b"old"
    (tmp_path / "folder.parquet").mkdir()
    (tmp_path / "folder.parquet" / "part-0.parquet").write_text("old")
    with pytest.raises(ConfigError, match="--force"):
        extract(paths, "folder.parquet")
    extract(paths, "folder.parquet", replace=True)
    assert (tmp_path / "folder.parquet").is_file()
    (tmp_path / "mine.parquet").mkdir()
    (tmp_path / "mine.parquet" / "thesis.txt").write_text("mine")
    with pytest.raises(ConfigError, match="holds thesis.txt"):
        extract(paths, "mine.parquet", replace=True)
    assert not [path for path in tmp_path.iterdir() if path.name.startswith((".", "paragen-"))]


def test_the_table_does_not_replace_what_it_is_made_of(files, extract):
    with pytest.raises(ConfigError, match="would be overwritten"):
        extract(files("a\n", "x\n", "0-0\n"), "links")


def test_failing_to_write_leaves_the_old_table(files, extract, tmp_path, monkeypatch):
    (tmp_path / "table.parquet").write_text("old")

    def full(self, select, destination):
        Path(destination).write_bytes(b"half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("paragen.tables.engine.duck.DuckEngine.write", full)
    with pytest.raises(OSError, match="No space") as error:
        extract(files("a\n", "x\n", "0-0\n"))
    assert error.value.filename == str(tmp_path / "table.parquet")
    assert (tmp_path / "table.parquet").read_text() == "old"
    assert not [path for path in tmp_path.iterdir() if path.name.startswith((".", "paragen-"))]


def test_killed(files, tmp_path):
    """What a killed run leaves, the next one sweeps; the old table stays."""
    rng = random.Random(1)
    lines = [" ".join(rng.choices("abcdefgh", k=12)) + "\n" for _ in range(4000)]
    paths = files("".join(lines), "".join(lines), " ".join(f"{i}-{i}" for i in range(12)).join(["", "\n"]) * 4000)
    (tmp_path / "table.parquet").write_text("old")
    (tmp_path / "temp").mkdir()
    command = [
        sys.executable,
        "-m",
        "paragen",
        "extract",
        *map(str, paths),
        "-o",
        str(tmp_path / "table.parquet"),
        "--threads",
        "1",
    ]
    with subprocess.Popen([*command, "--temp", str(tmp_path / "temp")], stderr=subprocess.DEVNULL) as child:
        wait_until(lambda: any((tmp_path / "temp").iterdir()) or child.poll() is not None)
        child.send_signal(signal.SIGKILL)
    if child.returncode == 0:
        pytest.skip("it was done before it could be killed")
    assert (tmp_path / "table.parquet").read_text() == "old"
    for left in [*(tmp_path / "temp").iterdir(), *tmp_path.glob(".*")]:
        os.utime(left, (1, 1))  # abandoned long ago
    subprocess.run([*command, "--temp", str(tmp_path / "temp"), "--quiet"], check=True)
    assert pyarrow.parquet.read_table(tmp_path / "table.parquet").num_rows > 0
    assert not [*(tmp_path / "temp").iterdir(), *tmp_path.glob(".*")]


def columns(texts):
    data = [text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text for text in texts]
    ends = np.cumsum([0, *map(len, data)], dtype=np.int64)
    return ends, np.frombuffer(b"".join(data), np.uint8)


PIECES = st.lists(st.sampled_from([b"a", b" ", b"b", b"\xff", b"\0", b"\xc3\xa4", b"|||", b"\t"]), max_size=12).map(b"".join)
LINKS = st.lists(st.sampled_from([b"0-0", b"1-2", b" ", b"-", b"9", b"3-3", b"\xff", b"99999999999-1", b"\n"]), max_size=12).map(
    b"".join
)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(PIECES, PIECES, LINKS), min_size=1, max_size=4), st.integers(0, 2**32 - 1))
def test_kernels_take_any_bytes(rows, number):
    sentences = Sentences(*(columns(side) for side in zip(*rows, strict=True)))
    try:
        verdicts = sentences.judge(number)
    except BadSentencePair as bad:
        assert 0 <= bad.row < len(rows)
        with pytest.raises(BadSentencePair):
            sentences.links()
        return
    assert len(verdicts) == len(rows)
    sentences.links()
    lexicon = Lexicon(columns([b"a", b"", b"a"]), columns([b"b", b"b", b""]), np.array([1, 2, -3], np.int64))
    sentences.phrases(lexicon, number)


@pytest.mark.parametrize("number", [0, 1])
def test_the_side_that_is_no_text_is_named(number):
    sides = [columns(["a", "\udcff" if side == number else "b"]) for side in (0, 1)]
    with pytest.raises(BadSentencePair) as bad:
        Sentences(*sides, columns(["0-0", "0-0"])).judge(10)
    error = explain(bad.value, 1 + bad.value.row, "src", "tgt", "links")
    assert str(error) == f"{('src', 'tgt')[number]}:2: found broken UTF-8 or NUL, expected UTF-8 text. Convert it with iconv."


def test_kernels_take_offsets_that_leave_the_text():
    bad = (np.array([0, 5, -2, 2**40, 3], np.int64), np.frombuffer(b"a b", np.uint8))
    sentences = Sentences(bad, bad, columns(["", "", "", ""]))
    assert list(sentences.judge(10)) == [1, 1, 1, 1]


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_any_number_is_spelled(codes):
    Alignments(np.array(codes, np.int64))
