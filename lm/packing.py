"""Packs any language model file: recognises the format, converts it, and caches a copy."""

from __future__ import annotations

import hashlib
import mmap
import os
import shutil
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import ARPA, KENLM, PACKED, OpenedFile
from paragen.base.output_files import atomic_file
from paragen.lm.model import VERSION, LanguageModel, LmPacker, read_kenlm

_EXPECTED = "a language model: ARPA, plain or compressed, a KenLM binary or a packed one"


def pack_lm(source: StrPath, destination: StrPath) -> tuple[int, ...]:
    """Convert a language model to the packed form.

    Parameters
    ----------
    source : ARPA file, plain or compressed; KenLM binary; or a packed file, which is checked and copied.
    destination : the packed file; it appears only when it is complete.

    Returns
    -------
    The number of n-grams of each order, unigrams first.

    Raises
    ------
    FormatError : the source is something else, damaged, or inconsistent; the message names the line and a remedy.
    """
    with _opened(source) as file:
        if file.head.startswith(PACKED):
            return _copy_packed(file.path, destination)
        packer = _read(file)
    return packer.write(destination)


def read_lm(source: StrPath) -> LmPacker:
    """Read the n-grams of a language model as :func:`pack_lm` does; raise FormatError if it is already packed."""
    with _opened(source, "an ARPA file or a KenLM binary", (ARPA, KENLM)) as file:
        return _read(file)


def _read(file: OpenedFile) -> LmPacker:
    packer = LmPacker(file.path)
    if file.head.startswith(KENLM):
        read_kenlm(packer, _whole(file))
    else:
        packer.read_arpa(file.pieces())
    return packer


def open_lm(path: StrPath, cache: StrPath | None = None) -> LanguageModel:
    """Open a language model of any format.

    A packed file is mapped. Any other is packed once into the cache folder and mapped from there; the copy is remade
    when the size or time of the file changes.

    Parameters
    ----------
    path : as for :func:`pack_lm`.
    cache : the folder for packed copies; by default ``paragen/lm`` in ``$XDG_CACHE_HOME`` or ``~/.cache``.

    Raises
    ------
    FormatError : see :func:`pack_lm`.
    ConfigError : the packed copy cannot be written.
    """
    with _opened(path) as file:
        if file.head.startswith(PACKED):
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


def _opened(source: StrPath, expected: str = _EXPECTED, kinds: tuple[bytes, ...] = (ARPA, KENLM, PACKED)) -> OpenedFile:
    file = OpenedFile(source, expected, kinds)
    if not file.head:
        file.__exit__()
        raise FormatError(file.path, "an empty file", expected, "Did the program that wrote it fail?")
    return file


def _whole(file: OpenedFile) -> bytes | mmap.mmap:
    """Map a file, or read it if it cannot be mapped (a pipe)."""
    try:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):
        return file.read()


def _copy_packed(source: str, destination: StrPath) -> tuple[int, ...]:
    lm = LanguageModel(source)
    lm.verify()
    if not (os.path.exists(destination) and os.path.samefile(source, destination)):
        with open(source, "rb") as file, atomic_file(destination) as copy:
            shutil.copyfileobj(file, copy)
    return lm.counts
