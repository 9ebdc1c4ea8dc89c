"""Options as a paraphraser keeps them, for use in other processes: no iterators, which are read only once; absolute paths."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any


def held_tables(tables: Any) -> Any:
    """Return tables by name with their pairs as lists and dictionaries of their own, in an order that no hash seed changes.

    Anything other than a dictionary of tables is returned unchanged, for its reader to refuse.
    """
    if not isinstance(tables, Mapping):
        return tables
    return {name: _held_pairs(table) if isinstance(table, Mapping) else table for name, table in tables.items()}


def located_tables(tables: Any) -> Any:
    """Return held tables with the files among them by their absolute paths."""
    if not isinstance(tables, Mapping):
        return tables
    files = {name: os.path.abspath(table) for name, table in tables.items() if isinstance(table, (str, os.PathLike))}
    return {**tables, **files}


def _held_pairs(pairs: Mapping[Any, Any]) -> dict[Any, Any]:
    return {source: _held(targets) for source, targets in pairs.items()}


def _held(targets: Any) -> Any:
    if isinstance(targets, (str, bytes)) or not isinstance(targets, Iterable):
        return targets
    if isinstance(targets, Mapping):
        return dict(targets)
    return sorted(targets, key=repr) if isinstance(targets, (set, frozenset)) else list(targets)
