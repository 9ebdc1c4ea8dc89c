"""DuckDB: in this process, within a memory limit, spilling to disk."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from paragen.base.destination import StrPath
from paragen.base.errors import MissingPackageError, ParagenError, first_line
from paragen.base.packages import install_hint
from paragen.base.threads import record_errors, run, thread_count
from paragen.tables.engine import Batches, Function, Progress, quoted
from paragen.tables.engine.files import parquet_files, write_parquet

_ROWS = 1 << 17  # rows of a batch read back
_SHARE = 3 / 4  # of the memory; the rest is for batches in transit, and what the allocator holds back
_GROUP_BYTES = 128  # of that share for each group of a sum, so that it need not spill


class DuckEngine:
    """See :class:`paragen.tables.engine.Engine`.

    Parameters
    ----------
    scratch : an empty folder for tables and for what does not fit into memory.
    memory : its limit in bytes.
    threads : how many; 0: one per processor. The rows do not depend on it.
    progress : called at each step.

    Raises
    ------
    MissingPackageError : duckdb or pyarrow is not installed.
    """

    def __init__(self, scratch: Path, *, memory: int, threads: int = 0, progress: Progress | None = None) -> None:
        try:
            import duckdb
            import pyarrow
        except ImportError as error:
            raise MissingPackageError(
                f"{error.name} is not installed, which the engine duckdb needs. {install_hint('bitext')}"
            ) from None
        self._duckdb, self._pyarrow = duckdb, pyarrow
        self._threads = thread_count(threads)
        self._sources: dict[str, Batches] = {}
        self._progress = progress
        self._memory = memory
        self._scratch = scratch.parent  # the name that the user knows
        self._read_from: list[str] = []
        share = int(memory * _SHARE)
        config: dict[str, str | bool | int | float | list[str]] = {
            "threads": self._threads,
            "memory_limit": f"{share // 1024}KiB",
            "temp_directory": os.fspath(scratch),
            "preserve_insertion_order": False,
        }
        with self._errors():
            self._database = duckdb.connect(":memory:", config=config)
        self._set_up(self._database)
        self.group_rows = share // _GROUP_BYTES

    def __enter__(self) -> DuckEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def source(self, name: str, batches: Batches) -> None:
        self._sources[name] = batches

    def parquet(self, name: str, paths: Sequence[StrPath]) -> None:
        files = [file for path in paths for file in parquet_files(path)]
        self._read_from += (os.fspath(path) for path in paths)
        listed = ", ".join(map(quoted, files))
        self._execute(f"opening {name}", f'CREATE VIEW "{name}" AS SELECT * FROM read_parquet([{listed}])')

    def map(self, name: str, source: str, function: Function, schema: Any) -> None:
        items = self._sources[source]() if source in self._sources else self.batches(f'SELECT * FROM "{source}"')
        made = run(lambda chunk: [function(batch) for batch in chunk], items, self._threads, chunk=1)
        raised: list[BaseException] = []
        reader = self._pyarrow.RecordBatchReader.from_batches(schema, record_errors(made, raised))
        self._do(self._database, lambda: self._database.register("_stream", reader))
        try:
            self._execute(name, f'CREATE TABLE "{name}" AS SELECT * FROM _stream')
        except ParagenError:
            if raised:
                raise raised[0] from None
            raise
        finally:
            self._do(self._database, lambda: self._database.unregister("_stream"))

    def table(self, name: str, select: str, drop: Sequence[str] = ()) -> None:
        self._execute(name, f'CREATE TABLE "{name}" AS {select}')
        self.drop(*drop)

    def number(self, name: str, select: str) -> None:
        self.table(name, f"SELECT text, row_number() OVER (ORDER BY text) AS id FROM ({select}) AS texts")

    def drop(self, *names: str) -> None:
        for name in names:
            self._do(self._database, partial(self._database.execute, f'DROP TABLE IF EXISTS "{name}"'))
            self._sources.pop(name, None)

    def batches(self, select: str) -> Iterator[Any]:
        yield from self._read(select, "reading")

    def write(self, selects: Sequence[str], destination: StrPath) -> None:
        rows = chain.from_iterable(self._read(select, "writing") for select in selects)
        write_parquet(rows, destination)

    def _read(self, select: str, step: str) -> Iterator[Any]:
        cursor = self._database.cursor()
        self._set_up(cursor)
        reader = self._wait(step, cursor, lambda: cursor.sql(select).to_arrow_reader(_ROWS))
        while (batch := self._wait(step, cursor, partial(next, reader, None))) is not None:
            yield batch

    def _set_up(self, connection: Any) -> None:
        """Make DuckDB track progress, if wanted, without printing it."""
        for setting in (f"enable_progress_bar = {bool(self._progress)}", "enable_progress_bar_print = false"):
            self._do(connection, partial(connection.execute, f"SET {setting}"))

    def _execute(self, step: str, statement: str) -> None:
        self._wait(step, self._database, partial(self._database.execute, statement))
        if self._progress:
            self._progress(step, 1.0)

    def _wait(self, step: str, connection: Any, work: Callable[[], Any]) -> Any:
        """Run work in DuckDB, reporting progress, and translate its errors into ours."""
        return self._do(connection, work, partial(self._report, step, connection) if self._progress else None)

    def _do(self, connection: Any, work: Callable[[], Any], report: Callable[[], object] | None = None) -> Any:
        """Run work in DuckDB outside the thread that receives signals, which DuckDB would turn into errors of its own."""
        with self._errors():
            return interruptibly(work, connection.interrupt, report)

    def _report(self, step: str, connection: Any) -> None:
        assert self._progress
        self._progress(step, max(0.0, min(connection.query_progress(), 100.0)) / 100)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except self._duckdb.OutOfMemoryException as error:
            if "offload" in str(error):  # it checks how much room is left before it writes
                raise ParagenError(
                    f"{self._scratch}: no room for what does not fit into {self._memory >> 20} MiB of memory. "
                    "Make room, choose another folder with --temp, or give more with --memory."
                ) from None
            raise ParagenError(
                f"duckdb: out of memory within {self._memory >> 20} MiB ({first_line(error)}). "
                "Give more with --memory, or use fewer --threads."
            ) from None
        except self._duckdb.IOException as error:
            if "No space left" in str(error) or "Disk quota" in str(error):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
            raise ParagenError(f"duckdb: {first_line(error)}.") from None
        except (self._duckdb.BinderException, self._duckdb.CatalogException, self._duckdb.ParserException):
            raise  # the SQL is ours
        except self._duckdb.ConversionException as error:
            raise ParagenError(f"duckdb: {first_line(error)}. Is a pair in a table many times over?") from None
        except self._duckdb.Error as error:  # Parquet has no checksums: damage shows only when data are read, or summed
            files = " or ".join(self._read_from) or "a Parquet file"
            raise ParagenError(f"duckdb: {first_line(error)}. Is {files} damaged? Write or fetch it again.") from None


Result = TypeVar("Result")

_POLL = 0.2  # seconds


def interruptibly(work: Callable[[], Result], cancel: Callable[[], object], tick: Callable[[], object] | None = None) -> Result:
    """Run ``work`` in a separate thread and wait for it in this one, in which Python handles signals.

    Parameters
    ----------
    work : called once; what it raises is raised here.
    cancel : called if a signal ends the wait; must make ``work`` end soon.
    tick : called from time to time while waiting.
    """
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(work)
        try:
            while not wait([future], _POLL).done:
                if tick:
                    tick()
        except BaseException:
            cancel()
            raise
        return future.result()
