"""The options of a paraphraser, as given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from paragen.base.destination import StrPath
from paragen.base.string_lists import strings
from paragen.options.parsers import Parse, Parser
from paragen.options.scorers import Scorer
from paragen.pairs.copies import held_tables

if TYPE_CHECKING:
    from paragen.options.always import AlwaysWording
    from paragen.pairs.tables import PairTable

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
