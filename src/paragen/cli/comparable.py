"""``paragen comparable``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import Folder, InputFile, OutputFile, Verb
from paragen.cli.table_options import (
    candidates_option,
    keep_opposites_option,
    licence_option,
    output_option,
    table_run,
    tell,
    threads_option,
    top_option,
)  # fmt: skip

_STEPS = {
    "reading": 15, "articles": 30, "sentences": 32, "aligning": 50, "links": 52, "instances": 70, "once": 85, "several": 86,
    "alignments": 87, "pairs": 88, "sources": 90, "targets": 92, "writing": 98, "reading rows": 100,
}  # fmt: skip
"""How far the whole is when a step ends, in percent."""


@click.command(cls=Verb)
@output_option()
@click.option(
    "--days", type=click.FloatRange(0, 1e6, min_open=True, max_open=True), default=2.0, show_default=True, metavar="N",
    help="Articles are published less than so many days apart.",
)  # fmt: skip
@click.option(
    "--threshold-documents", type=click.FloatRange(0, 1, max_open=True), default=0.5, show_default=True, metavar="T2",
    help="The cosine of the tf-idf vectors of two articles is above it.",
)  # fmt: skip
@click.option(
    "--threshold-sentences", type=click.FloatRange(0, 1, max_open=True), default=0.5, show_default=True, metavar="T3",
    help="The word overlap of two sentences of theirs is above it.",
)  # fmt: skip
@click.option(
    "--partners", type=click.IntRange(1), default=50, show_default=True, metavar="N",
    help="Pair an article with so many later ones, at most: the most similar.",
)  # fmt: skip
@top_option()
@click.option(
    "--min-count", type=click.IntRange(1), default=2, show_default=True, metavar="N",
    help="Leave out pairs of phrases that were extracted less often.",
)  # fmt: skip
@click.option(
    "--min-lexical", type=click.FloatRange(0, 1, max_open=True), default=0.01, show_default=True, metavar="P",
    help="Leave out pairs of phrases whose words fit less well, either way.",
)  # fmt: skip
@click.option(
    "--max-length", type=click.IntRange(1, 7), default=7, show_default=True, metavar="N", help="Words of the longest phrase."
)  # fmt: skip
@click.option("--containment", is_flag=True, help="Keep paraphrases that contain their phrase, or lie within it.")
@keep_opposites_option()
@click.option(
    "--sentences", type=OutputFile(), metavar="FILE", help="Write the sentence pairs of the articles, too; an input as well."
)  # fmt: skip
@candidates_option()
@licence_option()
@click.option("--memory", default="4G", show_default=True, metavar="SIZE", help="Memory to count phrases in; beyond it, files.")
@threads_option()
@click.option("--temp", type=Folder(), metavar="DIR", help="Folder for scratch files.  [default: the system's]")
@click.argument("inputs", nargs=-1, required=True, type=InputFile(), metavar="ARTICLES…")
def comparable(
    inputs: tuple[str, ...], output: str, memory: str, threads: int, temp: str | None, **options: Any
) -> None:  # fmt: skip
    """Find paraphrases in news articles of the same days.

    ARTICLES are JSON, an object a line or an array, with the keys id, date, title and text; or sentence pairs, two
    sentences a line with a tab between them, as --sentences writes them. Plain or gzip. Articles of the same days and
    words are comparable; their sentences that share many words are aligned; what stands across from a phrase is its
    paraphrase, with the score p(paraphrase|phrase).

    Example: paragen comparable news.jsonl.gz -o comparable.parquet
    """
    from paragen.tables.resources.comparable import ComparableOptions, build_comparable

    with table_run("comparing", _STEPS, memory=memory, threads=threads, temp=temp) as run:
        tell(build_comparable(inputs, output, ComparableOptions(**options), run))
