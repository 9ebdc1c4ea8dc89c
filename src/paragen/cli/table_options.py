"""Options of the verbs that make tables: the same names, meanings and help everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.console import Folder, OutputFile, by_steps, notice, progress

if TYPE_CHECKING:
    from paragen.tables.builder import Run, Summary

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def output_option(metavar: str = "TABLE") -> Decorator:
    """``-o``: the table to write, text or Parquet by its name."""
    return click.option(
        "-o", "--output", required=True, type=OutputFile(), metavar=metavar,
        help="The table: text if its name ends in .txt or .txt.gz, else Parquet.",
    )  # fmt: skip


def top_option(what: str = "Paraphrases a phrase") -> Decorator:
    """``--top``: how many of ``what`` are kept."""
    return click.option(
        "--top", type=click.IntRange(1), default=20, show_default=True, metavar="N", help=f"{what}, at most: the best."
    )


def licence_option() -> Decorator:
    """``--licence``: of the pairs."""
    return click.option(
        "--licence", default="", metavar="TEXT", help="Licence of the pairs: a column of Parquet, which packing keeps."
    )


def threads_option(default: int = 0) -> Decorator:
    """``--threads``; a verb that needs its memory again for each thread has a ``default`` of 1."""
    return click.option(
        "--threads", type=click.IntRange(0), default=default, show_default=True, metavar="N",
        help="Threads; 0: one for each processor.",
    )  # fmt: skip


def candidates_option() -> Decorator:
    """``--candidates``: the sample that `paragen calibrate` reads."""
    return click.option(
        "--candidates", type=OutputFile(), metavar="FILE",
        help="Write a sample of pairs, too, to be labelled for paragen calibrate; gzip if the name ends in .gz.",
    )  # fmt: skip


def keep_opposites_option() -> Decorator:
    """``--keep-opposites``."""
    return click.option(
        "--keep-opposites", is_flag=True, help="Keep pairs of opposites, as rise -> fall: words of the same places."
    )


_ENGINE_OPTIONS = (
    click.option("--engine", type=click.Choice(["duckdb", "spark"]), default="duckdb", show_default=True, help="What counts."),
    click.option("--master", metavar="URL", help="Spark's master, as spark://host:7077."),
    click.option("--memory", default="4G", show_default=True, metavar="SIZE", help="Memory to work in; beyond it, files."),
    click.option("--threads", type=click.IntRange(0), default=0, show_default=True, help="Threads; 0: one for each processor."),
    click.option("--temp", type=Folder(), metavar="DIR", help="Folder for scratch files.  [default: the system's]"),
    click.option("--force", is_flag=True, help="Replace a folder of part files."),
)


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Where the bilingual chain counts and joins, and ``--force``: what a run is made of."""
    for option in reversed(_ENGINE_OPTIONS):
        command = option(command)
    return command


@contextmanager
def table_run(what: str, ends: Mapping[str, int] | None = None, unit: str = "", **given: Any) -> Iterator[Run]:
    """Give a builder its run, with ``what`` it does and how far it is on the terminal.

    Parameters
    ----------
    ends : how far the whole is when a step ends, in percent; see `by_steps`. None: ``unit`` are counted, without an end.
    given : what the run is made of besides.
    """
    from paragen.tables.builder import Run

    with progress(100 if ends else 0, what, unit="%" if ends else unit) as update:
        yield Run(progress=update and (_percent(update, ends) if ends else _counted(update)), **given)


def _percent(update: Callable[[float], object], ends: Mapping[str, int]) -> Callable[[str, float, float], None]:
    report = by_steps(update, ends)
    return lambda step, done, total: report(step, done / total if total else 0.0)


def _counted(update: Callable[[float], object]) -> Callable[[str, float, float], None]:
    """Count what all steps have done."""
    shown: dict[str, float] = {}

    def report(step: str, done: float, total: float) -> None:
        update(done - shown.get(step, 0.0))
        shown[step] = done

    return report


def tell(found: Summary) -> None:
    """Say what a builder did, and what it left out."""
    for line in (*str(found).splitlines(), *found.skips.messages()):
        notice(line)
