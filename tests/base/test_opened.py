"""Files and streams opened once, plain or compressed: their beginning, all, or pieces; progress is of the file on disk."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import re
import sys
import threading
import tracemalloc
import zlib

import pytest
import zstandard

from paragen.base.compression import PIECE, Unpacked, bare_name, compressed, compression, compression_of_name
from paragen.base.errors import FormatError, MissingPackageError
from paragen.base.input_files import ARPA, KENLM, Lines, OpenedFile, read_head
from paragen.base.packages import install_hint

MARK = b"\xef\xbb\xbf"
RANDOM = random.Random(0)
TEXT = "".join(f"{RANDOM.getrandbits(200)}\n" for _ in range(60_000)).encode()
PACKED = {
    "gzip": lambda text: gzip.compress(text, 1), "bzip2": bz2.compress, "xz": lambda text: lzma.compress(text, preset=0),
    "zstd": zstandard.compress,
}  # fmt: skip
PACK = {"plain": bytes, **PACKED}


class Slow(io.RawIOBase):
    """A stream of which each read gives a byte."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place = data, 0

    def read(self, size: int = -1) -> bytes:
        self.place += 1
        return self.data[self.place - 1 : self.place] if size else b""


class Typed(io.RawIOBase):
    """A stream that somebody types into: each read gives a line."""

    def __init__(self, lines: list[bytes]) -> None:
        self.lines, self.reads = lines, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        self.reads += 1
        line = self.lines.pop(0) if self.lines else b""
        buffer[: len(line)] = line
        return len(line)


@pytest.mark.parametrize("kind", PACK)
def test_all_of_a_file_and_pieces_of_it(tmp_path, kind):
    path = tmp_path / "f"
    path.write_bytes(PACK[kind](MARK + TEXT))
    assert read_head(path, "text") == (MARK + TEXT)[:4096].removeprefix(MARK)
    with OpenedFile(str(path), "text") as file:
        assert file.read() == TEXT and file.path == str(path)
    done: list[int] = []
    with OpenedFile(path, "text") as file:
        pieces = list(file.pieces(done.append))
    assert b"".join(pieces) == TEXT and len(pieces) > 3 and max(map(len, pieces)) == PIECE
    assert sum(done) == path.stat().st_size and len(done) == len(pieces) and file._opened.closed


@pytest.mark.parametrize("kind", PACK)
def test_a_pipe_that_gives_little_at_a_time(tmp_path, kind):
    os.mkfifo(tmp_path / "pipe")
    data = PACK[kind](b"a\nb\n")

    def write():
        with open(tmp_path / "pipe", "wb", buffering=0) as pipe:
            for byte in data:
                pipe.write(bytes([byte]))

    writer = threading.Thread(target=write)
    writer.start()
    done: list[int] = []
    with OpenedFile(tmp_path / "pipe", "text") as file:
        assert file.head == b"a\nb\n" and list(file.pieces(done.append)) == [b"a\nb\n"]
    writer.join()
    assert done == [len(data)]


@pytest.mark.parametrize("kind", PACK)
def test_a_stream_stays_open(kind):
    stream = Slow(PACK[kind](TEXT[:9000]))
    with OpenedFile(stream, "text") as file:
        assert file.path == "the stream" and file.read() == TEXT[:9000]
    assert not stream.closed
    with Lines(Slow(PACK[kind](b"a\n\nb")), "text") as lines:
        assert lines.take(9) == ["a", "", "b"]


@pytest.mark.parametrize("packed", [False, True])
def test_what_is_typed_comes_line_by_line(packed):
    """No read waits for lines that have not been typed, as one of a full block would."""
    lines = [b"big\n", b"car\n", b"end\n"]
    gzipped = zlib.compressobj(wbits=31)
    beginning = gzipped.flush(zlib.Z_SYNC_FLUSH)  # the header
    typed = Typed([beginning + gzipped.compress(lines[0]) + gzipped.flush(zlib.Z_SYNC_FLUSH)] if packed else lines[:1])
    for line in lines[1:]:
        typed.lines.append(gzipped.compress(line) + gzipped.flush(zlib.Z_SYNC_FLUSH) if packed else line)
    typed.lines.append(gzipped.flush() if packed else b"")
    unpacked = Unpacked("standard input", io.BufferedReader(typed), live=True)
    assert (unpacked.compression, unpacked.head) == (("gzip", b"") if packed else ("", lines[0]))
    for read, line in enumerate(lines, 1):
        assert unpacked.read(PIECE) == line and typed.reads == read and not unpacked.waiting
    assert unpacked.read(PIECE) == b""
    assert io.BufferedReader(Unpacked("f", Slow(b"a\nb\n"), live=True)).read() == b"a\nb\n"


@pytest.mark.parametrize("kind", PACK)
def test_what_is_written_is_read(kind):
    text, written = TEXT[:200_000], [io.BytesIO(), io.BytesIO()]
    for file in written:
        with compressed(file, kind.replace("plain", "")) as packing:
            packing.write(text[:1000])
            packing.write(text[1000:])
        assert not file.closed
    data = written[0].getvalue()
    assert data == written[1].getvalue() and compression(data) == kind.replace("plain", "")
    assert (data == text) if kind == "plain" else len(data) < len(text) * 2 // 3
    with OpenedFile(io.BytesIO(data), "text") as file:
        assert file.read() == text


def test_the_end_of_a_name_says_how_a_file_is_written():
    for ending, kind in ((".gz", "gzip"), (".bz2", "bzip2"), (".xz", "xz"), (".zst", "zstd"), (".ZST", "zstd"), (".txt", "")):
        name = f"a.gz/b.tsv{ending}"
        assert compression_of_name(name) == kind and bare_name(name) == ("a.gz/b.tsv" if kind else name)


def test_without_its_package_zstd_comes_with_the_command_that_installs_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "f").write_bytes(PACKED["zstd"](b"a\n"))
    needs = f"a zstd file needs the package zstandard. {install_hint('zstd')}"
    assert needs.endswith(" -m pip install 'zstandard>=0.22'")
    with pytest.raises(MissingPackageError, match=f"^{re.escape(f'{tmp_path}/f: {needs}')}$"):
        read_head(tmp_path / "f", "text")
    with pytest.raises(MissingPackageError, match=f"^{re.escape(f'writing: {needs}')}$"), compressed(io.BytesIO(), "zstd"):
        pass


@pytest.mark.parametrize("kind", PACKED)
def test_compressed_parts_one_after_another_are_one_text(tmp_path, kind):
    parts = b"".join(map(PACKED[kind], [TEXT[:10], b"", TEXT[10:3_000_000], b"", TEXT[3_000_000:]]))
    for padding in (b"", bytes(512), bytes(3 << 20)):
        (tmp_path / "f").write_bytes(parts + padding)
        with OpenedFile(tmp_path / "f", "text") as file:
            assert file.head == TEXT[:4096] and file.read() == TEXT
    (tmp_path / "f").write_bytes(PACKED[kind](b"a\n") + b"junk")
    with pytest.raises(FormatError, match=f"f: found a damaged {kind} file .* after 1 lines, expected an intact one"):
        read_head(tmp_path / "f", "text")


@pytest.mark.parametrize("kind", PACKED)
def test_little_that_is_much_unpacked_takes_no_memory(tmp_path, kind):
    """A kilobyte unpacks to megabytes; parts of nothing are as many as one likes."""
    part = PACKED[kind](bytes(20 << 20))
    (tmp_path / "f").write_bytes(part * 3 + PACKED[kind](b"") * 9999 + PACKED[kind](b"end"))
    tracemalloc.start()
    size, last = 0, b""
    with OpenedFile(tmp_path / "f", "text") as file:
        for piece in file.pieces():
            size, last = size + len(piece), piece
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size == (60 << 20) + 3 and last == b"end" and peak < 10 << 20


@pytest.mark.parametrize("kind", PACKED)
def test_damage_is_said_with_the_lines_before(tmp_path, kind):
    whole = PACKED[kind](TEXT)
    middle = len(whole) // 2
    for data, reason in ((whole[:-9], "it ends too early"), (whole[:middle] + bytes(900) + whole[middle + 900 :], ".*")):
        (tmp_path / "f").write_bytes(data)
        damage = rf"f: found a damaged {kind} file \({reason}\) after [1-9][0-9]* lines, expected an intact one. Fetch or"
        with pytest.raises(FormatError, match=damage), OpenedFile(tmp_path / "f", "text") as file:
            list(file.pieces())
        with pytest.raises(FormatError, match=damage), Lines(tmp_path / "f", "text") as lines:
            lines.skip()
    for length in (1, 20):
        (tmp_path / "f").write_bytes(whole[: 6 + length])
        with pytest.raises(FormatError, match=rf"f: found a damaged {kind} file \(it ends too early\), expected an intact one."):
            read_head(tmp_path / "f", "text")


def test_an_xz_file_that_asks_for_gigabytes_is_refused(tmp_path):
    data = bytearray(lzma.compress(TEXT[:9], filters=[{"id": lzma.FILTER_LZMA2}]))
    place = data.index(b"\x21\x01", 12) + 2  # LZMA2, with one byte of properties: how large its dictionary is
    data[place] = 40  # 4 GiB
    data[20:24] = zlib.crc32(data[12:20]).to_bytes(4, "little")
    (tmp_path / "f").write_bytes(data)
    with pytest.raises(FormatError, match="found a damaged xz file .*[Mm]emory"):
        read_head(tmp_path / "f", "text")


def test_a_zstd_file_that_asks_for_more_memory_than_zstd_takes_is_refused(tmp_path):
    def asking(window: int) -> bytes:
        return b"\x28\xb5\x2f\xfd\0" + bytes([window]) + (2 << 3 | 1).to_bytes(3, "little") + b"a\n"  # one block, as it is

    (tmp_path / "f").write_bytes(asking(17 << 3))  # 128 MiB
    assert read_head(tmp_path / "f", "text") == b"a\n"
    (tmp_path / "f").write_bytes(asking(17 << 3 | 1))  # 144 MiB
    with pytest.raises(FormatError, match="f: found a damaged zstd file .*[Mm]emory.*, expected an intact one. Fetch"):
        read_head(tmp_path / "f", "text")


@pytest.mark.parametrize("kind", PACKED)
def test_wrong_files_within_compressed_ones(tmp_path, kind):
    def refusal(data: bytes, *takes: bytes) -> str:
        (tmp_path / "f").write_bytes(PACKED[kind](data))
        with pytest.raises(FormatError) as refused:
            read_head(tmp_path / "f", "text", takes)
        return str(refused.value).removeprefix(str(tmp_path))

    remedy = "Unpack it first; if it is a spreadsheet, save it as CSV."
    assert refusal(b"PK\3\4") == f"/f: found a zip archive, expected text. {remedy}"
    assert refusal(KENLM, KENLM) == f"/f: found a KenLM binary within a {kind} file, expected text. Unpack it."
    for inner, pack in PACKED.items():
        assert refusal(pack(b"a")) == f"/f: found a {inner} file within a {kind} file, expected text. Unpack it once."
    (tmp_path / "f").write_bytes(PACKED[kind](ARPA))
    assert read_head(tmp_path / "f", "text", (ARPA,)) == ARPA


def test_a_directory_is_no_text(tmp_path):
    with pytest.raises(FormatError, match=re.escape("found a directory, expected text. Give the file in it.")):
        read_head(tmp_path, "text")
