"""Part files of lines, processed like standard input."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, Any, Protocol

from paragen.base.compression import compressed
from paragen.cluster.parts import Part, Report, opened_lines
from paragen.cluster.rows import Paraphrases, Substitutes, splitter
from paragen.decoder.settings import Limits
from paragen.io.beside import TreeReader, Trees
from paragen.io.formats import FORMATS, Style, answerer
from paragen.io.jsonl import Copier
from paragen.io.lines import Reader
from paragen.io.notices import unnoticed
from paragen.io.records import Record, RecordReader
from paragen.io.shortfall import Shortfall, tell_short
from paragen.io.source import MAX_LINE, arriving_lines
from paragen.io.spans import SpanFields, SpanOptions
from paragen.io.stream import CHUNK
from paragen.io.substitute_formats import heading, written_candidates
from paragen.settings.request import Ranking

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser

Counts = Callable[[], Counter[str]]
Pieces = Callable[[Sequence[Record]], Iterable[bytes]]


class Answers(Protocol):
    """How a verb answers records or rows; pickles."""

    @property
    def kind(self) -> str:
        """The kind of the files; see `paragen.cluster.parts.Part.output`."""

    @property
    def heading(self) -> bytes:
        """The bytes at the beginning of the output."""

    @property
    def columns(self) -> Paraphrases | Substitutes | None:
        """The columns added to the rows of Parquet; None: the verb has none."""

    @property
    def edits(self) -> bool:
        """Whether a table has an effect only if edits come from it, rather than if it offers options."""

    def pieces(self, paraphraser: Paraphraser) -> tuple[Pieces, Counts]:
        """Return two functions: one returns the output for some records, in pieces; the other, the counts so far."""

    def tell(self, counts: Mapping[str, int], paraphraser: Paraphraser) -> None:
        """Report the counts of all parts to the user."""


@dataclass(frozen=True)
class Decoding:
    """The answers of ``paragen decode``."""

    style: Style
    limits: Limits
    copies: int | None

    heading = b""
    edits = True

    @property
    def kind(self) -> str:
        """The kind of the files."""
        return self.style.format.suffix

    @property
    def columns(self) -> Paraphrases | None:
        """The columns added to the rows of Parquet."""
        return Paraphrases(self.limits, self.style.explain) if self.style == Style(explain=self.style.explain) else None

    def pieces(self, paraphraser: Paraphraser) -> tuple[Pieces, Counts]:
        """Return two functions: one gives the output for some records, in pieces; the other, the counts so far."""
        shortfall = Shortfall(self._wanted)
        if self.copies is None:
            answered = answerer(paraphraser, self.style, self.limits, "a file", shortfall.counted)
        else:
            answered = Copier(paraphraser, self.copies, self.limits, shortfall).answer
        return lambda records: map(self.style.format.encoded, answered(records)), shortfall.counts

    def tell(self, counts: Mapping[str, int], paraphraser: Paraphraser) -> None:
        """Report how many of the requested results were not found."""
        tell_short(counts, self._wanted, paraphraser)

    @property
    def _wanted(self) -> int:
        """How many paraphrases are asked for of each sentence."""
        return self.limits.get("n", 1) if self.copies is None else self.copies


@dataclass(frozen=True)
class Listing:
    """The answers of ``paragen substitutes``."""

    form: str
    ranking: Ranking

    edits = False

    @property
    def kind(self) -> str:
        """The kind of the files."""
        return FORMATS[self.form].suffix

    @property
    def heading(self) -> bytes:
        """The names of the columns."""
        return heading(FORMATS[self.form])

    @property
    def columns(self) -> Substitutes | None:
        """The columns added to the rows of Parquet; None unless the format is jsonl."""
        return Substitutes(self.ranking) if FORMATS[self.form].records else None

    def pieces(self, paraphraser: Paraphraser) -> tuple[Pieces, Counts]:
        """Return two functions: one gives the output for some records, in pieces; the other, empty counts."""

        def written(records: Sequence[Record]) -> Iterable[bytes]:
            found = paraphraser.substitutes_batch([record.request for record in records], self.ranking)
            return written_candidates(records, found, FORMATS[self.form])

        return written, Counter

    def tell(self, counts: Mapping[str, int], paraphraser: Paraphraser) -> None:
        """Report nothing: sentences may have no substitutes."""


@dataclass(frozen=True)
class Reading:
    """How lines become records; see `paragen.io.records.RecordReader`.

    Attributes
    ----------
    field, jsonl, markup : as there.
    spans : which fields label spans; None: fields are ignored.
    errors : how to handle bytes that are not UTF-8.
    copies : whether a copy of a record is written for each paraphrase.
    language : whose rules split texts into sentences; "": they are not split.
    others : whether other fields are written, too.
    """

    field: str | None
    jsonl: bool
    markup: bool
    spans: SpanOptions | None = None
    errors: str = "strict"
    copies: bool = False
    language: str = ""
    others: bool = True

    def reader(self) -> RecordReader:
        """Return a reader for the lines of one file."""
        spans = SpanFields(self.spans, written=self.jsonl and self.others, copies=self.copies) if self.spans else None
        return RecordReader(self.field, self.jsonl, self.markup, spans, begins=splitter(self.language))


@dataclass(frozen=True)
class LineAnswer:
    """Answers part files of lines; see `paragen.cluster.work.Answer`."""

    answers: Answers
    reading: Reading
    options: str
    max_line: int | None = None

    @property
    def kind(self) -> str:
        """The kind of the output files."""
        return self.answers.kind

    @property
    def divides(self) -> bool:
        """Whether files may be processed in sections: not if spans are named, because each file must have a record with them."""
        return self.reading.spans is None or not self.reading.spans.given

    def check(self, part: Part) -> None:
        """Raise FormatError if the first line is not a record; report fields that seem to hold spans but are not named."""
        reader = self.reading.reader()
        for lines in islice(self._lines(part, lambda read: None), 1):
            reader.read(lines[0])

    def _begun(self, part: Part) -> RecordReader:
        """Return a reader that has determined the kind of lines from the first lines of the file."""
        reader = self.reading.reader()
        if part.begin > 0:
            whole = replace(part, begin=0, end=None, before=0)
            for line in chain.from_iterable(self._lines(whole, lambda read: None)):
                reader.read(line)
                if line.text.strip("\ufeff \t") or line.row == part.before:
                    break
        return reader

    def __call__(self, paraphraser: Paraphraser, part: Part, output: IO[bytes], report: Report) -> Counter[str]:
        """Write the answers to the lines of a part; return the number of sentences and other counts."""
        reader: Reader = self._begun(part)
        if paraphraser.asks_for_trees:
            reader = TreeReader(reader, paraphraser, None)
        trees, sentences = Trees(paraphraser), 0
        pieces, counts = self.answers.pieces(paraphraser)
        with compressed(output, part.packed) as written, unnoticed():
            if part.begin == 0:
                written.write(self.answers.heading)
            for lines in self._lines(part, report):
                records = [reader.read(line) for line in lines]
                sentences += sum(not record.blank for record in records)
                for piece in pieces(trees.parsed(records)):
                    written.write(piece)
            reader.finish()
        return counts() + trees.counts() + Counter(sentences=sentences)

    def _lines(self, part: Part, report: Report) -> Iterator[list[Any]]:
        """Yield batches of lines to answer together."""
        with opened_lines(part, report) as source:
            longest = self.max_line or MAX_LINE
            for batch in arriving_lines(source, part.path, self.reading.errors, row=part.before + 1, longest=longest):
                lines = iter(batch)
                while taken := list(islice(lines, CHUNK)):
                    yield taken
