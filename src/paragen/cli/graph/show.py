"""``paragen graph show``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from paragen.base.columns import aligned
from paragen.cli.console import Folder, PictureFile, Verb
from paragen.io.notices import notice

if TYPE_CHECKING:
    from paragen.tables.bilingual.graph.count import PhraseGraph


@click.command(cls=Verb)
@click.option("-o", "--output", type=PictureFile(".svg"), metavar="PICTURE", help="Draw the graphs, as .svg.")
@click.option(
    "--graphs", "most", type=click.IntRange(1), default=3, show_default=True, metavar="N",
    help="Graphs, at most: those in which another phrase is nearest.",
)  # fmt: skip
@click.option("--inflation", is_flag=True, help="Show the vertices that only inflate counts, too.")
@click.option("--format", "form", type=click.Choice(["table", "json"]), default="table", help="How to print them.")
@click.argument("folder", type=Folder(), metavar="FOLDER")
@click.argument("phrase", metavar="PHRASE")
def show(folder: str, phrase: str, output: str | None, most: int, inflation: bool, form: str) -> None:
    """Show the graphs that a phrase is in: its neighbours, their tags and stems, how far they are.

    FOLDER is that of paragen graph build --steps, PHRASE one of its phrases. For each graph and each of its vertices, nearest
    first: the weight of the edge from the phrase and of that to it, the commute time between them, how often the two count as
    paraphrases, and how probable the vertex is given the phrase, both within this graph only.

    Example: paragen graph show steps big -o big.svg
    """
    from paragen.base.output_files import atomic_file
    from paragen.tables.bilingual.graph.drawing import drawing, kept_graphs

    found = kept_graphs(folder, phrase)
    if len(found) > most:
        notice(f"in {len(found)} graphs, of which {most} are shown; more with --graphs")
    if output is not None:
        with atomic_file(output) as file:
            file.write(drawing(phrase, found[:most], inflation=inflation).encode())
    for number, graph in enumerate(found[:most]):
        rows = list(_vertices(graph, phrase, inflation))
        if form == "json":
            click.echo(
                json.dumps({"sub_phrase_table": graph.component, "cluster": graph.cluster, "vertices": rows}, ensure_ascii=False)
            )
            continue
        click.echo(f"{'' if number == 0 else chr(10)}sub-phrase-table {graph.component}, cluster {graph.cluster}")
        head = {name: name.replace("_", " ") for name in rows[0]}
        for line in aligned([[_short(cell) for cell in row.values()] for row in (head, *rows)], left=2):
            click.echo(line)


def _vertices(graph: PhraseGraph, phrase: str, inflation: bool) -> Iterator[dict[str, Any]]:
    """Yield the figures of each vertex other than the phrase's own, the nearest first."""
    asked = graph.place(phrase)
    times, probabilities = graph.commute_times[asked], graph.probabilities[asked]
    for i in sorted(range(len(graph.kinds)), key=lambda i: (float(times[i]), i)):
        if i != asked and (inflation or not graph.kinds[i].startswith("inflation")):
            yield {
                "kind": graph.kinds[i], "vertex": graph.texts[i], "weight_from": float(graph.weights[asked, i]),
                "weight_to": float(graph.weights[i, asked]), "commute_time": float(times[i]),
                "count": float(graph.counts[asked, i]), "probability": float(probabilities[i]),
            }  # fmt: skip


def _short(cell: str | float) -> str:
    from paragen.tables.bilingual.graph.drawing import short

    if isinstance(cell, str):
        return cell
    return short(cell)
