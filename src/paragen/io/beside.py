"""What comes beside the input, line by line, and is read in step with it: its translations and its trees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from paragen.base.errors import FormatError
from paragen.base.input_files import Lines
from paragen.io.notices import notice
from paragen.settings.request import Sense

if TYPE_CHECKING:
    from paragen.io.lines import Line, Reader
    from paragen.io.records import Record, RecordReader
    from paragen.paraphraser import Paraphraser
    from paragen.text.tokenizer import Tokenizer

Answers = TypeVar("Answers")
_REMEDY = "Line n of each file belongs to line n of the input: find where they go apart."
SENSE_CHUNK = 128
"""Lines answered together, if each chunk costs a query."""


class LinesBeside(Lines):
    """A text file, plain or compressed, that has a line for each line of the input."""

    @property
    def where(self) -> str:
        """The name of the last line taken, for errors."""
        return f"{self.path}:{self.number}"

    def next(self) -> str:
        """Return the next line; raise FormatError if there is none."""
        lines = self.take(1)
        if not lines:
            raise FormatError(
                f"{self.path}:{self.number + 1}", f"the end of the file after {self.number} lines",
                "as many as the input has", _REMEDY,
            )  # fmt: skip
        return lines[0]

    def finish(self) -> None:
        """Raise FormatError if there are more lines than the input has."""
        before = self.number
        if self.take(1):
            found = "a line more than the input has"
            raise FormatError(f"{self.path}:{before + 1}", found, f"{before} lines as in standard input", _REMEDY)


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


class Trees:
    """Adds trees to records, and counts records without.

    Parameters
    ----------
    paraphraser : knows whether a table asks for trees, and may have a parser.
    """

    def __init__(self, paraphraser: Paraphraser) -> None:
        self._paraphraser, self._asked, self._lock = paraphraser, paraphraser.asks_for_trees, Lock()
        self._given = self._missing = 0

    def parsed(self, records: Sequence[Record]) -> Sequence[Record]:
        """Return records, adding the parser's tree to those without; may be called from several threads."""
        if not self._asked:
            return records
        from paragen.rewriting.syntax import tree_of

        requests = self._paraphraser.parsed([record.request for record in records])
        missing = [tree_of(request) is None for request in requests if request.text.strip()]
        with self._lock:
            self._given += len(missing)
            self._missing += sum(missing)
        return [record._replace(request=request) for record, request in zip(records, requests, strict=True)]

    def before(self, work: Callable[[Sequence[Record]], Answers]) -> Callable[[Sequence[Record]], Answers]:
        """Return a function that works on records after they were parsed."""
        return (lambda records: work(self.parsed(records))) if self._asked else work

    def counts(self) -> Counter[str]:
        """Return the numbers so far of sentences that needed a tree, and of those without one; see `tell_missing_trees`."""
        return Counter(asked=self._given, treeless=self._missing)

    def tell(self) -> None:
        """Report how many had no tree, and how many labels are in no table."""
        tell_missing_trees(self._paraphraser, self.counts())
        tables = _limited(self._paraphraser)
        labels, unknown = self._paraphraser.label_counts
        if unknown:
            notice(f"{unknown} of the {labels} labels that were looked up are in no table: {tables} offered nothing under them")


def tell_missing_trees(paraphraser: Paraphraser, counts: Mapping[str, int]) -> None:
    """Report how many sentences had no tree."""
    if counts["treeless"]:
        text = f"{counts['treeless']} of {counts['asked']} sentences had no tree"
        notice(f"{text}: labels did not limit what {_limited(paraphraser)} offered for them")


def _limited(paraphraser: Paraphraser) -> str:
    """Return the tables that ask for trees."""
    return ", ".join(name for name, mode in paraphraser.syntax.items() if mode != "any")


class TreeReader:
    """Reads records, each with its tree: a line of a file, or the field ``tree`` of a JSON line.

    Parameters
    ----------
    reader : reads the records.
    paraphraser : knows whether a table asks for trees, and how sentences are split.
    beside : the file of trees; None: fields have them, if a table asks for trees.
    """

    def __init__(self, reader: Reader, paraphraser: Paraphraser, beside: LinesBeside | None) -> None:
        self._reader, self._beside = reader, beside
        self._tokenizer, self._fields = paraphraser.model.tokenizer, paraphraser.asks_for_trees

    def read(self, line: Line) -> Record:
        """Return the record of a line; raise FormatError for one that cannot be read, or a tree of another sentence."""
        record: Record = self._reader.read(line)
        if self._beside is not None:
            return with_tree(record, self._beside.next(), self._beside.where, self._tokenizer)
        if self._fields and record.fields is not None and record.fields.get("tree") is not None:
            return with_tree(record, record.fields["tree"], f"{record.request.where}: tree", self._tokenizer)
        return record

    def finish(self) -> None:
        """Raise FormatError if the file has more lines than the input."""
        self._reader.finish()
        if self._beside is not None:
            self._beside.finish()


def with_tree(record: Record, text: Any, where: str, tokenizer: Tokenizer) -> Record:
    """Return a record with the tree of its sentence; raise FormatError for one that cannot be read, or of another sentence."""
    from paragen.rewriting.syntax import TREE, matched, read_tree

    if not isinstance(text, str):
        raise FormatError(where, type(text).__name__, "a text in Penn brackets, or null", "Fix the field, or leave it out.")
    request, tree = record.request, read_tree(text, where)
    if tree is None:
        return record
    matched(tree, request.text, tokenizer.tokens(request.text))
    return record._replace(request=replace(request, annotations={**request.annotations, TREE: tree}))


@contextmanager
def with_trees(
    path: str | None, reader: Reader, work: Callable[[Sequence[Record]], Answers], paraphraser: Paraphraser
) -> Iterator[tuple[Reader, Callable[[Sequence[Record]], Answers]]]:
    """Yield a reader that adds trees to records, and a function that parses the rest before it works on them; both are those
    given if nobody asks for trees. At the end, report what had none."""
    trees = Trees(paraphraser)
    if path is not None and not paraphraser.asks_for_trees:
        notice(f"no table asks for the trees in {path}")
    try:
        if path is not None:
            with LinesBeside(path) as beside:
                yield TreeReader(reader, paraphraser, beside), trees.before(work)
        elif paraphraser.asks_for_trees:
            yield TreeReader(reader, paraphraser, None), trees.before(work)
        else:
            yield reader, work
    finally:
        trees.tell()
