"""Options for word sense by pivot; their files are read in step with the input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from paragen.cli.beside import LinesBeside
from paragen.cli.console import InputFile
from paragen.cli.options import bundled
from paragen.cli.sides import Cut
from paragen.request import Sense

if TYPE_CHECKING:
    from paragen.cli.lines import Line
    from paragen.cli.records import Record, RecordReader
    from paragen.text.tokenizer import Tokenizer

SENSE_CHUNK = 128
"""Lines answered together, if each chunk costs a query."""

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


class SenseFiles(NamedTuple):
    """The files of one language."""

    foreign: str
    alignment: str
    table: str
    segment: str | None


@dataclass(frozen=True)
class SenseOptions:
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


@contextmanager
def opened(files: Sequence[SenseFiles], side: str, reader: RecordReader, tokenizer: Tokenizer) -> Iterator[Any]:
    """Yield a reader of records: ``reader`` itself, or one that adds senses."""
    if not files:
        yield reader
        return
    from paragen.tables.bilingual.bitext.segment import segmenter
    from paragen.tables.bilingual.pivot.sense import SenseTable

    with ExitStack() as stack:
        languages = [
            Language(
                segmenter(language.segment), SenseTable(language.table, side, tokenizer),
                *(stack.enter_context(LinesBeside(path)) for path in (language.foreign, language.alignment)),
            )
            for language in files
        ]  # fmt: skip
        yield SenseReader(reader, languages, tokenizer)


class Language(NamedTuple):
    """The translations of the input in one language.

    Parameters
    ----------
    cut : splits a translation into words.
    table : a :class:`paragen.tables.bilingual.pivot.sense.SenseTable`.
    foreign, links : the lines of the files.
    """

    cut: Any
    table: Any
    foreign: LinesBeside
    links: LinesBeside


class SenseReader:
    """Reads records, each with a line of every translation and of its links.

    Parameters
    ----------
    reader : reads the records.
    languages : the translations.
    tokenizer : splits the English sentences.
    """

    def __init__(self, reader: RecordReader, languages: Sequence[Language], tokenizer: Tokenizer) -> None:
        self._reader, self._languages, self._tokenizer = reader, languages, tokenizer

    def read(self, line: Line) -> Record:
        """Return the record of a line; raise FormatError for a line that cannot be read, in any of the files."""
        record = self._reader.read(line)
        n_words = len(self._tokenizer.tokens(record.request.text))
        senses = [self._sense(language, n_words) for language in self._languages]
        return record._replace(request=replace(record.request, sense=senses))

    def _sense(self, language: Language, n_words: int) -> Sense:
        from paragen.tables.bilingual.alignment.links import parse_links

        words = language.cut(language.foreign.next())
        text = language.links.next()
        english_first = language.table.side == "source"
        sizes = (n_words, len(words)) if english_first else (len(words), n_words)
        links = parse_links(text, language.links.where, sizes)
        if english_first:
            links = [(foreign, english) for english, foreign in links]
        return Sense(language.table, words, links)

    def finish(self) -> None:
        """Raise FormatError if a file has more lines than the input."""
        self._reader.finish()
        for side in (lines for language in self._languages for lines in (language.foreign, language.links)):
            side.finish()
