"""Options for word sense by pivot, and the files behind them, read in step with the input."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from paragen.base.errors import FormatError
from paragen.cli.console import InputFile
from paragen.cli.sides import Side, by_side

if TYPE_CHECKING:
    from paragen.cli.lines import Line
    from paragen.cli.records import Record, RecordReader
    from paragen.text.tokenizer import Tokenizer

SENSE_CHUNK = 128
"""Lines answered together where each chunk costs a query."""

_LINK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_STEP = "Line n of each file belongs to line n of the input: find where they go apart."
_OPTIONS = (
    click.option(
        "--foreign", type=InputFile(), metavar="FILE",
        help="The translation of each line: only what shares its sense may change. With --alignment and --phrase-table.",
    ),
    click.option("--alignment", type=InputFile(), metavar="FILE", help="Links `i-j` of each line, foreign-English, from 0."),
    click.option("--phrase-table", type=InputFile(), metavar="TABLE", help="What `paragen extract` made of such text (Parquet)."),
    click.option(
        "--segment", multiple=True, type=Side("HOW"),
        help="How the foreign side (src) was cut: words, or a sentencepiece model.  [default: at white space]",
    ),
    click.option(
        "--side", type=click.Choice(["target", "source"]), default="target",
        help="The side that is English in links and table; source: links are English-foreign.",
    ),
)  # fmt: skip


def sense_options(function: Any) -> Any:
    """Give a verb the options for word sense by pivot."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


class SenseFiles(NamedTuple):
    """What the options name."""

    foreign: str
    alignment: str
    table: str
    segment: str | None
    side: str


def sense_files(
    foreign: str | None, alignment: str | None, table: str | None, segment: Sequence[Any], side: str
) -> SenseFiles | None:
    """Return what the options name, None for nothing; refuse those that do not belong together."""
    cuts = dict(zip(("source", "target"), by_side(segment, "--segment"), strict=True))
    english = cuts.pop(side)
    if english not in (None, "words"):
        raise click.UsageError("The English side is always cut into words: leave out its --segment.")
    [cut] = cuts.values()
    if foreign is None and alignment is None and table is None:
        if segment or side != "target":
            raise click.UsageError("--segment and --side say how --foreign and --phrase-table are read: give those too.")
        return None
    if foreign is None or alignment is None or table is None:
        raise click.UsageError("Give --foreign, --alignment and --phrase-table, or none of them.")
    return SenseFiles(foreign, alignment, table, cut, side)


@contextmanager
def opened(files: SenseFiles | None, reader: RecordReader, tokenizer: Tokenizer) -> Iterator[Any]:
    """Give what makes records of lines: ``reader`` itself, or one that adds the sense of each."""
    if files is None:
        yield reader
        return
    from paragen.base.lines import Lines
    from paragen.tables.bilingual.bitext.segment import segmenter
    from paragen.tables.bilingual.pivot.sense import SenseTable

    cut = segmenter(files.segment)
    table = SenseTable(files.table, files.side, tokenizer)
    with ExitStack() as stack:
        foreign, links = (stack.enter_context(Lines(path)) for path in (files.foreign, files.alignment))
        yield SenseReader(reader, foreign, links, cut, table, tokenizer)


class SenseReader:
    """Reads records, and with each a line of the translations and one of the links.

    Parameters
    ----------
    reader : reads the records.
    foreign, links : the lines of the files.
    cut : cuts a translation into words.
    table : a :class:`paragen.tables.bilingual.pivot.sense.SenseTable`.
    tokenizer : cuts the English sentences.
    """

    def __init__(self, reader: RecordReader, foreign: Any, links: Any, cut: Any, table: Any, tokenizer: Tokenizer) -> None:
        self._reader, self._foreign, self._links = reader, foreign, links
        self._cut, self._table, self._tokenizer = cut, table, tokenizer

    def read(self, line: Line) -> Record:
        """Return the record of a line; raise FormatError for a line that cannot be read, in any of the files."""
        from paragen.sense import Sense

        record = self._reader.read(line)
        words = self._cut(self._next(self._foreign))
        text = self._next(self._links)
        n_words = len(self._tokenizer.tokens(record.text))
        sizes = (len(words), n_words) if self._table.side == "target" else (n_words, len(words))
        links = parsed_links(text, f"{self._links.path}:{self._links.number}", *sizes)
        if self._table.side == "source":
            links = [(foreign, english) for english, foreign in links]
        return record._replace(sense=Sense(self._table, words, links))

    def finish(self) -> None:
        """Raise FormatError if a file has more lines than the input."""
        self._reader.finish()
        for side in (self._foreign, self._links):
            before = side.number
            if side.take(1):
                found = "a line more than the input has"
                raise FormatError(f"{side.path}:{before + 1}", found, f"{before} lines as in standard input", _STEP)

    @staticmethod
    def _next(side: Any) -> str:
        lines = side.take(1)
        if not lines:
            raise FormatError(
                f"{side.path}:{side.number + 1}", f"the end of the file after {side.number} lines",
                "as many as the input has", _STEP,
            )
        return lines[0]  # type: ignore[no-any-return]


def parsed_links(text: str, where: str, n_source: int, n_target: int) -> list[tuple[int, int]]:
    """Return the links of a line; raise FormatError for what is none, or out of range."""
    links = []
    for field in text.split():
        if not (match := _LINK.fullmatch(field)):
            raise FormatError(where, f"{field[:60]!r}", "links `i-j`", "Write them with `paragen align`.")
        i, j = int(match[1]), int(match[2])
        if i >= n_source or j >= n_target:
            raise FormatError(
                where, f"the link {field}", f"source words below {n_source} and target words below {n_target}",
                "Was it aligned with other text, or text cut otherwise? English is cut by `paragen align --segment tgt=words`.",
            )
        links.append((i, j))
    return links
