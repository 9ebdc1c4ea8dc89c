"""For verbs that answer text line by line: inputs and outputs, reading ahead, threads, order, errors."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from paragen.base.errors import ParagenError
from paragen.base.wrong_files import refuse_wrong_file
from paragen.cli.forms import LINES, TABLES, TableOptions, form_options, form_options_with_documents, kind_of
from paragen.cli.inputs import STANDARD_INPUT, check_inputs, files_argument, inputs
from paragen.cli.lines import PlainLines
from paragen.cli.options import bundled, shared
from paragen.cli.outputs import check_in_place, in_place_option, opened_output, output_option
from paragen.cli.pace import Pace, pace

if TYPE_CHECKING:
    from paragen.cli.documents import DocumentOptions
    from paragen.cli.forms import Form
    from paragen.cli.inputs import Input
    from paragen.cli.lines import Line

CHUNK = 8
"""Lines answered and written together."""
Work = Callable[[Sequence[Any]], Any]
"""Returns the output for some records in pieces, on any thread; an iterator is consumed while writing."""


class Reader(Protocol):
    """Turns lines into records."""

    def read(self, line: Line) -> Any:
        """Return the record of a line; raise ParagenError for one that cannot be read."""

    def finish(self) -> None:
        """Raise ParagenError if there should have been more lines."""


def encoded(text: str, form: str) -> bytes:
    """Return the bytes of an answer; bytes that were not UTF-8 are restored."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # an unpaired surrogate, which JSON allows and UTF-8 does not
        return text.encode("utf-8", "backslashreplace" if form == "jsonl" else "replace")


@dataclass(frozen=True)
class Texts:
    """The inputs, and where answers go.

    Parameters
    ----------
    files : names of files, "-" for standard input; none: standard input.
    output : the file to write; None: standard output.
    in_place : replace the files themselves, keeping backups with this suffix unless it is empty; None: no.
    errors : how to handle bytes that are not UTF-8.
    kind : of the inputs; None: by their names.
    column, no_header, delimiter : see :class:`paragen.cli.forms.TableOptions`.
    max_line : bytes of the longest line, row or document; None: as usual.
    by_name : whether files may be recognised as documents by their names.
    documents : how documents are read; None until known.
    """

    files: Sequence[str] = ()
    output: str | None = None
    in_place: str | None = None
    errors: str = "strict"
    kind: str | None = None
    column: str | None = None
    no_header: bool = False
    delimiter: str | None = None
    max_line: int | None = None
    by_name: bool = False
    documents: DocumentOptions | None = None

    @property
    def signature(self) -> dict[str, str | None]:
        """Everything that the answers depend on, for ``--signature``."""
        return {"errors": None if self.errors == "strict" else self.errors, "column": self.column}

    @property
    def names(self) -> Sequence[str]:
        """The inputs: names of files, or "-" for standard input."""
        return self.files or (STANDARD_INPUT,)

    @property
    def tables(self) -> TableOptions:
        """How tables are read."""
        return TableOptions(self.column, self.no_header, self.delimiter, self.in_place is None, self.max_line)

    @property
    def kinds(self) -> list[str]:
        """The kind of each input."""
        return [kind_of(path, self.kind, self.by_name) for path in self.names]

    @property
    def has_tables(self) -> bool:
        """Whether there are tables among the inputs."""
        return not set(TABLES).isdisjoint(self.kinds)

    @property
    def has_documents(self) -> bool:
        """Whether there are documents among the inputs."""
        return not set(self.kinds) <= {LINES, *TABLES}

    def forms(self) -> Iterator[Form]:
        """Yield the reader of each input, in order; inputs of one kind share a reader."""
        shared: dict[str, Form] = {LINES: PlainLines(self.max_line)}
        for kind in self.kinds:
            if kind not in shared:
                shared[kind] = self.tables.reader(kind) if kind in TABLES else self._reader(kind)
            yield shared[kind]

    def _reader(self, kind: str) -> Form:
        from paragen.cli.documents import Documents

        assert self.documents is not None
        return Documents(kind, self.documents, self.max_line)

    def check(self) -> None:
        """Find problems with any file before the work begins.

        Raises
        ------
        click.UsageError : the options exclude each other, or standard input is named twice.
        ConfigError, OSError : a file is missing, cannot be read or cannot be replaced.
        FormatError : a table lacks the column.
        """
        check_inputs(self.files, printed=self.output is None and self.in_place is None)
        if self.in_place is not None:
            check_in_place(self.files, self.output, self.in_place)
        self.tables.check(self.names, self.kinds)


text_options = bundled(Texts, "texts", files_argument, *form_options, shared("errors"), output_option)
"""Gives a verb the argument ``texts``, a :class:`Texts`."""
document_options = bundled(
    Texts, "texts", files_argument, *form_options_with_documents, shared("errors"), output_option, in_place_option
)
"""The same with documents and ``--in-place``."""


def answer(
    texts: Texts, reader: Reader, work: Work, *, threads: int, what: str, chunk: int = CHUNK, heading: bytes | None = b""
) -> None:
    """Answer the lines of some inputs, one input after another.

    Parameters
    ----------
    texts : the inputs, and where answers go.
    reader : turns lines into records.
    work : turns records into answers.
    threads : how many; 0: one for each processor.
    what : a word for the work, for the progress bar.
    chunk : how many lines are answered together.
    heading : written before everything else; None: the text before the sentences of each input.
    """
    from paragen.base.threads import thread_count

    # Sentences leave no reference cycles: frequent collections cost a tenth of the time of an n-best list.
    gc.set_threshold(100_000)
    with (
        opened_output(texts.output, heading or b"", texts.in_place) as output,
        pace(texts.names, texts.output, texts.in_place is not None, what) as shown,
    ):
        tasks = _Tasks(texts, reader, chunk, shown, headed=heading is None)
        with closing(_answered(tasks, work, thread_count(threads))) as answered:
            for given, answers in answered:
                output.write(given, answers)
        if tasks.failure:
            raise tasks.failure


def _answered(tasks: _Tasks, work: Work, threads: int) -> Generator[tuple[Input, Iterable[bytes]]]:
    """Yield the answers to records as they arrive, in order, as soon as they are ready."""
    from paragen.base.threads import Workers

    if threads == 1:
        for task in tasks:
            if not task.is_empty:
                yield task.given, chain([task.heading], work(task.records))
        return
    waiting: deque[_Task] = deque()
    with Workers(work, threads) as workers:

        def oldest() -> tuple[Input, Iterable[bytes]]:
            task = waiting.popleft()
            return task.given, chain([task.heading], workers.next())

        for task in tasks:
            if not task.is_empty:
                waiting.append(task)
                workers.submit(task.records)
            while workers.pending and (task.idle or workers.full or workers.ready):
                yield oldest()
        while workers.pending:
            yield oldest()


class _Task(NamedTuple):
    """Records of an input that are answered together.

    Parameters
    ----------
    heading : written before the answers.
    idle : whether the input keeps us waiting after them.
    """

    given: Input
    records: list[Any]
    heading: bytes = b""
    idle: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is written for it."""
        return not (self.records or self.heading)


class _Tasks:
    """Records as they arrive; an error ends them.

    Parameters
    ----------
    texts, reader, chunk : as for :func:`answer`.
    shown : shows the progress.
    headed : whether to write the text before the sentences of inputs with the answers.

    Attributes
    ----------
    failure : the error that ended them, to be raised when everything before it has been answered.
    """

    def __init__(
        self, texts: Texts, reader: Reader, chunk: int, shown: Pace | None, headed: bool
    ) -> None:
        self._texts, self._reader, self._chunk, self._shown, self._headed = texts, reader, chunk, shown, headed
        self.failure: Exception | None = None

    def __iter__(self) -> Iterator[_Task]:
        before, joined = 0, self._texts.in_place is None
        try:
            for number, (given, form) in enumerate(zip(inputs(self._texts.names), self._texts.forms(), strict=True), 1):
                if self._texts.errors == "strict":
                    refuse_wrong_file(given.name, given.stream.head, "text in UTF-8, plain or compressed")
                before = before if joined else 0
                if self._shown:
                    self._shown.begin(given.name)
                for batch in form.lines(given, self._texts.errors, before):
                    if batch and joined and number < len(self._texts.names):
                        batch[-1] = _ended(batch)
                    for task in self._of_batch(given, batch, form.heading()):
                        yield task
                        if self.failure:
                            return
                    before += len(batch)
                    if not given.more_waits:
                        yield _Task(given, [], idle=True)
            self._reader.finish()
        except (ParagenError, OSError) as error:
            self.failure = error

    def _of_batch(self, given: Input, batch: Sequence[Line], heading: str) -> Iterator[_Task]:
        if heading and self._headed:
            yield _Task(given, [], encoded(heading, ""))
        lines = iter(batch)
        while taken := list(islice(lines, self._chunk)):
            yield _Task(given, self._records(taken))
            if self._shown:
                self._shown.done(given.on_disk(sum(line.size for line in taken)), len(taken))

    def _records(self, lines: Sequence[Line]) -> list[Any]:
        """Return the records of ``lines``, or of those before the first that cannot be read."""
        records: list[Any] = []
        try:
            for line in lines:
                records.append(self._reader.read(line))  # one by one, to keep those before an error
        except ParagenError as error:
            self.failure = error
        return records


def _ended(lines: Sequence[Line]) -> Line:
    """Return the last line with a line end, so that the next input does not continue it."""
    last = lines[-1]
    return last if last.end else last._replace(end=(lines[-2].end if len(lines) > 1 else "") or "\n")
