"""``paragen parse`` as a user runs it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from command_line import process, started, wait_until

from ..tables.parses.fake_stanza import SOURCE


@pytest.fixture
def environment(tmp_path) -> dict[str, str]:
    """An environment with a stand-in for Stanza."""
    folder = tmp_path / "packages"
    folder.mkdir()
    (folder / "stanza.py").write_text(SOURCE, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}


def test_text_in_parses_out(tmp_path, environment):
    (tmp_path / "a.txt").write_text("Dogs bark .\n\n" + "x" * 100_001 + "\nCats meow .\n")
    for threads in (1, 2):
        done = process(
            "parse", "a.txt", "-o", f"{threads}.conllu", "--pipeline", "stanza:en", "--threads", threads, "--batch", 1,
            cwd=tmp_path, env=environment,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert done.stderr == (
        "paragen: 4 lines, 2 sentences and 6 words parsed\n"
        "paragen: left out: 1 lines of more than 100000 characters (first: a.txt:3)\n"
    )
    assert (tmp_path / "1.conllu").read_bytes() == (tmp_path / "2.conllu").read_bytes()
    assert (tmp_path / "1.conllu").read_text().startswith("# sent_id = 1\n1\tDogs\tdogs\tNOUN\t")


def test_errors(tmp_path, environment):
    (tmp_path / "a.txt").write_text("Dogs BOOM .\n")
    for args, code, message in (
        (["a.txt", "--pipeline", "stanza:en"], 2, "Missing option '-o'"),
        (["a.txt", "-o", "out"], 2, "Missing option '--pipeline'"),
        (["-o", "out", "--pipeline", "stanza:en"], 2, "Missing argument"),
        (["a.txt", "-o", "out", "--pipeline", "stanza:en", "--batch", "0"], 2, "--batch"),
        (["a.txt", "-o", "out", "--pipeline", "stanza:xx"], 1, "stanza.download('xx')"),
        (["a.txt", "-o", "out", "--pipeline", "stanza:en"], 1, "lines 1 to 1: the pipeline failed: RuntimeError: too hard."),
        (["none.txt", "-o", "out", "--pipeline", "stanza:en"], 1, "none.txt: No such file or directory"),
        (["a.txt", "-o", "no/out", "--pipeline", "stanza:en"], 1, "there is no folder no"),
    ):  # fmt: skip
        done = process("parse", *args, cwd=tmp_path, env=environment)
        assert (done.returncode, done.stdout) == (code, ""), done.stderr
        assert message in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs signals")
def test_killed_it_leaves_no_output_and_no_process(tmp_path, environment):
    os.mkfifo(tmp_path / "endless")
    options = ["--pipeline", "stanza:en", "--threads", "2", "--batch", "1"]
    child = started("parse", "endless", "-o", "out", *options, cwd=tmp_path, env=environment)
    with open(tmp_path / "endless", "w") as file:
        file.write("a\n" * 100_000)
        file.flush()
        workers = _children(child.pid)
        assert len(workers) >= 2
        child.send_signal(signal.SIGKILL)
        child.wait()
        wait_until(lambda: not any(map(_is_running, workers)))
    assert not (tmp_path / "out").exists()


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        pytest.skip("needs Linux's /proc")
