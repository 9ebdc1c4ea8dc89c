"""Lines of text files, plain and gzip: as they stand or tidied, counted, and what is said of files that are no text."""

from __future__ import annotations

import gzip

import pytest

from paragen.base import input_files as lines_module
from paragen.base.errors import FormatError
from paragen.base.input_files import Lines, numbered_lines, whole_text

MARK = b"\xef\xbb\xbf"


def refusal(path, read=numbered_lines, **options) -> str:
    with pytest.raises(FormatError) as caught:
        list(read(path, **options))
    return str(caught.value).replace(str(path), "FILE")


@pytest.mark.parametrize("packed", [False, True])
def test_lines_as_they_stand(tmp_path, packed):
    data = MARK + "one \t two\r\n\n  é\n last".encode()
    (tmp_path / "f").write_bytes(gzip.compress(data) if packed else data)
    assert list(numbered_lines(tmp_path / "f")) == [(1, "one \t two"), (2, ""), (3, "  é"), (4, " last")]


def test_batches_follow_each_other(tmp_path):
    (tmp_path / "f").write_text("".join(f"{i}\n" for i in range(1, 2501)))
    assert list(numbered_lines(tmp_path / "f")) == [(i, str(i)) for i in range(1, 2501)]


@pytest.mark.parametrize("packed", [False, True])
def test_lines_some_at_a_time_with_single_spaces(tmp_path, packed):
    data = MARK + b" a  b\tc \r\nd\n\ne\vf\nplain\n g\nh \n"
    (tmp_path / "f").write_bytes(gzip.compress(data) if packed else data)
    with Lines(tmp_path / "f") as opened:
        assert opened.path == str(tmp_path / "f") and opened.number == 0
        assert opened.head == data.removeprefix(MARK)
        assert opened.take(3) == ["a b c", "d", ""] and opened.number == 3
        assert opened.take(1) == ["e f"] and opened.take(1) == ["plain"] and opened.take(1) == ["g"]
        assert opened.take(5) == ["h"] and opened.take(5) == [] and opened.number == 7
    assert opened._opened.closed


@pytest.mark.parametrize("line", [b"a\tb", b"a\rb", b"a\vb", b"a\fb", b"a  b", b" a b", b"a b ", b"a b \nc", b"c\n a b"])
def test_each_kind_of_white_space_is_tidied(tmp_path, line):
    (tmp_path / "f").write_bytes(line + b"\n")
    with Lines(tmp_path / "f") as tidy, Lines(tmp_path / "f", tidy=False) as exact:
        assert [text for text in tidy.take(9) if text != "c"] == ["a b"]
        assert exact.take(9) == line.decode().split("\n")


def test_lines_are_skipped_and_counted(tmp_path):
    (tmp_path / "f").write_text("a\nb\nc\nd")
    with Lines(tmp_path / "f") as opened:
        opened.take(1)
        opened.skip()
        assert opened.number == 4 and opened.take(1) == []


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a\nb\0c\n", "FILE:2: found NUL, expected UTF-8 text. Convert it with iconv."),
        (b"\0", "FILE:1: found NUL, expected UTF-8 text. Convert it with iconv."),
        (b"x\n" * 3000 + b"a\nb\0c\n", "FILE:3002: found NUL, expected UTF-8 text. Convert it with iconv."),
        (b"a\nbc\xff\n", "FILE:2: found broken UTF-8 (byte 0xff at 2), expected UTF-8 text. Convert it with iconv."),
        (b"\xff", "FILE:1: found broken UTF-8 (byte 0xff at 0), expected UTF-8 text. Convert it with iconv."),
        (
            b"x\n" * 1500 + b"a\nb\x80\n",
            "FILE:1502: found broken UTF-8 (byte 0x80 at 1), expected UTF-8 text. Convert it with iconv.",
        ),
        (b"PK\x03\x04", "FILE: found a zip archive, expected text. Unpack it first; if it is a spreadsheet, save it as CSV."),
        (b"\x7fELF", "FILE: found a program, expected text."),
        (b"\x89PNG", "FILE: found a picture, expected text."),
        (b"SQLite format 3\0", "FILE: found an SQLite database, expected text. Export it as text."),
        (b"\xff\xfea\0", "FILE: found UTF-16 text, expected text. Convert it: iconv -f UTF-16 -t UTF-8."),
        (b"blmt", "FILE: found an IRSTLM binary file, expected text. Run `compile-lm --text=yes FILE FILE.arpa` first."),
        (b"PARAGEN\0", "FILE: found a packed paragen file, expected text. Give the file it was packed from."),
        (
            b"PAR1",
            "FILE: found a Parquet file, expected text. "
            "Is it a table? Otherwise write its text column to a file, one row per line.",
        ),
        (b"\\data\\\n", "FILE: found an ARPA language model, expected text. `paragen pack` takes it with --lm."),
        (
            gzip.compress(gzip.compress(b"a", mtime=0), mtime=0),
            "FILE: found a gzip file within a gzip file, expected text. Unpack it once.",
        ),
        (gzip.compress(b"a\nb\0c\n", mtime=0), "FILE:2: found NUL, expected UTF-8 text. Convert it with iconv."),
    ],
)
def test_what_is_no_text_is_said_with_its_line(tmp_path, data, message):
    (tmp_path / "f").write_bytes(data)
    assert refusal(tmp_path / "f", expected="text") == message


def test_a_directory_is_no_text(tmp_path):
    assert refusal(tmp_path) == (
        "FILE: found a directory, expected plain text in UTF-8, one sentence per line (plain or compressed). Give the file in it."
    )


def test_a_line_is_as_long_as_its_reader_allows(tmp_path, monkeypatch):
    monkeypatch.setattr(lines_module, "MAX_LINE", 1000)
    monkeypatch.setattr(lines_module, "_MAX_TEXT", 2048)
    remedy = "expected text. Is this the right file?"
    (tmp_path / "f").write_bytes(b"a\n" + b"b" * 1000 + b"\n" + b"c" * 1000)
    assert [len(line) for _, line in numbered_lines(tmp_path / "f")] == [1, 1000, 1000]
    (tmp_path / "f").write_bytes(b"a\n" + b"b" * 1001 + b"\nc\n")
    assert refusal(tmp_path / "f", expected="text") == f"FILE:2: found a line of more than 1000 bytes, {remedy}"
    assert whole_text(tmp_path / "f") == "a\n" + "b" * 1001 + "\nc"
    (tmp_path / "f").write_bytes(b"a\n" + b"b" * 2049)
    assert refusal(tmp_path / "f", whole_text, expected="text") == f"FILE:2: found a line of more than 2K, {remedy}"
    (tmp_path / "f").write_bytes(b"a\n" + b"b" * 2045 + b"\n")
    assert len(whole_text(tmp_path / "f")) == 2047
    (tmp_path / "f").write_bytes(b"a\n" + b"b" * 2046 + b"\n")
    assert refusal(tmp_path / "f", whole_text, expected="text") == f"FILE: found more than 2K of text, {remedy}"


def test_endless_empty_lines_end(tmp_path, monkeypatch):
    monkeypatch.setattr(lines_module, "_MAX_EMPTY", 2000)
    (tmp_path / "f").write_bytes(b"a\n" + b"\n" * 1999 + b"b\n" + b" \n" * 2000)
    assert sum(not text.strip() for _, text in numbered_lines(tmp_path / "f")) == 3999
    (tmp_path / "f").write_bytes(b"a\n" * 1000 + b"\n" * 3000)
    assert refusal(tmp_path / "f", expected="text") == "FILE:3001: found 3000 empty lines in a row, expected text. Is it damaged?"
