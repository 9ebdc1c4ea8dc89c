"""``paragen queries``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, Verb
from paragen.cli.table_options import (
    candidates_option,
    licence_option,
    output_option,
    table_run,
    tell,
    threads_option,
    top_option,
)  # fmt: skip

_FORMS = ["auto", "table", "clicks", "orcas", "variants", "topics", "queries"]


@click.command(cls=Verb)
@output_option()
@click.option("--format", "form", type=click.Choice(_FORMS), default="auto", show_default=True, help="Form of the logs.")
@click.option(
    "--beta", type=click.FloatRange(0, 1), default=0.5, show_default=True, metavar="B",
    help="Weight of common words; that of common clicks is 1 - B.",
)  # fmt: skip
@click.option(
    "--threshold", type=click.FloatRange(0, 1, max_open=True), default=0.7, show_default=True, metavar="T",
    help="The similarity must exceed it.",
)  # fmt: skip
@top_option("Paraphrases a query")
@click.option(
    "--min-count", type=click.IntRange(1), default=1, show_default=True, metavar="N",
    help="Leave out queries that came less often.",
)  # fmt: skip
@click.option(
    "--max-words", type=click.IntRange(1), default=5, show_default=True, metavar="N", help="Leave out longer queries.",
)  # fmt: skip
@click.option(
    "--max-sharing", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
    help="Words and documents of more queries lead to no pair by themselves.",
)  # fmt: skip
@click.option("--no-containment", is_flag=True, help="Leave out pairs in which one has all words of the other, and more.")
@click.option(
    "--min-contexts", type=click.IntRange(0), default=0, show_default=True, metavar="N",
    help="In place of whole queries, what differs between two similar ones in N contexts or more; 0: whole queries.",
)  # fmt: skip
@candidates_option()
@licence_option()
@threads_option()
@click.argument("logs", nargs=-1, required=True, type=InputFile(commas=True), metavar="LOG…")
def queries(logs: tuple[str, ...], output: str, threads: int, no_containment: bool, **options: Any) -> None:
    """Find paraphrases among search queries.

    Each LOG is a file of queries, plain or gzip: lines `query<tab>clicked document<tab>count`, a table with a header (as
    AOL's), ORCAS, variants of a topic, or queries alone, for which --beta 1 is needed. QUERIES,QRELS joins two files. The
    score of two queries is B times the overlap of their words and 1 - B times that of the documents clicked for them.

    Example: paragen queries clicks.tsv -o queries.parquet
    """
    from paragen.tables.resources.queries import QueriesOptions, build_queries

    with table_run("queries", threads=threads) as run:
        tell(build_queries(logs, output, QueriesOptions(containment=not no_containment, **options), run))
