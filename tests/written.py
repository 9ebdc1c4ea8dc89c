"""Texts as they are written by a :class:`paragen.text.writing.Writer`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from paragen.text.writing import Placed, Writer, placed


def written(writer: Writer, steps: list[Any]) -> tuple[str, list[Placed]]:
    """Return the text with steps applied, and the place of each."""
    (found,) = writer.render([SimpleNamespace(edits=steps)])
    return found.text, placed(found.pieces)
