"""Which inputs are answered, what form they have, and where the answers go."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from paragen.base.compression import bare_name
from paragen.documents import format_of
from paragen.io.lines import Form
from paragen.io.notices import STANDARD_INPUT
from paragen.io.source import PlainLines, Source

if TYPE_CHECKING:
    from paragen.io.documents import DocumentOptions
    from paragen.io.tables import Columns

LINES = "lines"
TABLES = ("csv", "tsv", "excel-tab")
_ENDINGS = {".csv": "csv", ".tsv": "tsv", ".tab": "tsv"}


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


class Texts(NamedTuple):
    """The inputs, and where answers go.

    Parameters
    ----------
    files : names of files, "-" for standard input; none: standard input.
    output : the file to write; None: standard output.
    in_place : replace the files themselves, keeping backups with this suffix unless it is empty; None: no.
    errors : how to handle bytes that are not UTF-8.
    kind : of the inputs; None: by their names.
    column : of tables: the name or number of the column that is rewritten.
    no_header : of tables: whether the first row is not a header.
    delimiter : of tables: the separator of cells; None: that of the kind of table.
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

    def source(self) -> Source:
        """Return the inputs, to be read in order; those of one kind share a reader."""
        kinds = self.kinds
        readers = {kind: self._reader(kind) for kind in dict.fromkeys(kinds)}
        forms = [(path, readers[kind]) for path, kind in zip(self.names, kinds, strict=True)]
        return Source(forms, self.errors, joined=self.in_place is None)

    def table(self, kind: str) -> Columns:
        """Return a reader for tables of a kind."""
        from paragen.io.tables import DIALECTS, Columns

        dialect = DIALECTS[kind]
        if self.delimiter is not None:
            dialect = dialect._replace(delimiter=self.delimiter)
        return Columns(dialect, self.column, not self.no_header, self.in_place is None, self.max_line)

    def _reader(self, kind: str) -> Form:
        if kind == LINES:
            return PlainLines(self.max_line)
        if kind in TABLES:
            return self.table(kind)
        from paragen.io.documents import Documents

        assert self.documents is not None
        return Documents(kind, self.documents, self.max_line)
