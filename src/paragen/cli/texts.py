"""The options of verbs that answer text line by line: which inputs, of which form, which spans of them, and where answers go."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.base.errors import ConfigError
from paragen.base.settings import parse_size
from paragen.cli.arguments import InputFile, OutputFile
from paragen.cli.console import AttachedValue
from paragen.cli.declared import bundled, options_of
from paragen.cli.options import shared
from paragen.documents import FORMATS
from paragen.io.notices import STANDARD_INPUT, pace, size_on_disk
from paragen.io.sink import opened_sink
from paragen.io.spans import SpanOptions
from paragen.io.stream import CHUNK, answer
from paragen.io.texts import LINES, TABLES, Texts

if TYPE_CHECKING:
    from paragen.io.lines import Reader
    from paragen.io.stream import Work

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
files_argument = click.argument("files", nargs=-1, type=InputFile(), metavar="[FILE…]")
trees_option = click.option(
    "--trees", type=InputFile(), metavar="FILE",
    help="The tree of each line, in Penn brackets; an empty line or () is none. In JSONL input the field tree may hold it.",
)  # fmt: skip


class _Answers(OutputFile):
    """A file, or a folder for an engine."""

    def is_folder(self, given: Mapping[str, Any]) -> bool:
        return given.get("engine") is not None


output_option = click.option(
    "-o", "output", type=_Answers(), metavar="OUT",
    help="Write to OUT, which appears when all is done; compressed if it ends in .gz, .bz2, .xz or .zst.  "
    "[default: standard output]",
)
in_place_option = click.option(
    "--in-place", cls=AttachedValue, replaces="files", metavar="SUFFIX",
    help="Replace each FILE when all of it is done; with a suffix the old one is kept under its name and the suffix.",
)
text_options = bundled(Texts, "texts", files_argument, *form_options, shared("errors"), output_option)
"""Gives a verb the argument ``texts``, a :class:`paragen.io.texts.Texts`."""
document_options = bundled(
    Texts, "texts", files_argument, *form_options_with_documents, shared("errors"), output_option, in_place_option
)
"""The same with documents and ``--in-place``."""


def answer_texts(
    texts: Texts, reader: Reader, work: Work, *, threads: int, what: str, chunk: int = CHUNK, heading: bytes | None = b""
) -> None:
    """Answer the sentences of some inputs, showing the progress on a terminal.

    Parameters
    ----------
    reader, work, threads, chunk : see :func:`paragen.io.stream.answer`.
    what : a word for the work, for the progress bar.
    heading : written before everything else; None: the text before the sentences of each input.
    """
    answer(
        texts.source(), reader, work, opened_sink(texts.output, heading or b"", texts.in_place), threads=threads, chunk=chunk,
        headed=heading is None,
        shown=pace(texts.names, texts.output, texts.in_place is not None, what) if sys.stderr.isatty() else None,
    )  # fmt: skip


def check_texts(texts: Texts) -> None:
    """Find problems with any file before the work begins.

    Raises
    ------
    click.UsageError : the options exclude each other, or standard input is named twice.
    ConfigError, OSError : a file is missing, cannot be read or cannot be replaced.
    FormatError : a table lacks the column.
    """
    _check_inputs(texts.files, printed=texts.output is None and texts.in_place is None)
    if texts.in_place is not None:
        _check_in_place(texts.files, texts.output, texts.in_place)
    _check_tables(texts)


def _check_inputs(files: Sequence[str], printed: bool) -> None:
    """Find problems with any file before the work begins.

    Parameters
    ----------
    printed : whether answers go to standard output.

    Raises
    ------
    click.UsageError : standard input is named twice.
    ConfigError : standard output goes to one of them, as in ``paragen decode a >> a``, which would never end.
    OSError : a file is missing, is a folder or may not be read.
    """
    if list(files).count(STANDARD_INPUT) > 1:
        raise click.UsageError("Standard input (-) can be read only once.")
    for path in files:
        if path == STANDARD_INPUT:
            continue
        if stat.S_ISDIR(os.stat(path).st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if not os.access(path, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    for path in files or [STANDARD_INPUT]:
        if printed and _is_output(path):
            name = "standard input" if path == STANDARD_INPUT else path
            raise ConfigError(f"{name}: it is read, and standard output goes there. Write to another file, or use --in-place.")


def _is_output(path: str) -> bool:
    """Return whether this file is regular and the target of standard output."""
    try:
        read = os.fstat(sys.stdin.fileno()) if path == STANDARD_INPUT else os.stat(path)
        written = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return False
    return stat.S_ISREG(read.st_mode) and os.path.samestat(read, written)


def _check_in_place(files: Sequence[str], output: str | None, suffix: str) -> None:
    """Refuse files that cannot be replaced, before the work begins.

    Raises
    ------
    click.UsageError : there are no files, or answers go elsewhere.
    ConfigError, OSError : a file cannot be replaced.
    """
    from paragen.io.sink import check_replaceable

    if not files or STANDARD_INPUT in files:
        raise click.UsageError("--in-place replaces files: name them, and not standard input.")
    if output is not None:
        raise click.UsageError("--in-place or -o: either files are replaced, or answers go to another.")
    if os.path.basename(suffix) != suffix:
        raise click.BadParameter(f"{suffix!r} is no suffix of a file name.", param_hint="--in-place")
    for path in files:
        check_replaceable(path, suffix)


def _check_tables(texts: Texts) -> None:
    """Find problems with any table before the work begins.

    Raises
    ------
    click.UsageError : options for tables without a table, or a table and other inputs that would be written as one.
    FormatError : a table lacks the column.
    """
    kinds, delimiter = texts.kinds, texts.delimiter
    if not texts.has_tables:
        for chosen, option in ((texts.column, "--column"), (texts.no_header, "--no-header"), (delimiter, "--delimiter")):
            if chosen:
                raise click.UsageError(f"{option} is for tables: say with --as whether the input is csv, tsv or excel-tab.")
    elif texts.in_place is None and len(set(kinds)) > 1:
        raise click.UsageError(f"Inputs of several kinds ({', '.join(dict.fromkeys(kinds))}) cannot be written as one.")
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise click.BadParameter(f"{delimiter!r} is not a character that can separate cells.", param_hint="--delimiter")
    for path, kind in zip(texts.names, kinds, strict=True):
        if kind in TABLES and size_on_disk(path) is not None and path != STANDARD_INPUT:
            texts.table(kind).check(path)


span_options = options_of(SpanOptions, "spans")
"""Gives a verb the argument ``spans``, a :class:`paragen.io.spans.SpanOptions`."""


def check_spans(spans: SpanOptions, jsonl: bool, markup: bool) -> None:
    """Raise click.UsageError for options that do not go together.

    Parameters
    ----------
    jsonl : whether the output has fields.
    markup : whether tags in the text mark what stays.
    """
    both = set(spans.spans).intersection(spans.map_spans)
    for wrong, problem in (
        (spans.spans_may_change and not spans.spans, "--spans-may-change says how --spans are taken: name their field."),
        (spans.tokens is not None and not spans.given, "--tokens are of tags: name the field of those with --spans."),
        (both, f"{', '.join(sorted(both))}: give either --spans or --map-spans."),
        (
            (spans.map_spans or spans.spans_may_change) and not jsonl,
            "spans that may change are for --format jsonl, which says where they are then.",
        ),
        (spans.given and markup, "spans are of a text without tags: use either --markup or --spans."),
    ):
        if wrong:
            raise click.UsageError(problem)
