"""``paragen entries``."""

from __future__ import annotations

from typing import Any

from paragen.cli.table_options import share_option, table_verb, tell


@table_verb("files", "FILE", threads=None)
@share_option("--min-score", 0.0, "X", "Leave out entries with a lower score.")
def entries(files: tuple[str, ...], output: str, **options: Any) -> None:
    """Inflect hand-written pairs of phrases.

    Each line of a FILE is a pair: phrase, paraphrase, part of speech and score, separated by tabs. The parts of speech are v and
    n (in all forms), nm (mass nouns), adj (with comparison if short), adv, and x (not inflected). Both sides are inflected
    together: commence and begin give commenced and began. Needs the extra `mine`.

    Example: paragen entries phrases.tsv more.tsv --min-score 0.8 -o phrases.parquet
    """
    from paragen.tables.resources.inflection import EntriesOptions, build_entries

    tell(build_entries(files, output, EntriesOptions(**options)))
