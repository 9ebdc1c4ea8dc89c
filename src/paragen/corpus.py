"""Takes sentences out of the files that people have: plain text, columns of tables, fields of JSON lines."""

from __future__ import annotations

import html
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, FormatError, ParagenError, shown
from paragen.base.json_text import parse_json
from paragen.base.lines import numbered_lines
from paragen.tables.io.text_files import text_file
from paragen.text.tokenizer import Tokenizer

_BUFFER = 10_000  # lines written together


@dataclass(frozen=True)
class Taken:
    """What was taken: lines read, lines written, and lines left out as they had come before or were empty."""

    read: int
    written: int
    left_out: int


def take_text(
    paths: Sequence[StrPath], destination: StrPath, *, column: int = 0, field: str = "", words: bool = False,
    unique: bool = False, unescape: bool = False, progress: Callable[[int], object] | None = None,
) -> Taken:
    """Write the sentences of files, a line each.

    Parameters
    ----------
    paths : text in UTF-8, plain or compressed.
    destination : a line for each line of the files, in order, gzip where the name ends in .gz; it appears whole or not at all.
    column : of lines with tabs, the column to take, from 1; 0: the whole line.
    field : of lines that are JSON objects, the text to take; a line break in it is a space.
    words : write lookup forms with spaces between them, as tables and language models have words.
    unique : leave out empty lines and those that came before; without it each line keeps its place.
    unescape : turn HTML's entities into what they stand for.
    progress : told how many lines have been read since the last call.

    Raises
    ------
    FormatError : a file is not such text; a line has no such column or field.
    ConfigError : options that exclude each other, a destination that cannot be.
    ParagenError : there is no text at all.
    """
    if column and field:
        raise ConfigError("text: found a column and a field, expected one of them.")
    if column < 0:
        raise ConfigError(f"text: found column {column}, expected 1 for the first.")
    check_destinations([destination], paths)
    cut = Tokenizer().words if words else str.split
    read = written = 0
    seen = {b""}
    with text_file(destination) as file:
        buffer: list[bytes] = []
        for text in _texts(paths, column, field):
            read += 1
            line = " ".join(cut(html.unescape(text) if unescape else text)).encode()
            if progress and read % _BUFFER == 0:
                progress(_BUFFER)
            if unique:
                if line in seen:
                    continue
                seen.add(line)
            written += 1
            buffer.append(line + b"\n")
            if len(buffer) == _BUFFER:
                file.writelines(buffer)
                buffer.clear()
        file.writelines(buffer)
        if not written:
            names = ", ".join(os.fspath(path) for path in paths)
            raise ParagenError(f"{names}: no text was found, so that there is nothing to write.")
    return Taken(read, written, read - written)


def _texts(paths: Sequence[StrPath], column: int, field: str) -> Iterator[str]:
    for path in paths:
        for number, line in numbered_lines(path):
            if column:
                yield _cell(path, number, line, column)
            elif field:
                yield _member(path, number, line, field)
            else:
                yield line


def _cell(path: StrPath, number: int, line: str, column: int) -> str:
    cells = line.split("\t")
    if len(cells) < column:
        raise FormatError(
            f"{os.fspath(path)}:{number}", f"{len(cells)} columns", f"{column} or more, with tabs between them",
            "Name another column, or mend the line.",
        )  # fmt: skip
    return cells[column - 1]


def _member(path: StrPath, number: int, line: str, field: str) -> str:
    where, expected = f"{os.fspath(path)}:{number}", f"a JSON object with a text called {field!r}, one a line"
    data = parse_json(line, where, expected)
    text = data.get(field) if isinstance(data, dict) else None
    if not isinstance(text, str):
        raise FormatError(where, shown(line), expected)
    return text
