"""Work that resumes where it stopped: a folder of what its steps made, each with a record of what it was made from.

What a step makes appears whole or not at all, and its record with it or after it. So a process that is killed leaves finished
steps, which need not be made again, and unfinished ones, which are swept away when they are.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.json_and_toml import json_or_none
from paragen.base.output_files import atomic_file, partial_path, staged_directory, sync

LOCK = ".paragen.lock"
"""The file that a folder has while a process works in it."""
_CHUNK = 1 << 20


class StepStore:
    """A folder of what steps made, by their names.

    A record is an object of JSON; its ``key`` is a digest of all that the step depends on: a step whose key has not changed need
    not be made again.

    Parameters
    ----------
    folder : made when it is locked.
    record : the name of a step's record in the folder, with {} for the name of the step.
    remedy : for records that are not what was written.
    """

    def __init__(self, folder: StrPath, record: str = "{}.json", remedy: str = "Remove the folder, and run it again.") -> None:
        self.folder, self._record, self._remedy = Path(folder), record, remedy

    @contextmanager
    def locked(self, remedy: str = "choose another folder") -> Iterator[None]:
        """Make the folder, and keep other processes out of it until the block ends.

        Raises
        ------
        ConfigError : another process works there, or there cannot be such a folder.
        """
        self.create()
        handle = _lock(self.folder / LOCK, remedy)
        try:
            yield
        finally:
            with suppress(OSError):
                (self.folder / LOCK).unlink()
            os.close(handle)

    def create(self) -> None:
        """Make the folder, unless it is there; raise ConfigError if it cannot be."""
        if not self.folder.parent.is_dir():
            raise ConfigError(f"{self.folder}: there is no folder {self.folder.parent}. Create it first.")
        if os.path.lexists(self.folder) and not self.folder.is_dir():
            raise ConfigError(f"{self.folder}: found a file, expected a folder or none. Choose another name.")
        self.folder.mkdir(exist_ok=True)

    def record_path(self, name: str) -> Path:
        """Return the path of a step's record."""
        return self.folder / self._record.format(name)

    def record(self, name: str) -> dict[str, Any] | None:
        """Return the record of a step; None if there is none.

        Raises
        ------
        FormatError : it has other content.
        """
        path = self.record_path(name)
        try:
            found = json_or_none(path.read_bytes())
        except FileNotFoundError:
            return None
        if not isinstance(found, dict):
            raise self.altered(name)
        return found

    def altered(self, name: str) -> FormatError:
        """Return the error for a record that was not written by a run."""
        return FormatError(os.fspath(self.record_path(name)), "other content", "what a run wrote", self._remedy)

    def keep(self, name: str, record: Mapping[str, Any]) -> None:
        """Write the record of a step that has been made."""
        with atomic_file(self.record_path(name), "w", encoding="utf-8") as file:
            file.write(_text(record))

    def publish(self, name: str, write: Callable[[Path], Mapping[str, Any]]) -> None:
        """Let ``write`` fill a new folder and return its record; it then replaces the folder that a step made before.

        Raises
        ------
        ConfigError : there is a folder of that name that no step has made.
        """
        with staged_directory(self.folder / name, replace=True, foreign=self._foreign) as stage:
            record = write(stage)
            (stage / self.record_path(name).name).write_text(_text(record), encoding="utf-8")
            for file in stage.iterdir():
                sync(file)

    def _foreign(self, folder: Path) -> str:
        return "" if self.record_path(folder.name).is_file() else "files that no step has made"

    def forget(self, names: Iterable[str]) -> None:
        """Remove the folders that steps made."""
        for name in names:
            if self.record_path(name).is_file():
                removed = partial_path(self.folder / name)  # which is swept away later if this is interrupted
                os.rename(self.folder / name, removed)
                shutil.rmtree(removed)


def _text(record: Mapping[str, Any]) -> str:
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def _lock(path: Path, remedy: str) -> int:
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(handle), os.stat(path)):  # the previous owner removed it, and there may be a new one
                    return handle
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                return handle  # a file system without locks
            os.close(handle)
            raise ConfigError(f"{path.parent}: another run is writing there. Wait for it, or {remedy}.") from None
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def file_digest(path: StrPath) -> str:
    """Return a checksum of a file, or of the names and bytes of all files in a folder.

    Raises
    ------
    OSError : it does not exist, or cannot be read.
    """
    state = hashlib.blake2b(digest_size=16)
    path = Path(path)
    if path.is_dir():
        for part in sorted(path.rglob("*")):
            if part.is_file():
                state.update(f"{part.relative_to(path)}\0{file_digest(part)}\0".encode("utf-8", "surrogateescape"))
        return state.hexdigest()
    with open(path, "rb") as file:
        while chunk := file.read(_CHUNK):
            state.update(chunk)
    return state.hexdigest()


def data_digest(data: Any) -> str:
    """Return a checksum of plain data."""
    return hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=16).hexdigest()
