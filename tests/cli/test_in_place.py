"""``--in-place``: files take the place of what they were made from, whole, and keep what else they are."""

from __future__ import annotations

import gzip
import json
import os
import signal
import stat
import subprocess

import pytest
from command_line import paragen, started, wait_until


@pytest.fixture
def decode(english_model, tmp_path):
    """A function that runs the verb beside the files of the test; gives errors and exit code."""

    def run(*args, input=b""):
        done = paragen("decode", "-m", english_model, *args, input=input, cwd=tmp_path)
        assert done.stdout == ""
        return done.stderr, done.returncode

    return run


def names(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_each_file_is_replaced(decode, tmp_path):
    for name, data in {"a": b"big\n", "b": b"A big car\r\nno end", "empty": b""}.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "c.gz").write_bytes(gzip.compress(b"car\n"))
    assert decode("--in-place", "a", "b", "empty", "c.gz", "--threads", 2, "--quiet") == ("", 0)
    assert [(tmp_path / name).read_bytes() for name in ("a", "b", "empty")] == [b"large\n", b"A large automobile\r\nno end", b""]
    assert gzip.decompress((tmp_path / "c.gz").read_bytes()) == b"automobile\n"
    assert names(tmp_path) == ["a", "b", "c.gz", "empty"]


def test_the_old_file_is_kept_under_a_suffix(decode, tmp_path):
    (tmp_path / "a").write_text("big\n")
    assert decode("--in-place=.bak", "a") == ("", 0)
    assert ((tmp_path / "a").read_text(), (tmp_path / "a.bak").read_text()) == ("large\n", "big\n")
    errors, code = decode("--in-place=.bak", "a")
    assert code == 1 and "a.bak exists and would be overwritten" in errors
    assert (tmp_path / "a.bak").read_text() == "big\n"
    errors, code = decode("--in-place=/tmp/x", "a")
    assert code == 2 and "no suffix" in errors


def test_without_hard_links_the_old_file_is_copied(decode, tmp_path, monkeypatch):
    def refuse(*paths):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    (tmp_path / "a").write_text("big\n")
    assert decode("--in-place=.bak", "a") == ("", 0)
    assert ((tmp_path / "a").read_text(), (tmp_path / "a.bak").read_text()) == ("large\n", "big\n")


def test_mode_and_links_stay(decode, tmp_path):
    (tmp_path / "folder").mkdir()
    file, link = tmp_path / "folder" / "file", tmp_path / "link"
    file.write_text("big\n")
    file.chmod(0o751)
    os.link(file, tmp_path / "hard")
    link.symlink_to("folder/file")
    assert decode("--in-place=.bak", "link") == ("", 0)
    assert link.is_symlink() and os.readlink(link) == "folder/file" and file.read_text() == "large\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o751 and (tmp_path / "hard").read_text() == "big\n"
    assert names(tmp_path / "folder") == ["file", "file.bak"]


def test_records_stay_records_and_ids_begin_anew(decode, tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text('{"text": "big", "label": 1}\n')
    assert decode("--in-place", "--format", "jsonl", "a", "b") == ("", 0)
    for name in ("a", "b"):
        record = json.loads((tmp_path / name).read_text())
        assert (record["id"], record["text"], record["label"]) == (0, "large", 1)
    errors, code = decode("--in-place", "a")
    assert code == 1 and "a:1: found JSONL, expected text" in errors and "--format jsonl" in errors
    (tmp_path / "a").write_text("big\n")
    errors, code = decode("--in-place", "--format", "jsonl", "a")
    assert code == 1 and "a:1: found text, expected JSONL" in errors and (tmp_path / "a").read_text() == "big\n"


def test_after_an_error_files_are_what_they_were(decode, tmp_path):
    for name, data in {"a": b"big\n", "broken": b"big\n\xff\n", "c": b"big\n"}.items():
        (tmp_path / name).write_bytes(data)
    errors, code = decode("--in-place=.bak", "a", "broken", "c")
    assert code == 1 and errors.startswith("paragen: broken:2: found broken UTF-8")
    assert [(tmp_path / name).read_bytes() for name in ("a", "broken", "c")] == [b"large\n", b"big\n\xff\n", b"big\n"]
    assert names(tmp_path) == ["a", "a.bak", "broken", "c"]


def test_what_cannot_be_replaced_is_found_before_the_work(decode, tmp_path):
    (tmp_path / "a").write_text("big\n")
    (tmp_path / "again").symlink_to("a")
    os.mkfifo(tmp_path / "pipe")
    for args, problem in (
        (["a", "nowhere"], "nowhere: No such file"),
        (["a", "pipe"], "pipe: found a device or a pipe"),
        (["a", "again"], "found one name for two files"),
        (["a", "--keep-file", "a"], "is read and would be overwritten"),
        (["a", "."], "found a folder"),
    ):
        errors, code = decode("--in-place", *args)
        assert code == 1 and problem in errors
    assert (tmp_path / "a").read_text() == "big\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_not_be_written(decode, tmp_path):
    (tmp_path / "a").write_text("big\n")
    (tmp_path / "a").chmod(0o400)
    errors, code = decode("--in-place", "a")
    assert code == 1 and errors.startswith("paragen: a: Permission denied")


@pytest.mark.parametrize(
    "args", [[], ["-"], ["a", "-o", "b"], ["a", "-n", "2"], ["a", "--diff"], ["a", "--changed-only"], ["a", "--explain"],
             ["a", "--format", "nbest"], ["a", "--copies", "2"]],
)  # fmt: skip
def test_bad_usage(decode, tmp_path, args):
    (tmp_path / "a").write_text("big\n")
    errors, code = decode("--in-place", *args)
    assert code == 2 and (tmp_path / "a").read_text() == "big\n"


def test_a_file_that_somebody_changes_meanwhile_stays(tmp_path):
    from paragen.base.errors import ParagenError
    from paragen.io.sink import replaced_file

    file = tmp_path / "a"
    file.write_text("big\n")
    with pytest.raises(ParagenError, match="it was changed while it was read"), replaced_file(file, ".bak") as new:
        new.write(b"large\n")
        file.write_text("bigger\n")
    assert file.read_text() == "bigger\n" and names(tmp_path) == ["a"]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_process_that_is_ended_leaves_the_file(english_model, tmp_path, number, code):
    file = tmp_path / "a"
    text = "A big car is a big car.\n" * 200_000
    file.write_text(text)
    with started("decode", "-m", english_model, "--in-place=.bak", "a", cwd=tmp_path, stdin=subprocess.DEVNULL) as process:
        wait_until(lambda: any(path.stat().st_size for path in tmp_path.glob(".a.*.partial")))
        process.send_signal(number)
        assert process.wait() == code
    assert file.read_text() == text and not (tmp_path / "a.bak").exists()
    assert (names(tmp_path) == ["a"]) == (number != signal.SIGKILL)
