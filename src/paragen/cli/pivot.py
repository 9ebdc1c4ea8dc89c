"""``paragen pivot``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, Verb
from paragen.cli.table_options import count_option, engine_options, pivoted_table, share_option, table_run, tell

_STEPS = {
    "pairs": 15, "phrases": 25, "names": 27, "pivots": 30, "edges": 40, "corpora": 43, "inward": 46, "outward": 50, "best": 85,
    "labelled": 88, "any": 90, "writing": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@pivoted_table
@count_option("--top", 20, "Paraphrases a phrase, at most.")
@count_option("--min-count", 1, "Leave out pairs of phrases that were extracted less often.")
@share_option(
    "--min-probability", 0.0, "P", "Leave out translations, either way, and paraphrases that are less probable.", below_1=True
)  # fmt: skip
@share_option(
    "--min-lexical", 0.0, "P", "Leave out pairs that were extracted once and whose words fit less well, either way.", below_1=True
)  # fmt: skip
@count_option("--fan-out", 100, "Follow only so many translations of a phrase, either way: the most probable.")
@click.option("--tight", is_flag=True, help="Leave out phrases that begin or end with an unaligned word.")
@click.option("--no-containment", is_flag=True, help="Leave out paraphrases that contain their phrase, or lie within it.")
@engine_options
@click.argument("tables", nargs=-1, required=True, type=InputFile(), metavar="TABLE…")
def pivot(
    tables: tuple[str, ...], output: str, no_containment: bool, force: bool, engine: str, master: str | None, memory: str,
    threads: int, temp: str | None, **options: Any,
) -> None:  # fmt: skip
    """Find paraphrases: phrases that share a translation.

    Each TABLE is the phrase table of one corpus, from paragen extract or Moses: Parquet, or text, plain or compressed. The score
    of a paraphrase is p(e2|e1), the sum over pivot phrases f of p(f|e1) p(e2|f), averaged over the tables that have e1.
    For tables to paraphrase with, --tight --no-containment and --min-lexical 0.001 leave out most of what is wrong.

    Example: paragen pivot de-en.parquet fr-en.parquet --tight --no-containment --min-lexical 0.001 -o paraphrases.parquet
    """
    from paragen.tables.bilingual.pivot import PivotOptions, build_pivot

    chosen = PivotOptions(containment=not no_containment, replace=force, **options)
    with table_run("pivoting", _STEPS, engine=engine, master=master, memory=memory, threads=threads, temp=temp) as run:
        tell(build_pivot(tables, output, chosen, run))
