"""``paragen patterns stats``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from paragen.base.columns import aligned
from paragen.cli.console import InputFile, PictureFile, Verb

if TYPE_CHECKING:
    from paragen.tables.bilingual.patterns.statistics import PatternStatistics

@click.command(cls=Verb)
@click.option(
    "--plot", type=PictureFile(".svg", ".png"), metavar="FILE", help="Draw the shares, as .svg or .png (needs matplotlib)."
)
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help="How to print them.")
@click.argument("pairs", type=InputFile(), metavar="PAIRS")
def stats(pairs: str, plot: str | None, form: str) -> None:
    """Count pattern pairs by type of change, symmetry, and slots.

    A change is trivial if only articles, prepositions, particles, auxiliaries or inflections differ; a reordering if also the
    order does; information +/- if one side has all other words of the other, and more. Else words are replaced; structural
    changes reorder them as well. A pair is symmetric if its reverse is there, too.

    Example: paragen patterns stats pairs.parquet --plot pairs.svg
    """
    from paragen.tables.bilingual.patterns.statistics import pattern_statistics, write_plot

    found = pattern_statistics(pairs)
    if plot is not None:
        write_plot(plot, found)
    if form == "json":
        click.echo(json.dumps(found.to_dict(), ensure_ascii=False))
        return
    for line in aligned(list(_rows(found)), left=1):
        click.echo(line)


def _rows(found: PatternStatistics) -> Iterator[tuple[str, str, str]]:
    counts = {"pairs": found.pairs, "symmetric": found.symmetric, **found.types}
    counts |= {f"{number} slot{'s' * (number > 1)}": count for number, count in found.slots.items()}
    counts |= {f"{kind} slots": count for kind, count in found.kinds.items()}
    for name, count in counts.items():
        yield name, f"{count:,}", f"{100 * count / found.pairs:.2f} %"
