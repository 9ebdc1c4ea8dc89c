"""``paragen queries``."""

from __future__ import annotations

from paragen.cli.declared import options_of
from paragen.cli.table_options import table_run, table_verb, tell
from paragen.tables.resources.options import QueriesOptions


@table_verb("logs", "LOG", commas=True, candidates=True)
@options_of(QueriesOptions, "options")
def queries(logs: tuple[str, ...], output: str, threads: int, options: QueriesOptions) -> None:
    """Find paraphrases among search queries.

    Each LOG is a file of queries, plain or compressed: lines `query<tab>clicked document<tab>count`, a table with a header (like
    AOL's), ORCAS, variants of a topic, or queries alone, which need --beta 1. QUERIES,QRELS joins two files. The score of two
    queries is B times the overlap of their words plus 1 - B times that of the documents clicked for them.

    Example: paragen queries clicks.tsv -o queries.parquet
    """
    from paragen.tables.resources.queries import build_queries

    with table_run("queries", threads=threads) as run:
        tell(build_queries(logs, output, options, run))
