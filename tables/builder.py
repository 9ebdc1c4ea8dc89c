"""What all table builders share: ``build(inputs, destination, options, run) -> summary``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.input_files import Skips
from paragen.base.output_files import scratch_directory
from paragen.base.settings import Settings, declared, flag, one_of, parse_memory, text, whole
from paragen.base.threads import thread_count
from paragen.tables.engine import Engine
from paragen.tables.io.writing import TOP as TOP

Progress = Callable[[str, float, float], object]
"""Called with the name of a step, how much of it is done, and how much there is to do (0 if unknown)."""


@dataclass
class Run:
    """How and where a builder runs; the table does not depend on it.

    Parameters
    ----------
    threads : 0 for one per processor.
    memory : limit for counting phrases, such as "4G"; beyond it, files are used.
    temp : folder for scratch files, which are removed at the end; None: the system's.
    engine : what counts phrases and joins tables: "duckdb", or "spark" on a cluster.
    master : Spark's, such as ``spark://host:7077``.
    progress : called as the work proceeds.

    Attributes
    ----------
    skips : what was left out of the inputs.
    """

    threads: int = 1
    memory: str | int = text("4G", metavar="SIZE", help="Memory to work in; beyond it, files.")
    temp: StrPath | None = None
    engine: str = one_of("duckdb", ("duckdb", "spark"), help="What counts and joins.")
    master: str | None = text(None, metavar="URL", help="Spark's master, such as spark://host:7077.")
    progress: Progress | None = None
    skips: Skips = field(default_factory=Skips)

    def __post_init__(self) -> None:
        thread_count(self.threads)

    @property
    def workers(self) -> int:
        """How many threads to start."""
        return thread_count(self.threads)

    def report(self, step: str, done: float, total: float = 1.0) -> None:
        """Report the progress of a step."""
        if self.progress:
            self.progress(step, done, total)

    def counter(self, step: str, total: float = 0.0) -> Callable[[float], None] | None:
        """Return a function to call with each increment of a step; None if nobody wants progress."""
        if self.progress is None:
            return None
        done = 0.0

        def more(count: float) -> None:
            nonlocal done
            done += count
            self.report(step, done, total)

        return more

    def open_engine(self, temp: StrPath | None = None) -> AbstractContextManager[Engine]:
        """Open an engine without tables; its files are in ``temp``, or else in the run's folder."""
        return open_engine(
            self.engine, memory=self.memory, threads=self.threads, temp=temp or self.temp, master=self.master,
            progress=self.report if self.progress else None,
        )  # fmt: skip


@contextmanager
def open_engine(
    name: str = Run.engine,
    *,
    memory: str | int = Run.memory,
    threads: int = 0,
    temp: StrPath | None = None,
    master: str | None = None,
    progress: Callable[[str, float], object] | None = None,
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
    declared(Run)["engine"].check("engine", name)
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


def replaceable() -> Any:
    """Declare whether a folder of part files at the destination may be replaced; a file always is."""
    return flag(option="--force", help="Replace a folder of part files.")


def keeping_opposites() -> Any:
    """Declare whether pairs may differ in opposites; see `paragen.tables.inflection.opposites`."""
    return flag(help="Keep pairs of opposites, such as rise -> fall, which occur in the same contexts.")


@dataclass(frozen=True, kw_only=True)
class TableOptions(Settings):
    """Options of every builder of a paraphrase table.

    Parameters
    ----------
    top : maximum number of paraphrases per phrase; the best are kept.
    licence : of the pairs; a column in Parquet, which packing keeps.
    """

    top: int = whole(TOP, 1, metavar="N", help="Keep at most the best N paraphrases per phrase.")
    licence: str = text(help="Licence of the pairs: a column in Parquet, which packing keeps.")


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What a builder did; ``str`` describes it in a sentence or two.

    Attributes
    ----------
    skips : what was left out of the inputs.
    """

    skips: Skips = field(default_factory=Skips, compare=False, repr=False)


@dataclass(frozen=True, kw_only=True)
class TableSummary(Summary):
    """The result of the builder of a paraphrase table.

    Attributes
    ----------
    pairs, phrases : pairs in the table, and phrases that have a paraphrase.
    """

    pairs: int
    phrases: int
