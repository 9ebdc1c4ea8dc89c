"""What varies a paraphraser, as it is given and once it is checked."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypedDict

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.lists import strings
from paragen.model import Model
from paragen.weights import check_weights, read_weights


class Options(TypedDict, total=False):
    """Keyword arguments of :class:`paragen.Paraphraser`."""

    weights: Mapping[str, float] | StrPath | None
    weight: Mapping[str, float] | None
    floors: Mapping[str, float] | None
    stack: int
    beam_threshold: float
    table_limit: int
    keep_patterns: Sequence[str]
    keep_phrases: Iterable[str]
    keep_defaults: bool
    blocked: Iterable[str]
    tables: Iterable[str] | None


def chosen_weights(
    model: Model, weights: Mapping[str, float] | StrPath | None, single: Mapping[str, float]
) -> dict[str, float]:
    """Return the weights of a model's features: those given or else its own, and single ones in their place."""
    names = model.features
    if weights is None:
        found = model.weights
    else:
        found = check_weights(weights, names) if isinstance(weights, Mapping) else read_weights(weights, names)
    return check_weights({**found, **single}, names)


def chosen_tables(model: Model, tables: Iterable[str] | None) -> list[str]:
    """Return the names of the tables that may offer substitutes, in the model's order; None: all of them."""
    names = [table.name for table in model.tables]
    if tables is None:
        return names
    given = strings("tables", tables)
    for name in given:
        if name not in names:
            raise ConfigError(f"tables: no table {name!r}. The tables are {', '.join(names) or 'none'}.")
    return [name for name in names if name in given]


def chosen_floors(model: Model, floors: Mapping[str, float], offering: Collection[str]) -> dict[str, float]:
    """Return the floors of a model's tables: those given, or else its own; 0 for tables that offer nothing."""
    names = [table.name for table in model.tables]
    for name, value in floors.items():
        if name not in names:
            raise ConfigError(f"floors: no table {name!r}. The tables are {', '.join(names) or 'none'}.")
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (number and math.isfinite(value) and value <= 0):
            raise ConfigError(f"floors: {name} = {value!r}, expected a natural logarithm: 0 (no effect) or less.")
    return {
        table.name: floors.get(table.name, table.floor) if table.name in offering else 0.0
        for table in model.tables
    }


def single_words(blocked: Iterable[str], tokenizer: Any) -> list[str]:
    """Return the lookup forms of blocked words; a phrase cannot be blocked."""
    words = []
    for word in blocked:
        forms = tokenizer.words(word)
        if len(forms) > 1:
            raise ConfigError(f"blocked words: {word!r} is {len(forms)} words. Give single words, one at a time.")
        words += forms
    return sorted(set(words))
