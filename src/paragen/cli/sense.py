"""Options for word sense by pivot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import click

from paragen.cli.arguments import Cut, InputFile
from paragen.cli.declared import bundled
from paragen.io.beside import SenseFiles

_OPTIONS = (
    click.option(
        "--foreign", type=InputFile(), multiple=True, metavar="FILE",
        help="The translation of each line: substitutes are limited to its sense. With --alignment and --phrase-table; all three "
        "may be repeated, in the same order, for several languages.",
    ),
    click.option(
        "--alignment", type=InputFile(), multiple=True, metavar="FILE", help="Links `i-j` of each line, foreign-English, from 0."
    ),
    click.option(
        "--phrase-table", type=InputFile(), multiple=True, metavar="TABLE",
        help="The phrase table that `paragen extract` made of such text (Parquet).",
    ),
    click.option(
        "--segment", multiple=True, type=Cut(),
        help="How the foreign side (src) was cut: words, or a sentencepiece model; once for all languages, or once for each.  "
        "[default: at white space]",
    ),
    click.option(
        "--side", type=click.Choice(["target", "source"]), default="target",
        help="The side that is English in links and table; source: links are English-foreign.",
    ),
)  # fmt: skip


class SenseOptions(NamedTuple):
    """The translations of the input, one for each language, with their word alignments and phrase tables.

    Parameters
    ----------
    foreign, alignment, phrase_table : a file of each language.
    segment : how foreign sides were split.
    side : the English side of links and tables, "target" or "source".
    """

    foreign: Sequence[str]
    alignment: Sequence[str]
    phrase_table: Sequence[str]
    segment: Sequence[tuple[str, str]]
    side: str

    def files(self) -> list[SenseFiles]:
        """Return the files of each language; raise click.UsageError for options that do not belong together."""
        foreign, alignment, table, segment, side = self.foreign, self.alignment, self.phrase_table, self.segment, self.side
        english_side, foreign_side = ("tgt", "src") if side == "target" else ("src", "tgt")
        if any(cut != "words" for name, cut in segment if name == english_side):
            raise click.UsageError("The English side is always cut into words: leave out its --segment.")
        if not (foreign or alignment or table):
            if segment or side != "target":
                raise click.UsageError("--segment and --side say how --foreign and --phrase-table are read: give those too.")
            return []
        if not len(foreign) == len(alignment) == len(table):
            raise click.UsageError("Give --foreign, --alignment and --phrase-table, each once a language, or none of them.")
        cuts: list[str | None] = [cut for name, cut in segment if name == foreign_side]
        if len(cuts) not in (0, 1, len(foreign)):
            expected = f"1 for all languages, or {len(foreign)}"
            raise click.UsageError(f"--segment {foreign_side}=: found {len(cuts)}, expected {expected}.")
        each = cuts if len(cuts) == len(foreign) else (cuts or [None]) * len(foreign)
        return list(map(SenseFiles, foreign, alignment, table, each))


sense_options = bundled(SenseOptions, "translations", *_OPTIONS)
"""Gives a verb the argument ``translations``, a :class:`SenseOptions`."""
