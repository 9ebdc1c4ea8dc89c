"""``paragen thesaurus``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, Verb
from paragen.cli.table_options import (
    keep_opposites_option,
    licence_option,
    output_option,
    table_run,
    tell,
    threads_option,
    top_option,
)  # fmt: skip

_STEPS = {"reading": 70, "comparing": 100}
"""How far the whole is when a step ends, in percent."""


@click.command(cls=Verb)
@output_option()
@top_option("Similar words a word")
@click.option(
    "--threshold", type=click.FloatRange(0, 1), default=0.05, show_default=True, metavar="X",
    help="Leave out pairs that are less similar.",
)  # fmt: skip
@click.option(
    "--min-count", type=click.IntRange(1), default=20, show_default=True, metavar="N",
    help="Leave out words that are less often in the parsed text.",
)  # fmt: skip
@click.option(
    "--min-features", type=click.IntRange(1), default=20, show_default=True, metavar="N",
    help="Leave out words with fewer telling features: dependencies, each with the other word.",
)  # fmt: skip
@click.option("--mutual", is_flag=True, help="Keep pairs of words only where each is among the nearest of the other.")
@keep_opposites_option()
@licence_option()
@threads_option()
@click.argument("inputs", nargs=-1, required=True, type=InputFile(), metavar="INPUT…")
def thesaurus(inputs: tuple[str, ...], output: str, threads: int, **options: Any) -> None:
    """Find similar words in parsed text, or read a thesaurus.

    Each INPUT is known by its content: CoNLL-U, plain or gzip, from paragen parse or another parser, or a ready-made
    thesaurus. Words of parsed text are similar where they stand in the same dependencies with the same words (Lin 1998);
    all parsed text counts as one.

    Example: paragen thesaurus news.conllu.gz novels.conllu.gz -o thesaurus.parquet
    """
    from paragen.tables.resources.thesaurus import ThesaurusOptions, build_thesaurus

    with table_run("comparing words", _STEPS, threads=threads) as run:
        tell(build_thesaurus(inputs, output, ThesaurusOptions(**options), run))
