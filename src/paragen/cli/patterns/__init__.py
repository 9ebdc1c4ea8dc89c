"""``paragen patterns``, and its actions."""

from __future__ import annotations

import click

from paragen.cli.console import VerbGroup
from paragen.cli.patterns.building import dirt, extract, induce, tune
from paragen.cli.patterns.pairs import label, match, stats


@click.group(cls=VerbGroup, subcommand_metavar="ACTION [OPTIONS]…")
def patterns() -> None:
    """Learn paraphrases with slots: patterns such as *take [NN_1] into account*.

    Patterns of a parsed, word-aligned bitext that share a translation are paraphrases. A slot stands for a noun, verb or
    adjective and all that depends on it.

    Example: paragen patterns induce news.de news.en news.links --parses news.conllu.gz -o news.parquet
    """


for action in (induce, extract, label, tune, stats, match, dirt):
    patterns.add_command(action)
