"""Signals that end a program wait while they are held back, and then do what they would have done."""

import os
import signal
import subprocess
import threading

import pytest

from paragen.base.threads import interrupts_held_back


@pytest.fixture(autouse=True)
def handlers():
    """Handlers of this process, as they were; SIGINT raises KeyboardInterrupt."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_an_interrupt_waits_for_the_end_of_the_block():
    done = []
    with pytest.raises(KeyboardInterrupt), interrupts_held_back():
        os.kill(os.getpid(), signal.SIGINT)
        done.append(True)
    assert done and signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_that_end_programs_wait_too(number):
    heard = []
    signal.signal(number, lambda *_: heard.append("told"))
    with interrupts_held_back():
        os.kill(os.getpid(), number)
        heard.append("block")
    assert heard == ["block", "told"]


def test_what_is_ignored_stays_ignored():
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with interrupts_held_back():
        os.kill(os.getpid(), signal.SIGHUP)
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_in_another_thread_it_does_nothing():
    seen = []

    def work():
        with interrupts_held_back():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


class Interrupted(subprocess.Popen):
    """A process that is started in the very moment in which Ctrl-C is pressed."""

    started: subprocess.Popen

    def __init__(self, command, **options):
        super().__init__(["sleep", "600"], **options)
        type(self).started = self
        os.kill(os.getpid(), signal.SIGINT)


def test_an_aligner_that_is_just_started_is_ended(monkeypatch, tmp_path):
    from paragen.tables.bilingual.alignment import eflomal

    monkeypatch.setattr(eflomal.subprocess, "Popen", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        eflomal.run_eflomal("eflomal-align", tmp_path, tmp_path / "source", tmp_path / "target")
    assert Interrupted.started.returncode == -signal.SIGKILL


def test_a_step_that_is_just_started_is_ended(monkeypatch):
    from paragen.recipes import step_process

    monkeypatch.setattr(step_process.subprocess, "Popen", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        step_process.run_verb(["lm"])
    assert Interrupted.started.returncode == -signal.SIGTERM


def test_queries_of_duckdb_run_beside_the_thread_that_hears_signals(monkeypatch, tmp_path):
    """DuckDB itself asks Python for signals in the main thread, and makes an error of its own of one."""
    duckdb = pytest.importorskip("duckdb")
    from paragen.tables.bilingual.pivot import PivotOptions, pivot_tables
    from paragen.tables.builder import open_engine

    inside: list[str] = []

    class Watched:
        def __init__(self, connection):
            self._connection = connection

        def __getattr__(self, name):
            found = getattr(self._connection, name)

            def call(*args, **options):
                if threading.current_thread() is threading.main_thread():
                    inside.append(name)
                made = found(*args, **options)
                return Watched(made) if name == "cursor" else made

            return call

    connect = duckdb.connect
    monkeypatch.setattr(duckdb, "connect", lambda *args, **options: Watched(connect(*args, **options)))
    (tmp_path / "phrases.txt").write_text("haus ||| house ||| 0.5 0.5 0.6 0.5 ||| 0-0 ||| 3 2 2 ||| |||\n"
                                          "haus ||| home ||| 0.5 0.5 0.4 0.5 ||| 0-0 ||| 3 2 1 ||| |||\n")  # fmt: skip
    with open_engine("duckdb") as engine:
        pivot_tables([tmp_path / "phrases.txt"], tmp_path / "out.txt", PivotOptions(), engine)
    assert (tmp_path / "out.txt").read_text().startswith("home ||| house")
    assert set(inside) <= {"cursor", "close", "query_progress", "interrupt"}
