"""The steps from requests to results, made once for a model and its settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from paragen.decoder.search import Decoder
from paragen.model import Model
from paragen.model.bundled import model_tagger
from paragen.model.description import PATTERNS
from paragen.rewriting.forbidding import Capitals
from paragen.rewriting.lists import Lists
from paragen.rewriting.options import GivenTables, OptionLookup
from paragen.rewriting.prepare import Preparer
from paragen.rewriting.results import Patterns, ResultWriter
from paragen.settings.blocked import BlockedForms, inflects
from paragen.settings.resolved import ResolvedSettings
from paragen.text.kernel import Fillers
from paragen.text.writing import Style

if TYPE_CHECKING:
    from paragen.rewriting.syntax import Syntax


class Pipeline(NamedTuple):
    """What turns requests into results; may be used from several threads at once.

    Attributes
    ----------
    prepare : makes sentences of requests.
    lookup : looks up their options, scored and forbidden.
    decoder : searches them.
    lists : makes lists of what was found.
    results : makes results of derivations.
    patterns : tells which patterns match sentences.
    syntax : labels the spans of sentences; None: no table asks for trees.
    given : the tables given at load time, and whether they had any effect.
    blocked_forms : forms of blocked words that edits have produced; None: all forms are blocked, or none can be told.
    """

    prepare: Preparer
    lookup: OptionLookup
    decoder: Decoder
    lists: Lists
    results: ResultWriter
    patterns: Patterns
    syntax: Syntax | None
    given: GivenTables
    blocked_forms: BlockedForms | None


def pipeline(model: Model, chosen: ResolvedSettings) -> Pipeline:
    """Return the steps for a model and the settings chosen for it."""
    disabled = [name for name in chosen.features.tables if name not in chosen.enabled]
    decoder = Decoder(
        model.store, model.lm, chosen.features, chosen.weights, chosen.floors, disabled,
        pairs=[table.pairs for table in chosen.given.values()], syntax=chosen.syntax,
    )  # fmt: skip
    limited = any(mode != "any" for name, mode in chosen.syntax.items() if name in chosen.enabled)
    syntax = _syntax(model, chosen) if limited else None
    tables = enumerate(model.tables)
    with_slots = {i: table.name for i, table in tables if table.kind == PATTERNS and table.name in chosen.enabled}
    fillers = Fillers(model_tagger(model)) if with_slots else None
    capitals, given = _capitals(model, chosen), GivenTables(chosen.given, len(model.tables))
    watched = chosen.blocked.words if inflects(model.tokenizer) and not chosen.blocked.inflected else ()
    forms, patterns = BlockedForms(watched) if watched else None, Patterns(decoder, with_slots)
    prepare = Preparer(model, chosen, Style(chosen.never.words, capitals.written), syntax, fillers)
    lookup = OptionLookup(model, chosen, decoder, capitals, given)
    lists = Lists(decoder, lookup, chosen, model.tokenizer)
    results = ResultWriter(model, chosen, decoder, patterns, given, forms, lookup.conditions)
    return Pipeline(prepare, lookup, decoder, lists, results, patterns, syntax, given, forms)


def _syntax(model: Model, chosen: ResolvedSettings) -> Syntax:
    from paragen.rewriting.syntax import Syntax

    return Syntax(model.store, model.tokenizer, chosen.parser)


def _capitals(model: Model, chosen: ResolvedSettings) -> Capitals:
    tables = {**model.written, **{number: one.written for number, one in enumerate(chosen.given.values(), len(model.tables))}}
    return Capitals({number: forms for number, forms in tables.items() if chosen.features.tables[number] in chosen.enabled})
