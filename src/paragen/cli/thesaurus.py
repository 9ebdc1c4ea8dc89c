"""``paragen thesaurus``."""

from __future__ import annotations

import click

from paragen.cli.console import InputFile, Verb, by_steps, notice, progress
from paragen.cli.table_options import licence_option, output_option, threads_option, top_option

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
@click.option("--keep-opposites", is_flag=True, help="Keep pairs of opposites, as rise -> fall: words of the same places.")
@licence_option()
@threads_option()
@click.argument("inputs", nargs=-1, required=True, type=InputFile(), metavar="INPUT…")
def thesaurus(
    inputs: tuple[str, ...], output: str, top: int, threshold: float, min_count: int, min_features: int, mutual: bool,
    keep_opposites: bool, licence: str, threads: int,
) -> None:  # fmt: skip
    """Find similar words in parsed text, or read a thesaurus.

    Each INPUT is known by its content: CoNLL-U, plain or gzip, from paragen parse or another parser, or a ready-made
    thesaurus. Words of parsed text are similar where they stand in the same dependencies with the same words (Lin 1998);
    all parsed text counts as one.

    Example: paragen thesaurus news.conllu.gz novels.conllu.gz -o thesaurus.parquet
    """
    from paragen.tables.resources.thesaurus.limits import Limits
    from paragen.tables.resources.thesaurus.thesaurus import thesaurus_files

    limits = Limits(top, threshold, min_count, min_features, mutual, keep_opposites=keep_opposites)
    with progress(100, "comparing words", unit="%") as update:
        found = thesaurus_files(
            inputs, output, limits=limits, licence=licence, threads=threads, progress=update and by_steps(update, _STEPS),
        )  # fmt: skip
    if found.tokens:
        notice(
            f"{found.tokens} words in {found.sentences} sentences, {found.triples} distinct dependencies; "
            f"{found.words} words compared"
        )
    notice(f"{found.pairs} pairs of {found.phrases} forms")
    for line in found.skips.told():
        notice(line)
