"""``paragen queries``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.table_options import count_option, share_option, table_run, table_verb, tell

_FORMS = ["auto", "table", "clicks", "orcas", "variants", "topics", "queries"]


@table_verb("logs", "LOG", commas=True, top="paraphrases per query", candidates=True)
@click.option("--format", "form", type=click.Choice(_FORMS), default="auto", help="Format of the logs.")
@share_option("--beta", 0.5, "B", "Weight of shared words; that of shared clicks is 1 - B.")
@share_option("--threshold", 0.7, "T", "The similarity must exceed it.", below_1=True)
@count_option("--min-count", 1, "Leave out queries that occur less often.")
@count_option("--max-words", 5, "Leave out longer queries.")
@count_option("--max-sharing", 1000, "A word or document that more queries share is not enough to make a pair.")
@click.option("--no-containment", is_flag=True, help="Leave out pairs in which one query has all words of the other, and more.")
@count_option(
    "--min-contexts", 0, lowest=0,
    what="Instead of whole queries, pair what differs between two similar ones in at least N contexts; 0: whole queries.",
)  # fmt: skip
def queries(logs: tuple[str, ...], output: str, threads: int, no_containment: bool, **options: Any) -> None:
    """Find paraphrases among search queries.

    Each LOG is a file of queries, plain or compressed: lines `query<tab>clicked document<tab>count`, a table with a header (like
    AOL's), ORCAS, variants of a topic, or queries alone, which need --beta 1. QUERIES,QRELS joins two files. The score of two
    queries is B times the overlap of their words plus 1 - B times that of the documents clicked for them.

    Example: paragen queries clicks.tsv -o queries.parquet
    """
    from paragen.tables.resources.queries import QueriesOptions, build_queries

    with table_run("queries", threads=threads) as run:
        tell(build_queries(logs, output, QueriesOptions(containment=not no_containment, **options), run))
