"""Part files of lines are opened as their names say, whole or in sections, and what was read of them is told."""

from __future__ import annotations

import gzip
import re

import pytest

from paragen.base.errors import FormatError
from paragen.cluster.parts import Part, _Section, opened_lines

DATA = b"".join(b"line %d\n" % number for number in range(40_000))


@pytest.fixture
def part(tmp_path):
    """Writes a file; returns it as a part, or a section of one."""

    def write(data, packed="", begin=0, end=None):
        path = tmp_path / "a"
        path.write_bytes(data)
        return Part(str(path), "a", "txt", packed, len(data), 0, begin, end)

    return write


@pytest.mark.parametrize(("begin", "end"), [(0, None), (0, 300_007), (7, 300_007), (7, None), (7, 7), (9, 8), (7, len(DATA) + 9)])
@pytest.mark.parametrize("size", [-1, 1 << 16])
def test_sections(part, begin, end, size):
    read, told = b"", []
    with opened_lines(part(DATA, begin=begin, end=end), told.append) as lines:
        while data := lines.read(size):
            read += data
    assert read == DATA[begin:end] and sum(told) == len(read)
    assert len(told) >= len(read) // (1 << 17)  # now and then, not once


def test_a_section_is_read_as_any_file(part):
    part(b"0123456789")
    for size in (None, -1, 4, 9):
        with _Section(part(b"0123456789").path, 2, 6, [].append) as file:
            assert (file.read(size), file.read(size)) == (b"2345", b"")
    with _Section(part(b"0123456789").path, 2, 6, [].append) as file:
        assert (file.read(1), file.read(0), file.read(), file.tell()) == (b"2", b"", b"345", 6)
        file.seek(8)
        assert file.read() == b""
    for size in (None, -1, 9):
        with _Section(part(b"0123456789").path, 8, None, [].append) as file:
            assert file.read(size) == b"89"
    with _Section(part(b"0123456789").path, 2, 6, [].append) as file:
        buffer = bytearray(b"abcdef")
        assert file.readinto(buffer) == 4 and buffer == b"2345ef"


def test_compressed_files(part):
    told, packed = [], gzip.compress(DATA)
    with opened_lines(part(packed, "gzip"), told.append) as lines:
        assert lines.readline() == b"line 0\n" and lines.read() == DATA[7:]
    assert sum(told) == len(packed)
    assert min(told) >= 0


@pytest.mark.parametrize(
    ("data", "packed", "message"),
    [
        (b"text\n", "gzip", "found no compression, expected gzip, by its name. Rename the file."),
        (gzip.compress(b"text\n"), "", "found gzip compression, expected none, by its name. Rename the file."),
        (gzip.compress(b"text\n"), "xz", "found gzip compression, expected xz, by its name. Rename the file."),
        (b"%PDF-1", "", "found a PDF file, expected UTF-8 text, plain or compressed, as the name of the file says."),
        (gzip.compress(b"PK\x03\x04"), "gzip",
         "found a zip archive, expected UTF-8 text, plain or compressed, as the name of the file says. "
         "Unpack it first; if it is a spreadsheet, save it as CSV."),
        (gzip.compress(gzip.compress(b"text\n")), "gzip",
         "found a gzip file within a gzip file, expected UTF-8 text, plain or compressed, as the name of the file says. "
         "Unpack it once."),
        (gzip.compress(b"text\n")[:-9], "gzip", "found a damaged gzip file"),
    ],
    ids=["plain", "packed", "otherwise", "pdf", "zip", "twice", "damaged"],
)  # fmt: skip
def test_files_that_are_not_what_their_names_say(part, data, packed, message):
    wrong = part(data, packed)
    with pytest.raises(FormatError, match=f"^{re.escape(f'{wrong.path}: {message}')}"), opened_lines(wrong, [].append) as lines:
        lines.read()
