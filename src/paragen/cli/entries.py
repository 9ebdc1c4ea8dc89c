"""``paragen entries``."""

from __future__ import annotations

from paragen.cli.declared import options_of
from paragen.cli.table_options import table_verb, tell
from paragen.tables.inflection.entries import EntriesOptions


@table_verb("files", "FILE", threads=None)
@options_of(EntriesOptions, "options")
def entries(files: tuple[str, ...], output: str, options: EntriesOptions) -> None:
    """Inflect hand-written pairs of phrases.

    Each line of a FILE is a pair: phrase, paraphrase, part of speech and score, separated by tabs. The parts of speech are v and
    n (in all forms), nm (mass nouns), adj (with comparison if short), adv, and x (not inflected). Both sides are inflected
    together: commence and begin give commenced and began. Needs the extra `mine`.

    Example: paragen entries phrases.tsv more.tsv --min-score 0.8 -o phrases.parquet
    """
    from paragen.tables.inflection import build_entries

    tell(build_entries(files, output, options))
