"""``paragen definitions``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.table_options import count_option, table_run, table_verb, tell


@table_verb("dictionaries", "DICT", threads=None)
@click.option(
    "--gamma", type=click.FloatRange(0, 1, min_open=True), default=0.9, metavar="X",
    help="The i-th definition of a word scores X to the power of i-1.",
)  # fmt: skip
@count_option("--max-words", 5, "Leave out definitions of more words, after shortening.")
def definitions(dictionaries: tuple[str, ...], output: str, **options: Any) -> None:
    """Make paraphrases from a dictionary's definitions.

    A DICT is a folder of WordNet, Open English WordNet (folder or archive), the .index of GCIDE for dictd, GCIDE or wiktextract
    in JSON, or lines of headword, part of speech and definition separated by tabs. The definitions of a word are ranked in the
    order of the DICTs, then of the senses. Headword and definition are inflected together: travel and go on a journey give
    travels and goes on a journey. Needs the extra `mine`.

    Example: paragen definitions dictionary.tsv -o definitions.parquet
    """
    from paragen.tables.resources.dictionary import DefinitionsOptions, build_definitions

    with table_run("reading", unit="senses") as run:
        tell(build_definitions(dictionaries, output, DefinitionsOptions(**options), run))
