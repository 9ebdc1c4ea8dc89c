"""Spark: on a cluster, with tables as Parquet files in a folder that all its machines share."""

from __future__ import annotations

import os
import pickle
import shutil
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from paragen.base.destination import StrPath
from paragen.tables.engine import Batches, Function, Progress
from paragen.tables.engine.files import parquet_files
from paragen.tables.engine.jobs import Jobs
from paragen.tables.engine.session import spark_session, task_attempts
from paragen.tables.engine.worker import Part, Work

_BATCHES, _BYTES = 4, 16 << 20  # of a source, per part: enough for a task, few enough for many tasks
_ROWS = 1 << 20  # of a table, per part
_BATCH_ROWS = 1 << 17  # rows of a batch read back
_TYPES = {"string": "STRING", "int64": "BIGINT", "int32": "INT", "double": "DOUBLE", "bool": "BOOLEAN"}


class SparkEngine:
    """See :class:`paragen.tables.engine.Engine`.

    Each table is written before the next is made, so nothing is computed twice, and a lost worker costs only its own tasks.

    Parameters
    ----------
    scratch : an empty folder for tables; all machines of a cluster see it under this name.
    memory : of each executor, in bytes.
    master : of the cluster; None: that of Spark's configuration.
    progress : called at each step.

    Raises
    ------
    ConfigError : the master does not exist, or cannot be reached.
    MissingPackageError : pyspark or Java is not installed.
    """

    group_rows = 0

    def __init__(self, scratch: Path, *, memory: int, master: str | None = None, progress: Progress | None = None) -> None:
        self._scratch = Path(os.path.abspath(scratch))
        self._open = ExitStack()
        self._session = self._open.enter_context(spark_session(self._scratch, master, memory))
        self._context = self._session.sparkContext
        self._jobs = Jobs(self._context, progress)
        self._sources: dict[str, Batches] = {}
        self._folders: dict[str, Path] = {}

    def __enter__(self) -> SparkEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def source(self, name: str, batches: Batches) -> None:
        self._sources[name] = batches
        self._forget(name)

    def parquet(self, name: str, paths: Sequence[StrPath]) -> None:
        folder = self._new_folder(name)
        for number, file in enumerate(file for path in paths for file in parquet_files(path)):
            # a link, since Spark treats some characters in names as patterns, and skips names with others
            (folder / f"part-{number:05}.parquet").symlink_to(os.path.realpath(file))
        self._jobs.run(f"opening {name}", lambda: self._view(name, folder, None))

    def map(self, name: str, source: str, function: Function, schema: Any) -> None:
        from pyspark.cloudpickle import dumps

        parts = self._parts_of(source)
        pickled = self._scratch / f"function-{uuid.uuid4().hex}"
        pickled.write_bytes(dumps(function))  # type: ignore[no-untyped-call]
        folder = self._new_folder(name)
        work = Work(os.fspath(pickled), os.fspath(folder), schema, task_attempts(self._context))
        self._jobs.run(name, lambda: self._work(work, parts))
        pickled.unlink()
        self._view(name, folder, _columns(schema))

    def table(self, name: str, select: str, drop: Sequence[str] = ()) -> None:
        self._jobs.run(name, lambda: self._make(name, select))
        self.drop(*drop)

    def number(self, name: str, select: str) -> None:
        ordered = f"SELECT text FROM ({select}) AS texts ORDER BY text"
        self.table(name, f"SELECT text, monotonically_increasing_id() AS id FROM ({ordered}) AS ordered")

    def drop(self, *names: str) -> None:
        for name in names:
            self._session.catalog.dropTempView(name)
            self._sources.pop(name, None)
            self._forget(name)

    def batches(self, select: str) -> Iterator[Any]:
        from pyarrow.parquet import ParquetFile

        folder = self._scratch / f"reading-{uuid.uuid4().hex}"
        names = self._jobs.run("reading", lambda: self._save(select, folder))
        try:
            for path in _parts(folder):
                with ParquetFile(path) as file:
                    for batch in file.iter_batches(_BATCH_ROWS):
                        yield _plain(batch, names)
                path.unlink()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def write(self, selects: Sequence[str], destination: StrPath) -> None:
        os.mkdir(destination)
        number = 0
        for select in selects:
            folder = self._scratch / f"writing-{uuid.uuid4().hex}"
            self._jobs.run("writing", partial(self._save, select, folder, keep_names=True))
            for path in _parts(folder):
                shutil.move(path, Path(destination) / f"part-{number:05}.parquet")
                number += 1
            shutil.rmtree(folder, ignore_errors=True)

    def _make(self, name: str, select: str) -> None:
        folder = self._new_folder(name)
        made = self._session.sql(select)
        made.write.parquet(_uri(folder), mode="overwrite")
        self._view(name, folder, made.schema)

    def _save(self, select: str, folder: Path, keep_names: bool = False) -> list[str]:
        """Write the rows of a SELECT as files whose names sort in row order; return the names of the columns."""
        made = self._session.sql(select)
        names: list[str] = made.columns
        if not keep_names:
            made = made.toDF(*(f"column_{number}" for number in range(len(names))))
        made.write.parquet(_uri(folder))
        return names

    def _view(self, name: str, folder: Path, schema: Any) -> None:
        reader = self._session.read.schema(schema) if schema is not None else self._session.read
        reader.parquet(_pattern(_uri(folder))).createOrReplaceTempView(name)

    def _new_folder(self, name: str) -> Path:
        self._forget(name)
        folder = self._scratch / f"{name}-{uuid.uuid4().hex}"
        folder.mkdir()
        self._folders[name] = folder
        return folder

    def _forget(self, name: str) -> None:
        if folder := self._folders.pop(name, None):
            shutil.rmtree(folder, ignore_errors=True)

    def _parts_of(self, source: str) -> list[Part]:
        """Return the parts of a table; those of a source are written on first use."""
        if source in self._sources:
            if source not in self._folders:
                _write_source(self._sources[source](), self._new_folder(source))
            return [Part(os.fspath(path)) for path in sorted(self._folders[source].iterdir())]
        return [part for path in _parts(self._folders[source]) for part in _cut(path)]

    def _work(self, work: Work, parts: list[Part]) -> None:
        """Have the workers do the work; raise what one of them raised."""
        if not parts:
            return
        numbered = self._context.parallelize(list(enumerate(parts)), len(parts))
        for pickled in numbered.map(work).collect():
            if pickled:
                raise pickle.loads(pickled)


def _columns(schema: Any) -> str:
    """Return an Arrow schema in Spark's notation."""
    return ", ".join(f"`{field.name}` {_TYPES[str(field.type)]}" for field in schema)


def _uri(path: Path) -> str:
    """Return the URI of a folder, so that no other file system is used."""
    return f"file://{path}"


def _pattern(name: str) -> str:
    """Return the pattern that only ``name`` matches, which Spark expects for reading but not for writing."""
    return "".join(f"\\{sign}" if sign in "{}[]*?\\" else sign for sign in name)


def _parts(folder: Path) -> list[Path]:
    """Return the part files of a table in the order of its rows."""
    return sorted(folder.glob("part-*.parquet"), key=lambda path: int(path.name[5:].split("-")[0].split(".")[0]))


def _write_source(batches: Iterator[Any], folder: Path) -> None:
    """Write batches unchanged, a few per file."""
    import pyarrow as pa

    options = pa.ipc.IpcWriteOptions(compression="zstd")
    batch = next(batches, None)
    number = 0
    while batch is not None:
        path = os.fspath(folder / f"part-{number:05}.arrow")
        with pa.OSFile(path, "wb") as file, pa.ipc.new_stream(file, batch.schema, options=options) as part:
            count = size = 0
            while batch is not None and count < _BATCHES and size < _BYTES:
                part.write_batch(batch)
                count, size = count + 1, size + batch.nbytes
                batch = next(batches, None)
        number += 1


def _cut(path: Path) -> Iterator[Part]:
    """Divide a Parquet file into parts at its row groups."""
    from pyarrow.parquet import read_metadata

    metadata = read_metadata(path)
    groups: list[int] = []
    rows = 0
    for group in range(metadata.num_row_groups):
        groups.append(group)
        rows += metadata.row_group(group).num_rows
        if rows >= _ROWS:
            yield Part(os.fspath(path), tuple(groups))
            groups, rows = [], 0
    if groups:
        yield Part(os.fspath(path), tuple(groups))


def _plain(batch: Any, names: list[str]) -> Any:
    """Rename the columns of a batch, without Parquet's metadata."""
    import pyarrow as pa

    return pa.RecordBatch.from_arrays(batch.columns, names)
