"""``paragen comparable`` as a user runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import paragen

for package in ("scipy", "sentencex", "duckdb", "pyarrow"):
    pytest.importorskip(package)

SENTENCES = ["The firm said it will {} the old mill near the river.", "Its workers want to {} shares of the firm soon."]


@pytest.fixture
def news(tmp_path: Path) -> Path:
    texts = [sentence.format(verb) for sentence in SENTENCES for verb in ("buy", "purchase")]
    path = tmp_path / "news.jsonl"
    path.write_text(
        "".join(json.dumps({"id": n, "date": "1987-02-26", "text": text}) + "\n" for n, text in enumerate([*texts, ""]))
    )
    return path


def test_articles_in_table_out(tmp_path, news):
    done = paragen(
        "comparable", news, "-o", tmp_path / "out.txt", "--threshold-documents", 0.5, "--sentences", tmp_path / "pairs.tsv"
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert (tmp_path / "out.txt").read_text() == "buy ||| purchase ||| 1\npurchase ||| buy ||| 1\n"
    assert done.stderr == (
        "paragen: 2 paraphrases of 2 phrases, from 2 sentence pairs, from 2 pairs of 4 articles\n"
        f"paragen: left out: 1 articles without text (first: {news}:5)\n"
    )
    again = paragen("comparable", tmp_path / "pairs.tsv", "-o", tmp_path / "again.parquet", "--licence", "CC0-1.0", "--quiet")
    assert (again.returncode, again.stderr) == (0, "")
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(tmp_path / "again.parquet").to_pylist()
    assert table[0] == {"source": "buy", "target": "purchase", "score": 1.0, "licence": "CC0-1.0"}


@pytest.mark.parametrize(
    ("args", "code", "message"),
    [
        (["none.jsonl"], 1, "none.jsonl"),
        (["text"], 1, "text:1: found 'no article', expected articles"),
        (["news.jsonl", "--days", "0"], 2, "--days"),
        (["news.jsonl", "--max-length", "9"], 2, "--max-length"),
        (["news.jsonl", "--temp", "none"], 2, "no folder 'none'"),
        (["news.jsonl", "--memory", "x"], 1, "memory: found 'x'"),
        (["news.jsonl", "-o", "none/out.txt"], 1, "there is no folder none"),
        ([], 2, "Missing argument"),
    ],
)
def test_mistakes(tmp_path, news, args, code, message):
    (tmp_path / "text").write_text("no article\n")
    done = paragen("comparable", "-o", "out.txt", *args, cwd=tmp_path)
    assert done.returncode == code and message in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "out.txt").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_ended_in_the_middle(tmp_path, number):
    """The input is a pipe that is never finished; the old table stays, scratch goes, at the latest with the next run."""
    (tmp_path / "temp").mkdir()
    (tmp_path / "out.txt").write_text("the old table")
    os.mkfifo(tmp_path / "pipe")
    code = (
        "import sys; from paragen.tables.resources import comparable; comparable.is_pairs = lambda path: False\n"
        "comparable.read_articles = lambda *args: (print(flush=True), __import__('time').sleep(600))\n"
        "from paragen.cli import main; sys.exit(main(['comparable', 'pipe', '-o', 'out.txt', '--temp', 'temp']))"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert child.stdout.readline() == "\n"
    assert list((tmp_path / "temp").iterdir())
    child.send_signal(number)
    child.communicate()
    assert child.returncode == (-9 if number == signal.SIGKILL else 128 + number)
    assert (tmp_path / "out.txt").read_text() == "the old table"
    if number == signal.SIGKILL:
        from paragen.base.output_files import scratch_directory

        for path in (tmp_path / "temp").iterdir():
            os.utime(path, (time.time() - 1000,) * 2)
        with scratch_directory(tmp_path / "temp"):
            pass
    assert not list((tmp_path / "temp").iterdir())
