"""Packed files: what was written is read, byte for byte as laid out; altered files are refused."""

from __future__ import annotations

import array
import hashlib
import struct

import numpy as np
import pytest

from paragen.base.errors import FormatError
from paragen.base.packfile import PackFile, packfile_digest, write_packfile


def digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


@pytest.fixture
def path(tmp_path):
    sections = [("words", b"abc"), ("counts", array.array("I", [1, 2, 3])), ("none", np.zeros((0, 2)))]
    write_packfile(tmp_path / "f", "lm", 3, sections)
    return tmp_path / "f"


def refusal(path, kind="lm", version=3) -> str:
    with pytest.raises(FormatError) as caught:
        PackFile(path, kind, version)
    return str(caught.value).removeprefix(f"{path}: ")


def altered(path, at: int, data: bytes):
    """The file with other bytes in its header, whose checksum is right."""
    content = bytearray(path.read_bytes())
    content[at : at + len(data)] = data
    count = struct.unpack_from("<I", content, 20)[0]
    content[32:48] = digest(content[:32] + content[48 : 48 + 72 * count])
    path.write_bytes(content)
    return path


def test_the_layout(path):
    counts = struct.pack("<III", 1, 2, 3)
    directory = b"".join(
        struct.pack("<24sQQ16s16x", name, offset, len(data), digest(data))
        for name, offset, data in ((b"words", 320, b"abc"), (b"counts", 384, counts), (b"none", 448, b""))
    )
    head = struct.pack("<8s8sIIQ", b"PARAGEN\0", b"lm", 3, 3, 448)
    start = head + digest(head + directory) + directory
    assert path.read_bytes() == start.ljust(320, b"\0") + b"abc".ljust(64, b"\0") + counts.ljust(64, b"\0")


def test_what_was_written_is_read(path):
    opened = PackFile(path, "lm", 3)
    assert opened.path == str(path) and opened.sizes == {"words": 3, "counts": 12, "none": 0}
    assert bytes(opened.section("words")) == b"abc" and opened.section("counts", "I").tolist() == [1, 2, 3]
    assert opened.section("none", "d").tolist() == [] and opened.section("words").readonly
    assert bytes(opened.section("counts", "II4x")) == struct.pack("<III", 1, 2, 3)  # items of several fields
    assert opened.digest == packfile_digest(path) == path.read_bytes()[32:48].hex()
    assert opened.verify() is None
    with pytest.raises(FormatError) as caught:
        opened.section("word")
    assert str(caught.value) == (
        f"{path}: found no section 'word', expected one of counts, none, words. Build it again with `paragen pack`."
    )
    with pytest.raises(FormatError, match="found 3 bytes in section 'words', expected a multiple of 4"):
        opened.section("words", "I")


AGAIN = " Build it again with `paragen pack`."


@pytest.mark.parametrize(
    ("at", "data", "message"),
    [
        (0, b"PARAGEX\0", r"found b'PARAGEX\x00' at the start, expected b'PARAGEN\x00'. Is this a packed paragen file?"),
        (8, b"tables\0\0", "found a packed 'tables' file, expected a packed 'lm' file." + AGAIN),
        (8, b"\xff\0", "found a packed '\N{REPLACEMENT CHARACTER}' file, expected a packed 'lm' file." + AGAIN),
        (16, b"\4", "found format version 4, expected version 3. Upgrade paragen."),
        (16, b"\2", "found format version 2, expected version 3." + AGAIN),
        (24, struct.pack("<Q", 449), "found 448 bytes, expected the 449 its header states." + AGAIN),
        (20, struct.pack("<I", 257), "found 448 bytes, expected the 448 its header states." + AGAIN),
        (20, struct.pack("<I", 6), "found 448 bytes, expected the 448 its header states." + AGAIN),
        (48 + 24, struct.pack("<Q", 321), "found a section beyond the end of the file, expected sections inside it." + AGAIN),
        (48 + 24, struct.pack("<Q", 512), "found a section beyond the end of the file, expected sections inside it." + AGAIN),
        (48 + 32, struct.pack("<Q", 129), "found a section beyond the end of the file, expected sections inside it." + AGAIN),
    ],
)
def test_headers_that_cannot_be(path, at, data, message):
    assert refusal(altered(path, at, data)) == message


def test_names_of_sections_that_are_no_ascii(path):
    assert list(PackFile(altered(path, 48, b"w\xff"), "lm", 3).sizes)[0] == "w\N{REPLACEMENT CHARACTER}rds"


def test_a_section_may_end_with_the_file(path):
    assert PackFile(altered(path, 48 + 32, struct.pack("<Q", 128)), "lm", 3).sizes["words"] == 128


def test_a_directory_as_long_as_the_file(tmp_path):
    write_packfile(tmp_path / "f", "lm", 1, [(f"s{i}", b"") for i in range(256)])
    assert len(PackFile(tmp_path / "f", "lm", 1).sizes) == 256
    write_packfile(tmp_path / "f", "lm", 1, [])
    assert (tmp_path / "f").stat().st_size == 48 and PackFile(tmp_path / "f", "lm", 1).sizes == {}


def test_files_that_were_cut_or_altered(path):
    whole = path.read_bytes()
    path.write_bytes(whole[:47])
    assert refusal(path) == "found a file of 47 bytes, expected at least 48." + AGAIN
    path.write_bytes(whole[:-1])
    assert refusal(path) == "found 447 bytes, expected the 448 its header states." + AGAIN
    path.write_bytes(whole[:50] + b"X" + whole[51:])
    assert refusal(path) == "found a directory that does not match its checksum, expected an unaltered file." + AGAIN
    path.write_bytes(whole[:385] + b"X" + whole[386:])
    with pytest.raises(FormatError, match="found section 'counts' altered, expected the bytes that were packed"):
        PackFile(path, "lm", 3).verify()
