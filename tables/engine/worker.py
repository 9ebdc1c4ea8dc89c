"""The work of a cluster's worker: makes one part file from another, in a folder that all machines share."""

from __future__ import annotations

import os
import pickle
import platform
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.engine import Function
from paragen.tables.engine.files import opened_parquet

_ROWS = 1 << 16  # of a batch read from a table
_STOP = "_error"  # file that signals that a part failed for good, so that the others need not be made


@dataclass(frozen=True)
class Part:
    """Batches to process: a file of batches (``.arrow``), or row groups of a Parquet file."""

    file: str
    groups: tuple[int, ...] = ()

    def batches(self) -> Iterator[Any]:
        """Yield the record batches."""
        if self.file.endswith(".arrow"):
            import pyarrow as pa

            with pa.OSFile(self.file) as file:
                yield from pa.ipc.open_stream(file)
        else:
            with opened_parquet(self.file) as file:
                yield from file.iter_batches(_ROWS, row_groups=list(self.groups))


@dataclass(frozen=True)
class Work:
    """One function applied to all parts of a table.

    Attributes
    ----------
    function : file of the pickled function; may be large, and is read once per process.
    folder : where the parts of the new table go.
    schema : of the new table.
    attempts : how many times a part is tried, on any machine.
    """

    function: str
    folder: str
    schema: Any
    attempts: int

    def __call__(self, numbered: tuple[int, Part]) -> bytes:
        """Make a part; return nothing, or the pickled error if there will be no further attempt."""
        number, part = numbered
        if not os.path.isdir(self.folder):
            return pickle.dumps(ConfigError(
                f"{self.folder}: not found on the machine {platform.node()}, where Spark runs. "
                "Name with --temp a folder that all machines share."
            ))  # fmt: skip
        if os.path.exists(os.path.join(self.folder, _STOP)):
            return b""
        try:
            self._make(part, os.path.join(self.folder, f"part-{number:05}.parquet"))
        except Exception as error:
            if not isinstance(error, ParagenError) and attempt_number() < self.attempts:
                raise
            return self._stop(error)
        return b""

    def _make(self, part: Part, path: str) -> None:
        from pyarrow.parquet import ParquetWriter

        function = _function(self.function)
        folder, name = os.path.split(path)
        unfinished = os.path.join(folder, f".{name}.{uuid.uuid4().hex}")  # the same part may be made twice at once
        try:
            with ParquetWriter(unfinished, self.schema, compression="zstd") as writer:
                for batch in part.batches():
                    writer.write_batch(function(batch))
            os.replace(unfinished, path)
        finally:
            if os.path.exists(unfinished):
                os.unlink(unfinished)

    def _stop(self, error: Exception) -> bytes:
        open(os.path.join(self.folder, _STOP), "wb").close()
        try:
            pickled = pickle.dumps(error)
            pickle.loads(pickled)
        except Exception:
            return pickle.dumps(ParagenError(f"{type(error).__name__}: {error}"))
        return pickled


@lru_cache(maxsize=1)
def _function(path: str) -> Function:
    with open(path, "rb") as file:
        return pickle.load(file)  # type: ignore[no-any-return]


def attempt_number() -> int:
    """Return which attempt of Spark at the current task this is, from 1."""
    from pyspark import TaskContext

    context = TaskContext.get()
    return context.attemptNumber() + 1 if context else 1
