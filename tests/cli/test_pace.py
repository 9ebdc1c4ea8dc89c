"""Progress on a terminal: where it is shown, and what it says."""

from __future__ import annotations

import gzip
import io
import sys
from functools import partial
from types import SimpleNamespace

import click
import pytest
import tqdm

from paragen.cli import texts
from paragen.cli.console import by_steps
from paragen.cli.table_options import table_run
from paragen.io import notices as module
from paragen.io.notices import pace, size_on_disk


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
    streams = SimpleNamespace(stdin=File(), stdout=File(), stderr=screen)
    monkeypatch.setattr(module, "sys", streams)
    monkeypatch.setattr(texts, "sys", streams)
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
    from paragen.cli.texts import answer_texts
    from paragen.io.texts import Texts

    class Reader:
        def read(self, line):
            return line

        def finish(self):
            pass

    (tmp_path / "a").write_bytes(pack("A bïg\r\n".encode() * 5000))
    given = Texts([f"{tmp_path}/a"], output=f"{tmp_path}/out")
    answer_texts(given, Reader(), lambda lines: [line.text.encode() for line in lines], threads=1, what="decoding", chunk=500)
    assert "100%, 5,000 sentences" in terminal.getvalue()


def test_steps_make_one_percentage_that_never_decreases():
    shown = []
    report = by_steps(shown.append, {"read": 20, "count": 60, "write": 100})
    for step, fraction in [
        ("read", 0.5), ("read", 0.5), ("read", 1.0), ("count_0", 0.5), ("count_12", 0.25), ("elsewhere", 1.0), ("write", 0.75),
    ]:  # fmt: skip
        report(step, fraction)
    assert shown == [10.0, 10.0, 20.0, 50.0]


def test_what_a_builder_reports(monkeypatch):
    def shown(*args, reports, **more):
        screen = Terminal()
        monkeypatch.setattr(sys, "stderr", screen)
        with click.Context(click.Command("build")), table_run(*args, **more) as run:
            for report in reports:
                run.progress(*report)
        return [line for line in screen.getvalue().split("\r") if line.strip()]

    monkeypatch.setattr("tqdm.tqdm", partial(tqdm.tqdm, mininterval=0, miniters=1))
    reports = [("read", 1, 2), ("read", 1, 1), ("count", 0, 0), ("count", 3, 4)]
    lines = shown("counting", {"read": 20, "count": 100}, reports=reports, threads=1)
    assert [line.partition(" [")[0].replace("|", " ").replace("#", "").split() for line in lines] == [
        ["counting:", f"{percent}%", f"{amount}/100"]
        for percent, amount in [(0, "0.00"), (10, "10.0"), (20, "20.0"), (80, "80.0")]
    ]
    assert lines[-1].rstrip().endswith("%/s]")
    lines = shown("reading", unit=" lines", reports=[("a", 2, 0), ("b", 1, 0), ("a", 5, 0)])
    assert [line.partition(" [")[0] for line in lines] == [f"reading: {count}.00 lines" for count in (0, 2, 3, 6)]


def test_sizes_on_disk(tmp_path, monkeypatch):
    (tmp_path / "a").write_bytes(b"abc")
    assert (size_on_disk(f"{tmp_path}/a"), size_on_disk("/dev/null"), size_on_disk(f"{tmp_path}/none")) == (3, None, None)
    with (tmp_path / "a").open() as file:
        monkeypatch.setattr(sys, "stdin", file)
        assert size_on_disk("-") == 3
    monkeypatch.setattr(sys, "stdin", None)
    assert size_on_disk("-") is None
