"""Looks up the options of a batch of sentences, and has them scored or forbidden by all that depends on the sentences."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from paragen.base.errors import ConfigError
from paragen.decoder.derivation import Substitute
from paragen.decoder.features import ADDED
from paragen.decoder.fit.kernel import FitScorer
from paragen.decoder.options import Options
from paragen.decoder.search import Decoder
from paragen.decoder.substitutes import Blocking, Guards
from paragen.rewriting.barriers import forbid_crossing
from paragen.rewriting.capitals import Capitals
from paragen.rewriting.given_tables import GivenTables
from paragen.rewriting.misfits import forbid_misfits
from paragen.rewriting.other_language import forbid_packed
from paragen.rewriting.sense import forbid_other_senses, translations_of
from paragen.rewriting.sentence import Sentence
from paragen.settings.resolved import ResolvedOptions
from paragen.text.languages import Language

if TYPE_CHECKING:
    from paragen.results import Candidate
    from paragen.settings.request import Ranking


class OptionLookup:
    """Asks the decoder for options.

    Parameters
    ----------
    decoder : the decoder.
    chosen : the options of the paraphraser.
    fit : says how sure each option is; None: no fit.
    guards : forbid options whatever their score; None: no guards.
    language : whose rules decide which options cannot be written between their neighbours; None: all can.
    given : the tables given at load time.
    capitals : of the phrases of all tables.
    """

    def __init__(
        self, decoder: Decoder, chosen: ResolvedOptions, fit: FitScorer | None, guards: Guards | None, language: Language | None,
        given: GivenTables, capitals: Capitals,
    ) -> None:
        self._decoder, self._chosen, self._fit, self._guards, self._given = decoder, chosen, fit, guards, given
        self._language, self._capitals = language, capitals
        self._packed = len(chosen.features.tables) - len(chosen.given)
        self._spared = chosen.known_tables if chosen.spare_unknown else None
        phrases = chosen.never.phrases, chosen.never.exchanges
        self._blocking = Blocking(decoder, *phrases) if any(phrases) else None
        blocked = decoder.blocked(chosen.never.words) if chosen.never.words else None
        self._limits = chosen.settings.table_limit, blocked, chosen.settings.phrase_limit

    def options(self, sentences: Sequence[Sentence], marked: bool = False, never: Collection[Substitute] = ()) -> Options:
        """Return the options of sentences, with those of another sense forbidden.

        ``marked``: with how their words are written, which a fit needs, even without a fit; ``never``: substitutes of the first
        sentence to forbid.
        """
        options = self._looked_up(sentences, self._chosen.min_sentence_confidence, marked)
        if any(sentence.request.sense is not None for sentence in sentences):
            forbid_other_senses(sentences, options)
        if never:
            _forbid(options, never)
        return options

    def candidates(self, sentences: Sequence[Sentence], ranking: Ranking) -> list[list[Candidate]]:
        """Return the candidates of each sentence: single edits, so there is no minimum for the sentence."""
        from paragen.decoder.substitutes import rank
        from paragen.rewriting.candidates import Ranker

        fit = None if self._fit is None else self._fit.fit
        conceivable = fit.conceivable if fit is not None and fit.has_conceivable else None
        if ranking.min_conceivable and conceivable is None:
            raise ConfigError(
                "min_conceivable: the model does not say how likely a substitute is conceivable. Make its fit with "
                "`paragen fit --conceivable LABELS`."
            )
        options = self._looked_up(sentences, 0.0)
        ranked = rank(self._decoder, options, ranking.with_lm, ranking.rank == "fit")
        ranker = Ranker(ranking, self._chosen.features.tables, self._chosen.weights["lm"], conceivable)
        translations = translations_of(sentences, options)
        return [
            ranker.candidates(sentence, number, ranked, by_span)
            for number, (sentence, by_span) in enumerate(zip(sentences, translations, strict=True))
        ]

    def _looked_up(self, sentences: Sequence[Sentence], least_product: float, marked: bool = False) -> Options:
        marked = marked or self._fit is not None or self._guards is not None
        inputs = [sentence.input(marked=marked) for sentence in sentences]
        options = self._decoder.options(inputs, *self._limits)
        if any(sentence.barriers for sentence in sentences):
            forbid_crossing(sentences, options)
        if any(sentence.other_language for sentence in sentences):
            forbid_packed(sentences, options, self._packed)
        if self._capitals.of_sources:
            self._capitals.forbid_other_case(sentences, options)
        if self._blocking is not None:
            self._blocking.forbid(options)
        sure = None if self._fit is None else self._fit.score(options, self._chosen.min_confidence)
        if self._guards is not None:  # after the fit: they then check only what is still allowed, which is quick
            self._guards.forbid(options, self._spared)
        if self._language is not None and self._language.cased:
            forbid_misfits(sentences, options, self._language.agreement)
        if self._fit is not None and sure is not None:
            self._fit.limit_sentence_confidence(options, sure, self._chosen.min_confidence, least_product)
        if ADDED in options.scorers:
            options.add_offered(ADDED, self._chosen.known_tables)
        for name, scorer in self._chosen.scorers.items():
            options.add_scores(name, scorer([sentence.request for sentence in sentences], options))
        if self._chosen.given:
            self._given.note_offers(options)
        return options


def _forbid(options: Options, never: Collection[Substitute]) -> None:
    """Forbid some substitutes of the first sentence."""
    wanted = {(step.begin, step.end, step.words) for step in never}
    mask = bytearray(len(options))
    for begin, end, first, last in options.groups(0):
        for k in range(first, last):
            mask[k] = (begin, end, options.words(k)) in wanted
    options.forbid(mask)
