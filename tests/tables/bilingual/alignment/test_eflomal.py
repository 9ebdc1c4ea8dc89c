"""Aligning with eflomal, and with programs that fail in its place."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import wait_until

from paragen.base.errors import ConfigError, FormatError, MissingPackageError, ParagenError
from paragen.tables.bilingual.alignment import AlignOptions, AlignSummary, build_alignment, eflomal
from paragen.tables.bilingual.bitext import segmenter
from paragen.tables.builder import Run

WORDS = [f"w{k}" for k in range(60)]


@pytest.fixture
def sides(tmp_path):
    """Write two sides and give their paths; scratch files go to tmp_path/temp."""
    (tmp_path / "temp").mkdir()

    def make(source, target):
        for name, lines in (("src", source), ("tgt", target)):
            (tmp_path / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
        return tmp_path / "src", tmp_path / "tgt", tmp_path / "links"

    return make


def parallel(n):
    """Sentences that are easy to align: the same words in the same order."""
    source = [" ".join(WORDS[(7 * k + 11 * i * i) % 60] for i in range(4 + k % 5)) for k in range(n)]
    return source, [line.replace("w", "v") for line in source]


def fake(tmp_path, monkeypatch, code):
    """Put a program in eflomal's place."""
    program = tmp_path / "fake"
    program.write_text(f"#!{sys.executable}\nimport os, sys, time\nargs = dict(zip(sys.argv, sys.argv[1:]))\n{code}\n")
    program.chmod(0o755)
    monkeypatch.setattr("paragen.tables.bilingual.alignment.align.find_program", lambda: os.fspath(program))


@pytest.fixture
def real():
    try:
        eflomal.find_program()
    except MissingPackageError as missing:
        pytest.skip(str(missing))


def test_lines_keep_their_places(sides, tmp_path, real):
    source, target = parallel(300)
    source[3], target[5], target[299] = "", " \t", ""
    source[10] = " ".join(["w1"] * 500)
    target[11] = " ".join(["v1"] * 5000)
    source[20], target[20] = "w1\u3000w2 w3\u2028 w4\x85", "v1\u00a0v2 v3\x1c v4\r"
    paths = sides(source, target)
    found = build_alignment(paths[:2], paths[2], run=Run(temp=tmp_path / "temp"))
    lines = paths[2].read_text().split("\n")
    assert lines.pop() == "" and len(lines) == 300
    assert [k for k, line in enumerate(lines) if not line] == [3, 5, 10, 11, 299]
    assert (found.pairs, found.empty, found.too_long) == (300, 3, 2)
    assert found.links == sum(len(line.split()) for line in lines)
    diagonal = sum(
        line == " ".join(f"{i}-{i}" for i in range(len(text.split()))) for line, text in zip(lines, source, strict=True)
    )
    assert diagonal > 270
    assert not list((tmp_path / "temp").iterdir())


def test_pairs_at_the_limit(sides, tmp_path, real):
    source, target = parallel(50)
    source[0] = target[1] = " ".join(["w1"] * 1023)  # beside short ones: eflomal takes the product of both lengths
    source[2] = " ".join(["w1"] * 1024)
    paths = sides(source, target)
    found = build_alignment(paths[:2], paths[2], AlignOptions(max_length=1023), Run(temp=tmp_path / "temp"))
    lines = paths[2].read_text().split("\n")
    assert lines[0] and lines[1] and not lines[2] and found.too_long == 1


def test_no_pair_to_align(sides, tmp_path, real):
    paths = sides(["", "a"], ["x", ""])
    found = build_alignment(paths[:2], paths[2], run=Run(temp=tmp_path / "temp"))
    assert found == AlignSummary(pairs=2, links=0, empty=2)
    assert paths[2].read_text() == "\n\n"


def test_one_pair(sides, real):
    paths = sides(["a"], ["x"])
    assert build_alignment(paths[:2], paths[2]).pairs == 1
    assert paths[2].read_text() in ("0-0\n", "\n")


def test_segmenters(sides, tmp_path, real):
    pytest.importorskip("sentencepiece")
    source, target = parallel(300)
    paths = sides(source, target)
    model = tmp_path / "model"
    build_alignment(paths[:2], paths[2], AlignOptions(train=(None, model), segment=("words", None), pieces=40))
    cut = segmenter(model)
    for line, text in zip(paths[2].read_text().splitlines(), target, strict=True):
        assert all(int(link.split("-")[1]) < len(cut(text)) for link in line.split())
    again = tmp_path / "again"
    build_alignment((paths[0], paths[1]), again, AlignOptions(segment=("words", model)))
    assert len(again.read_text().splitlines()) == 300


def test_wrong_sides(sides, tmp_path, real):
    paths = sides(["a", "b"], ["x"])
    with pytest.raises(FormatError, match="the end of the file after 1 lines, expected 2 lines"):
        build_alignment(paths[:2], paths[2], run=Run(temp=tmp_path / "temp"))
    paths[0].write_bytes(b"caf\xe9\nx\n")
    with pytest.raises(FormatError, match="src:1: found broken UTF-8"):
        build_alignment(paths[:2], paths[2], run=Run(temp=tmp_path / "temp"))
    with pytest.raises(ConfigError, match="--temp"):
        build_alignment(paths[:2], paths[2], run=Run(temp=tmp_path / "none"))
    assert not paths[2].exists() and not list((tmp_path / "temp").iterdir())


def test_eflomal_missing(sides, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", os.fspath(tmp_path / "python"))
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    with pytest.raises(MissingPackageError, match=r"--forward and --backward\. Install it: .* -m pip install 'eflomal>=2\.0'$"):
        paths = sides(["a"], ["x"])
        build_alignment(paths[:2], paths[2])


WRITE = 'lines = open(args["-s"]).read().count("\\n"); [open(args[k], "w").write(text * lines) for k in ("-f", "-r")]'


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("sys.exit('Traceback\\nMemoryError: all gone')", r"failed \(code 1\): MemoryError: all gone"),
        ("sys.exit(3)", r"failed \(code 3\): it said nothing"),
        (
            "print('mmap: no', file=sys.stderr); import subprocess; subprocess.check_call(['false'])",
            r"failed \(code 1\): mmap: no\. ",
        ),
        ("os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("pass", r"failed \(code 0\)"),
        ("sys.exit('OSError: [Errno 28] No space left on device')", r"No space left.*--temp"),
        (f"text = ''; {WRITE}", "wrote 0 whole lines of links, expected 2"),
        (f"text = '0-0'; {WRITE}", "wrote 0 whole lines"),
        (f"text = '0-0\\n0-0\\n'; {WRITE}", "wrote 4 whole lines of links, expected 2"),
        (f"text = '0-7\\n'; {WRITE}", "'0-7'"),
    ],
)
def test_eflomal_fails(sides, tmp_path, monkeypatch, code, message):
    fake(tmp_path, monkeypatch, code)
    paths = sides(["a", "b"], ["x", "y"])
    with pytest.raises(ParagenError, match=message):
        build_alignment(paths[:2], paths[2], run=Run(temp=tmp_path / "temp"))
    assert not paths[2].exists() and not list((tmp_path / "temp").iterdir())


def test_progress(sides, tmp_path, monkeypatch):
    """The last model samples four times as often, and takes half as long again for it as the first; others are as nothing."""
    said = "".join(f"print('Aligning with model {k} (28 iterations)', file=sys.stderr); " * 2 for k in (1, 2, 4, 3))
    fake(tmp_path, monkeypatch, f"{said}\ntext = '0-0\\n'; {WRITE}")
    seen = []
    *bitext, links = sides(["a", "b"], ["x", "y"])
    build_alignment(bitext, links, run=Run(progress=lambda *told: seen.append(told)))
    parts = [0, 1, 2, 3.2, 4.4, 4.4, 4.4, 10.4]
    assert seen == [("aligning", pytest.approx(part / 16.4), 1.0) for part in parts]


def test_links_of_all_batches_are_counted(sides, tmp_path, monkeypatch):
    fake(tmp_path, monkeypatch, f"text = '0-0\\n'; {WRITE}")
    *bitext, links = sides(["a"] * 20_001, ["x"] * 20_001)
    assert build_alignment(bitext, links) == AlignSummary(pairs=20_001, links=20_001)
    assert links.read_text() == "0-0\n" * 20_001


def start(tmp_path, sides):
    """Start `paragen align` with a program that begins a child and sleeps; return the process and the children's ids."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "eflomal-align"
    program.write_text(f"#!/bin/sh\nsleep 600 & echo $$ $! > {tmp_path}/pids\nwait\n")
    program.chmod(0o755)
    paths = sides(["a"], ["x"])
    code = (f"import sys; sys.executable = '{folder}/python'\nfrom paragen.cli import main\nsys.exit(main("
            f"['align', '{paths[0]}', '{paths[1]}', '-o', '{paths[2]}', '--temp', '{tmp_path}/temp']))")  # fmt: skip
    child = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True)
    pids = tmp_path / "pids"
    wait_until(lambda: child.poll() is not None or (pids.exists() and pids.read_text().endswith("\n")))
    assert child.poll() is None, child.communicate()[1]
    return child, [int(pid) for pid in pids.read_text().split()]


def gone(pid):
    """Whether a process is no more, or a zombie that nobody has waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_ended_in_the_middle(sides, tmp_path, number):
    child, pids = start(tmp_path, sides)
    child.send_signal(number)
    child.communicate()
    assert child.returncode == 128 + number
    wait_until(lambda: all(map(gone, pids)))
    assert not list((tmp_path / "temp").iterdir())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "pids", "src", "temp", "tgt"]


def test_killed_in_the_middle(sides, tmp_path):
    child, pids = start(tmp_path, sides)
    child.kill()
    child.wait()
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
    child.stderr.close()
    assert not (tmp_path / "links").exists()
