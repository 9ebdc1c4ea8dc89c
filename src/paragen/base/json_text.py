"""JSON of files, whose errors say where it stands."""

from __future__ import annotations

import json
from typing import Any

from paragen.base.errors import FormatError


def parse_json(text: str, where: str, expected: str, remedy: str = "", **options: Any) -> Any:
    """Return what JSON says; ``options`` are those of `json.loads`.

    Raises
    ------
    FormatError : it is none, or nothing that can be held.
    """
    try:
        return json.loads(text, **options)
    except json.JSONDecodeError as error:
        found = f"broken JSON ({error.msg} at character {error.pos + 1})"
    except RecursionError:
        found = "broken JSON (too many objects within objects)"
    except ValueError:  # Python limits the digits of whole numbers
        found = "JSON with a number that is too long"
    raise FormatError(where, found, expected, remedy)
