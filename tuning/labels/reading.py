"""Reads files of labels, line by line, checked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import refuse_wrong_file, whole_lines
from paragen.base.json_and_toml import json_kind, parse_json

_EXPECTED = "a labels file: one JSON object per line"
_BOM = b"\xef\xbb\xbf"


def no_number(name: str) -> Any:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(f"{name} is not a JSON number")


def json_object(raw: bytes, where: str, expected: str = "a JSON object") -> dict[str, Any]:
    """Return the JSON object of a line.

    Raises
    ------
    FormatError : it is not UTF-8, not JSON or not an object.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        found = f"broken UTF-8 (byte 0x{raw[error.start]:02x} at {error.start})"
        raise FormatError(where, found, "UTF-8 text", "Convert it with iconv.") from None
    data = parse_json(text, where, expected, "Fix the line, or leave it out.", halves=True, parse_constant=no_number)
    if not isinstance(data, dict):
        raise FormatError(where, json_kind(data), expected, "Write one object per line.")
    return data


def label_lines(path: StrPath, warnings: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the place (``labels.jsonl:7``) and the fields of each label of a file, in order.

    Parameters
    ----------
    warnings : receives one for a last line cut off by a kill, which is left out.

    Raises
    ------
    FormatError : any other line is not a JSON object.
    """
    name = os.fspath(path)
    if os.path.isdir(name):
        raise FormatError(name, "a directory", _EXPECTED, "Give the file in it.")
    with open(name, "rb") as file:
        head = file.peek(64)
        refuse_wrong_file(name, head, _EXPECTED)
        if head.startswith(_BOM):
            file.read(len(_BOM))
        for number, raw in enumerate(whole_lines(file, name, _EXPECTED), 1):
            if not raw.strip():
                continue
            where = f"{name}:{number}"
            try:
                yield where, json_object(raw, where)
            except FormatError:
                if raw.endswith(b"\n"):
                    raise
                warnings.append(f"{where}: the last line is cut off, perhaps by a kill; it does not count")
