"""Errors of the operating system, and arguments that cannot be meant, as the command line tells them."""

from __future__ import annotations

import errno
import os

import pytest

from paragen.cli import main
from paragen.cli.os_errors import REMEDIES, os_error_text

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
