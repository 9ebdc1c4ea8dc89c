"""``paragen parse``."""

from __future__ import annotations

import click

from paragen.cli.arguments import InputFile, OutputFile
from paragen.cli.console import Verb
from paragen.cli.declared import options_of
from paragen.cli.table_options import count_option, table_run, tell
from paragen.tables.parses.options import ParseOptions


@click.command(cls=Verb)
@click.option(
    "-o", "--output", required=True, type=OutputFile(), metavar="PARSES",
    help="The parses: CoNLL-U or, with --trees, Penn brackets; gzip if its name ends in .gz.",
)  # fmt: skip
@click.option(
    "--pipeline", required=True, metavar="NAME",
    help="What parses: spacy:NAME, an installed spaCy pipeline or its path, or stanza:LANGUAGE. With --trees: stanza:LANGUAGE,"
    " benepar:SPACY_MODEL[:BENEPAR_MODEL], or a function, package.module:name, from sentences to trees.",
)  # fmt: skip
@options_of(ParseOptions, "options")
@count_option("--threads", 1, "Processes that parse, each with the pipeline in its memory; 0: one for each processor.", lowest=0)
@click.argument("texts", nargs=-1, required=True, type=InputFile(), metavar="TEXT…")
def parse(texts: tuple[str, ...], output: str, options: ParseOptions, threads: int) -> None:
    """Parse text with spaCy, Stanza or benepar.

    Each TEXT has a sentence a line, plain or compressed. A parsed sentence is numbered by its line, counted over all texts; where
    the pipeline finds several sentences in line 7, they are 7-1, 7-2 and so on. Empty lines count, and give none.
    Trees stand on the line of their sentence, so that the two files go line by line.

    Example: paragen parse news.txt.gz -o news.conllu.gz --pipeline spacy:en_core_web_sm --threads 0
    """
    from paragen.tables.parses.parse import build_parses

    with table_run("parsing", {"parsing": 100}, threads=threads) as run:
        tell(build_parses(texts, output, options, run))
