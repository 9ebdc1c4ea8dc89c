"""Looks up what may be said instead in a batch of sentences, limited to their senses, and lists it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from paragen.base.errors import ConfigError
from paragen.crossing import forbid_crossing
from paragen.decoder.blocking import Blocking
from paragen.decoder.derivation import Substitute
from paragen.decoder.features import ADDED
from paragen.decoder.fit.kernel import FitScorer
from paragen.decoder.guards.kernel import Guards
from paragen.decoder.options import Options
from paragen.decoder.ranking import rank
from paragen.decoder.search import Decoder
from paragen.given import GivenTables
from paragen.options import Chosen
from paragen.scoring import add_scores
from paragen.sense import Sense, Span, Translations, checked_senses, sense_of, translated
from paragen.sentence import Sentence
from paragen.substitutes import Candidate, Ranker, Ranking
from paragen.text.case import QUOTES
from paragen.text.languages import Agreement, Language


class Lister:
    """Asks the decoder for options.

    Parameters
    ----------
    decoder : the decoder.
    chosen : the options of the paraphraser.
    fit : says how sure each option is; None: nothing does.
    guards : forbid options that no score may bring back; None: nothing does.
    language : whose rules tell which options cannot be written beside their neighbours; None: all can.
    given : the tables given at load time.
    """

    def __init__(
        self, decoder: Decoder, chosen: Chosen, fit: FitScorer | None, guards: Guards | None, language: Language | None,
        given: GivenTables,
    ) -> None:
        self._decoder, self._chosen, self._fit, self._guards, self._given = decoder, chosen, fit, guards, given
        self._language = language
        self._spared = chosen.known_tables if chosen.spare else None
        phrases = chosen.never.phrases, chosen.never.exchanges
        self._blocking = Blocking(decoder, *phrases) if any(phrases) else None
        blocked = decoder.blocked(chosen.never.words) if chosen.never.words else None
        self._limits = chosen.settings.table_limit, blocked, chosen.settings.phrase_limit

    def options(self, sentences: Sequence[Sentence], marked: bool = False, never: Collection[Substitute] = ()) -> Options:
        """Return the options of sentences, those of another sense forbidden.

        ``marked``: with how their words are written, as a fit sees them, also where none is asked; ``never``: substitutes of the
        first sentence that are forbidden.
        """
        options = self._looked_up(sentences, self._chosen.together, marked)
        translations = _translated(sentences, options)
        if any(by_span is not None for by_span in translations):
            mask = bytearray(len(options))
            for number, by_span in enumerate(translations):
                if by_span is not None:
                    _forbid_other_senses(options, number, by_span, mask)
            options.forbid(mask)
        if never:
            _forbid(options, never)
        return options

    def candidates(self, sentences: Sequence[Sentence], ranking: Ranking) -> list[list[Candidate]]:
        """Return the candidates of each sentence: single edits, however many are sure."""
        options = self._looked_up(sentences, 0.0)
        ranked = rank(self._decoder, options, ranking.with_lm, ranking.rank == "fit")
        ranker = Ranker(ranking, self._chosen.features.tables, self._chosen.weights["lm"])
        translations = _translated(sentences, options)
        return [
            ranker.candidates(sentence, number, ranked, by_span)
            for number, (sentence, by_span) in enumerate(zip(sentences, translations, strict=True))
        ]

    def _looked_up(self, sentences: Sequence[Sentence], together: float, marked: bool = False) -> Options:
        marked = marked or self._fit is not None or self._guards is not None
        inputs = [sentence.input(marked=marked) for sentence in sentences]
        options = self._decoder.options(inputs, *self._limits)
        forbid_crossing(sentences, options)
        self._given.forbid_other_case(sentences, options)
        if self._blocking is not None:
            self._blocking.forbid(options)
        if self._guards is not None:
            self._guards.forbid(options, self._spared)
        if self._language is not None and self._language.cased:
            _forbid_misfits(sentences, options, self._language.agreement)
        if self._fit is not None:
            self._fit.score(options, self._chosen.least, together)
        if ADDED in options.scorers:
            options.add_offered(ADDED, self._chosen.known_tables)
        add_scores(self._chosen.scorers, sentences, options)
        self._given.note_offers(options)
        return options


def _forbid(options: Options, never: Collection[Substitute]) -> None:
    """Forbid some substitutes of the first of the sentences."""
    wanted = {(step.begin, step.end, step.words) for step in never}
    mask = bytearray(len(options))
    for begin, end, first, last in options.groups(0):
        for k in range(first, last):
            mask[k] = (begin, end, options.words(k)) in wanted
    options.forbid(mask)


def _forbid_misfits(sentences: Sequence[Sentence], options: Options, agreement: Agreement | None) -> None:
    """Forbid the options of sentences that cannot be written beside their neighbours, move quotation marks, or change nothing but
    case."""
    mask = bytearray(len(options))
    for number, sentence in enumerate(sentences):
        words = sentence.words
        for begin, end, first, last in options.groups(number):
            source = words[begin:end]
            quoted, folded = not QUOTES.isdisjoint(source), " ".join(source).casefold()
            for k in range(first, last):
                target = options.words(k)
                mask[k] = (
                    " ".join(target).casefold() == folded
                    or (quoted and _marks(target) != _marks(source))
                    or (agreement is not None and not _agrees(sentence, begin, end, target, agreement))
                )
    if any(mask):
        options.forbid(mask)


def _marks(words: Iterable[str]) -> list[str]:
    return [word for word in words if not any(map(str.isalnum, word))]


def _agrees(sentence: Sentence, begin: int, end: int, target: Sequence[str], agreement: Agreement) -> bool:
    """Return whether a substitute can be written beside its neighbours: it must not change one that stays."""
    words = sentence.words
    left, right = words[begin - 1] if begin else "", words[end] if end < len(words) else ""
    if not agreement.fits(left, words[begin:end], target, right):
        return False
    stays = begin > 0 and sentence.keep is not None and bool(sentence.keep[begin - 1])
    return not stays or agreement.agreed(left, target[0] if target else right, words[begin]) == left


def _translated(sentences: Sequence[Sentence], options: Options) -> list[dict[Span, Translations] | None]:
    """Return the translations of the spans of each sentence; None for a sentence without a sense."""
    if all(sentence.request.sense is None for sentence in sentences):
        return [None] * len(sentences)
    checked = [_senses(sentence) for sentence in sentences]
    spans = [[(begin, end) for begin, end, _, _ in options.groups(number)] for number in range(len(sentences))]
    return translated(checked, [sentence.words for sentence in sentences], spans)


def _senses(sentence: Sentence) -> list[Sense]:
    request = sentence.request
    try:
        return checked_senses(request.sense, len(sentence.words))
    except ConfigError as error:
        raise request.named(error) from None


def _forbid_other_senses(options: Options, number: int, by_span: dict[Span, Translations], mask: bytearray) -> None:
    for begin, end, first, last in options.groups(number):
        translations = by_span.get((begin, end))
        for k in range(first, last):
            mask[k] = not (translations and sense_of(options.words(k), translations))
