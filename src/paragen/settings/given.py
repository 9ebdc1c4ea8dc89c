"""The options of a paraphraser, as given, and as it keeps them for other processes: no iterators, which are read only once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from paragen.base.destination import StrPath
from paragen.base.option_values import strings
from paragen.settings.scorers import Scorer
from paragen.settings.syntax import Parse, Parser

if TYPE_CHECKING:
    from paragen.settings.forced import AlwaysWording
    from paragen.settings.own_pairs import PairTable

QUOTES = ("keep", "change")
"""What happens to words between quotation marks."""


class Options(TypedDict, total=False):
    """Keyword arguments of :class:`paragen.Paraphraser`."""

    weights: Mapping[str, float] | StrPath | None
    weight: Mapping[str, float] | None
    floors: Mapping[str, float] | None
    stack: int
    beam_threshold: float
    table_limit: int
    phrase_limit: int | None
    keep_patterns: Sequence[str]
    keep_phrases: Iterable[str]
    keep_defaults: bool
    blocked: Iterable[str]
    block_inflections: bool
    always: AlwaysWording | None
    strength: str | None
    tables: Mapping[str, PairTable] | None
    use_tables: Iterable[str] | None
    scorers: Mapping[str, Scorer] | None
    fit: bool
    min_confidence: float | None
    min_sentence_confidence: float | None
    guards: Iterable[str] | None
    quotes: str
    syntax: Mapping[str, str] | str | None
    parser: Parser | Parse | str | None
    any_language: bool


def checked_options(options: Mapping[str, Any]) -> Options:
    """Return keyword arguments as reusable options; raise TypeError for an unknown name."""
    for name in options:
        if name not in Options.__annotations__:
            raise TypeError(f"paragen.load() got an unexpected keyword argument {name!r}")
    lists = ("keep_patterns", "keep_phrases", "blocked", "use_tables", "guards")
    once = {name: strings(name, options[name]) for name in lists if options.get(name) is not None}
    copies = {name: dict(value) for name, value in options.items() if isinstance(value, Mapping)}
    tables = {"tables": held_tables(options["tables"])} if "tables" in options else {}
    return Options(**{**options, **copies, **once, **tables})  # type: ignore[typeddict-item]


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
