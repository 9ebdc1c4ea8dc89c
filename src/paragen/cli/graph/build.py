"""``paragen graph build``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.declared import options_of
from paragen.cli.table_options import pivoted_output, run_options, table_run, tell
from paragen.tables.bilingual.graph.options import GraphOptions

_STEPS = {
    "ours": 2, "theirs": 4, "reading": 6, "parses": 8, "tags": 12, "stems": 13, "components": 18, "clusters": 40, "graphs": 65,
    "interpolation": 82, "ranking": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
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
    from paragen.model.tagger import english_tagger
    from paragen.tables.bilingual.graph import build_graph_table

    tag = english_tagger().tag_phrases if options.language == "english" else None
    with table_run("graphs", _STEPS, **where) as run:
        tell(build_graph_table(tables, output, options, run, parses=parses, tag=tag, steps=steps))
