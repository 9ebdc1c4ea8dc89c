"""Writes the little TOML this project needs; :mod:`tomllib` reads it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.long_numbers import TOO_LONG, fits, place

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
