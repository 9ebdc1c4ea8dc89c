"""``paragen text``."""

from __future__ import annotations

import click

from paragen.cli.arguments import InputFile, OutputFile
from paragen.cli.console import Verb, progress
from paragen.io.notices import notice


@click.command(cls=Verb)
@click.argument("files", nargs=-1, required=True, type=InputFile(), metavar="FILE…")
@click.option(
    "-o", "--output", required=True, type=OutputFile(), metavar="TEXT", help="Where the lines go; gzip if the name ends in .gz."
)
@click.option("--column", type=click.IntRange(1), metavar="N", help="Take a tab-separated column, from 1.")
@click.option("--field", metavar="NAME", help="Take a field of lines that are JSON objects.")
@click.option(
    "--words", is_flag=True, help="Write words as tables and language models have them: tokenised, English in lower case."
)
@click.option("--language", default="en", metavar="CODE", help="Language of the words, as en, de or pt-BR.")
@click.option("--unique", is_flag=True, help="Leave out empty lines and duplicates.")
@click.option("--unescape", is_flag=True, help="Replace HTML entities (&amp;) by what they stand for.")
def text(
    files: tuple[str, ...], output: str, column: int | None, field: str | None, words: bool, language: str, unique: bool,
    unescape: bool,
) -> None:
    """Extract sentences from files: plain text, a column of a table, a field of JSON lines; plain or compressed.

    Each line in gives a line out, so files that are aligned line by line stay aligned, unless --unique is given. For
    `paragen lm`, give --words --unique; `paragen parse` and `paragen align` take the lines unchanged. Words of languages other
    than English keep their case, but for the first of a sentence, which is written as it mostly is within sentences.

    Example: paragen text tatoeba.tsv.gz --column 1 --words --unique -o english.txt.gz
    """
    from paragen.tables.io.corpus import take_text

    with progress(0, "reading", unit=" lines") as update:
        found = take_text(
            files, output, column=column or 0, field=field or "", words=words, language=language, unique=unique,
            unescape=unescape, progress=update,
        )
    rest = f", {found.left_out} left out: empty or duplicate" if found.left_out else ""
    notice(f"{found.written} lines of {found.read}{rest}")
