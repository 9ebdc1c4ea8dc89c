"""Files that verbs read and write: named on the command line, compressed, empty, missing, broken; one after another."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import os
import signal
import subprocess
import sys

import pytest
import zstandard
from command_line import PARAGEN, paragen, started, wait_until

PACK = {"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": zstandard.compress}
UNPACK = {"": bytes, ".gz": gzip.decompress, ".bz2": bz2.decompress, ".xz": lzma.decompress,
          ".zst": lambda data: zstandard.ZstdDecompressor().decompressobj().decompress(data)}  # fmt: skip


@pytest.fixture
def decode(english_model, tmp_path):
    """A function that runs the verb beside the files of the test; gives output, errors and exit code."""

    def run(*args, input=b"", verb="decode"):
        done = paragen(verb, "-m", english_model, *args, input=input, cwd=tmp_path)
        return done.stdout, done.stderr, done.returncode

    return run


@pytest.fixture
def write(tmp_path):
    """A function that writes files, by name."""

    def files(**contents):
        for name, data in contents.items():
            (tmp_path / name).write_bytes(data.encode() if isinstance(data, str) else data)

    return files


@pytest.mark.parametrize("ending", PACK)
def test_files_are_unpacked_whatever_their_names(decode, write, tmp_path, ending):
    packed = PACK[ending](b"A big car\r\nno end")
    write(**{"a.txt": packed, f"b{ending}": packed})
    expected = "A large automobile\r\nno end"
    assert decode("a.txt") == (expected, "", 0)
    assert decode("a.txt", f"b{ending}") == (f"{expected}\n{expected}", "", 0)
    assert decode(input=packed) == (expected, "", 0)
    assert decode("-", "a.txt", input=packed) == (f"{expected}\n{expected}", "", 0)


@pytest.mark.parametrize("ending", PACK)
def test_the_output_is_packed_as_its_name_says(decode, write, tmp_path, ending):
    write(a="big\n" * 200)
    for name in ("out", "again"):
        assert decode("a", "-o", f"{name}{ending}") == ("", "", 0)
    data = (tmp_path / f"out{ending}").read_bytes()
    assert UNPACK[ending](data) == b"large\n" * 200
    assert data == (tmp_path / f"again{ending}").read_bytes()


def test_several_files_are_one_text(decode, write):
    write(a="big\n\ncar", empty="", b="\ufeffcar\n")
    assert decode("a", "empty", "b", "empty") == ("large\n\nautomobile\n\ufeffautomobile\n", "", 0)
    lists, _, _ = decode("a", "b", "--format", "nbest")
    assert [line.split(" ||| ")[0] for line in lists.splitlines()] == ["0", "1", "2", "3"]
    assert [json.loads(line)["id"] for line in decode("a", "b", "--format", "jsonl")[0].splitlines()] == [0, 1, 2, 3]
    found = decode("a", "b", verb="substitutes")[0]
    assert {json.loads(line)["sentence"] for line in found.splitlines()} == {1, 3, 4}
    assert decode("a", "empty", "b", "--threads", 3) == decode("a", "empty", "b")


def test_trees_go_on_from_file_to_file(write, tmp_path, syntax_model):
    write(a="We are equal.\n", b="We are equal.\n", trees="()\n(S (NP (PRP We)) (VP (VBP are) (ADJP (JJ equal))) (. .))\n")
    done = paragen("decode", "-m", syntax_model, "a", "b", "--trees", "trees", "--format", "jsonl", cwd=tmp_path)
    assert [json.loads(line)["has_tree"] for line in done.stdout.splitlines()] == [False, True]


def test_errors_name_file_and_line(decode, write):
    write(a="big\n", broken=b"big\n\n\xff\nbig\n", markup="big\n<keep>\n", records='{"text": "big"}\n{"x": 1}\n')
    output, errors, code = decode("a", "broken", "a")
    assert (output, code) == ("large\nlarge\n\n", 1)
    assert errors.startswith("paragen: broken:3: found broken UTF-8 (byte 0xff at 0)")
    output, errors, code = decode("a", "markup", "--markup")
    assert (output, code) == ("large\nlarge\n", 1) and errors.startswith("paragen: markup:2: found <keep> that is never closed")
    output, errors, code = decode("records", "--field", "text", "--threads", 2)
    assert (output, code) == ("large\n", 1) and errors.startswith("paragen: records:2: found only the fields x")


def test_what_cannot_be_read_is_found_before_the_work(decode, write, tmp_path):
    write(a="big\n")
    (tmp_path / "folder").mkdir()
    for name, problem in (("nowhere", "No such file"), ("folder", "Is a directory")):
        output, errors, code = decode("a", name)
        assert (output, code) == ("", 1) and errors.startswith(f"paragen: {name}: {problem}")
    output, errors, code = decode("a", "-", "-")
    assert (output, code) == ("", 2) and "only once" in errors


def test_what_is_read_is_not_written_to(english_model, tmp_path):
    (tmp_path / "a").write_text("big\n")
    for line in ("{} a >> a", "{} < a >> a", "{} - < a >> a", "cat a | {} - a >> a"):
        command = line.format(f"{sys.executable} -m paragen decode -m {english_model}")
        done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 1 and "it is read, and standard output goes there" in done.stderr
    assert (tmp_path / "a").read_text() == "big\n"


def test_a_file_that_may_not_be_read(decode, write, monkeypatch):
    write(a="big\n", secret="big\n")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: access(path, mode) and (path, mode) != ("secret", os.R_OK))
    told = "paragen: secret: Permission denied. Check who may read or write it (ls -l), or choose another place.\n"
    assert decode("a", "secret") == ("", told, 1)


@pytest.mark.parametrize("ending", [".gz", ".bz2", ".xz", ".zst"])
def test_damaged_files(decode, write, ending):
    packed = PACK[ending](os.urandom(9000).hex().encode() + b"\nbig\n")
    write(a="big\n", cut=packed[:-9])
    output, errors, code = decode("a", "cut")
    assert code == 1 and output.startswith("large\n") and "cut: found a damaged" in errors and "Fetch or compress" in errors
    assert "standard input: found a damaged" in decode(input=packed[:-9])[1]


def test_text_that_begins_like_a_compressed_file(decode):
    for text in ("B", "BZ", "BZh big\n", "BZh91AY big\n"):
        assert decode(input=text)[0] == text.replace("big", "large")


def test_files_that_are_no_text(decode, write):
    for data, kind in ((b"%PDF-1.7\n", "a PDF file"), (b"PK\3\4rest", "a zip archive"), ("big".encode("utf-16"), "UTF-16 text")):
        write(a="big\n", wrong=data)
        output, errors, code = decode("a", "wrong")
        assert (output, code) == ("large\n", 1) and f"wrong: found {kind}, expected text in UTF-8" in errors
    assert decode("wrong", "--errors", "surrogateescape")[2] == 0


def test_an_optional_package_is_named(decode, write, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    write(a="big\n")
    (tmp_path / "a.zst").write_bytes(PACK[".zst"](b"big\n"))
    for args in (["a.zst"], ["a", "-o", "out.zst"]):
        output, errors, code = decode(*args)
        assert (output, code) == ("", 1)
        assert "a zstd file needs the package zstandard. Install it: " in errors and " -m pip install 'zstandard>=0.22'" in errors
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "a.zst"]


def test_after_an_error_the_output_is_what_it_was(decode, write, tmp_path):
    write(a=b"big\n\xff\n", out="before")
    assert decode("a", "-o", "out")[2] == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "out"]
    assert (tmp_path / "out").read_text() == "before"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_is_an_error_with_a_remedy(decode, write):
    write(a="big\n")
    output, errors, code = decode("a", "-o", "/dev/full")
    assert code == 1 and "No space left on device. Make room" in errors


def test_an_interrupt_leaves_no_output(english_model, tmp_path):
    (tmp_path / "out").write_text("before")
    with started("decode", "-m", english_model, "-", "-o", "out", cwd=tmp_path, stdin=subprocess.PIPE) as process:
        process.stdin.write("big\n")
        process.stdin.flush()
        wait_until(lambda: len(list(tmp_path.iterdir())) > 1)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
    assert [path.name for path in tmp_path.iterdir()] == ["out"] and (tmp_path / "out").read_text() == "before"


def test_what_is_packed_is_answered_as_it_arrives(english_model):
    """Each sentence is a compressed part, as where a program flushes what it compresses."""
    command = [*PARAGEN, "decode", "-m", str(english_model)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for given, expected in ((b"big\n", b"large\n"), (b"car\n", b"automobile\n")):
            process.stdin.write(gzip.compress(given))
            process.stdin.flush()
            assert process.stdout.readline() == expected
        process.stdin.close()
        assert process.wait() == 0
