"""The folder of a build: the output of each step, and a record of how it was made."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.digests import file_digest
from paragen.base.errors import ConfigError
from paragen.base.output_files import atomic_file
from paragen.recipes.steps import Step

_LOCK = ".lock"


@dataclass(frozen=True)
class Record:
    """How the output of a step was made.

    Attributes
    ----------
    key : checksum of the verb, its options and everything it read.
    output : checksum of the output.
    bytes : size of the output.
    seconds, cpu, memory : wall-clock time, CPU time, and peak memory in bytes of all its processes together.
    command : the command line.
    notices : what the verb reported.
    """

    key: str
    output: str
    bytes: int
    seconds: float
    cpu: float
    memory: int
    command: str
    notices: tuple[str, ...]


class Store:
    """Outputs and records of steps in a folder."""

    def __init__(self, folder: StrPath) -> None:
        self.folder = Path(folder)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other builds out of the folder.

        Raises
        ------
        ConfigError : another build is using it.
        """
        self.folder.mkdir(exist_ok=True)
        with open(self.folder / _LOCK, "ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ConfigError(
                    f"{self.folder}: another build is using this folder. Wait for it, or name another folder with --work."
                ) from None
            yield

    def output(self, step: Step) -> Path:
        """Return the path of a step's output."""
        return self.folder / step.output

    def log(self, step: Step) -> Path:
        """Return the path of a step's notices while it runs."""
        return self.folder / f"{step.name}.log"

    def files(self, step: Step) -> tuple[Path, ...]:
        """Return the paths of all files written for a step."""
        return self.output(step), self.log(step), self._record(step.name)

    def _record(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def record(self, name: str) -> Record | None:
        """Return the record of a step; None if it is missing or unreadable."""
        try:
            data = json.loads(self._record(name).read_text(encoding="utf-8"))
            return Record(**{**data, "notices": tuple(data["notices"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def valid(self, step: Step, key: str) -> Record | None:
        """Return the record of a step if its output exists unchanged and its key is ``key``."""
        record = self.record(step.name)
        if record is None or record.key != key:
            return None
        try:
            unchanged = file_digest(self.output(step)) == record.output
        except OSError:
            return None
        return record if unchanged else None

    def keep(self, name: str, record: Record) -> None:
        """Write the record of a step."""
        with atomic_file(self._record(name)) as file:
            file.write(json.dumps(asdict(record), indent=1, ensure_ascii=False).encode() + b"\n")
