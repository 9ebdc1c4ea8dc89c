"""``paragen graph build``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.table_options import count_option, engine_options, pivoted_table, share_option, table_run, tell

_STEPS = {
    "ours": 2, "theirs": 4, "reading": 6, "parses": 8, "tags": 12, "stems": 13, "components": 18, "clusters": 40, "graphs": 65,
    "interpolation": 82, "ranking": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@pivoted_table
@click.option(
    "--parses", multiple=True, type=InputFile(), metavar="PARSES",
    help="CoNLL-U of sentences of that side, which say what parts of speech and lemmas phrases have where they occur.",
)  # fmt: skip
@click.option(
    "--language", default="english", metavar="NAME",
    help="Language of that side, as Snowball's stemmers call it; phrases that are not in PARSES are tagged in English only.",
)  # fmt: skip
@click.option(
    "--steps", type=OutputFolder(), metavar="FOLDER",
    help="Keep what each step makes, for paragen graph show and stats; a build that was interrupted goes on from there.",
)  # fmt: skip
@click.option(
    "--rank", type=click.Choice(["product", "sum"]), default="product",
    help="Rank by how probable paraphrases are times how probable their tags are, in the mean of all sub-phrase-tables of the "
    "phrase; or by the sum of the probabilities of paraphrase, tags and stems as the paper has them.",
)  # fmt: skip
@count_option("--top", 20, "Paraphrases a phrase, at most.")
@count_option("--giant", 2500, "Break up components of more phrases.", lowest=2)
@share_option("--cut-share", 0.005, "P", "Cut vertices of a giant component to remove at a time, as a share of its phrases.")
@count_option("--merge", 5000, "Merge components of at most N phrases with a larger one.", lowest=0)
@click.option("--smoothing", type=float, default=1e6, metavar="X", help="Weight of the uniform distribution in co-clustering.")
@count_option("--soft", 2, "Clusters of a phrase, at most.")
@share_option("--soft-share", 0.5, "P", "Give a phrase a second cluster if it gains at least so much of what the best one gains.")
@share_option("--min-idf", 0.65, "P", "Join phrases only if they have a higher idf: if they are together in most components.")
@count_option("--max-phrases", 20, "Discard graphs of more phrases.", lowest=2, highest=1 << 20)
@count_option("--inflation", 3, "Give phrases an inflation vertex that were extracted N times with a translation.")
@click.option("--licence", default="", help="Licence of the pairs: a column in Parquet, which packing keeps.")
@engine_options
@click.argument("tables", nargs=-1, required=True, type=InputFile(), metavar="TABLE…")
def build(
    tables: tuple[str, ...], output: str, parses: tuple[str, ...], language: str, steps: str | None, force: bool, engine: str,
    master: str | None, memory: str, threads: int, temp: str | None, **options: Any,
) -> None:  # fmt: skip
    """Find paraphrases: phrases that are close to each other on graphs of common translations.

    Each TABLE is a phrase table with counts, from paragen extract or Moses: Parquet, or text, plain or compressed. The counts of
    several are added. The table is decomposed into small ones, their phrases are clustered, and clusters become graphs, on which
    the commute times of random walks say how often two phrases count as paraphrases. The columns of PARAPHRASES are source,
    target, score, count, p_phrase, p_tags and p_stems.

    Example: paragen graph build de-en.parquet --parses news.conllu.gz --steps steps -o paraphrases.parquet
    """
    from paragen.model.tagger import english_tagger
    from paragen.tables.bilingual.graph import GraphOptions, build_graph_table

    chosen = GraphOptions(language=language, replace=force, **options)
    tag = english_tagger().tag_phrases if language == "english" else None
    with table_run("graphs", _STEPS, engine=engine, master=master, memory=memory, threads=threads, temp=temp) as run:
        tell(build_graph_table(tables, output, chosen, run, parses=parses, tag=tag, steps=steps))
