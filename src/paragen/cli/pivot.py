"""``paragen pivot``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, Verb
from paragen.cli.declared import options_of
from paragen.cli.table_options import pivoted_output, run_options, table_run, tell
from paragen.tables.bilingual.pivot.options import PivotOptions

_STEPS = {
    "pairs": 15, "phrases": 25, "names": 27, "pivots": 30, "edges": 40, "corpora": 43, "inward": 46, "outward": 50, "best": 85,
    "labelled": 88, "any": 90, "writing": 100,
}  # fmt: skip
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@pivoted_output
@options_of(PivotOptions, "options")
@run_options
@click.argument("tables", nargs=-1, required=True, type=InputFile(), metavar="TABLE…")
def pivot(tables: tuple[str, ...], output: str, options: PivotOptions, **where: Any) -> None:
    """Find paraphrases: phrases that share a translation.

    Each TABLE is the phrase table of one corpus, from paragen extract or Moses: Parquet, or text, plain or compressed. The score
    of a paraphrase is p(e2|e1), the sum over pivot phrases f of p(f|e1) p(e2|f), averaged over the tables that have e1.
    For tables to paraphrase with, --tight --no-containment and --min-lexical 0.001 leave out most of what is wrong.

    Example: paragen pivot de-en.parquet fr-en.parquet --tight --no-containment --min-lexical 0.001 -o paraphrases.parquet
    """
    from paragen.tables.bilingual.pivot import build_pivot

    with table_run("pivoting", _STEPS, **where) as run:
        tell(build_pivot(tables, output, options, run))
