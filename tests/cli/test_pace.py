"""Progress on a terminal: where it is shown, and what it says."""

from __future__ import annotations

import gzip
import io
from types import SimpleNamespace

import pytest

from paragen.cli import pace as module
from paragen.cli.pace import pace


class Terminal(io.StringIO):
    def isatty(self):
        return True


class File(io.StringIO):
    def isatty(self):
        return False


@pytest.fixture
def terminal(monkeypatch):
    """A terminal in the place of standard error, on which every change is shown; the other streams are none."""
    screen = Terminal()
    monkeypatch.setattr(module, "sys", SimpleNamespace(stdin=File(), stdout=File(), stderr=screen))
    monkeypatch.setattr(module, "_SHOWN_EVERY", 1e-9)
    monkeypatch.setattr(module, "is_quiet", lambda: False)
    return screen


def test_share_sentences_rate_and_time_left(terminal, tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 300)
    (tmp_path / "b").write_bytes(b"x" * 100)
    with pace([f"{tmp_path}/a", f"{tmp_path}/b"], "out", False, "decoding") as shown:
        shown.begin("a")
        shown.done(100, 1500)
        shown.begin("b")
        shown.done(100, 1)
    lines = terminal.getvalue().split("\r")
    assert any("decoding 1/2 a:  25%, 1,500 sentences, " in line and "/s |" in line and " left" in line for line in lines)
    assert any("decoding 2/2 b:  50%, 1,501 sentences, " in line for line in lines)


def test_without_a_size_there_is_no_share(terminal):
    with pace(["/dev/null"], "out", False, "decoding") as shown:
        shown.begin("/dev/null")
        shown.done(100, 7)
    assert "decoding, 7 sentences, " in terminal.getvalue() and "%" not in terminal.getvalue()


def test_where_it_is_shown(terminal, tmp_path, monkeypatch):
    def shown(*args):
        with pace(*args, "decoding") as found:
            return found is not None

    (tmp_path / "a").write_text("x")
    name = f"{tmp_path}/a"
    assert shown([name], None, False) and shown([name], "out", False) and shown([name], None, True)
    assert not shown([name, "/dev/null"], None, False) and shown([name, "/dev/null"], "out", False)
    monkeypatch.setattr(module.sys, "stdout", Terminal())
    assert not shown([name], None, False) and shown([name], "out", False)
    monkeypatch.setattr(module.sys, "stdin", Terminal())
    assert not shown(["-"], "out", False)
    monkeypatch.setattr(module, "is_quiet", lambda: True)
    assert not shown([name], "out", False)
    monkeypatch.setattr(module, "is_quiet", lambda: False)
    monkeypatch.setattr(module.sys, "stderr", File())
    assert not shown([name], "out", False)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_all_of_the_inputs_counts_as_done(terminal, tmp_path, pack):
    from paragen.cli.streaming import Texts, answer

    class Reader:
        def read(self, line):
            return line

        def finish(self):
            pass

    (tmp_path / "a").write_bytes(pack("A bïg\r\n".encode() * 5000))
    texts = Texts([f"{tmp_path}/a"], output=f"{tmp_path}/out")
    answer(texts, Reader(), lambda lines: [line.text.encode() for line in lines], threads=1, what="decoding", chunk=500)
    assert "100%, 5,000 sentences" in terminal.getvalue()
