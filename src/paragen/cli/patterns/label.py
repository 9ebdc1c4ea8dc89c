"""``paragen patterns label``."""

from __future__ import annotations

import click

from paragen.cli.console import InputFile, OutputFile, Verb
from paragen.io.notices import notice


@click.command(cls=Verb)
@click.option("-o", "--output", required=True, type=OutputFile(), metavar="ITEMS", help="The items, for paragen label.")
@click.option(
    "--text", "texts", required=True, multiple=True, type=InputFile(), metavar="ENGLISH",
    help="The English side of the bitext; of several, one each, in the order they were given to paragen patterns extract.",
)  # fmt: skip
@click.option("--n", "n", type=click.IntRange(1), default=200, metavar="N", help="How many pairs to draw.")
@click.option("--seed", type=click.IntRange(0), default=0, metavar="N", help="Seed of the draw.")
@click.argument("pairs", type=InputFile(), metavar="PAIRS")
def label(pairs: str, texts: tuple[str, ...], output: str, n: int, seed: int) -> None:
    """Draw pattern pairs to be labelled, each in a sentence.

    The ITEMS are those of paragen label: each rewrites the first sentence with the pattern. To tune a model, draw from pairs
    extracted with a low threshold: what it leaves out cannot be missed.

    Example: paragen patterns label pairs.parquet --text news.en --n 300 -o items.jsonl
    """
    from paragen.tuning.pattern_sampling import sample_pattern_pairs

    notice(str(sample_pattern_pairs(pairs, texts, output, n=n, seed=seed)))
