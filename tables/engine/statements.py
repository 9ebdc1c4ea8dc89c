"""SQL statements: each .sql file has SELECTs under headings ``-- table: NAME``, naming the table each one makes."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_HEADING = re.compile(r"^-- table: (\w+)\n", re.MULTILINE)


@cache
def statements(package: str, file: str) -> dict[str, str]:
    """Return the SELECTs of a package's file by name; ``{word}`` in them is a placeholder for a number or a name."""
    text = files(package).joinpath(file).read_text(encoding="utf-8")
    _, *parts = _HEADING.split(text)
    return {name: select.strip() for name, select in zip(parts[::2], parts[1::2], strict=True)}


def quoted(text: str) -> str:
    """Return a text as an SQL string literal."""
    return "'" + text.replace("'", "''") + "'"
