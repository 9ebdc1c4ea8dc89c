"""Errors of the operating system, and arguments that cannot be meant, as the command line tells them."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys

import click
import pytest

from paragen.base.errors import REMEDIES, os_error_text
from paragen.cli import main

COMMON = ("ENOENT", "EISDIR", "ENOTDIR", "EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EMFILE", "ENAMETOOLONG", "EFBIG", "EIO")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """A function that runs a command line in a folder with a file and a folder; gives the exit code and errors."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("a b\n")
    (tmp_path / "folder").mkdir()

    def run(*args):
        code = main(list(args))
        return code, capsys.readouterr().err

    return run


@pytest.mark.parametrize("name", COMMON)
def test_common_errors_have_a_remedy(name):
    number = getattr(errno, name)
    text = os_error_text(OSError(number, os.strerror(number), b"a file"))
    assert text == f"a file: {os.strerror(number)}. {REMEDIES[number]}" and text.endswith(".")


def test_errors_without_a_name_or_a_number():
    assert os_error_text(OSError(errno.EIO, "I/O error")).startswith("I/O error. The disk")
    assert os_error_text(OSError("something else")) == "something else."


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("none",), "paragen: none: No such file or directory. Check its name and the folder it is in.\n"),
        (
            ("folder",),
            "paragen: folder: found a directory, expected plain text in UTF-8, one sentence per line. Give the file in it.\n",
        ),
        (("file/x",), "paragen: file/x: Not a directory. Part of the path is not a folder: check it.\n"),
        (("file", "--arpa", "none/m"), "paragen: none/m: there is no folder none. Create it first.\n"),
        (("file", "--arpa", "folder"), "paragen: folder: found a folder, expected the name of a file to write.\n"),
        (("file", "--arpa", "x" * 300), f"paragen: {'x' * 300}: File name too long. Choose a shorter name.\n"),
    ],
)
def test_the_users_file_is_named(run, tmp_path, args, message):
    assert run("lm", *args, "--discount-fallback") == (1, message)
    assert sorted(os.listdir(tmp_path)) == ["file", "folder"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("inspect", ""), "'MODEL': the name is empty"),
        (("verify", ""), "'MODEL': the name is empty"),
        (("decode", "-m", ""), "'--model': the name is empty"),
        (("lm", ""), "the name is empty"),
        (("lm", "file", "--arpa", ""), "'--arpa': the name is empty"),
        (("lm", "file", "-T", "none"), "'-T' / '--temp': there is no folder 'none'. Create a folder first"),
        (("lm", "file", "--temp", "file"), "'-T' / '--temp': 'file' is a file. Create a folder first"),
    ],
)
def test_arguments_that_cannot_be_meant(run, args, message):
    code, err = run(*args)
    assert code == 2 and message in err


@pytest.mark.parametrize(("args", "message"), [
    (("lm", "file", "--discount-fallback=a b"), "'a b' is not a list of numbers."),
    (("lm", "file", "--prune=a b"), "'a b' is not a list of whole numbers."),
    (("extract", "--threads", "-1"), "-1 is not in the range x>=0."),
])  # fmt: skip
def test_numbers_that_are_none(run, args, message):
    code, error = run(*args)
    assert code == 2 and message in error


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (MemoryError(), 1, "paragen: out of memory.\n"),
        (RuntimeError("odd"), 1, "paragen: unexpected RuntimeError: odd (--debug shows where).\n"),
        (KeyboardInterrupt(), 130, "paragen: interrupted\n"),
        (click.Abort(), 130, "paragen: interrupted\n"),
        (BrokenPipeError(), 0, ""),
        (OSError(errno.ENOSPC, "No space left on device"), 1, "paragen: No space left on device. Make room and run it again.\n"),
    ],
)
def test_whatever_happens_ends_in_a_line_and_a_code(monkeypatch, capsys, english_model, error, code, message):
    def fail(*args: object, **more: object) -> None:
        raise error

    monkeypatch.setattr(json, "dumps", fail)
    asked = ["inspect", os.fspath(english_model), "--format", "json"]
    assert (main(asked), capsys.readouterr().err) == (code, message)
    assert main([*asked, "--debug"]) == code
    assert ("Traceback" in capsys.readouterr().err) == bool(code)


@pytest.mark.parametrize(("stream", "name"), [("stdin", "standard input"), ("stdout", "standard output")])
def test_closed_streams(monkeypatch, capsys, stream, name):
    monkeypatch.setattr(sys, stream, None)
    assert main(["--version"]) == 1
    expected = f"paragen: {name}: found it closed, expected a file, a pipe or a terminal. Use /dev/null if you want none.\n"
    assert capsys.readouterr().err == expected


def test_closed_standard_error(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["verify", "none"]) == 1
    assert sys.stderr.name == os.devnull and sys.stderr.writable()
    sys.stderr.close()


def test_an_output_that_breaks_at_the_end_goes_to_the_null_device(monkeypatch):
    class Broken:
        write = staticmethod(len)

        def flush(self) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    found = []
    monkeypatch.setattr(os, "dup2", lambda old, new: found.append((old, new)))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", Broken())
        assert main(["--version"]) == 1
    [(old, new)] = found
    assert os.path.samestat(os.fstat(old), os.stat(os.devnull)) and os.write(old, b"x") == new == 1
    os.close(old)


def test_signals_that_end_it_let_it_clean_up(capsys):
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        assert main(["--version"]) == 0
        with pytest.raises(SystemExit) as ended:
            signal.raise_signal(signal.SIGTERM)
        assert ended.value.code == 143 and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        main(["--version"])
        with pytest.raises(SystemExit) as ended:
            signal.raise_signal(signal.SIGHUP)
        assert ended.value.code == 129
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
