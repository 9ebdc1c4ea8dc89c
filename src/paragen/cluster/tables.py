"""Which tables given at load time had no effect, combined from all processes that share the work."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser

_LEVELS = ("used", "unused", "unsure", "unseen")  # how far a table got; see `paragen.Paraphraser.unused_tables`


def table_counts(paraphraser: Paraphraser) -> Counter[str]:
    """Return how far each table given to a paraphraser got in this process so far, for `unused_tables`."""
    why = paraphraser.unused_tables()
    return Counter(_key(name, why.get(name, "used")) for name in _given(paraphraser))


def unused_tables(counts: Mapping[str, int], paraphraser: Paraphraser) -> dict[str, str]:
    """Return which of the tables given to a paraphraser had no effect in any process, and why; see
    `paragen.Paraphraser.unused_tables`."""
    unused = {}
    for name in _given(paraphraser):
        level = next((level for level in _LEVELS if counts.get(_key(name, level))), "unseen")
        if level != "used":
            unused[name] = level
    return unused


def _given(paraphraser: Paraphraser) -> Iterable[str]:
    return paraphraser.options.get("tables") or ()


def _key(name: str, level: str) -> str:
    return f"table {level}: {name}"
