"""``paragen text``."""

from __future__ import annotations

import click

from paragen.cli.arguments import InputFile, OutputFile
from paragen.cli.console import Verb, progress
from paragen.cli.declared import options_of
from paragen.io.notices import notice
from paragen.tables.io.corpus import TextOptions, take_text


@click.command(cls=Verb)
@click.argument("files", nargs=-1, required=True, type=InputFile(), metavar="FILE…")
@click.option(
    "-o", "--output", required=True, type=OutputFile(), metavar="TEXT", help="Where the lines go; gzip if the name ends in .gz."
)
@options_of(TextOptions, "options")
def text(files: tuple[str, ...], output: str, options: TextOptions) -> None:
    """Extract sentences from files: plain text, a column of a table, a field of JSON lines; plain or compressed.

    Each line in gives a line out, so files that are aligned line by line stay aligned, unless --unique is given. For
    `paragen lm`, give --words --unique; `paragen parse` and `paragen align` take the lines unchanged. Words of languages other
    than English keep their case, but for the first of a sentence, which is written as it mostly is within sentences.

    Example: paragen text tatoeba.tsv.gz --column 1 --words --unique -o english.txt.gz
    """
    with progress(0, "reading", unit=" lines") as update:
        found = take_text(files, output, options, update)
    rest = f", {found.left_out} left out: empty or duplicate" if found.left_out else ""
    notice(f"{found.written} lines of {found.read}{rest}")
