"""Reads JSON and TOML, checked: errors say where; writes the little TOML this project needs."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, first_line, shown

TOO_LONG = "a number is too long"
"""The message about them, whichever library meets them."""

_LARGEST = 1 << 63  # of 64 bits, with a sign
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|(?<![\w.+-])([+-]?(?:0x\w+|0o\w+|0b\w+|\d{4}\w+))(?![\w.+-])",
    re.DOTALL,
)


def fits(number: int) -> bool:
    """Return whether a number fits into 64 bits."""
    return -_LARGEST <= number < _LARGEST


def place(where: str, text: str) -> str:
    """Return ``where`` with the line of the first number in a text that exceeds 64 bits; ``where`` if there is none.

    Parameters
    ----------
    where : the name of the text.
    text : JSON or TOML of several lines, whose strings and comments are passed over.
    """
    for token in _TOKEN.finditer(text):
        if token[1] and _is_long(token[1].replace("_", "")):
            return f"{where}:{text.count(chr(10), 0, token.start()) + 1}"
    return where


def _is_long(digits: str) -> bool:
    unsigned = digits.lstrip("+-")
    try:  # more than 4,300 decimal digits are a ValueError
        return not fits(int(digits, 0 if unsigned[:2] in ("0x", "0o", "0b") else 10))
    except ValueError:
        return unsigned.isdecimal()


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


_BARE = re.compile(r"[A-Za-z0-9_-]+")
_MAX_BYTES = 16 << 20
_MAX_DEPTH = 32


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _string(name)


def _string(text: str) -> str:
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise TypeError(f"cannot write {type(value).__name__} as TOML")


def toml_text(data: Mapping[str, Any]) -> str:
    """Return ``data`` as TOML: plain values first, then tables and lists of tables, one level deep."""
    lines, sections = [], []
    for name, value in data.items():
        if isinstance(value, Mapping):
            sections.append((f"[{_key(name)}]", value))
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            sections += [(f"[[{_key(name)}]]", item) for item in value]
        else:
            lines.append(f"{_key(name)} = {_value(value)}")
    for title, section in sections:
        lines += ["", title, *(f"{_key(name)} = {_value(value)}" for name, value in section.items())]
    return "\n".join(lines).lstrip("\n") + "\n"


def read_toml(path: StrPath, expected: str) -> dict[str, Any]:
    """Read a TOML file; ``expected`` says what it should be, for the FormatError."""
    path = Path(path)
    if path.is_dir():
        raise FormatError(str(path), "a directory", expected)
    with open(path, "rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise FormatError(str(path), f"more than {_MAX_BYTES} bytes", expected)
    try:
        text = data.decode("utf-8")
        found = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise FormatError(f"{path}: byte {error.start}", "broken UTF-8", expected) from None
    except tomllib.TOMLDecodeError as error:
        raise FormatError(str(path), f"invalid TOML ({error})", expected) from None
    except RecursionError:
        raise FormatError(str(path), "sections nested too deeply", expected) from None
    except ValueError:  # more digits than Python takes; tomllib has an error of its own for all else
        raise FormatError(place(str(path), text), f"invalid TOML ({TOO_LONG})", expected) from None
    _check_values(str(path), text, found, expected)
    return found


def _check_values(path: str, text: str, data: Mapping[str, Any], expected: str) -> None:
    """Raise FormatError for values that `tomllib` accepts but nothing here can use."""
    waiting: list[tuple[Any, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > _MAX_DEPTH:
            raise FormatError(path, "sections nested too deeply", expected)
        if isinstance(value, Mapping):
            waiting += [(part, depth + 1) for item in value.items() for part in item]
        elif isinstance(value, list):
            waiting += [(part, depth + 1) for part in value]
        elif isinstance(value, str) and "\0" in value:
            raise FormatError(path, f"{shown(value)}, which contains NUL", expected)
        elif isinstance(value, int) and not fits(value):
            raise FormatError(place(path, text), f"invalid TOML ({TOO_LONG})", expected)
