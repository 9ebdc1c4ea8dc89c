"""The folder of a build: the output of each step, and a record of how it was made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paragen.base.steps import StepStore, file_digest
from paragen.recipes.steps import Step


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


class Store(StepStore):
    """Outputs and records of steps in a folder."""

    def output(self, step: Step) -> Path:
        """Return the path of a step's output."""
        return self.folder / step.output

    def log(self, step: Step) -> Path:
        """Return the path of a step's notices while it runs."""
        return self.folder / f"{step.name}.log"

    def files(self, step: Step) -> tuple[Path, ...]:
        """Return the paths of all files written for a step."""
        return self.output(step), self.log(step), self.record_path(step.name)

    def made(self, name: str) -> Record | None:
        """Return the record of a step; None if it is missing or unreadable."""
        try:
            data = self.record(name) or {}
            return Record(**{**data, "notices": tuple(data["notices"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def valid(self, step: Step, key: str) -> Record | None:
        """Return the record of a step if its output exists unchanged and its key is ``key``."""
        record = self.made(step.name)
        if record is None or record.key != key:
            return None
        try:
            unchanged = file_digest(self.output(step)) == record.output
        except OSError:
            return None
        return record if unchanged else None
