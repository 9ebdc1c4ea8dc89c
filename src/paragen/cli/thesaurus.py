"""``paragen thesaurus``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.table_options import count_option, share_option, table_run, table_verb, tell

_STEPS = {"reading": 70, "comparing": 100}
"""Overall progress at the end of each step, in percent."""


@table_verb("inputs", "INPUT", top="similar words per word", opposites=True)
@share_option("--threshold", 0.05, "X", "Leave out pairs that are less similar.")
@count_option("--min-count", 20, "Leave out words that occur less often in the parsed text.")
@count_option("--min-features", 20, "Leave out words with fewer telling features: dependencies, each with the other word.")
@click.option("--mutual", is_flag=True, help="Keep a pair of words only if each is among the nearest of the other.")
def thesaurus(inputs: tuple[str, ...], output: str, threads: int, **options: Any) -> None:
    """Find similar words in parsed text, or read a thesaurus.

    Each INPUT is recognised by its content: CoNLL-U, plain or compressed, from paragen parse or another parser, or a ready-made
    thesaurus. Words of parsed text are similar if they have the same dependencies with the same words (Lin 1998); all parsed
    texts count as one.

    Example: paragen thesaurus news.conllu.gz novels.conllu.gz -o thesaurus.parquet
    """
    from paragen.tables.resources.thesaurus import ThesaurusOptions, build_thesaurus

    with table_run("comparing words", _STEPS, threads=threads) as run:
        tell(build_thesaurus(inputs, output, ThesaurusOptions(**options), run))
