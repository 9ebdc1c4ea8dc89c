"""``paragen definitions`` as a user runs it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest
from command_line import paragen, started

from paragen.base.packages import install_hint

pytest.importorskip("lemminflect")

DICTIONARY = "clever\tadj\tintelligent\nhurricane\tn\ta severe storm; a tempest\ntravel\tv\tto go on a journey\nbad\tn\t\n"


@pytest.fixture
def dictionary(tmp_path: Path) -> Path:
    (tmp_path / "dictionary.tsv").write_text(DICTIONARY, encoding="utf-8")
    return tmp_path / "dictionary.tsv"


def test_definitions_in_a_table_out(tmp_path, dictionary):
    done = paragen("definitions", dictionary, "--gamma", "0.5", "-o", tmp_path / "out.txt")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    lines = (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()
    assert lines[:3] == ["clever ||| intelligent ||| 1", "hurricane ||| severe storm ||| 1", "hurricane ||| tempest ||| 0.5"]
    assert "travels ||| goes on a journey ||| 1" in lines
    phrases = {line.partition(" |||")[0] for line in lines}
    assert done.stderr.splitlines() == [
        f"paragen: {len(lines)} pairs of {len(phrases)} phrases, from the definitions of 3 words, from 4 senses",
        f"paragen: left out: 1 empty definitions (first: {dictionary}:4)",
    ]


def test_parquet_keeps_the_licence_and_packs(tmp_path, dictionary):
    parquet = pytest.importorskip("pyarrow.parquet")
    from english import english_arpa

    done = paragen("definitions", dictionary, "--licence", "GPL", "--top", "1", "-o", tmp_path / "out.parquet", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    rows = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert rows[0] == {"source": "clever", "target": "intelligent", "score": 1.0, "licence": "GPL"}
    assert len({row["source"] for row in rows}) == len(rows)
    (tmp_path / "lm.arpa").write_text(english_arpa(), encoding="utf-8")
    packed = paragen("pack", "-o", tmp_path / "model", "--lm", tmp_path / "lm.arpa", "--table", f"d={tmp_path / 'out.parquet'}")
    assert packed.returncode == 0, packed.stderr
    assert "severe storm" in paragen("inspect", tmp_path / "model", "hurricane").stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a": [', "found invalid JSON"),
        ("[]\n[]", "bad:2: found invalid JSON"),
        ("a\tb\n", "2 columns"),
        ("", "found no text"),
        ("a\tn\t\n", "no pair of phrases"),
    ],
)
def test_bad_dictionaries_are_told(tmp_path, text, said):
    (tmp_path / "bad").write_text(text, encoding="utf-8")
    done = paragen("definitions", tmp_path / "bad", "-o", tmp_path / "out.txt")
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad"]


def test_options_out_of_range(tmp_path, dictionary):
    for options in (["--gamma", "0"], ["--gamma", "1.5"], ["--max-words", "0"], ["--top", "0"]):
        assert paragen("definitions", dictionary, *options, "-o", tmp_path / "o.txt").returncode == 2
    assert paragen("definitions", dictionary).returncode == 2
    assert paragen("definitions", "-o", tmp_path / "o.txt").returncode == 2
    missing = paragen("definitions", tmp_path / "none", "-o", tmp_path / "o.txt")
    assert missing.returncode == 1 and "none" in missing.stderr


def test_without_lemminflect(tmp_path, dictionary, monkeypatch):
    monkeypatch.setitem(sys.modules, "lemminflect", None)
    done = paragen("definitions", dictionary, "-o", tmp_path / "o.txt")
    assert done.returncode == 1
    assert install_hint("mine") in done.stderr


def test_killed_it_leaves_nothing_half_written(tmp_path):
    """The old table stays as it was."""
    (tmp_path / "out.txt").write_text("old\n")
    (tmp_path / "big.tsv").write_text("".join(f"za{chr(97 + i % 26)}b\tnm\txo{chr(97 + i % 23)}d\n" for i in range(200_000)))
    child = started("definitions", tmp_path / "big.tsv", "-o", tmp_path / "out.txt")
    time.sleep(1)
    child.kill()
    child.communicate()
    assert (tmp_path / "out.txt").read_text() == "old\n" or child.returncode == 0
