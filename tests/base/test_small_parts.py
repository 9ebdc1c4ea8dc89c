"""Threads, errors, sizes, columns, offsets, packages, scratch folders and exclusive objects."""

from __future__ import annotations

import os
import pickle
import shlex
import shutil
import sys
import threading

import numpy as np
import pytest

from paragen.base.columns import aligned
from paragen.base.errors import ConfigError, FormatError, MissingPackageError, ParagenError, first_line, shown
from paragen.base.exclusive import Exclusive, Shared
from paragen.base.offsets import check_offsets
from paragen.base.output_files import scratch_directory
from paragen.base.packages import install_hint, optional_package
from paragen.base.settings import parse_memory
from paragen.base.threads import Workers, record_errors, run, thread_count


def test_errors_say_where_what_and_what_to_do():
    error = FormatError("f:3", "two", "three", "Count.")
    assert str(error) == "f:3: found two, expected three. Count." and isinstance(error, (ParagenError, ValueError))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (FormatError, str(error), vars(error))
    assert str(FormatError("f", "two", "three")) == "f: found two, expected three."
    assert (error.where, error.found, error.expected, error.remedy) == ("f:3", "two", "three", "Count.")


def test_texts_in_messages():
    assert shown("x" * 60) == repr("x" * 60) and shown("x" * 61) == repr("x" * 60 + "…") and shown("abc\n", 2) == "'ab…'"
    assert first_line(ValueError("no. good.\nAt all.")) == "no. good" and first_line(ValueError()) == ""


def test_sizes_of_memory():
    sizes = ("64M", "1.5G", "2GiB", "3mb", 1 << 20, " 1024 K ", "2097152B", "1T")
    assert [parse_memory(size) for size in sizes] == [64 << 20, 3 << 29, 2 << 30, 3 << 20, 1 << 20, 1 << 20, 2 << 20, 1 << 40]
    for refused in ("much", "1X", "-1M", "", "M"):
        with pytest.raises(ConfigError, match=f"^memory: found {refused!r}, expected a size such as 512M or 2G.$"):
            parse_memory(refused)
    with pytest.raises(ConfigError, match="^memory: found 1048575, expected 1M or more. Sizes have a unit: 512M, 2G.$"):
        parse_memory((1 << 20) - 1)
    for refused, found in (("9" * 400, repr("9" * 60 + "…")), ("1048576T", "'1048576T'"), ("9" * 20 + "G", f"'{'9' * 20}G'")):
        with pytest.raises(ConfigError) as caught:
            parse_memory(refused)
        assert str(caught.value) == f"memory: found {found}, expected less than 1048576T. Sizes have a unit: 512M, 2G."
    assert parse_memory("1048575T") == 1048575 << 40


def test_columns():
    assert list(aligned([("a", "100", "b"), ("long", "1", "")])) == ["a     100  b", "long    1"]
    assert list(aligned([("a", "b", "c"), ("aa", "bb", "cc")], left=2)) == ["a   b    c", "aa  bb  cc"]


def test_offsets_that_lead_out_of_their_array_are_refused():
    for begins in ([0, 2, 2, 5], [0, 5], [0, 0, 5]):
        check_offsets(np.array(begins), 5, "m.paragen: words")
    check_offsets(np.array([0]), 0, "m.paragen: words")
    for begins in ([], [0], [1, 5], [0, 4], [0, 6], [0, 3, 2, 5], [0, 6, 5], [0, -1, 5]):
        with pytest.raises(ValueError, match=r"^m\.paragen: words: no offsets from 0 to 5$"):
            check_offsets(np.array(begins, np.int64), 5, "m.paragen: words")


def test_optional_packages():
    assert optional_package("os.path", "this test", "test") is os.path
    with pytest.raises(MissingPackageError) as caught:
        optional_package("no_such.thing", "f.x: reading X", "extra")
    assert str(caught.value) == (
        "f.x: reading X needs the package no_such. Install what the extra 'extra' of paragen names."
    ) and isinstance(caught.value, ImportError)


def test_a_missing_package_comes_with_a_command_that_works_here(tmp_path, monkeypatch):
    """It names packages, not paragen, which may be another's where packages come from; and the interpreter that runs."""
    command = install_hint("zstd").removeprefix("Install it: ")
    interpreter, *rest = shlex.split(command)
    assert rest == ["-m", "pip", "install", "zstandard>=0.22"] and os.path.abspath(shutil.which(interpreter)) == sys.executable
    monkeypatch.setattr("paragen.base.packages._installed", lambda requirement: not requirement.startswith("sentencex"))
    assert install_hint("documents").endswith(" -m pip install 'sentencex>=1.0'")  # what is there need not be named
    beneath = tmp_path / "a b" / "python"
    beneath.parent.mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "executable", str(beneath))
    assert install_hint("zstd") == "Install it: 'a b/python' -m pip install 'zstandard>=0.22'"
    monkeypatch.chdir(beneath.parent)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert install_hint("zstd") == f"Install it: {tmp_path}/python -m pip install 'zstandard>=0.22'"


def test_scratch_directory(tmp_path, monkeypatch):
    with scratch_directory(tmp_path) as folder:
        (folder / "f").touch()
        assert folder.parent == tmp_path and folder.name.startswith(".paragen.") and folder.stat().st_mode & 0o777 == 0o700
    assert not list(tmp_path.iterdir())
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with scratch_directory() as folder:
        assert folder.parent == tmp_path
    with pytest.raises(ConfigError, match="none: there is no such directory for temporary files. Create it, or name another"):
        scratch_directory(tmp_path / "none").__enter__()
    with pytest.raises(FileNotFoundError) as caught, scratch_directory(tmp_path) as folder:
        (folder / "none" / "f").touch()
    assert str(folder) in str(caught.value)


def test_one_call_at_a_time():
    exclusive = Exclusive()
    for _ in range(2):
        with exclusive:
            for _ in range(2):
                with pytest.raises(RuntimeError, match="^another call is using this object; it takes one at a time$"):
                    exclusive.__enter__()


@pytest.mark.parametrize("kind", [Shared, Exclusive])
def test_after_a_call_that_failed_there_is_no_other(kind):
    refusal = r"^an earlier call of this object failed \(KeyError: 'half-way'\); it takes no others\. Make a new one\.$"
    guard = kind()
    with guard:
        pass
    with pytest.raises(KeyError, match="half-way"), guard:
        raise KeyError("half-way")
    for _ in range(2):
        with pytest.raises(ValueError, match=refusal):
            guard.__enter__()


def test_calls_of_what_is_shared_may_run_together():
    shared = Shared()
    with shared, shared:
        with pytest.raises(KeyError), shared:
            raise KeyError
        with pytest.raises(ValueError, match="KeyError"):
            shared.__enter__()


def test_how_many_threads(monkeypatch):
    assert thread_count(0) == (len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count())
    assert (thread_count(1), thread_count(256)) == (1, 256)
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2} if process == 0 else set(), raising=False)
    assert thread_count(0) == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert thread_count(0) == 1
    for refused in (-1, 257):
        with pytest.raises(ConfigError, match=f"^threads: found {refused}, expected 1 to 256, or 0 for one per processor.$"):
            thread_count(refused)


@pytest.mark.parametrize("threads", [1, 2])
def test_results_come_in_order_before_the_error_of_an_item(threads):
    def items():
        yield from range(21)
        raise KeyError("end")

    results = run(lambda chunk: [2 * item for item in chunk], items(), threads)
    assert [next(results) for _ in range(21)] == list(range(0, 42, 2))
    with pytest.raises(KeyError, match="end"):
        next(results)
    assert list(run(lambda chunk: chunk, range(100), threads)) == list(range(100))
    assert list(run(lambda chunk: [len(chunk)], range(10), threads, chunk=4)) == ([4, 4, 2] if threads > 1 else [1] * 10)


def test_with_one_thread_nothing_is_read_ahead():
    taken = []
    results = run(lambda chunk: chunk, (taken.append(i) or i for i in range(9)))
    next(results)
    assert taken == [0]


def test_an_error_of_the_work_comes_in_its_turn():
    def work(chunk):
        if chunk[0] == 8:
            raise KeyError("eight")
        return chunk

    results = run(work, range(100), 2)
    assert [next(results) for _ in range(8)] == list(range(8))
    with pytest.raises(KeyError, match="eight"):
        next(results)


def test_workers_take_so_much_ahead():
    gate, names = threading.Event(), []

    def work(chunk):
        gate.wait(60)
        names.append(threading.current_thread().name)
        return chunk

    with Workers(work, 2) as workers:
        assert (workers.pending, workers.full, workers.ready) == (0, False, False)
        for i in range(6):
            assert not workers.full
            workers.submit([i])
        assert workers.full and workers.pending == 6 and not workers.ready
        gate.set()
        assert [workers.next() for _ in range(6)] == [[i] for i in range(6)] and workers.pending == 0
        workers.submit([7])
        while not workers.ready:
            pass
        assert workers.ready
    assert {name.rpartition("_")[0] for name in names} == {"paragen"}


def test_errors_of_items_are_noted():
    raised: list[BaseException] = []

    def items():
        yield 1
        raise KeyError("end")

    with pytest.raises(KeyError):
        list(record_errors(items(), raised))
    assert len(raised) == 1 and isinstance(raised[0], KeyError)
    assert list(record_errors([1, 2], raised)) == [1, 2] and len(raised) == 1
