"""``paragen entries``."""

from __future__ import annotations

from typing import Any

import click

from paragen.cli.console import InputFile, Verb
from paragen.cli.table_options import licence_option, output_option, tell, top_option


@click.command(cls=Verb)
@output_option()
@click.option(
    "--min-score", type=click.FloatRange(0, 1), default=0.0, show_default=True, metavar="X",
    help="Leave out entries with a lower score.",
)  # fmt: skip
@top_option()
@licence_option()
@click.argument("files", nargs=-1, required=True, type=InputFile(), metavar="FILE…")
def entries(files: tuple[str, ...], output: str, **options: Any) -> None:
    """Inflect hand-written pairs of phrases.

    Each line of a FILE is a pair: phrase, paraphrase, part of speech and score, with tabs between them. The parts are v and n
    (in all forms), nm (mass nouns), adj (compared if short), adv, and x (as it stands). Both sides are inflected alike: commence
    and begin give commenced and began. Needs lemminflect: pip install 'paragen[mine]'.

    Example: paragen entries phrases.tsv more.tsv --min-score 0.8 -o phrases.parquet
    """
    from paragen.tables.resources.inflection import EntriesOptions, build_entries

    tell(build_entries(files, output, EntriesOptions(**options)))
