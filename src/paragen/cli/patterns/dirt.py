"""``paragen patterns dirt``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.declared import options_of
from paragen.cli.table_options import run_options, table_run, tell
from paragen.tables.bilingual.patterns.options import DirtOptions

_STEPS = {"found": 30, "counted": 35, "fillers": 40, "information": 50, "shared": 80, "slots": 90, "best": 95, "writing": 100}
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@click.option("-o", "--output", required=True, type=OutputFolder(), metavar="PAIRS", help="The pairs, Parquet.")
@options_of(DirtOptions, "options")
@run_options
@click.argument("parses", type=InputFile(), metavar="PARSES")
def dirt(parses: str, output: str, options: DirtOptions, **where: Any) -> None:
    """Find paraphrases among paths between nouns that are filled alike.

    PARSES is CoNLL-U with Penn tags, as paragen parse writes it. This is DIRT, which patterns of bitexts are compared with: it
    needs much text, and also finds opposites.

    Example: paragen patterns dirt news.conllu.gz --min-count 10 -o dirt.parquet
    """
    from paragen.tables.bilingual.patterns.dirt import build_dirt

    with table_run("comparing paths", _STEPS, **where) as run:
        tell(build_dirt(parses, output, options, run))
