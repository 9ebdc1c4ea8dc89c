"""Reads a dictionary written as a table: headword, part of speech (or nothing) and definition, separated by tabs."""

from __future__ import annotations

from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines
from paragen.tables.io.skips import Skips
from paragen.tables.resources.dictionary.sense import Sense, Senses, part_of

_EXPECTED = "headword, part of speech and definition, separated by tabs"
_HEADERS = frozenset(("headword", "word", "lemma", "term", "entry"))


def read_tsv(path: str, skips: Skips) -> Senses:
    """Yield the senses in the order of the file; a heading in the first line and ``#`` lines are skipped.

    Raises
    ------
    FormatError : a line does not have three columns.
    """
    first = True
    for number, line in numbered_lines(path, _EXPECTED):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("\t")]
        where = f"{path}:{number}"
        if len(fields) != 3:
            raise FormatError(where, f"{len(fields)} column{'s' * (len(fields) != 1)}", _EXPECTED)
        heading = first and fields[0].lower() in _HEADERS and fields[2].lower() in ("definition", "gloss", "meaning", "text")
        first = False
        if heading:
            continue
        part = part_of(fields[1])
        if part is None:
            skips.add("words other than nouns, verbs, adjectives and adverbs", where, fields[0])
        elif not fields[0]:
            skips.add("definitions without a headword", where)
        else:
            yield Sense(fields[0], part, fields[2], where)
