"""``paragen graph stats``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from paragen.base.columns import aligned
from paragen.cli.console import Folder, PictureFile, Verb

if TYPE_CHECKING:
    from paragen.tables.bilingual.graph.statistics import GraphStatistics


@click.command(cls=Verb)
@click.option(
    "--plot", type=PictureFile(".svg", ".png"), metavar="FILE",
    help="Draw sizes and counts by rank, as .svg or .png (needs matplotlib).",
)  # fmt: skip
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help="How to print them.")
@click.argument("folder", type=Folder(), metavar="FOLDER")
def stats(folder: str, plot: str | None, form: str) -> None:
    """Tell how large the parts of a phrase table are, and whether sizes and counts follow power laws.

    FOLDER is that of paragen graph build --steps. For the components of the phrase table, the parts of giant ones, the
    sub-phrase-tables that these are merged to, and for counts of pairs: how many there are, the largest, the median, and the
    exponent of the power law that fits best, from where on it holds, for how many, and how far off it is (Kolmogorov-Smirnov).

    Example: paragen graph stats steps --plot laws.svg
    """
    from paragen.tables.bilingual.graph.statistics import graph_statistics, write_plot

    found = graph_statistics(folder)
    if plot is not None:
        write_plot(plot, found)
    if form == "json":
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False))
        return
    click.echo(f"{found.entries:,} phrase pairs, {found.one_to_one:,} of them 1-1")
    for rows in (_laws(found), _steps(found)):
        click.echo("")
        for line in aligned(list(rows), left=1):
            click.echo(line)


def _laws(found: GraphStatistics) -> Iterator[tuple[str, ...]]:
    yield "", "number", "largest", "median", "exponent", "error", "from", "tail", "distance"
    for name, ranked in found.ranked.items():
        row = ranked.to_dict()
        shown = [f"{row['number']:,}", *("-" if row[each] is None else _short(row[each]) for each in ("largest", "median"))]
        if (law := ranked.law) is None:
            yield name, *shown, *"-----"
        else:
            fit = f"{law.exponent:.2f}", f"{law.error:.2f}", _short(law.start), f"{law.tail:,}", f"{law.distance:.3f}"
            yield name, *shown, *fit


def _short(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) or number >= 100 else f"{number:.3g}"


def _steps(found: GraphStatistics) -> Iterator[tuple[str, ...]]:
    yield "step", "seconds", "memory (MB)"
    for name, (seconds, memory) in found.steps.items():
        yield name, f"{seconds:,.1f}", f"{memory / 1e6:,.0f}"
