"""``paragen queries`` as a user runs it."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from command_line import paragen, process

LOG = """\
big cars\td1\t2
large cars\td1\t1
large cars\td2\t1
<b>red</b> roses\td3\t1
crimson roses\td3\t1

2006\td4\t1
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "log.tsv").write_text(LOG, encoding="utf-8")
    return tmp_path / "log.tsv"


def test_a_log_becomes_a_table(tmp_path, log):
    done = paragen("queries", log, "-o", tmp_path / "out.txt", "--threshold", "0.5", "--candidates", tmp_path / "c.tsv")
    assert (done.returncode, done.stdout) == (0, "")
    assert (tmp_path / "out.txt").read_text() == (
        "big cars ||| large cars ||| 0.583333333\ncrimson roses ||| red roses ||| 0.75\n"
        "large cars ||| big cars ||| 0.583333333\nred roses ||| crimson roses ||| 0.75\n"
    )
    assert done.stderr.splitlines() == [
        "paragen: 4 paraphrases of 4 phrases, from 4 distinct in 6 queries with 5 clicked documents; 2 pairs to label",
        f"paragen: left out: 1 empty lines (first: {log}:6)",
        f"paragen: left out: 1 queries without a letter (first: {log}:7: '2006')",
    ]
    assert (tmp_path / "c.tsv").read_text() == (
        "source\ttarget\tcontent\tclick\tlabel\nbig cars\tlarge cars\t0.5\t0.666667\t\ncrimson roses\tred roses\t0.5\t1\t\n"
    )


def test_quiet_says_nothing(tmp_path, log):
    done = paragen("queries", log, "-o", tmp_path / "out.txt", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_parquet_packs(tmp_path, log):
    pytest.importorskip("pyarrow")
    from english import english_arpa

    (tmp_path / "lm.arpa").write_text(english_arpa(), encoding="utf-8")
    assert paragen("queries", log, "-o", tmp_path / "out.parquet", "--licence", "CC0-1.0").returncode == 0
    table = f"queries={tmp_path / 'out.parquet'}"
    done = paragen("pack", "-o", tmp_path / "model", "--lm", tmp_path / "lm.arpa", "--table", table)
    assert done.returncode == 0, done.stderr
    assert "crimson roses" in paragen("inspect", tmp_path / "model", "red roses").stdout


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([], 2, "Missing argument 'LOG…'"),
        (["--beta", "2"], 2, "--beta"),
        (["--threshold", "1"], 2, "--threshold"),
        (["--format", "excel"], 2, "--format"),
        (["--max-words", "0"], 2, "--max-words"),
        (["--threshold", "0.9"], 1, "no pair of phrases"),
        (["--format", "orcas"], 1, "lines without 4 columns: 6"),
        (["--candidates", "nowhere/c.tsv"], 1, "nowhere"),
        (["nothing.tsv"], 1, "nothing.tsv: No such file"),
    ],
)
def test_what_cannot_be_meant(tmp_path, log, args, code, said):
    named = [] if not args or args[-1].endswith("nothing.tsv") else [log]
    done = paragen("queries", "-o", tmp_path / "out.txt", *args, *named, cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out.txt").exists()


def test_a_full_disk(tmp_path, log):
    def little() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))

    done = process("queries", log, "-o", tmp_path / "out.txt", "--threshold", "0.5", preexec_fn=little)
    assert done.returncode == 1
    assert "out.txt" in done.stderr and "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["log.tsv"]
