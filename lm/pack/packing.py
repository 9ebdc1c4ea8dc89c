"""From any language-model file to a packed one: recognise the format, convert, keep a copy for the next time."""

from __future__ import annotations

import hashlib
import mmap
import os
import shutil
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import MAGIC, atomic_file
from paragen.lm.pack.builder import LmPacker
from paragen.lm.query.model import VERSION, LanguageModel
from paragen.lm.read.kenlm_binary import read_kenlm

_PIECE = 1 << 20
_GZIP = b"\x1f\x8b"
_KENLM = b"mmap lm http://kheafield.com/code"
_EXPECTED = "a language model: ARPA, ARPA in .gz, a KenLM binary or a packed one"
_WRONG = {
    b"blmt": ("an IRSTLM binary file", "Run `compile-lm --text=yes FILE FILE.arpa` first."),
    b"BZh": ("a bzip2 file", "Decompress it first."),
    b"\xfd7zXZ": ("an xz file", "Decompress it first."),
    b"\x28\xb5\x2f\xfd": ("a zstd file", "Decompress it first."),
    b"PK\x03\x04": ("a zip file", "Unpack it first."),
    b"PAR1": ("a Parquet file", "Give tables with --table NAME=FILE, the language model with --lm FILE."),
}


def pack_lm(source: StrPath, destination: StrPath) -> tuple[int, ...]:
    """Convert a language model to the packed form.

    Parameters
    ----------
    source : ARPA file, plain or gzipped; KenLM binary; or a packed file, which is checked and copied.
    destination : where the packed file goes; it appears only when it is complete.

    Returns
    -------
    The number of n-grams of each order, unigrams first.

    Raises
    ------
    FormatError : the source is something else, damaged, or inconsistent; the message names the line and a remedy.
    """
    with _opened(source) as (file, opening):
        if opening.startswith(MAGIC):
            return _copy_packed(file.name, destination)
        packer = _read(file, opening)
    return packer.write(destination)


def read_lm(source: StrPath) -> LmPacker:
    """Read the n-grams of a language model that is not packed, as :func:`pack_lm` does; raise FormatError for others."""
    with _opened(source) as (file, opening):
        if opening.startswith(MAGIC):
            remedy = "Name what it was packed from."
            raise FormatError(file.name, "a packed language model", "an ARPA file or a KenLM binary", remedy)
        return _read(file, opening)


def _read(file: BinaryIO, opening: bytes) -> LmPacker:
    packer = LmPacker(file.name)
    if opening.startswith(_KENLM):
        read_kenlm(packer, _whole(file, opening))
    else:
        packer.read_arpa(_arpa_pieces(file, opening))
    return packer


def open_lm(path: StrPath, cache: StrPath | None = None) -> LanguageModel:
    """Open a language model of any format.

    A packed file is mapped. Any other is packed once into the cache folder and mapped from there; the copy is made
    anew when the size or time of the file changes.

    Parameters
    ----------
    path : as for :func:`pack_lm`.
    cache : the folder for packed copies; by default ``paragen/lm`` in ``$XDG_CACHE_HOME`` or ``~/.cache``.

    Raises
    ------
    FormatError : see :func:`pack_lm`.
    ConfigError : the packed copy cannot be written.
    """
    with _opened(path) as (file, opening):
        if opening.startswith(MAGIC):
            return LanguageModel(path)
        stat = os.fstat(file.fileno())
    folder = Path(cache) if cache is not None else _default_cache()
    copy, older = _cache_names(folder, Path(path), stat)
    if copy.is_file():
        try:
            return LanguageModel(copy)
        except FormatError:
            pass
    try:
        folder.mkdir(parents=True, exist_ok=True)
        pack_lm(path, copy)
    except OSError as error:
        raise ConfigError(
            f"{folder}: found {error.strerror or error}, expected room for a packed copy of {os.fspath(path)}. "
            "Name another folder (cache=), set XDG_CACHE_HOME, or pack the model yourself (`paragen pack`)."
        ) from error
    lm = LanguageModel(copy)
    for stale in folder.glob(older):
        if stale != copy:
            stale.unlink(missing_ok=True)
    return lm


def _default_cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "paragen" / "lm"


def _cache_names(folder: Path, path: Path, stat: os.stat_result) -> tuple[Path, str]:
    """Return the packed copy of a file, and a pattern for the copies of the same file in other states."""
    place = hashlib.blake2b(os.fsencode(path.resolve()), digest_size=8).hexdigest()
    state = hashlib.blake2b(f"{stat.st_size} {stat.st_mtime_ns} {VERSION}".encode(), digest_size=8).hexdigest()
    return folder / f"{place}-{state}.lm", f"{place}-*.lm"


@contextmanager
def _opened(source: StrPath) -> Iterator[tuple[BinaryIO, bytes]]:
    """Open a file and read its first piece; raise FormatError for what is known to be no language model."""
    name = os.fspath(source)
    if os.path.isdir(name):
        raise FormatError(name, "a folder", _EXPECTED, "Name the file inside it.")
    with open(name, "rb") as file:
        opening = file.read(_PIECE)
        if not opening:
            raise FormatError(name, "an empty file", _EXPECTED, "Did the program that wrote it fail?")
        for magic, (found, remedy) in _WRONG.items():
            if opening.startswith(magic):
                raise FormatError(name, found, _EXPECTED, remedy)
        yield file, opening


def _arpa_pieces(file: BinaryIO, opening: bytes) -> Iterator[bytes]:
    pieces = chain([opening], iter(lambda: file.read(_PIECE), b""))
    if not opening.startswith(_GZIP):
        yield from pieces
        return
    try:
        for number, piece in enumerate(_gunzip(pieces)):
            if number == 0 and piece.startswith((MAGIC, _KENLM)):
                raise FormatError(file.name, "a gzipped binary file", _EXPECTED, "Decompress it first (`gunzip`).")
            yield piece
    except zlib.error as error:
        raise FormatError(file.name, f"gzip data that end or break ({error})", "a whole .gz file", "Fetch it again.") from error


def _gunzip(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Decompress one gzip member after another, in pieces of bounded size, from a file or a pipe."""
    member = None
    for piece in pieces:
        while piece:
            if member is None:
                piece = piece.lstrip(b"\0")  # padding after the last member
                if not piece:
                    break
                member = zlib.decompressobj(wbits=31)
            text = member.decompress(piece, _PIECE)
            if text:
                yield text
            piece = member.unused_data if member.eof else member.unconsumed_tail
            if member.eof:
                member = None
    while member is not None and (text := member.decompress(member.unconsumed_tail, _PIECE)):
        yield text
    if member is not None and not member.eof:
        raise zlib.error("the file ends too early")


def _whole(file: BinaryIO, opening: bytes) -> bytes | mmap.mmap:
    """Map a file; read it where it cannot be mapped (a pipe)."""
    try:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return opening + file.read()


def _copy_packed(source: str, destination: StrPath) -> tuple[int, ...]:
    lm = LanguageModel(source)
    lm.verify()
    if not (os.path.exists(destination) and os.path.samefile(source, destination)):
        with open(source, "rb") as file, atomic_file(destination) as copy:
            shutil.copyfileobj(file, copy, _PIECE)
    return lm.counts
