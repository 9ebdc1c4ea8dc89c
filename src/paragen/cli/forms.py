"""The forms of input (lines of text, tables, documents) and their readers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import click

from paragen.base.compressed import bare_name
from paragen.base.errors import ConfigError
from paragen.base.sizes import parse_size
from paragen.cli.inputs import STANDARD_INPUT, opened, size_on_disk
from paragen.documents.formats import FORMATS, format_of

if TYPE_CHECKING:
    from paragen.cli.columns import Columns
    from paragen.cli.inputs import Input
    from paragen.cli.lines import Line

LINES = "lines"
TABLES = ("csv", "tsv", "excel-tab")
_ENDINGS = {".csv": "csv", ".tsv": "tsv", ".tab": "tsv"}

_KINDS = (
    "What the input is. lines: a sentence a line; csv: a table whose cells may be quoted; tsv: one with tabs, whose cells never "
    "are; excel-tab: one with tabs, whose cells may be{}.  [default: by the file's name, or lines]"
)


class _Size(click.ParamType[int]):
    """A size in bytes, or with a unit."""

    name = "size"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            return parse_size(value if isinstance(value, int) else str(value), "--max-line")
        except ConfigError as error:
            self.fail(str(error), param, ctx)


_AS = click.option("--as", "kind", type=click.Choice([LINES, *TABLES]), help=_KINDS.format(""))
_AS_DOCUMENTS = click.option(
    "--as", "kind", type=click.Choice([LINES, *TABLES, *FORMATS]),
    help=_KINDS.format("; markdown, html, latex, srt, plain: a document, whose prose is rewritten"),
)
_TABLE_OPTIONS = (
    click.option(
        "--column", metavar="COLUMN", help="The column of a table to rewrite: its name in the first row, or its number from 1."
    ),
    click.option("--no-header", is_flag=True, help="The first row of a table is one like the others, not the names of columns."),
    click.option("--delimiter", metavar="CHARACTER", help="What separates cells.  [default: a comma or a tab, by --as]"),
)  # fmt: skip
split_option = click.option(
    "--split", type=click.Choice(["sentences", "none"]),
    help="Rewrite each sentence of a text by itself, or none.  [default: sentences of documents]",
)
_LONGEST = "Read no longer line{}; with a unit, such as 4M.  [default: 1M{}]"
_MAX_LINE = click.option(
    "--max-line", type=_Size(), metavar="SIZE", help=_LONGEST.format(" or row of a table", ""),
)  # fmt: skip
_MAX_LINE_OR_DOCUMENT = click.option(
    "--max-line", type=_Size(), metavar="SIZE", help=_LONGEST.format(", row of a table or document", "; documents: 16M"),
)  # fmt: skip
form_options = (_AS, *_TABLE_OPTIONS, _MAX_LINE)
form_options_with_documents = (_AS_DOCUMENTS, *_TABLE_OPTIONS, _MAX_LINE_OR_DOCUMENT)


def kind_of(path: str, chosen: str | None, documents: bool = False) -> str:
    """Return the kind of a file: the chosen one, or else that of its name; ``documents``: a document is possible.

    A text file has one sentence per line, unless it is said to be a document of paragraphs.
    """
    if chosen:
        return chosen
    name = bare_name(path)
    form = format_of(name) if documents else None
    if form not in (None, "plain"):
        return str(form)
    return _ENDINGS.get(os.path.splitext(name)[1].lower(), LINES)


class Form(Protocol):
    """Reads the sentences of an input."""

    def lines(self, given: Input, errors: str, before: int) -> Iterator[list[Line]]:
        """Yield the sentences of an input as they arrive, in batches, as :func:`paragen.cli.lines.batches` does."""

    def heading(self) -> str:
        """Return the text before the sentences yielded since the last call, such as the header of a table."""


@dataclass(frozen=True)
class TableOptions:
    """How the tables among the inputs are read.

    Parameters
    ----------
    column : the name or number of the column that is rewritten.
    no_header : whether the first row is not a header.
    delimiter : the separator of cells; None: that of the kind of table.
    joined : whether tables are written as one.
    longest : bytes of the longest row; None: as usual.
    """

    column: str | None
    no_header: bool
    delimiter: str | None
    joined: bool
    longest: int | None = None

    def check(self, files: Sequence[str], kinds: Sequence[str]) -> None:
        """Find problems with any table before the work begins.

        Raises
        ------
        click.UsageError : options for tables without a table, or a table and other inputs that would be written as one.
        FormatError : a table lacks the column.
        """
        tables = [path for path, kind in zip(files, kinds, strict=True) if kind in TABLES]
        if not tables:
            for chosen, option in ((self.column, "--column"), (self.no_header, "--no-header"), (self.delimiter, "--delimiter")):
                if chosen:
                    raise click.UsageError(f"{option} is for tables: say with --as whether the input is csv, tsv or excel-tab.")
        elif self.joined and len(set(kinds)) > 1:
            raise click.UsageError(f"Inputs of several kinds ({', '.join(dict.fromkeys(kinds))}) cannot be written as one.")
        if self.delimiter is not None and (len(self.delimiter) != 1 or self.delimiter in '"\r\n'):
            raise click.BadParameter(f"{self.delimiter!r} is not a character that can separate cells.", param_hint="--delimiter")
        for path, kind in zip(files, kinds, strict=True):
            if kind in TABLES and size_on_disk(path) is not None and path != STANDARD_INPUT:
                with opened(path) as given:
                    self.reader(kind).check(given)

    def reader(self, kind: str) -> Columns:
        """Return a reader for tables of a kind."""
        from paragen.cli.columns import DIALECTS, Columns

        dialect = DIALECTS[kind]
        if self.delimiter is not None:
            dialect = dialect._replace(delimiter=self.delimiter)
        return Columns(dialect, self.column, not self.no_header, self.joined, self.longest)
