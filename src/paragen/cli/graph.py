"""``paragen graph``, and its actions ``build``, ``show`` and ``stats``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from paragen.base.columns import aligned
from paragen.cli.arguments import Folder, InputFile, OutputFolder, PictureFile
from paragen.cli.console import Verb, VerbGroup
from paragen.cli.declared import options_of
from paragen.cli.table_options import pivoted_output, run_options, table_run, tell
from paragen.io.notices import notice
from paragen.tables.bilingual.graph.options import GraphOptions

if TYPE_CHECKING:
    from paragen.tables.bilingual.graph.count import PhraseGraph
    from paragen.tables.bilingual.graph.statistics import GraphStatistics


@click.group(cls=VerbGroup, subcommand_metavar="ACTION [OPTIONS]…")
def graph() -> None:
    """Find paraphrases by random walks on graphs of phrases with common translations.

    Phrases that share a cluster of translations make up small graphs, with their parts of speech and stems; the nearer one phrase
    is to another on a random walk, the more often they count as paraphrases.

    Example: paragen graph build de-en.parquet --parses news.conllu.gz -o paraphrases.parquet
    """


_STEPS = {
    "ours": 2, "theirs": 4, "reading": 6, "parses": 8, "tags": 12, "stems": 13, "components": 18, "clusters": 40, "graphs": 65,
    "interpolation": 82, "ranking": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@graph.command(cls=Verb)
@pivoted_output
@click.option(
    "--parses", multiple=True, type=InputFile(), metavar="PARSES",
    help="CoNLL-U of sentences of that side, which say what parts of speech and lemmas phrases have where they occur.",
)  # fmt: skip
@click.option(
    "--steps", type=OutputFolder(), metavar="FOLDER",
    help="Keep what each step makes, for paragen graph show and stats; a build that was interrupted goes on from there.",
)  # fmt: skip
@options_of(GraphOptions, "options")
@run_options
@click.argument("tables", nargs=-1, required=True, type=InputFile(), metavar="TABLE…")
def build(
    tables: tuple[str, ...], output: str, parses: tuple[str, ...], steps: str | None, options: GraphOptions, **where: Any
) -> None:
    """Find paraphrases: phrases that are close to each other on graphs of common translations.

    Each TABLE is a phrase table with counts, from paragen extract or Moses: Parquet, or text, plain or compressed. The counts of
    several are added. The table is decomposed into small ones, their phrases are clustered, and clusters become graphs, on which
    the commute times of random walks say how often two phrases count as paraphrases. The columns of PARAPHRASES are source,
    target, score, count, p_phrase, p_tags and p_stems.

    Example: paragen graph build de-en.parquet --parses news.conllu.gz --steps steps -o paraphrases.parquet
    """
    from paragen.model.bundled import english_tagger
    from paragen.tables.bilingual.graph import build_graph_table

    tag = english_tagger().tag_phrases if options.language == "english" else None
    with table_run("graphs", _STEPS, **where) as run:
        tell(build_graph_table(tables, output, options, run, parses=parses, tag=tag, steps=steps))


@graph.command(cls=Verb)
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
    for number, each in enumerate(found[:most]):
        rows = list(_vertices(each, phrase, inflation))
        if form == "json":
            click.echo(
                json.dumps({"sub_phrase_table": each.component, "cluster": each.cluster, "vertices": rows}, ensure_ascii=False)
            )
            continue
        click.echo(f"{'' if number == 0 else chr(10)}sub-phrase-table {each.component}, cluster {each.cluster}")
        head = {name: name.replace("_", " ") for name in rows[0]}
        for line in aligned([[_cell(cell) for cell in row.values()] for row in (head, *rows)], left=2):
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


def _cell(cell: str | float) -> str:
    from paragen.tables.bilingual.graph.drawing import short

    return cell if isinstance(cell, str) else short(cell)


@graph.command(cls=Verb)
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
