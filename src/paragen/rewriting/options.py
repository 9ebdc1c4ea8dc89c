"""Looks up the options of a batch of sentences, and has them scored or forbidden by all that depends on the sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING

from paragen.base.errors import ConfigError
from paragen.decoder.derivation import Substitute
from paragen.decoder.features import ADDED
from paragen.decoder.guards import of_language
from paragen.decoder.options import Options
from paragen.decoder.search import Decoder
from paragen.decoder.substitutes import Blocking, Guards
from paragen.model import Model
from paragen.rewriting.forbidding import Capitals, forbid_crossing, forbid_misfits, forbid_other_language, forbid_steps
from paragen.rewriting.prepare import Sentence
from paragen.settings.own_pairs import GivenTable
from paragen.settings.resolved import ResolvedSettings
from paragen.settings.scorers import Scorer

if TYPE_CHECKING:
    from paragen.results import Candidate, Held
    from paragen.settings.request import Ranking
    from paragen.text.written import Words

Filter = Callable[[Sequence[Sentence], Options], None]
"""Scores or forbids options of some sentences."""
UNSEEN, UNSURE, UNUSED = "unseen", "unsure", "unused"
"""Why a table given at load time had no effect: none of its phrases occurred where the text may change; none of its pairs was
allowed, or sure enough; other edits were better."""


class OptionLookup:
    """Asks the decoder for options.

    Parameters
    ----------
    model, chosen : the model, and the settings chosen for it.
    decoder : the decoder.
    capitals : of the phrases of all tables.
    given : the tables given at load time; notes what they offer.
    """

    def __init__(self, model: Model, chosen: ResolvedSettings, decoder: Decoder, capitals: Capitals, given: GivenTables) -> None:
        self._decoder, self._chosen, self._packed, self._tokenizer = decoder, chosen, len(model.tables), model.tokenizer
        self._fit = model.fit.scorer(decoder, model.conditions) if model.fit is not None and chosen.fitted else None
        filters = self._chosen_filters(model, capitals, given)
        self._filters, self._filters_of_single = filters(chosen.min_sentence_confidence), filters(0.0)
        blocked = decoder.blocked(chosen.never.words) if chosen.never.words else None  # once the decoder knows all words
        self._limits = chosen.search.table_limit, blocked, chosen.search.phrase_limit

    def with_weights(self, decoder: Decoder, chosen: ResolvedSettings) -> OptionLookup:
        """Return a lookup for a decoder and options that differ in weights alone."""
        other = copy(self)
        other._decoder, other._chosen = decoder, chosen
        return other

    def options(self, sentences: Sequence[Sentence], never: Collection[Substitute] = ()) -> Options:
        """Return the options of sentences, with those of another sense forbidden.

        ``never``: substitutes of the first sentence to forbid.
        """
        options = self._looked_up(sentences, self._filters)
        if any(sentence.request.sense is not None for sentence in sentences):
            from paragen.rewriting.sense import forbid_other_senses

            forbid_other_senses(sentences, options)
        if never:
            forbid_steps(options, never)
        return options

    def conditions(self, sentence: Sentence, steps: Sequence[Substitute]) -> list[Held | None]:
        """Return what conditions say of edits of a sentence, None where nobody wrote any: see ``FitScorer.conditions``."""
        from paragen.results import Held

        if self._fit is None or not self._fit.fit.has_conditions:
            return [None] * len(steps)
        options = self._decoder.options([sentence.input], *self._limits)
        alone = [step.alone(sentence.words) for step in steps]
        said = [self._fit.conditions(options, step.begin, step.end, step.words) for step in alone]
        return [None if one is None else Held(one[0], one[1], tuple(one[2])) for one in said]

    def candidates(self, sentences: Sequence[Sentence], ranking: Ranking) -> list[list[Candidate]]:
        """Return the candidates of each sentence, without those that produce a blocked phrase.

        They are single edits, so there is no minimum for the sentence.
        """
        from paragen.decoder.substitutes import rank
        from paragen.rewriting.candidates import Ranker

        for sentence in sentences:
            if sentence.forced:
                message = "substitutes: found a forced wording, expected none. Substitutes are of the sentence as it stands."
                raise sentence.request.named(ConfigError(message))
        fit = None if self._fit is None else self._fit.fit
        conceivable = fit.conceivable if fit is not None and fit.has_conceivable else None
        if ranking.min_conceivable and conceivable is None:
            raise ConfigError(
                "min_conceivable: the model does not say how likely a substitute is conceivable. Make its fit with "
                "`paragen fit --conceivable LABELS`."
            )
        from paragen.rewriting.sense import translations_of

        options = self._looked_up(sentences, self._filters_of_single)
        ranked = rank(self._decoder, options, ranking.with_lm, ranking.rank == "fit")
        ranker = Ranker(ranking, self._chosen.features.tables, self._chosen.weights["lm"], conceivable)
        translations = translations_of(sentences, options)
        return [
            list(filter(self._reads_well, ranker.candidates(sentence, number, ranked, by_span)))
            for number, (sentence, by_span) in enumerate(zip(sentences, translations, strict=True))
        ]

    def _reads_well(self, candidate: Candidate) -> bool:
        """Return whether a substitute produces no blocked phrase, for instance with the article before it."""
        never, span = self._chosen.never, (candidate.begin, candidate.begin + len(candidate.after))
        return not (never.phrases and never.arising(candidate.text, self._tokenizer, [span]))

    def _looked_up(self, sentences: Sequence[Sentence], filters: Sequence[Filter]) -> Options:
        options = self._decoder.options([sentence.input for sentence in sentences], *self._limits)
        if any(sentence.barriers for sentence in sentences):
            forbid_crossing(sentences, options)
        if any(sentence.other_language for sentence in sentences):
            forbid_other_language(sentences, options, self._packed)
        for apply in filters:
            apply(sentences, options)
        return options

    def _chosen_filters(self, model: Model, capitals: Capitals, given: GivenTables) -> Callable[[float], list[Filter]]:
        """Choose what scores and forbids options: only what was asked for. Return a function that lists it in order, given the
        least confidence of all edits of a sentence together."""
        chosen, decoder = self._chosen, self._decoder
        first, when_sure, last = list[Filter](), list[Filter](), list[Filter]()
        if capitals.of_sources:
            first.append(capitals.forbid_other_case)
        if chosen.never.phrases or chosen.never.exchanges:
            blocking = Blocking(decoder, chosen.never.phrases, chosen.never.exchanges)
            first.append(lambda _, options: blocking.forbid(options))
        if chosen.guards:
            english = None if model.fit is None else model.fit.knowledge
            guards = Guards(decoder, of_language(chosen.guards, model.language), english)
            spared = chosen.known_tables if chosen.spare_unknown else None
            when_sure.append(lambda _, options: guards.forbid(options, spared))
        if model.language.cased and not model.tokenized:
            agreement = model.language.agreement
            when_sure.append(lambda sentences, options: forbid_misfits(sentences, options, agreement))
        if ADDED in chosen.features.scorers:
            last.append(lambda _, options: options.add_offered(ADDED, chosen.known_tables))
        last += [_scored(name, scorer) for name, scorer in chosen.scorers.items()]
        if chosen.given:
            last.append(lambda _, options: given.note_offers(options))
        fitted = self._fit is not None
        return lambda together: [*first, *([self._confident(together, when_sure)] if fitted else when_sure), *last]

    def _confident(self, together: float, when_sure: Sequence[Filter]) -> Filter:
        """Return what says how sure each option is, and forbids unsure ones; the filters between need check only what is still
        allowed, which is quick."""
        fit, chosen, least = self._fit, self._chosen, self._chosen.min_confidence
        assert fit is not None

        def apply(sentences: Sequence[Sentence], options: Options) -> None:
            sure = fit.score(options, least)
            for between in when_sure:
                between(sentences, options)
            fit.limit_sentence_confidence(options, sure, least, together, chosen.new_word_bonus, chosen.most_new)

        return apply


def _scored(name: str, scorer: Scorer) -> Filter:
    """Return a filter that adds the scores of a user's scorer."""
    return lambda sentences, options: options.add_scores(name, scorer([each.request for each in sentences], options))


class GivenTables:
    """The tables given at load time.

    Parameters
    ----------
    tables : by name, in order.
    first : the decoder's number of the first of them.
    """

    def __init__(self, tables: Mapping[str, GivenTable], first: int) -> None:
        self._names, self._first = list(tables), first
        self._pairs = {name: frozenset((source, target) for source, target, _ in table.pairs) for name, table in tables.items()}
        self._seen: set[int] = set()
        self._usable: set[int] = set()
        self._used: set[str] = set()

    def note_offers(self, options: Options) -> None:
        """Remember which tables offer options, and which offer ones that may be used."""
        if self._names and len(self._usable) < len(self._names):
            seen, usable = options.offering(self._first)
            self._seen |= seen
            self._usable |= usable

    def note_edit(self, source: Words, target: Words) -> None:
        """Remember all tables that have the pair of an edit, whichever table it was taken from."""
        self._used.update(name for name, pairs in self._pairs.items() if name not in self._used and (source, target) in pairs)

    def unused(self) -> dict[str, str]:
        """Return why each table without any effect so far had none: :data:`UNSEEN`, :data:`UNSURE` or :data:`UNUSED`."""
        found = {}
        for number, name in enumerate(self._names, self._first):
            if name not in self._used:
                found[name] = UNSEEN if number not in self._seen else UNUSED if number in self._usable else UNSURE
        return found
