"""The container of every binary file: a checked directory of named, memory-mapped arrays.

Layout (little endian)::

    0   magic       8 bytes  b"PARAGEN\\0"; all zero until the file is complete
    8   kind        8 bytes  what the file holds, padded with zeros ("lm", "tables")
    16  version     u32      format version of that kind
    20  sections    u32      number of directory entries
    24  file size   u64      a shorter file was truncated
    32  digest      16 bytes BLAKE2b of the first 32 bytes and of the directory
    48  directory   72 bytes per section: name (24), offset u64, bytes u64, BLAKE2b (16), padding (16)
    ..  sections    each begins at a multiple of 64

The directory is checked when a file is opened; the sections by :meth:`PackFile.verify`.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterable, Iterator
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.digests import blake2b
from paragen.base.errors import FormatError

Buffer = Any  # what memoryview() takes; collections.abc has it from Python 3.12
MAGIC = b"PARAGEN\0"
_HEAD = struct.Struct("<8s8sIIQ")
_DIGEST_BYTES = 16
_ENTRY = struct.Struct("<24sQQ16s16x")
_ALIGN = 64
_MAX_SECTIONS = 256


def _digest(*parts: bytes | memoryview) -> bytes:
    state = blake2b(digest_size=_DIGEST_BYTES)
    for part in parts:
        state.update(part)
    return state.digest()


def write_packfile(path: StrPath, kind: str, version: int, sections: Iterable[tuple[str, Buffer]]) -> None:
    """Write ``sections`` (name, bytes or a C-contiguous array, or an iterator of these) to ``path``, atomically.

    The header stays zero until everything else is on disk, so that a truncated file is recognised.
    """
    from paragen.base.output_files import atomic_file  # not needed for reading

    with atomic_file(path) as file:
        sections = list(sections)
        assert len(sections) <= _MAX_SECTIONS
        data_start = _HEAD.size + _DIGEST_BYTES + _ENTRY.size * len(sections)
        file.write(bytes(data_start))
        directory = b""
        for name, parts in sections:
            file.write(bytes(-file.tell() % _ALIGN))
            begin, digest = file.tell(), blake2b(digest_size=_DIGEST_BYTES)
            for part in parts if isinstance(parts, Iterator) else (parts,):
                view = memoryview(part)
                data = view.cast("B") if view.nbytes else b""
                digest.update(data)
                file.write(data)
            directory += _ENTRY.pack(name.encode(), begin, file.tell() - begin, digest.digest())
        head = _HEAD.pack(MAGIC, kind.encode(), version, len(sections), file.tell())
        file.flush()
        os.fsync(file.fileno())
        file.seek(0)
        file.write(head + _digest(head, directory) + directory)


def packfile_digest(path: StrPath) -> str:
    """Return the checksum in the header of a packed file (hexadecimal), which differs for any two."""
    with open(path, "rb") as file:
        return file.read(_HEAD.size + _DIGEST_BYTES)[_HEAD.size :].hex()


class PackFile:
    """A packed file opened for reading; its arrays are views of the mapping and keep it alive.

    Parameters
    ----------
    path : the file.
    kind, version : the kind and version it should have.
    maker : the command that makes such files, for messages.
    """

    def __init__(self, path: StrPath, kind: str, version: int, maker: str = "paragen pack") -> None:
        self.path, self._again = os.fspath(path), f"Build it again with `{maker}`."
        with open(self.path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            head_size = _HEAD.size + _DIGEST_BYTES
            if size < head_size:
                raise self._error(f"a file of {size} bytes", f"at least {head_size}")
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        head = self._map[: _HEAD.size]
        magic, found_kind, found_version, count, stated = _HEAD.unpack(head)
        if magic != MAGIC:
            raise self._error(f"{bytes(magic)!r} at the start", f"{MAGIC!r}", "Is this a packed paragen file?")
        found_kind = found_kind.rstrip(b"\0").decode("ascii", "replace")
        if found_kind != kind:
            raise self._error(f"a packed {found_kind!r} file", f"a packed {kind!r} file")
        if found_version != version:
            remedy = "Upgrade paragen." if found_version > version else ""
            raise self._error(f"format version {found_version}", f"version {version}", remedy)
        end = head_size + _ENTRY.size * count
        if stated != size or count > _MAX_SECTIONS or end > size:
            raise self._error(f"{size} bytes", f"the {stated} its header states")
        directory = self._map[head_size:end]
        if self._map[_HEAD.size : head_size] != _digest(head, directory):
            raise self._error("a directory that does not match its checksum", "an unaltered file")
        self._sections: dict[str, tuple[int, int, bytes]] = {}
        for name, offset, length, digest in _ENTRY.iter_unpack(directory):
            if offset % _ALIGN or offset > size or length > size - offset:
                raise self._error("a section beyond the end of the file", "sections inside it")
            self._sections[name.rstrip(b"\0").decode("ascii", "replace")] = (offset, length, digest)

    def _error(self, found: str, expected: str, remedy: str = "") -> FormatError:
        return FormatError(self.path, found, expected, remedy or self._again)

    @property
    def digest(self) -> str:
        """The checksum in the header (hexadecimal): it covers the directory, and so every section's checksum."""
        return self._map[_HEAD.size : _HEAD.size + _DIGEST_BYTES].hex()

    @property
    def sizes(self) -> dict[str, int]:
        """Size in bytes of each section, by name."""
        return {name: length for name, (_, length, _) in self._sections.items()}

    def section(self, name: str, item: str = "B") -> memoryview:
        """Return the section as a read-only array over the mapping (no copy); ``item`` is a format of `struct`.

        Items with several fields come as bytes.
        """
        if name not in self._sections:
            raise self._error(f"no section {name!r}", f"one of {', '.join(sorted(self._sections))}")
        offset, length, _ = self._sections[name]
        size = struct.calcsize(item)
        if length % size:
            raise self._error(f"{length} bytes in section {name!r}", f"a multiple of {size}")
        section = memoryview(self._map)[offset : offset + length]
        return section.cast(item if len(item) == 1 else "B")  # type: ignore[call-overload, no-any-return]

    def verify(self) -> None:
        """Check every section against its checksum; raise FormatError at the first that differs."""
        with memoryview(self._map) as view:
            for name, (offset, length, digest) in self._sections.items():
                if _digest(view[offset : offset + length]) != digest:
                    raise self._error(f"section {name!r} altered", "the bytes that were packed")
