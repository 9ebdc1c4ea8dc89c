"""Where the bilingual chain counts and joins: options of the verbs that do, and the engine they ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from paragen.cli.console import Folder, by_steps, progress

if TYPE_CHECKING:
    from paragen.tables.engine.base import Engine

_OPTIONS = (
    click.option("--engine", type=click.Choice(["duckdb", "spark"]), default="duckdb", show_default=True, help="What counts."),
    click.option("--master", metavar="URL", help="Spark's master, as spark://host:7077."),
    click.option("--memory", default="4G", show_default=True, metavar="SIZE", help="Memory to work in; beyond it, files."),
    click.option("--threads", type=click.IntRange(0), default=0, show_default=True, help="Threads; 0: one for each processor."),
    click.option("--temp", type=Folder(), metavar="DIR", help="Folder for scratch files.  [default: the system's]"),
    click.option("--force", is_flag=True, help="Replace a folder of part files."),
)


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a verb the options of :func:`chosen_engine`, and ``--force``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


@contextmanager
def chosen_engine(what: str, ends: Mapping[str, int], engine: str, **options: Any) -> Iterator[Engine]:
    """Open the engine that was chosen, with ``what`` it does and how far it is on the terminal; see `by_steps` for ``ends``."""
    from paragen.tables.engine import open_engine

    with progress(100, what, unit="%") as update:
        told = update and by_steps(update, ends)
        with open_engine(engine, progress=told, **options) as opened:
            yield opened
