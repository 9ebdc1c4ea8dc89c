"""Parses JSON from files; errors say where it is."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from paragen.base.errors import FormatError, first_line, shown
from paragen.base.long_numbers import TOO_LONG, place

_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # of a surrogate pair
_DIGITS = 19  # in a 64-bit integer


class RepeatedField(ValueError):
    """Two fields of one name in an object: which of them counts differs from reader to reader."""

    def __init__(self, name: str) -> None:
        super().__init__(f"two fields {shown(name)} in one object")


def unrepeated(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object; raise RepeatedField for two of one name."""
    found = dict(fields)
    if len(found) < len(fields):
        names = [name for name, _ in fields]
        raise RepeatedField(next(name for name in names if names.count(name) > 1))
    return found


@lru_cache(64)
def _decoder(options: frozenset[tuple[str, Any]]) -> json.JSONDecoder:
    return json.JSONDecoder(**dict(options))  # making one takes as long as reading a line


def parse_json(text: str, where: str, expected: str, remedy: str = "", *, halves: bool = False, **options: Any) -> Any:
    """Parse JSON.

    Parameters
    ----------
    text : the JSON.
    where, expected, remedy : for the error.
    halves : whether strings may contain unpaired surrogates, which cannot be written as UTF-8.
    options : those of `json.loads`.

    Raises
    ------
    FormatError : it is not valid JSON, or has two fields of one name in an object, or values that cannot be represented:
        integers beyond 64 bits, unpaired surrogates.
    """
    try:
        given = {"parse_int": _whole_number, "object_pairs_hook": unrepeated, **options}
        data = _decoder(frozenset(given.items())).decode(text)
        if halves or not _HALF.search(text) or _is_text(data):
            return data
        found = "JSON with an unpaired surrogate, which is not text"
    except json.JSONDecodeError as error:
        where = f"{where}:{error.lineno}" if "\n" in text.rstrip() else where
        found = f"invalid JSON ({error.msg} at character {error.colno})"
    except RecursionError:
        found = "invalid JSON (nested too deeply)"
    except RepeatedField as error:
        found, expected, remedy = str(error), "each field once", "Leave one of them out."
    except ValueError as error:  # from the functions in options
        found = f"invalid JSON ({first_line(error)})"
        if str(error) == TOO_LONG and "\n" in text.rstrip():
            where = place(where, text)
    raise FormatError(where, found, expected, remedy)


def json_or_none(text: str | bytes) -> Any:
    """Parse JSON, longer numbers as floats; return None if it is not JSON."""
    try:
        return json.loads(text, parse_int=_any_number)
    except (ValueError, RecursionError):
        return None


def _whole_number(digits: str) -> int:
    if len(digits.lstrip("-")) > _DIGITS:
        raise ValueError(TOO_LONG)
    return int(digits)


def _any_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else float(digits)


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
