"""``paragen patterns dirt``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, OutputFolder, Verb
from paragen.cli.table_options import count_option, engine_options, table_run, tell

_STEPS = {"found": 30, "counted": 35, "fillers": 40, "information": 50, "shared": 80, "slots": 90, "best": 95, "writing": 100}
"""Overall progress at the end of each step, in percent."""


@click.command(cls=Verb)
@click.option("-o", "--output", required=True, type=OutputFolder(), metavar="PAIRS", help="The pairs, Parquet.")
@count_option("--top", 20, "Keep at most the best N paraphrases of a path.")
@count_option("--min-count", 5, "Leave out paths that occur less than N times.")
@click.option("--max-words", type=int, default=5, metavar="N", help="Words of the longest path, without its nouns, 1 to 20.")
@count_option("--max-patterns", 1000, "Leave out words that fill a slot of more than N paths.")
@engine_options
@click.argument("parses", type=InputFile(), metavar="PARSES")
def dirt(
    parses: str, output: str, top: int, min_count: int, max_words: int, max_patterns: int, force: bool, **where: Any
) -> None:
    """Find paraphrases among paths between nouns that are filled alike.

    PARSES is CoNLL-U with Penn tags, as paragen parse writes it. This is DIRT, which patterns of bitexts are compared with: it
    needs much text, and also finds opposites.

    Example: paragen patterns dirt news.conllu.gz --min-count 10 -o dirt.parquet
    """
    from paragen.tables.bilingual.patterns.dirt import DirtOptions, build_dirt

    options = DirtOptions(top=top, min_count=min_count, max_words=max_words, max_patterns=max_patterns, replace=force)
    with table_run("comparing paths", _STEPS, **where) as run:
        tell(build_dirt(parses, output, options, run))
