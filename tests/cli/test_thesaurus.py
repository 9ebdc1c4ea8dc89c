"""``paragen thesaurus`` as a user runs it."""

from __future__ import annotations

import gzip
import os
import subprocess
from pathlib import Path

import pytest
from command_line import paragen

pytest.importorskip("pyarrow")

ROWS = "".join(
    f"1\t{subject}\t{subject}\t_\tNN\t_\t2\tnsubj\t_\t_\n2\t{verb}s\t{verb}\t_\tVBZ\t_\t0\troot\t_\t_\n\n"
    for subject, verb in [("dog", "eat"), ("cat", "eat"), ("man", "drive"), ("dog", "sleep"), ("cat", "sleep")] * 2
)
ANY = ["--min-count", "1", "--min-features", "1"]


@pytest.fixture
def parsed(tmp_path: Path) -> Path:
    path = tmp_path / "a.conllu.gz"
    path.write_bytes(gzip.compress(ROWS.encode()))
    return path


def test_parsed_text(tmp_path, parsed):
    done = paragen("thesaurus", parsed, "-o", tmp_path / "out.txt", *ANY)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert (tmp_path / "out.txt").read_text() == (
        "cat ||| dog ||| 1\ndog ||| cat ||| 1\neats ||| sleeps ||| 1\nsleeps ||| eats ||| 1\n"
    )
    assert done.stderr == (
        "paragen: 20 words in 10 sentences, 5 distinct dependencies; 6 words compared\nparagen: 4 pairs of 4 forms\n"
    )


def test_a_pipe(tmp_path, parsed):
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["sh", "-c", f"gzip -dc {parsed} > {tmp_path}/pipe"]):
        done = paragen("thesaurus", tmp_path / "pipe", "-o", tmp_path / "out.txt", *ANY)
    assert done.returncode == 0, done.stderr
    assert "eats ||| sleeps ||| 1" in (tmp_path / "out.txt").read_text()


def test_parquet_with_a_licence(tmp_path, parsed):
    import pyarrow.parquet

    done = paragen("thesaurus", parsed, "-o", tmp_path / "out.parquet", *ANY, "--licence", "CC0-1.0", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    rows = pyarrow.parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert rows[0] == {"source": "cat", "target": "dog", "score": 1.0, "licence": "CC0-1.0"}


def test_a_ready_made_thesaurus(tmp_path):
    pytest.importorskip("lemminflect")
    (tmp_path / "th.dat").write_text("UTF-8\nhappy|1\n(adj)|glad\n")
    done = paragen("thesaurus", tmp_path / "th.dat", "-o", tmp_path / "out.txt")
    assert done.returncode == 0, done.stderr
    assert "happy ||| glad |||" in (tmp_path / "out.txt").read_text()


def test_errors(tmp_path, parsed):
    (tmp_path / "text").write_text("The dog barks.\n")
    for args, code, message in (
        ([parsed], 2, "Missing option '-o'"),
        (["-o", "out.txt"], 2, "Missing argument"),
        ([parsed, "-o", "out.txt", "--threshold", "2"], 2, "--threshold"),
        ([parsed, "-o", "out.txt", "--top", "0"], 2, "--top"),
        ([parsed, "-o", "out.txt"], 1, "no pair of phrases was found"),
        (["text", "-o", "out.txt"], 1, "text: found something else, expected parsed text (CoNLL-U)"),
        (["none", "-o", "out.txt"], 1, "none: No such file or directory"),
        ([parsed, "-o", "no/out.txt"], 1, "there is no folder no"),
    ):
        done = paragen("thesaurus", *args, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (code, ""), done.stderr
        assert message in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "out.txt").exists()
