"""The checked reader of JSON and TOML: errors say where; and the little TOML that this project writes.

Both take the same values: numbers of 64 bits, each name once in an object, no NUL or halves of characters in text.
"""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, first_line, shown

TOO_LONG = "a number is too long"
"""The message about them, whichever library meets them."""

_LARGEST = 1 << 63  # of 64 bits, with a sign
_DIGITS = 19  # in a 64-bit integer
_HALF = r"\\u[dD][89a-fA-F]"  # of a surrogate pair
_MAX_BYTES = 16 << 20
_MAX_DEPTH = 32
_TOKEN = (
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|(?<![\w.+-])([+-]?(?:0x\w+|0o\w+|0b\w+|\d{4}\w+))(?![\w.+-])"
)


class _Unusable(ValueError):
    """JSON that readers take differently; has what was found, what was expected, and the remedy."""


def parse_json(
    text: str, where: str, expected: str, remedy: str = "", *, halves: bool = False, long: bool = False, finite: bool = False,
    **options: Any,
) -> Any:  # fmt: skip
    """Parse JSON.

    Parameters
    ----------
    text : the JSON.
    where, expected, remedy : for the error.
    halves : whether strings may contain unpaired surrogates, which cannot be written as UTF-8.
    long : whether integers may exceed 64 bits.
    finite : whether to refuse NaN, infinity and numbers out of range for a double.
    options : those of `json.loads`.

    Raises
    ------
    FormatError : it is not valid JSON, or has two fields of one name in an object, or values that cannot be represented:
        integers beyond 64 bits, unpaired surrogates.
    """
    try:
        data = _decoder(long, finite, frozenset(options.items())).decode(text)
        if halves or not re.search(_HALF, text) or _is_text(data):
            return data
        found = "JSON with an unpaired surrogate, which is not text"
    except json.JSONDecodeError as error:
        where = f"{where}:{error.lineno}" if "\n" in text.rstrip() else where
        found = f"invalid JSON ({error.msg} at character {error.colno})"
    except RecursionError:
        found = "invalid JSON (nested too deeply)"
    except _Unusable as error:
        found, expected, remedy = error.args
    except ValueError as error:  # from the functions in options
        found = f"invalid JSON ({first_line(error)})"
        if str(error) == TOO_LONG and "\n" in text.rstrip():
            where = _long_number(where, text)
    raise FormatError(where, found, expected, remedy)


def json_or_none(text: str | bytes) -> Any:
    """Parse JSON, longer numbers as floats; return None if it is not JSON."""
    try:
        return json.loads(text, parse_int=_any_number)
    except (ValueError, RecursionError):
        return None


def json_kind(value: Any) -> str:
    """Return what JSON calls a value: "a list", "true or false"."""
    kinds = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number")


class TomlData(dict[str, Any]):
    """The data of a TOML file, which knows its lines.

    Parameters
    ----------
    text : of the file.
    """

    def __init__(self, text: str) -> None:
        import tomllib  # when needed, for a quick start

        super().__init__(tomllib.loads(text))
        self._text = text

    def line(self, key: str) -> int:
        """Return the line on which a key of the file, or its section, begins."""
        return self._lines.get(key, 1)

    @cached_property
    def _lines(self) -> dict[str, int]:
        import tomllib

        lines, begin, in_section = [f"{line}\n" for line in self._text.split("\n")], 0, False
        found: dict[str, int] = {}
        for end in range(1, len(lines) + 1):
            try:
                statement = tomllib.loads("".join(lines[begin:end]))
            except tomllib.TOMLDecodeError:  # a value goes on
                continue
            is_heading = lines[begin].lstrip().startswith("[")
            if is_heading or not in_section:
                for key in statement:
                    found.setdefault(key, begin + 1)
            begin, in_section = end, in_section or is_heading
        return found


def read_toml(path: StrPath, expected: str) -> TomlData:
    """Read a TOML file.

    Parameters
    ----------
    expected : what it should be, for the error.

    Raises
    ------
    FormatError : it is something else, has a key twice, or a value that cannot be used; with the line.
    """
    import tomllib

    where = os.fspath(path)
    text = _toml_text(where, expected)
    try:
        found = TomlData(text)
    except tomllib.TOMLDecodeError as error:
        problem, _, place = str(error).partition(" (at ")
        line = re.match(r"line (\d+)", place)
        where = f"{where}:{line[1] if line else text.rstrip().count(chr(10)) + 1}"
        twice = ", each key once" if problem.startswith("Cannot ") else ""
        raise FormatError(where, f"invalid TOML ({problem})", f"{expected}{twice}") from None
    except RecursionError:
        raise FormatError(where, "sections nested too deeply", expected) from None
    except ValueError:  # more digits than Python takes; tomllib has an error of its own for all else
        raise FormatError(_long_number(where, text), f"invalid TOML ({TOO_LONG})", expected) from None
    for key, value in found.items():
        if problem := _problem(key, value):
            place = _long_number(where, text) if problem == TOO_LONG else f"{where}:{found.line(key)}"
            raise FormatError(place, f"invalid TOML ({problem})" if problem == TOO_LONG else problem, expected)
    return found


def _toml_text(where: str, expected: str) -> str:
    if os.path.isdir(where):
        raise FormatError(where, "a directory", expected)
    with open(where, "rb") as file:
        data = file.read(_MAX_BYTES + 1)
    if len(data) > _MAX_BYTES:
        raise FormatError(where, f"more than {_MAX_BYTES} bytes", expected)
    if data.startswith(b"\xef\xbb\xbf"):
        raise FormatError(f"{where}:1", "a byte order mark", expected, "Save it as UTF-8 without one.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(f"{where}:{line}", "broken UTF-8", expected) from None


def _problem(key: str, value: Any) -> str:
    """Return what is wrong with a value that `tomllib` accepts but nothing here can use; "" if nothing is."""
    waiting: list[tuple[Any, int]] = [(key, 1), (value, 1)]
    while waiting:
        value, depth = waiting.pop()
        if depth > _MAX_DEPTH:
            return "sections nested too deeply"
        if isinstance(value, Mapping):
            waiting += [(part, depth + 1) for item in value.items() for part in item]
        elif isinstance(value, list):
            waiting += [(part, depth + 1) for part in value]
        elif isinstance(value, str) and "\0" in value:
            return f"{shown(value)}, which contains NUL"
        elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
            return TOO_LONG
    return ""


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


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _string(name)


def _string(text: str) -> str:
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, (bool, int, float)):
        return repr(value).lower()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    raise TypeError(f"cannot write {type(value).__name__} as TOML")


@lru_cache(64)
def _decoder(long: bool, finite: bool, options: frozenset[tuple[str, Any]]) -> json.JSONDecoder:
    """Return a decoder; making one takes as long as reading a line."""
    given: dict[str, Any] = {"parse_int": _long_whole_number if long else _whole_number, "object_pairs_hook": _unrepeated}
    if finite:
        given |= {"parse_constant": _refused_number, "parse_float": _finite}
    return json.JSONDecoder(**{**given, **dict(options)})


def _unrepeated(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the fields of an object; refuse two of one name, as which of them counts differs from reader to reader."""
    found = dict(fields)
    if len(found) < len(fields):
        names = [name for name, _ in fields]
        twice = next(name for name in names if names.count(name) > 1)
        raise _Unusable(f"two fields {shown(twice)} in one object", "each field once", "Leave one of them out.")
    return found


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _refused_number(text)


def _refused_number(text: str) -> Any:
    raise _Unusable(f"the number {text}", "finite numbers, as JSON has no others", "Write null or a string in its place.")


def _whole_number(digits: str) -> int:
    if len(digits.lstrip("-")) > _DIGITS:
        raise ValueError(TOO_LONG)
    return int(digits)


def _long_whole_number(digits: str) -> int:
    try:
        return int(digits)
    except ValueError:  # more digits than Python takes
        raise ValueError(TOO_LONG) from None


def _any_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= _DIGITS else float(digits)


def _is_text(found: Any) -> bool:
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _long_number(where: str, text: str) -> str:
    """Return ``where`` with the line of the first number, not in a string or comment, that exceeds 64 bits."""
    for token in re.finditer(_TOKEN, text, re.DOTALL):
        if token[1] and _is_long(token[1].replace("_", "")):
            return f"{where}:{text.count(chr(10), 0, token.start()) + 1}"
    return where


def _is_long(digits: str) -> bool:
    unsigned = digits.lstrip("+-")
    try:  # more than 4,300 decimal digits are a ValueError
        return not -_LARGEST <= int(digits, 0 if unsigned[:2] in ("0x", "0o", "0b") else 10) < _LARGEST
    except ValueError:
        return unsigned.isdecimal()
