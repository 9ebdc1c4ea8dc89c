"""Engines that run the SQL and batch functions of the bilingual chain."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.output_files import scratch_directory
from paragen.base.settings import parse_memory
from paragen.tables.engine.base import Engine, Progress

ENGINES = ("duckdb", "spark")
DEFAULT_MEMORY = "4G"


@contextmanager
def open_engine(
    name: str = "duckdb",
    *,
    memory: str | int = DEFAULT_MEMORY,
    threads: int = 0,
    temp: StrPath | None = None,
    master: str | None = None,
    progress: Progress | None = None,
) -> Iterator[Engine]:
    """Open an engine without tables; its files are removed when it closes.

    Parameters
    ----------
    name : "duckdb", in this process; "spark", on a cluster.
    memory : limit for duckdb, or for each executor of spark.
    threads : of duckdb; 0: one per processor.
    temp : folder for temporary files; with a cluster, one that all its machines share. None: the system's.
    master : Spark's, such as ``spark://host:7077`` or ``local[2]``; None: that of its configuration.
    progress : called with the current step and its progress.

    Raises
    ------
    ConfigError : the engine or the folder does not exist, or ``memory`` is not a size.
    MissingPackageError : a package that the engine needs is not installed.
    """
    if name not in ENGINES:
        raise ConfigError(f"engine: found {name!r}, expected {' or '.join(ENGINES)}.")
    if master is not None and name != "spark":
        raise ConfigError(f"engine: found the master {master!r} with {name}, expected it with spark. Add --engine spark.")
    size = parse_memory(memory)
    with scratch_directory(temp) as scratch:
        if name == "duckdb":
            from paragen.tables.engine.duck import DuckEngine

            with DuckEngine(scratch, memory=size, threads=threads, progress=progress) as duck:
                yield duck
        else:
            from paragen.tables.engine.spark import SparkEngine

            with SparkEngine(scratch, memory=size, master=master, progress=progress) as spark:
                yield spark
