"""Prepares sentences, searches them, and writes the best derivations into the text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from paragen.base.errors import ConfigError
from paragen.decoder.derivation import Derivation, Substitute
from paragen.decoder.guards import of_language
from paragen.decoder.search import Decoder
from paragen.decoder.settings import Settings
from paragen.decoder.substitutes import Guards
from paragen.model import Model
from paragen.model.description import PATTERNS
from paragen.model.tagger import model_tagger
from paragen.rewriting.capitals import Capitals
from paragen.rewriting.given_tables import GivenTables
from paragen.rewriting.options import OptionLookup
from paragen.rewriting.other_language import OtherLanguages
from paragen.rewriting.patterns import Patterns
from paragen.rewriting.sentence import Rendered, Sentence
from paragen.rewriting.syntax import Syntax
from paragen.settings.blocked import BlockedForms, inflects
from paragen.settings.forced import ForcedText
from paragen.settings.request import Ranking, Request, as_requests
from paragen.settings.resolved import ResolvedOptions
from paragen.text.render import placed

if TYPE_CHECKING:
    from paragen.results import Candidate

Result = TypeVar("Result")
MOST = 1_000_000
"""The most paraphrases in a list."""
LOOK_AT = 20
"""Where several edits together produce a blocked phrase: how many paraphrases are tried for each one requested before one of
these edits is given up."""


class Rewriter:
    """Rewrites sentences with a model and the options chosen for it; may be used from several threads at once.

    Attributes
    ----------
    decoder : searches.
    given : the tables given at load time, and whether they had any effect.
    capitals : that belong to the phrases of tables, packed or given.
    blocked_forms : forms of blocked words that edits have produced; None: all forms are blocked, or none can be told.
    other_languages : finds the passages that are not in the language of the model.
    syntax : labels the spans of sentences.
    patterns : finds what may fill the slots of patterns.
    lookup : looks up options, scored and forbidden.
    """

    def __init__(self, model: Model, chosen: ResolvedOptions) -> None:
        self._chosen, self._tokenizer, self._protector = chosen, model.tokenizer, chosen.protector(model)
        self.other_languages = OtherLanguages(chosen.guarded_language)
        self.given = GivenTables(chosen.given, len(model.tables))
        self.capitals = _capitals(model, chosen)
        watched = chosen.blocked.words if inflects(model.tokenizer) and not chosen.blocked.inflected else ()
        self.blocked_forms = BlockedForms(watched) if watched else None
        self.decoder = _decoder(model, chosen)
        self.syntax = _syntax(model, chosen)
        self.patterns = _patterns(model, chosen, self.decoder)
        self.lookup = _lookup(model, chosen, self.decoder, self.given, self.capitals)

    def sentences(self, texts: Iterable[str | Request], force: bool = True) -> list[Sentence]:
        """Prepare texts; ``force``: with the wording that is forced in all of them."""
        tokenizer, blocked, quotes = self._tokenizer, self._chosen.never.words, self._chosen.keep_quotes
        written, always = self.capitals.written, self._chosen.always if force else None
        requests = list(as_requests(texts))
        if self.syntax.active:
            requests = self.syntax.parsed(requests)
        other = self.other_languages.find_and_count([request.text for request in requests])
        sentences = [
            Sentence(request, tokenizer, self._protector, blocked, quotes, written, always, passages)
            for request, passages in zip(requests, other, strict=True)
        ]
        for sentence in sentences:
            if sentence.forced is not None:
                self._refuse_blocked(sentence, sentence.forced)
            if self.syntax.active:
                self.syntax.label(sentence)
            self.patterns.prepare(sentence)
        return sentences

    def _refuse_blocked(self, sentence: Sentence, forced: ForcedText) -> None:
        """Raise ConfigError if a wording that is forced is blocked; one that the text has already is not produced."""
        text, words = sentence.request.text, self._tokenizer.words
        for item in forced.force:
            before, after = text[item[0] : item[1]], item[2]
            if before != after and self._chosen.blocked.forbids(words(before), words(after)):
                found = f"force: found {item!r} for {before!r}, which is blocked. Leave out one of both."
                raise sentence.request.named(ConfigError(found))

    def batch(
        self, texts: Iterable[str | Request], settings: Settings, result: Callable[[Sentence, Rendered], Result]
    ) -> list[list[Result]]:
        """Decode a batch of texts, and make a result of each derivation. Each text gets at least one."""
        sentences = self.sentences(texts)
        found: list[list[Derivation]] = self.decoder.search(self.lookup.options(sentences), settings)
        results = []
        for sentence, derivations in zip(sentences, found, strict=True):
            rendered = sentence.rendered(derivations)
            if len(rendered) < len(derivations) == settings.n:
                rendered = self._more(sentence, settings)
            if self._chosen.never.phrases or settings.min_edits:
                rendered = self._without_refused(sentence, rendered, settings)
            results.append([result(sentence, one) for one in rendered])
        return results

    def _more(self, sentence: Sentence, settings: Settings, never: Collection[Substitute] = ()) -> list[Rendered]:
        """Return paraphrases, some of which were identical as text, from a list twice as long."""
        return self._searched(sentence, replace(settings, n=min(2 * settings.n, MOST)), never)[1][: settings.n]

    def _searched(
        self, sentence: Sentence, settings: Settings, never: Collection[Substitute]
    ) -> tuple[list[Derivation], list[Rendered]]:
        [found] = self.decoder.search(self.lookup.options([sentence], never=never), settings)
        return found, sentence.rendered(found)

    def _without_refused(
        self, sentence: Sentence, rendered: list[Rendered], settings: Settings, never: frozenset[Substitute] = frozenset()
    ) -> list[Rendered]:
        """Replace those whose edits produce a blocked phrase, or are undone where some are asked for, by further ones."""
        refused = {step for one in rendered for step in self._refused(sentence, one, settings)}
        if not refused:
            return rendered
        n = min(LOOK_AT * settings.n, MOST)
        derivations, rendered = self._searched(sentence, replace(settings, n=n), never)
        allowed = [one for one in rendered if not self._refused(sentence, one, settings)]
        if len(allowed) >= settings.n or (allowed and len(derivations) < n):
            return allowed[: settings.n]
        assert not refused <= never, "a substitute that is forbidden was used"
        never |= refused
        derivations, rendered = self._searched(sentence, settings, never)
        if len(rendered) < len(derivations) == settings.n:
            rendered = self._more(sentence, settings, never)
        return self._without_refused(sentence, rendered, settings, never)

    def _refused(self, sentence: Sentence, rendered: Rendered, settings: Settings) -> list[Substitute]:
        """Return the edits that produce blocked phrases, and those that are undone, if a number of edits is asked for."""
        undone = sentence.undone(rendered) if settings.min_edits else []
        return [*undone, *self._arising(rendered)] if self._chosen.never.phrases else undone

    def _arising(self, rendered: Rendered) -> list[Substitute]:
        """Return the edits that produce blocked phrases."""
        spans = [(place.out_begin, place.out_end) for place in placed(rendered.pieces)]
        arising = self._chosen.never.arising(rendered.text, self._tokenizer, spans) if spans else ()
        return [rendered.derivation.edits[i] for i in sorted(arising)]

    def candidates(self, sentences: Sequence[Sentence], ranking: Ranking) -> list[list[Candidate]]:
        """Return the single substitutes of each sentence, without those that produce a blocked phrase."""
        return [list(filter(self._reads_well, found)) for found in self.lookup.candidates(sentences, ranking)]

    def _reads_well(self, candidate: Candidate) -> bool:
        """Return whether a substitute produces no blocked phrase, for instance with the article before it."""
        blocked, span = self._chosen.never, (candidate.begin, candidate.begin + len(candidate.after))
        return not (blocked.phrases and blocked.arising(candidate.text, self._tokenizer, [span]))


def _decoder(model: Model, chosen: ResolvedOptions) -> Decoder:
    disabled = [name for name in chosen.features.tables if name not in chosen.enabled]
    return Decoder(
        model.store, model.lm, chosen.features, chosen.weights, chosen.floors, disabled,
        pairs=[table.pairs for table in chosen.given.values()], syntax=chosen.syntax,
    )  # fmt: skip


def _capitals(model: Model, chosen: ResolvedOptions) -> Capitals:
    tables = {**model.written, **{number: one.written for number, one in enumerate(chosen.given.values(), len(model.tables))}}
    return Capitals({number: forms for number, forms in tables.items() if chosen.features.tables[number] in chosen.enabled})


def _syntax(model: Model, chosen: ResolvedOptions) -> Syntax:
    limited = any(mode != "any" for name, mode in chosen.syntax.items() if name in chosen.enabled)
    return Syntax(model.store, model.tokenizer, limited, chosen.parser)


def _patterns(model: Model, chosen: ResolvedOptions, decoder: Decoder) -> Patterns:
    tables = enumerate(model.tables)
    with_slots = {i: table.name for i, table in tables if table.kind == PATTERNS and table.name in chosen.enabled}
    return Patterns(decoder, with_slots, model_tagger(model) if with_slots else None)


def _lookup(
    model: Model, chosen: ResolvedOptions, decoder: Decoder, given: GivenTables, capitals: Capitals
) -> OptionLookup:
    fit = model.fit.scorer(decoder) if model.fit is not None and chosen.fitted else None
    english = None if model.fit is None else model.fit.knowledge
    guards = Guards(decoder, of_language(chosen.guards, model.language), english) if chosen.guards else None
    return OptionLookup(decoder, chosen, fit, guards, None if model.tokenized else model.language, given, capitals)
