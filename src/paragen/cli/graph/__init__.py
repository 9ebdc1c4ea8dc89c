"""``paragen graph``: one module for each action, named like it."""

from __future__ import annotations

import click

from paragen.cli.console import VerbGroup
from paragen.cli.graph.build import build
from paragen.cli.graph.show import show
from paragen.cli.graph.stats import stats


@click.group(cls=VerbGroup, subcommand_metavar="ACTION [OPTIONS]…")
def graph() -> None:
    """Find paraphrases by random walks on graphs of phrases with common translations.

    Phrases that share a cluster of translations make up small graphs, with their parts of speech and stems; the nearer one phrase
    is to another on a random walk, the more often they count as paraphrases.

    Example: paragen graph build de-en.parquet --parses news.conllu.gz -o paraphrases.parquet
    """


for action in (build, show, stats):
    graph.add_command(action)
