"""JSON of files, whose errors say where it stands."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from paragen.base.errors import FormatError, first_line

_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # of a surrogate pair
_DIGITS = 19  # of whole numbers of 64 bits


@lru_cache(64)
def _decoder(options: frozenset[tuple[str, Any]]) -> json.JSONDecoder:
    return json.JSONDecoder(**dict(options))  # making one takes as long as reading a line


def parse_json(text: str, where: str, expected: str, remedy: str = "", *, halves: bool = False, **options: Any) -> Any:
    """Return what JSON says.

    Parameters
    ----------
    text : the JSON.
    where, expected, remedy : for the error.
    halves : whether texts may hold halves of surrogate pairs, which cannot be written as UTF-8.
    options : those of `json.loads`.

    Raises
    ------
    FormatError : it is none, or nothing that can be held: whole numbers of more than 64 bits, halves of surrogate pairs.
    """
    try:
        data = _decoder(frozenset({"parse_int": _whole_number, **options}.items())).decode(text)
        if halves or not _HALF.search(text) or _is_text(data):
            return data
        found = "JSON with half of a surrogate pair, which is no text"
    except json.JSONDecodeError as error:
        where = f"{where}:{error.lineno}" if "\n" in text.rstrip() else where
        found = f"no JSON ({error.msg} at character {error.colno})"
    except RecursionError:
        found = "no JSON (too many objects within objects)"
    except ValueError as error:  # of the options' functions
        found = f"no JSON ({first_line(error)})"
    raise FormatError(where, found, expected, remedy)


def json_or_none(text: str | bytes) -> Any:
    """Return what JSON says, None where it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _whole_number(digits: str) -> int:
    if len(digits.lstrip("-")) > _DIGITS:
        raise ValueError("a number that is too long")
    return int(digits)


def _is_text(found: Any) -> bool:
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def json_kind(value: Any) -> str:
    """Return what JSON calls a value: "a list", "true or false"."""
    kinds = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")
