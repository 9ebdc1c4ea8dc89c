"""The signature of a paraphraser: everything that its output depends on, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from paragen.base.string_lists import digest
from paragen.base.version import __version__
from paragen.model import Model
from paragen.options.resolved import ResolvedOptions, guarded_language
from paragen.options.strength import MEDIUM

if TYPE_CHECKING:
    from paragen.pairs.tables import GivenTable


def signature(model: Model, chosen: ResolvedOptions) -> str:
    """Return version, model, weights, floors, limits, and how many and which patterns, phrases and words are kept or blocked (a
    digest of each list)."""
    return "|".join(f"{name}:{value}" for name, value in _fields(model, chosen) if value != "")


def _fields(model: Model, chosen: ResolvedOptions) -> Iterator[tuple[str, object]]:
    """Yield the fields in order; an empty one is left out."""
    settings = chosen.settings
    yield "version", __version__
    yield "model", model.signature
    yield "strength", "" if chosen.strength == MEDIUM else chosen.strength
    yield "weights", ",".join(f"{name}={value:g}" for name, value in chosen.weights.items())
    yield "floors", ",".join(f"{name}={value:g}" for name, value in chosen.floors.items()) or "none"
    yield "stack", settings.stack
    yield "beam_threshold", f"{settings.beam_threshold:g}"
    yield "table_limit", settings.table_limit
    yield "phrase_limit", settings.phrase_limit or ""
    if model.fit is not None:
        bounds = f"{chosen.min_confidence:g},{chosen.min_sentence_confidence:g}"
        yield "fit", f"{model.fit.digest[:12]}>={bounds}" if chosen.fitted else "off"
    yield "guards", ",".join(chosen.guards)
    yield "quotes", "keep" if chosen.keep_quotes else ""
    yield "any_language", "yes" if chosen.guarded_language != guarded_language(model) else ""
    yield "syntax", ",".join(f"{name}={mode}" for name, mode in chosen.syntax.items())
    if chosen.syntax and chosen.parser is not None:
        yield "parser", chosen.parser
    yield "tables", ",".join(f"{name} {_pairs(table)}" for name, table in chosen.given.items())
    if len(chosen.enabled) < len(chosen.features.tables):
        yield "use_tables", ",".join(chosen.enabled) or "none"
    kept = ["" if chosen.keep_defaults else "defaults off"]
    kept += [digest("patterns", chosen.keep_patterns), digest("phrases", chosen.keep_phrases)]
    yield "keep", ",".join(filter(None, kept))
    blocked = chosen.blocked
    found = [digest("words", blocked.words), digest("phrases", map(repr, blocked.phrases))]
    yield "blocked", ",".join(filter(None, [*found, digest("pairs", map(repr, blocked.exchanges))]))
    if chosen.always is not None:
        yield "always", digest("pairs", map(repr, chosen.always.pairs))


def _pairs(table: GivenTable) -> str:
    """Return how many pairs a table has, how many of its phrases have capitals, and a digest of both."""
    return " ".join(filter(None, [digest("pairs", map(repr, table.pairs)), digest("capitals", table.written.described())]))
