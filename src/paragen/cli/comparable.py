"""``paragen comparable``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import Folder, OutputFile
from paragen.cli.table_options import count_option, share_option, table_run, table_verb, tell

_STEPS = {
    "reading": 15, "articles": 30, "sentences": 32, "aligning": 50, "links": 52, "instances": 70, "once": 85, "several": 86,
    "alignments": 87, "pairs": 88, "sources": 90, "targets": 92, "writing": 98, "reading rows": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@table_verb("inputs", "ARTICLES", candidates=True, opposites=True)
@click.option(
    "--days", type=click.FloatRange(0, 1e6, min_open=True, max_open=True), default=2.0, metavar="N",
    help="Articles are published less than so many days apart.",
)  # fmt: skip
@share_option("--threshold-documents", 0.5, "T2", "The cosine of the tf-idf vectors of two articles is above it.", below_1=True)
@share_option("--threshold-sentences", 0.5, "T3", "The word overlap of two sentences of theirs is above it.", below_1=True)
@count_option("--partners", 50, "Pair an article with at most this many later ones, the most similar.")
@count_option("--min-count", 2, "Leave out pairs of phrases that were extracted less often.")
@share_option("--min-lexical", 0.01, "P", "Leave out pairs of phrases whose words fit less well, either way.", below_1=True)
@click.option("--max-length", type=click.IntRange(1, 7), default=7, metavar="N", help="Words of the longest phrase.")
@click.option("--containment", is_flag=True, help="Keep paraphrases that contain their phrase or are contained in it.")
@click.option(
    "--sentences", type=OutputFile(), metavar="FILE",
    help="Also write the sentence pairs of the articles, which may serve as input.",
)  # fmt: skip
@click.option("--memory", default="4G", metavar="SIZE", help="Memory to count phrases in; beyond it, files.")
@click.option("--temp", type=Folder(), metavar="DIR", help="Folder for scratch files.  [default: the system's]")
def comparable(
    inputs: tuple[str, ...], output: str, memory: str, threads: int, temp: str | None, **options: Any
) -> None:  # fmt: skip
    """Find paraphrases in news articles of the same days.

    ARTICLES are JSON, one object per line or an array, with the keys id, date, title and text; or sentence pairs, two
    sentences per line separated by a tab, as --sentences writes them. Plain or compressed. Articles of the same days with
    similar words are comparable; their sentences that share many words are aligned; a phrase's counterpart is its
    paraphrase, with the score p(paraphrase|phrase).

    Example: paragen comparable news.jsonl.gz -o comparable.parquet
    """
    from paragen.tables.resources.comparable import ComparableOptions, build_comparable

    with table_run("comparing", _STEPS, memory=memory, threads=threads, temp=temp) as run:
        tell(build_comparable(inputs, output, ComparableOptions(**options), run))
