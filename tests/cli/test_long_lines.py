"""Lines, rows and documents without end are refused before they are held."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import paragen

LONG = "a" * 2000


@pytest.fixture
def refused(english_model):
    """Runs a verb on a file that it must refuse; returns what it says."""

    def run(path: Path, *options: str, verb: str = "decode") -> tuple[str, str]:
        done = paragen(verb, "-m", english_model, *options, path)
        assert done.returncode == 1
        return done.stdout, done.stderr

    return run


@pytest.mark.parametrize("verb", ["decode", "substitutes"])
@pytest.mark.parametrize("end", ["\n", ""])
@pytest.mark.parametrize("packed", [False, True])
def test_a_line(refused, english_model, tmp_path, verb, end, packed):
    path = tmp_path / ("in.txt.gz" if packed else "in.txt")
    data = f"A big house.\n{LONG}{end}".encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    found, error = refused(path, "--max-line", "1999", verb=verb)
    assert "large" in found  # what comes before it is answered
    assert f"{path}:2: found a line of more than 1999 bytes, expected a shorter one. Is this text, a sentence" in error
    assert "allow more with --max-line." in error
    assert paragen(verb, "-m", english_model, "--max-line", "2000", path).returncode == 0


def test_a_line_that_several_reads_complete(refused, english_model, tmp_path):
    path = tmp_path / "in.txt"
    path.write_text("x\n" * 3 + "b" * 3_000_000 + "\nA big house.\n")
    assert f"{path}:4: found a line of more than 1M, expected" in refused(path)[1]
    done = paragen("decode", "-m", english_model, "--max-line", "3M", path)
    assert done.returncode == 0 and done.stdout.endswith("A large house.\n")


def test_a_record(refused, tmp_path):
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in ("A big house.", LONG)))
    assert f"{path}:2: found a line of more than 1K, expected" in refused(path, "--max-line", "1K")[1]


@pytest.mark.parametrize("cell", [LONG, f'"{LONG}"', '"' + "a\n" * 1000 + '"', '"' + "a\n" * 1000])
def test_a_row(refused, tmp_path, cell):
    path = tmp_path / "in.csv"
    path.write_text(f"text,n\nA big house.,1\n{cell},2\n")
    error = refused(path, "--column", "text", "--max-line", "1K")[1]
    assert f"{path}:3: found a {'row' if cell.count(chr(10)) else 'line'} of more than 1K, expected a shorter one." in error
    assert "allow more with --max-line." in error and ("Close the \" of its cell 1" in error) == (chr(10) in cell)


@pytest.mark.parametrize("text", [LONG, "A big house.\n\n" * 200])
def test_a_document(refused, tmp_path, text):
    pytest.importorskip("markdown_it")
    path = tmp_path / "in.md"
    path.write_text(text)
    error = refused(path, "--max-line", "1K")[1]
    assert "of more than 1K, expected a shorter one." in error and str(path) in error and "--max-line" in error


def test_part_files(english_model, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text(f"A big house.\n{LONG}\n")
    options = ("-m", english_model, "--engine", "local", tmp_path / "in", "-o", tmp_path / "out")
    done = paragen("decode", *options, "--max-line", "1K")
    assert done.returncode == 1 and "a.txt:2: found a line of more than 1K" in done.stderr
    assert paragen("decode", *options).returncode == 0  # the limit is none of what the answers depend on
    assert (tmp_path / "out" / "a.txt").read_text().startswith("A large house.\n")


@pytest.mark.parametrize("given", ["0", "many", "-1", "9999T9"])
def test_limits_that_are_none(english_model, given):
    done = paragen("decode", "-m", english_model, "--max-line", given, input="A big house.\n")
    assert done.returncode == 2 and "--max-line" in done.stderr


@pytest.mark.parametrize(
    ("reading", "found"),
    [
        ("list(arriving_lines(Unpacked('in.gz', open('in.gz', 'rb'), live=True), 'in.gz'))",
         "in.gz:1: found a line of more than 1M"),
        ("list(numbered_lines('in.gz'))", "in.gz:1: found a line of more than 16M"),
        ("Lines('in.gz').take(10)", "in.gz:1: found a line of more than 16M"),
        ("Lines('in.gz').skip()", "in.gz:1: found a line of more than 16M"),
        ("whole_text('in.gz')", "in.gz:1: found a line of more than 256M"),
    ],
)
def test_little_more_than_the_limit_is_held(tmp_path, reading, found):
    """Compressed it is a few hundred kilobytes."""
    with gzip.open(tmp_path / "in.gz", "wb", 1) as file:
        for _ in range(400):
            file.write(b"x" * 1_000_000)
    program = (
        "import resource\n"
        "from paragen.base.input_files import Lines, numbered_lines, whole_text\n"
        "from paragen.base.compression import Unpacked\n"
        "from paragen.io.source import arriving_lines\n"
        "held = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        f"resource.setrlimit(resource.RLIMIT_AS, (held + ({600 if 'whole' in reading else 100} << 20),) * 2)\n"
        f"{reading}\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert found in done.stderr
