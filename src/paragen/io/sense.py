"""The senses of the input: its translations, with word alignments, are read in step with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from paragen.io.beside import LinesBeside
from paragen.settings.request import Sense

if TYPE_CHECKING:
    from paragen.io.records import Record, RecordReader
    from paragen.io.source import Line
    from paragen.text.tokenizer import Tokenizer

SENSE_CHUNK = 128
"""Lines answered together, if each chunk costs a query."""


class SenseFiles(NamedTuple):
    """The files of one language."""

    foreign: str
    alignment: str
    table: str
    segment: str | None


@contextmanager
def with_senses(files: Sequence[SenseFiles], side: str, reader: RecordReader, tokenizer: Tokenizer) -> Iterator[Any]:
    """Yield a reader of records: ``reader`` itself, or one that adds senses."""
    if not files:
        yield reader
        return
    from paragen.tables.bilingual.bitext import segmenter
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
