"""The settings of a paraphraser, checked, with those of its model where none is given."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.settings import chosen, strings
from paragen.decoder.features import ADDED, FIT, FeatureList, fit_features
from paragen.decoder.guards import chosen_guards
from paragen.decoder.settings import SearchSettings
from paragen.model import Model
from paragen.model.weights import FITTED_TABLE, check_table_names, check_weights, raised, read_weights
from paragen.settings.blocked import Blocked, read_blocked
from paragen.settings.forced import Always
from paragen.settings.given import QUOTES, Confidence, GivenSettings, Protection, Tables, Trees, located_tables
from paragen.settings.own_pairs import GivenTable, read_tables
from paragen.settings.scorers import Scorer
from paragen.settings.strength import MEDIUM, STRENGTHS, Strength
from paragen.settings.syntax import Parser, chosen_syntax
from paragen.text.language_guard import GUARDED
from paragen.text.protection import Protector


class ResolvedSettings(NamedTuple):
    """The settings of a paraphraser, checked, with the model's values for those not given.

    Attributes
    ----------
    features, weights, floors : of the decoder.
    blocked, never : what the user blocks; what no edit may produce: the same with the phrases that ``always`` replaces.
    base_weights : the weights as the file or the model gives them.
    strength : its name.
    edit_raise : what its strength adds to the weight of ``edit``, in multiples of the language model's.
    given : the tables given at load time.
    enabled : the names of the tables that offer substitutes.
    search : its limits.
    fitted : whether the model says how sure each edit is.
    known_tables : how many of the packed tables its fit knows.
    min_confidence, min_sentence_confidence : the least confidence of an edit, and of all edits of a sentence together.
    new_word_bonus, most_new : what edits with new content words count, and how many of them a sentence gets (0: no limit).
    guards : their names.
    spare_unknown : whether pairs of tables unknown to the fit are exempt from the guards.
    keep_quotes : whether quotations stay.
    guarded_language : the code of the language whose guard holds text of other languages back; "": nothing is held back.
    """

    features: FeatureList
    weights: dict[str, float]
    base_weights: dict[str, float]
    edit_raise: float
    floors: dict[str, float]
    strength: str
    given: dict[str, GivenTable]
    enabled: list[str]
    search: SearchSettings
    keep_patterns: list[str]
    keep_phrases: list[str]
    keep_defaults: bool
    blocked: Blocked
    never: Blocked
    always: Always | None
    scorers: dict[str, Scorer]
    fitted: bool
    known_tables: int
    min_confidence: float
    min_sentence_confidence: float
    new_word_bonus: float
    most_new: int
    guards: tuple[str, ...]
    spare_unknown: bool
    keep_quotes: bool
    syntax: dict[str, str]
    parser: Parser | None
    guarded_language: str

    def protector(self, model: Model) -> Protector:
        """Return what decides which words of a sentence stay."""
        defaults = self.keep_defaults and not model.tokenized
        return Protector(self.keep_patterns, self.keep_phrases, defaults, model.tokenizer)


def kept(given: GivenSettings, chosen: ResolvedSettings) -> GivenSettings:
    """Return settings as a paraphraser keeps them, to be opened elsewhere: files may be gone by then."""
    found = given.copy()
    found["parser"], found["tables"] = chosen.parser, located_tables(given.get("tables"))
    if not isinstance(given.get("weights"), Mapping | None):
        found["weights"] = chosen.base_weights
    if chosen.always is not None:
        found["always"] = dict(chosen.always.pairs)
    return found


def choose(model: Model, given: GivenSettings) -> ResolvedSettings:
    """Check the settings of a paraphraser, and fill in those that were not given.

    Raises
    ------
    ConfigError : one that cannot be used with this model.
    FormatError : not a file of weights or pairs.
    """
    search, sure, own = chosen(SearchSettings, given), chosen(Confidence, given), chosen(Tables, given)
    trees, wording = chosen(Trees, given), chosen(Protection, given)
    tables = read_tables(own.tables, model.tokenizer) if own.tables else {}
    blocked = read_blocked(wording.blocked or (), model.tokenizer, wording.block_inflections)
    always = None if wording.always is None else Always(wording.always, model.tokenizer, blocked)
    scorers = dict(own.scorers or {})
    fitted = sure.fit and model.fit is not None
    features = chosen_features(model, tables, scorers, fitted)
    enabled = chosen_tables(features, own.use_tables)
    strength = STRENGTHS[sure.strength or MEDIUM]
    least, together = chosen_confidence(model, features, sure, strength)
    base = chosen_weights(model, features, own.weights)
    edit_raise, scale = (0.0, 1.0) if fitted else (strength.edit, strength.floors)  # a fit has bounds instead
    labelled = {table.name: table.syntax for table in model.tables if table.syntax}
    parser = trees.parser
    return ResolvedSettings(
        features=features,
        weights=check_weights({**raised(base, edit_raise), **(own.weight or {})}, features.names),
        base_weights=base,
        edit_raise=edit_raise,
        floors=chosen_floors(model, features, own.floors or {}, enabled, scale),
        strength=sure.strength or MEDIUM,
        given=tables,
        enabled=enabled,
        search=search,
        keep_patterns=strings("keep_patterns", wording.keep_patterns),
        keep_phrases=strings("keep_phrases", wording.keep_phrases),
        keep_defaults=wording.keep_defaults,
        blocked=blocked,
        never=blocked.and_phrases(always.replaced) if always is not None else blocked,
        always=always,
        scorers=scorers,
        fitted=fitted,
        known_tables=model.fit.n_tables if model.fit is not None else len(model.tables),
        min_confidence=least,
        min_sentence_confidence=together,
        new_word_bonus=sure.new_word_bonus,
        most_new=strength.most_new,
        guards=_guards(model, sure.guards, fitted),
        spare_unknown=sure.guards is None,
        keep_quotes=(sure.quotes or QUOTES[not fitted]) == "keep",
        syntax=chosen_syntax(labelled, features.tables, trees.syntax),
        parser=parser if parser is None or isinstance(parser, Parser) else Parser(parser, model.tokenized),
        guarded_language="" if sure.any_language else guarded_language(model),
    )


def _guards(model: Model, guards: Iterable[str] | None, fitted: bool) -> tuple[str, ...]:
    """Return the names of guards: those given, or else, if the model has a fit, those of the language."""
    usual = model.language.guards if fitted else ()
    return chosen_guards(usual if guards is None else strings("guards", guards), model.language)


def guarded_language(model: Model) -> str:
    """Return the code of a model's language if its guard can tell text of other languages; "" if not.

    It cannot for a model of tokens that are taken as they are.
    """
    code = model.language.code
    return code if code in GUARDED and not model.tokenized else ""


def chosen_features(model: Model, given: Iterable[str], scorers: Iterable[str], fitted: bool) -> FeatureList:
    """Return the features of a model with further tables and scorers; raise ConfigError for an unusable name."""
    tables = [table.name for table in model.tables]
    check_table_names([*tables, *given, *scorers])
    own: tuple[str, ...] = ()
    if fitted and model.fit is not None:
        own = fit_features(bool(given) or model.fit.n_tables < len(tables))
    return FeatureList((*tables, *given), model.self_paraphrase, (*own, *scorers))


def chosen_weights(model: Model, features: FeatureList, weights: Mapping[str, float] | StrPath | None) -> dict[str, float]:
    """Return the weights of the features: those given or else the model's.

    A table or scorer that is not part of the model has weight 1 unless one is given; with a fit, such a table has as low a
    weight as those of the model, because its scores count as confidence.
    """
    names = features.names
    table = FITTED_TABLE if FIT in features.scorers else 1.0
    new = [name for name in names if name not in model.features and name != ADDED]
    added = {name: table if name in features.tables else 1.0 for name in new}
    if weights is None or isinstance(weights, Mapping):
        return check_weights(model.weights if weights is None else weights, names, defaults=added)
    return read_weights(weights, names, added)


def chosen_confidence(model: Model, features: FeatureList, given: Confidence, strength: Strength) -> tuple[float, float]:
    """Return the least confidence of an edit, and of all edits of a sentence together: those given, or else the model's at
    ``strength``.

    If only the least of an edit is given, there is no minimum for the sentence. Both are 0 if nothing says how sure an edit is.
    """
    fit = model.fit if FIT in features.scorers else None
    least, together = given.min_confidence, given.min_sentence_confidence
    usual = (0.0, 0.0)
    if fit is not None:
        usual = strength.bounds(float(fit.meta["min_confidence"]), float(fit.meta["min_sentence_confidence"]))
    for name, value in (("min_confidence", least), ("min_sentence_confidence", together)):
        if value and fit is None:
            raise ConfigError(f"{name}: {model.path} does not say how sure an edit is. Make its fit with `paragen fit`.")
    if together is None:
        together = usual[1] if least is None else 0.0
    return float(usual[0] if least is None else least), float(together)


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
    model: Model, features: FeatureList, floors: Mapping[str, float], enabled: Collection[str], scale: float = 1.0
) -> dict[str, float]:
    """Return the floors of the tables: those given, or else the model's times ``scale``; 0 for other and for disabled tables."""
    own = {table.name: table.floor * scale + 0.0 for table in model.tables}
    for name, value in floors.items():
        if name not in features.tables:
            raise ConfigError(f"floors: no table {name!r}. The tables are {', '.join(features.tables) or 'none'}.")
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not (number and math.isfinite(value) and value <= 0):
            raise ConfigError(f"floors: {name} = {value!r}, expected a natural logarithm: 0 (no effect) or less.")
    return {name: floors.get(name, own.get(name, 0.0)) if name in enabled else 0.0 for name in features.tables}
