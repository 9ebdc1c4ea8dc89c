"""``paragen pivot`` as a user runs it."""

from __future__ import annotations

import gzip
import os
import signal
import time
from pathlib import Path

import pytest
from command_line import paragen, started

pytest.importorskip("duckdb")
pytest.importorskip("pyarrow")

# Of the German phrases, two lead from one English phrase to another.
TABLE = """\
im griff ||| in check ||| 0.333 1 0.25 1 ||| 0-0 1-1 ||| 3 4 1 ||| |||
im griff ||| under control ||| 0.25 1 0.5 1 ||| 0-0 1-1 ||| 8 4 2 ||| |||
unter kontrolle ||| in check ||| 0.667 1 0.25 1 ||| 0-0 1-1 ||| 3 8 2 ||| |||
unter kontrolle ||| under control ||| 0.75 1 0.75 1 ||| 0-0 1-1 ||| 8 8 6 ||| |||
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.txt.gz"
    path.write_bytes(gzip.compress(TABLE.encode()))
    return path


def test_text_in_text_out(tmp_path, table):
    done = paragen("pivot", table, "-o", tmp_path / "out.txt")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    rows = [line.split(" ||| ") for line in (tmp_path / "out.txt").read_text().splitlines()]
    assert [(e1, e2) for e1, e2, _ in rows] == [("in check", "under control"), ("under control", "in check")]
    assert float(rows[1][2]) == pytest.approx(0.25 * 0.25 + 0.75 * 0.25)
    assert done.stderr == "paragen: 2 paraphrases of 2 phrases, of 2 in 4 of 4 phrase pairs within the limits\n"


def test_quiet_says_nothing(tmp_path, table):
    done = paragen("pivot", table, "-o", tmp_path / "out.parquet", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_paraphrases_pack(tmp_path, table):
    from english import english_arpa

    (tmp_path / "lm.arpa").write_text(english_arpa(), encoding="utf-8")
    assert paragen("pivot", table, "-o", tmp_path / "out.parquet").returncode == 0
    done = paragen("pack", "-o", tmp_path / "model", "--lm", tmp_path / "lm.arpa", "--table", f"pivot={tmp_path / 'out.parquet'}")
    assert done.returncode == 0, done.stderr
    shown = paragen("inspect", tmp_path / "model", "under control")
    assert "in check" in shown.stdout


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        ([], 2, "Missing argument 'TABLE…'"),
        (["--top", "0"], 2, "--top"),
        (["--min-probability", "1"], 2, "--min-probability"),
        (["--master", "local[2]"], 1, "Add --engine spark"),
        (["--memory", "much"], 1, "expected a size"),
        (["--memory", "1K"], 1, "expected 1M or more"),
        (["--temp", "nowhere"], 2, "nowhere"),
        (["nothing.parquet"], 1, "nothing.parquet: No such file"),
    ],
)  # fmt: skip
def test_what_cannot_be_meant(tmp_path, table, args, code, said):
    named = [] if not args or args[-1].endswith(".parquet") else [table]
    done = paragen("pivot", "-o", tmp_path / "out.parquet", *args, *named)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out.parquet").exists()


def test_a_line_that_is_none(tmp_path, table):
    (tmp_path / "bad.txt").write_text(TABLE + "im griff ||| well\n")
    done = paragen("pivot", table, tmp_path / "bad.txt", "-o", tmp_path / "out.parquet")
    assert done.returncode == 1
    assert "bad.txt:5: " in done.stderr
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith((".", "out"))] == []


@pytest.fixture(scope="module")
def big_table(tmp_path_factory) -> Path:
    """A table that takes some seconds: every pivot phrase has twenty translations."""
    path = tmp_path_factory.mktemp("big") / "big.txt.gz"
    with gzip.open(path, "wt", compresslevel=1) as file:
        for f in range(10_000):
            for e in range(20):
                file.write(f"f{f} ||| e{(f * 13 + e * e * 7) % 50_000} ||| 0.05 1 0.05 1 ||| 0-0 ||| 20 20 2 ||| |||\n")
    return path


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_interrupted(big_table, tmp_path, number):
    """Nothing of the output appears; the next run is whole, and what a kill left goes when it is old enough."""
    (tmp_path / "big.txt.gz").symlink_to(big_table)
    temp = tmp_path / "temp"
    temp.mkdir()
    command = ("pivot", "big.txt.gz", "-o", "out.parquet", "--temp", "temp")
    child = started(*command, cwd=tmp_path)
    while not list(temp.iterdir()):
        assert child.poll() is None
        time.sleep(0.01)
    time.sleep(0.5)
    child.send_signal(number)
    _, said = child.communicate()
    assert child.returncode != 0
    assert "Traceback" not in said
    assert not (tmp_path / "out.parquet").exists()
    left = list(temp.iterdir())
    assert bool(left) == (number == signal.SIGKILL)
    for path in left:
        os.utime(path, (0, 0))
    (tmp_path / "big.txt.gz").unlink()
    (tmp_path / "big.txt.gz").write_bytes(gzip.compress(b"f ||| e ||| 0.5 1 0.5 1 ||| 0-0\nf ||| d ||| 0.5 1 0.5 1 ||| 0-0\n"))
    done = paragen(*command, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.parquet").exists()
    assert not list(temp.iterdir())
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_two_at_once(tmp_path, table):
    children = [started("pivot", table, "-o", "out.parquet", "--temp", ".", cwd=tmp_path) for _ in range(3)]
    assert [child.communicate()[1].count("paraphrases") for child in children] == [1, 1, 1]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith((".", "out"))] == ["out.parquet"]
