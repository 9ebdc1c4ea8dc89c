"""``paragen comparable``."""

from __future__ import annotations

import click

from paragen.cli.console import Folder, OutputFile
from paragen.cli.declared import options_of
from paragen.cli.table_options import table_run, table_verb, tell
from paragen.tables.resources.options import ComparableOptions

_STEPS = {
    "reading": 15, "articles": 30, "sentences": 32, "aligning": 50, "links": 52, "instances": 70, "once": 85, "several": 86,
    "alignments": 87, "pairs": 88, "sources": 90, "targets": 92, "writing": 98, "reading rows": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@table_verb("inputs", "ARTICLES", candidates=True)
@options_of(ComparableOptions, "options")
@click.option(
    "--sentences", type=OutputFile(), metavar="FILE",
    help="Also write the sentence pairs of the articles, which may serve as input.",
)  # fmt: skip
@click.option("--memory", default="4G", metavar="SIZE", help="Memory to count phrases in; beyond it, files.")
@click.option("--temp", type=Folder(), metavar="DIR", help="Folder for scratch files.  [default: the system's]")
def comparable(
    inputs: tuple[str, ...], output: str, memory: str, threads: int, temp: str | None, options: ComparableOptions
) -> None:  # fmt: skip
    """Find paraphrases in news articles of the same days.

    ARTICLES are JSON, one object per line or an array, with the keys id, date, title and text; or sentence pairs, two
    sentences per line separated by a tab, as --sentences writes them. Plain or compressed. Articles of the same days with
    similar words are comparable; their sentences that share many words are aligned; a phrase's counterpart is its
    paraphrase, with the score p(paraphrase|phrase).

    Example: paragen comparable news.jsonl.gz -o comparable.parquet
    """
    from paragen.tables.resources.comparable import build_comparable

    with table_run("comparing", _STEPS, memory=memory, threads=threads, temp=temp) as run:
        tell(build_comparable(inputs, output, options, run))
