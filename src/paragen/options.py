"""The options of a paraphraser: as given, and checked."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypedDict

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.decoder.features import FIT, FeatureList
from paragen.lists import strings
from paragen.model import Model
from paragen.pairs import PairTable
from paragen.scoring import Scorer
from paragen.syntax import Parse, Parser
from paragen.text.case import capitalised
from paragen.weights import check_table_names, check_weights, read_weights


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


def chosen_features(model: Model, given: Iterable[str], scorers: Iterable[str], fit: bool) -> FeatureList:
    """Return the features of a model with further tables and scorers; raise ConfigError for an unusable name."""
    tables = [table.name for table in model.tables]
    check_table_names([*tables, *given, *scorers])
    own = (FIT,) if fit and model.fit is not None else ()
    return FeatureList((*tables, *given), model.self_paraphrase, (*own, *scorers))


def chosen_weights(
    model: Model, features: FeatureList, weights: Mapping[str, float] | StrPath | None, single: Mapping[str, float]
) -> dict[str, float]:
    """Return the weights of the features: those given or else the model's, overridden by single ones.

    A table or scorer that is not part of the model has weight 1 unless one is given.
    """
    names, added = features.names, {name: 1.0 for name in features.names if name not in model.features}
    if weights is None or isinstance(weights, Mapping):
        found = check_weights(model.weights if weights is None else weights, names, defaults=added)
    else:
        found = read_weights(weights, names, added)
    return check_weights({**found, **single}, names)


QUOTES = ("keep", "change")
"""What happens to words between quotation marks."""


def chosen_confidence(
    model: Model, features: FeatureList, least: float | None, together: float | None
) -> tuple[float, float]:
    """Return the least confidence of an edit, and of all edits of a sentence together: those given, or else the model's.

    If only ``least`` is given, there is no minimum for the sentence. Both are 0 if nothing says how sure an edit is.
    """
    fit = model.fit if FIT in features.scorers else None
    found = []
    for name, value, by_model in (("min_confidence", least, True), ("min_sentence_confidence", together, least is None)):
        if value is None:
            found.append(float(fit.meta[name]) if fit is not None and by_model else 0.0)
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise ConfigError(f"{name}: found {value!r}, expected a number from 0 to 1.")
        if value > 0 and fit is None:
            raise ConfigError(f"{name}: {model.path} does not say how sure an edit is. Make its fit with `paragen fit`.")
        found.append(float(value))
    return found[0], found[1]


def chosen_tables(features: FeatureList, use_tables: Iterable[str] | None) -> list[str]:
    """Return the names of the tables that may offer substitutes, in their order; None: all of them."""
    names = list(features.tables)
    if use_tables is None:
        return names
    given = strings("use_tables", use_tables)
    for name in given:
        if name not in names:
            raise ConfigError(f"use_tables: no table {name!r}. The tables are {', '.join(names) or 'none'}.")
    return [name for name in names if name in given]


def chosen_floors(
    model: Model, features: FeatureList, floors: Mapping[str, float], enabled: Collection[str]
) -> dict[str, float]:
    """Return the floors of the tables: those given, or else the model's; 0 for other and for disabled tables."""
    own = {table.name: table.floor for table in model.tables}
    for name, value in floors.items():
        if name not in features.tables:
            raise ConfigError(f"floors: no table {name!r}. The tables are {', '.join(features.tables) or 'none'}.")
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (number and math.isfinite(value) and value <= 0):
            raise ConfigError(f"floors: {name} = {value!r}, expected a natural logarithm: 0 (no effect) or less.")
    return {name: floors.get(name, own.get(name, 0.0)) if name in enabled else 0.0 for name in features.tables}


def single_words(blocked: Iterable[str], tokenizer: Any, cased: bool = False) -> list[str]:
    """Return the lookup forms of blocked words, where forms keep case with and without a capital; a phrase cannot be blocked."""
    words = []
    for word in blocked:
        forms = tokenizer.words(word)
        if len(forms) > 1:
            raise ConfigError(f"blocked words: {word!r} is {len(forms)} words. Give single words, one at a time.")
        words += forms
        if cased:
            words += [other for form in forms for other in (form.lower(), capitalised(form))]
    return sorted(set(words))
