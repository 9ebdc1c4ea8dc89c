"""What all table builders share: ``build(inputs, destination, options, run) -> summary``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.threads import thread_count
from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import TOP

if TYPE_CHECKING:
    from paragen.tables.engine.base import Engine

DEFAULT_MEMORY = "4G"
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
    memory: str | int = DEFAULT_MEMORY
    temp: StrPath | None = None
    engine: str = "duckdb"
    master: str | None = None
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

    @contextmanager
    def open_engine(self, temp: StrPath | None = None) -> Iterator[Engine]:
        """Open an engine without tables; its files are in ``temp``, or else in the run's folder."""
        from paragen.tables.engine import open_engine

        with open_engine(
            self.engine, memory=self.memory, threads=self.threads, temp=temp or self.temp, master=self.master,
            progress=self.report if self.progress else None,
        ) as engine:  # fmt: skip
            yield engine


class Options:
    """A frozen dataclass whose fields, made by the functions below, are checked on creation; raises ConfigError."""

    def __post_init__(self) -> None:
        for each in fields(self):  # type: ignore[arg-type]
            value = getattr(self, each.name)
            if "expected" in each.metadata and not each.metadata["holds"](value):
                shown = f"{value:g}" if isinstance(value, float) else repr(value)
                raise ConfigError(f"{each.name}: found {shown}, expected {each.metadata['expected']}.")


def number(
    default: float, *, least: float = -math.inf, most: float = math.inf, above: float = -math.inf, below: float = math.inf
) -> Any:
    """Make a field for a number within bounds: ``least`` and ``most`` are inclusive, ``above`` and ``below`` exclusive."""

    def holds(value: object) -> bool:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return is_number and least <= value <= most and above < value < below  # type: ignore[operator]

    return field(default=default, metadata={"holds": holds, "expected": _bounds("a number", least, most, above, below)})


def whole(default: int, least: int, most: float = math.inf) -> Any:
    """Make a field for a whole number within inclusive bounds."""

    def holds(value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    return field(default=default, metadata={"holds": holds, "expected": _bounds("a whole number", least, most)})


def flag(default: bool = False) -> Any:
    """Make a field for True or False."""
    return field(default=default, metadata={"holds": lambda value: isinstance(value, bool), "expected": "True or False"})


def one_of(default: str, choices: Sequence[str]) -> Any:
    """Make a field for one of several words."""
    return field(default=default, metadata={"holds": lambda value: value in choices, "expected": f"one of {', '.join(choices)}"})


def text(default: str = "") -> Any:
    """Make a field for a string."""
    return field(default=default, metadata={"holds": lambda value: isinstance(value, str), "expected": "a string"})


def _bounds(kind: str, least: float, most: float, above: float = -math.inf, below: float = math.inf) -> str:
    if least > -math.inf and most < math.inf:
        return f"{kind} from {least} to {most}"
    bounds = (
        f"above {above:g}" * (above > -math.inf), f"{least:g} or more" * (least > -math.inf),
        f"at most {most:g}" * (most < math.inf), f"less than {below:g}" * (below < math.inf),
    )  # fmt: skip
    return f"{kind}, {' and '.join(filter(None, bounds))}"


@dataclass(frozen=True, kw_only=True)
class TableOptions(Options):
    """Options of every builder of a paraphrase table.

    Parameters
    ----------
    top : maximum number of paraphrases per phrase; the best are kept.
    licence : of the pairs; a column in Parquet, which packing keeps.
    """

    top: int = whole(TOP, 1)
    licence: str = text()


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
