"""CSV and TSV tables with one column to rewrite; every other byte is preserved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from paragen.base.compression import Unpacked
from paragen.base.errors import FormatError, ParagenError
from paragen.io.lines import Batch, Frame, Line
from paragen.io.notices import notice
from paragen.io.source import MAX_LINE, arriving_lines, too_long

if TYPE_CHECKING:
    from paragen.io.source import Input
    from paragen.results import Paraphrase

_BOM = "\ufeff"


class Dialect(NamedTuple):
    """The separator of cells, and their quotation mark; "" if they are never quoted."""

    delimiter: str
    quote: str


DIALECTS = {"csv": Dialect(",", '"'), "tsv": Dialect("\t", ""), "excel-tab": Dialect("\t", '"')}


class Row(NamedTuple):
    """A row of a table.

    Parameters
    ----------
    line : its first line.
    text : the row without its end.
    cells : begin and end of each cell in it, quotation marks included.
    end : what ended it.
    """

    line: Line
    text: str
    cells: Sequence[tuple[int, int]]
    end: str

    def raw(self, index: int) -> str:
        """Return a cell verbatim."""
        begin, end = self.cells[index]
        return self.text[begin:end]


class RowReader:
    """Turns lines into rows, with the same cells as Python's csv module; a row has several lines if a quoted cell has.

    Parameters
    ----------
    dialect : of the table.
    longest : characters of the longest row.
    """

    def __init__(self, dialect: Dialect, longest: int = MAX_LINE) -> None:
        self._delimiter, self._quote = dialect
        self._longest = longest
        self._first: Line | None = None
        self._parts: list[str] = []
        self._cells: list[tuple[int, int]] = []
        self._begin = self._length = 0

    def take(self, line: Line) -> Row | None:
        """Return the row that ends with a line, None if it continues in the next; raise FormatError if it is malformed."""
        text, position, goes_on = line.text, 0, self._first is not None
        if self._first is None:
            self._first, self._cells = line, []
            self._begin = position = len(_BOM) if line.row == 1 and text.startswith(_BOM) else 0
        while True:
            if goes_on or (self._quote and text.startswith(self._quote, position)):
                position = closing_quote(text, self._quote, position if goes_on else position + 1) + 1
                if not position:
                    self._go_on(line)
                    return None
                goes_on = False
            end = text.find(self._delimiter, position)
            self._cells.append((self._begin, self._length + (len(text) if end < 0 else end)))
            if end < 0:
                break
            position = end + 1
            self._begin = self._length + position
        row = Row(self._first, "".join([*self._parts, text]), self._cells, line.end)
        self._first, self._parts, self._length = None, [], 0
        return row

    def _go_on(self, line: Line) -> None:
        part = line.text + line.end
        self._parts.append(part)
        self._length += len(part)
        if not line.end:
            self.finish()
        if self._first is not None and self._length > self._longest:
            closed = f"Close the {self._quote} of its cell {len(self._cells) + 1}"
            remedy = f"{closed}, choose --as tsv if cells are never quoted here, or allow more with --max-line."
            raise too_long(self._first.where, self._longest, "row", remedy)

    def finish(self) -> None:
        """Raise FormatError if the last row has not ended."""
        if self._first is not None:
            raise FormatError(
                self._first.where, f"a quoted cell that is never closed (cell {len(self._cells) + 1})", f"another {self._quote}",
                "Close it. If cells are never quoted here, choose --as tsv.",
            )  # fmt: skip


def closing_quote(text: str, quote: str, position: int) -> int:
    """Return the position of the quotation mark that closes a cell (two are an escaped one); -1 if there is none."""
    while (position := text.find(quote, position)) >= 0 and text.startswith(quote, position + 1):
        position += 2
    return position


class Cell:
    """A cell: its text, and how to replace it by another.

    Parameters
    ----------
    raw : the cell verbatim.
    where : its name in errors.
    """

    __slots__ = ("_dialect", "_quoted", "_raw", "_where", "text")

    def __init__(self, raw: str, dialect: Dialect, where: str) -> None:
        self._raw, self._dialect, self._where = raw, dialect, where
        quote = dialect.quote
        self._quoted = bool(quote) and raw.startswith(quote)
        self.text = raw
        if self._quoted:
            end = closing_quote(raw, quote, 1)
            self.text = raw[1:end].replace(quote * 2, quote) + raw[end + 1 :]

    def write(self, paraphrase: Paraphrase) -> str:
        """Return the cell with a paraphrase: verbatim if unchanged, quoted if it was quoted or must be."""
        text, (delimiter, quote) = paraphrase.text, self._dialect
        if text == self.text:
            return self._raw
        separated = delimiter in text or "\n" in text or "\r" in text
        if separated and not quote:
            raise ParagenError(f"{self._where}: the paraphrase {text!r} does not fit in a cell without quotation marks.")
        ambiguous = bool(quote) and (text.startswith(quote) or (quote in text and quote not in self._raw))
        if self._quoted or separated or ambiguous:
            return f"{quote}{text.replace(quote, quote * 2)}{quote}"
        return text


class Columns:
    """The cells of one column, row by row.

    Parameters
    ----------
    dialect : of the tables.
    column : its name, or its number from 1; None: an error that lists them.
    has_header : whether the first row has the names of the columns.
    joined : whether the tables are written as one, and so must have the same header.
    longest : bytes of the longest row; None: as usual.
    """

    def __init__(self, dialect: Dialect, column: str | None, has_header: bool, joined: bool, longest: int | None = None) -> None:
        self._dialect, self._column, self._has_header, self._joined = dialect, column, has_header, joined
        self._longest = longest or MAX_LINE
        self._header: tuple[str, str] | None = None

    def batches(self, given: Input, errors: str, before: int) -> Iterator[Batch]:
        """Yield the cells as rows arrive, with the header before the first; their numbers count rows below the header."""
        rows, index, names = RowReader(self._dialect, self._longest), -1, []
        for lines in arriving_lines(given, given.name, errors, longest=self._longest):
            found: list[Line] = []
            heading = ""
            try:
                for row in filter(None, map(rows.take, lines)):
                    if index < 0:
                        names = self.names(row)
                        index = self.index(names, row.line.where)
                        if self._has_header:
                            heading = self._begin(row)
                            continue
                    before += 1
                    found.append(self._cell(row, index, names, before))
            except FormatError:
                yield Batch(found, heading)
                raise
            yield Batch(found, heading)
        rows.finish()

    def check(self, path: str) -> None:
        """Raise FormatError if the table in a file has a first row that lacks the column."""
        rows = RowReader(self._dialect, self._longest)
        with open(path, "rb") as file:
            for lines in arriving_lines(cast(BinaryIO, Unpacked(path, file, live=True)), path, "replace", longest=self._longest):
                for row in filter(None, map(rows.take, lines)):
                    self.index(self.names(row), row.line.where)
                    return

    def names(self, first: Row) -> list[str]:
        """Return the names of the columns, given the table's first row; their numbers if it has no header."""
        if not self._has_header:
            return [str(number) for number in range(1, len(first.cells) + 1)]
        return [Cell(first.raw(index), self._dialect, "").text for index in range(len(first.cells))]

    def index(self, names: Sequence[str], where: str) -> int:
        """Return the index of the column to rewrite; raise FormatError if there is no such column."""
        shown = ", ".join(map(repr, names)) if self._has_header else f"1 to {len(names)}"
        otherwise = " Are its cells separated otherwise? Say how with --delimiter." if len(names) == 1 else ""
        if self._column is None:
            remedy = f"Name it with --column. If this is no table, choose --as lines.{otherwise}"
            raise FormatError(where, f"a table with the columns {shown}", "which of them to rewrite", remedy)
        if self._column.isdecimal() and self._column not in names:
            if 0 < int(self._column) <= len(names):
                return int(self._column) - 1
        elif (count := names.count(self._column)) == 1:
            return names.index(self._column)
        elif count:
            raise FormatError(where, f"{count} columns {self._column!r}", "one", "Say which by its number.")
        remedy = f"Name one of them with --column, or give its number, from 1.{otherwise}"
        raise FormatError(where, f"the columns {shown}", f"a column {self._column!r}", remedy)

    def _begin(self, header: Row) -> str:
        """Return a header as it is written, "" if it is that of the table before."""
        if self._joined and self._header and self._header[1] != header.text.removeprefix(_BOM):
            first, expected = self._header
            raise FormatError(
                header.line.where, "another header", f"that of {first}, as both become one table: {expected}",
                "Write them apart, one at a time or --in-place.",
            )  # fmt: skip
        if self._header is None and self._column and self._column.isdecimal():
            where = header.line.where
            notice(f"{where}: the first row is taken for the names of the columns, {header.text!r}. If it is not: --no-header.")
        goes_on = self._joined and self._header is not None
        self._header = header.line.name, header.text.removeprefix(_BOM)
        return "" if goes_on else header.text + (header.end or "\n")

    def _cell(self, row: Row, index: int, names: Sequence[str], number: int) -> Line:
        line = row.line
        if index >= len(row.cells):
            if not row.text:  # an empty line
                return Line(number, "", row.end, line.name, line.row)
            found = f"{len(row.cells)} cells" if len(row.cells) > 1 else "1 cell"
            remedy = "Fix the row. Are its cells separated otherwise, or quoted?"
            raise FormatError(line.where, found, f"at least {index + 1}, as in the first row", remedy)
        begin, end = row.cells[index]
        cell = Cell(row.text[begin:end], self._dialect, line.where)
        frame = Frame(row.text[:begin], row.text[end:], cell.write, partial(self._fields, row, names))
        return Line(number, cell.text, row.end, line.name, line.row, frame)

    def _fields(self, row: Row, names: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for index in range(len(row.cells)):
            name = names[index] if index < len(names) else ""
            found[name if name and name not in found else str(index + 1)] = Cell(row.raw(index), self._dialect, "").text
        return found
