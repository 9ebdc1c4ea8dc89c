"""Turns derivations into results: paraphrases and explanations, and the patterns with slots [Z09 section 4.6] behind them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any

from paragen.decoder.derivation import Part, Rewriting, Substitute
from paragen.decoder.features import confidence
from paragen.decoder.fit.kernel import confidence_base
from paragen.decoder.search import Decoder
from paragen.model import Model
from paragen.results import FORCED, Edit, EditPart, Origin, Paraphrase, Pattern, Wording, substitute_id
from paragen.rewriting.options import GivenTables
from paragen.rewriting.prepare import Sentence
from paragen.settings.blocked import BlockedForms
from paragen.settings.resolved import ResolvedSettings
from paragen.text.writing import Placed, Rendered, placed

if TYPE_CHECKING:
    from paragen.results import Explanation, Held, Match
    from paragen.rewriting.parsed import Parse
    from paragen.tables.bilingual.patterns.kernel import Parses


class ResultWriter:
    """Makes a result of each derivation, with the origin of its edits.

    Parameters
    ----------
    model, chosen : the model, and the settings chosen for it.
    decoder : made the derivations.
    patterns : tells which pattern made an edit.
    given : notes which tables given at load time are used.
    conditions : returns what conditions say of edits of a sentence.
    blocked_forms : notes forms of blocked words; None: all forms are blocked, or none can be told.
    """

    def __init__(
        self, model: Model, chosen: ResolvedSettings, decoder: Decoder, patterns: Patterns, given: GivenTables,
        blocked_forms: BlockedForms | None, conditions: Callable[[Sentence, Sequence[Substitute]], list[Held | None]],
    ) -> None:
        self._conditions = conditions
        self._names, self._tables = chosen.features.names, chosen.features.tables
        self._weights, self._least = chosen.weights, chosen.min_confidence if chosen.fitted else None
        self._decoder, self._patterns, self._given, self._forms = decoder, patterns, given, blocked_forms
        self._licences = {table.name: table.licence for table in model.tables}
        self._notes = len(self._licences) < len(self._tables) or self._forms is not None  # tables were given, or words blocked

    def with_weights(self, decoder: Decoder, chosen: ResolvedSettings) -> ResultWriter:
        """Return the same for a decoder and settings that differ in weights alone."""
        other = copy(self)
        other._decoder, other._weights = decoder, chosen.weights
        return other

    def paraphrase(self, sentence: Sentence, rendered: Rendered) -> Paraphrase:
        """Return a derivation as a paraphrase."""
        source, known = sentence.request.text, sentence.origins
        edits = []
        for place, step in edits_of(sentence, rendered):
            if (origin := known.get(step)) is None:
                origin = known[step] = self._origin(sentence, step)
            begin, end, out_begin, out_end, after = place
            parts = () if step is None or not step.parts else self._parts(sentence, step, place)
            edits.append(Edit(begin, end, out_begin, out_end, source[begin:end], after, *origin, parts))
        derivation = rendered.derivation
        return Paraphrase(
            source, rendered.text, derivation.score, tuple(edits), self._names, derivation.features, sentence.has_tree,
            sentence.other_language,
        )  # fmt: skip

    def wording(self, sentence: Sentence, rendered: Rendered) -> Wording:
        """Return a derivation as a paraphrase without edits."""
        derivation = rendered.derivation
        for _, step in edits_of(sentence, rendered) if self._notes else ():
            if step is not None:
                self._note(sentence, step)
        unchanged = rendered.text == sentence.request.text
        return Wording(rendered.text, unchanged, derivation.score, derivation.features, sentence.other_language)

    def _parts(self, sentence: Sentence, step: Substitute, place: Placed) -> tuple[EditPart, ...]:
        """Return the parts of an edit."""
        spans, found = sentence.analysis.spans, []
        for part, (first, last) in zip(step.parts, sentence.writer.places_inside(step, place.after), strict=True):
            begin, end, table = spans[part.begin][0], spans[part.end - 1][1], self._tables[part.table]
            before, out = sentence.text[begin:end], place.out_begin
            if sentence.forced is not None:
                begin, end = sentence.forced.to_source(begin), sentence.forced.to_source(end)
            found.append(EditPart(
                begin, end, out + first, out + last, before, place.after[first:last], table, _shown(part.score),
                self._licences.get(table, ""), self._confidence(part.scores),
            ))  # fmt: skip
        return tuple(found)

    def _origin(self, sentence: Sentence, step: Substitute | None) -> Origin:
        """Return the origin of an edit by its step, None for a forced wording."""
        if step is None:
            return (*FORCED, "", None, "", None)
        table = self._tables[step.table]
        if self._notes:
            self._note(sentence, step)
        licence, pattern = self._licences.get(table, ""), self._patterns.origin(sentence, step)
        place = sentence.writer.alone(step)
        name = substitute_id(sentence.text, place.begin, place.end, place.after)
        sure = self._confidence(step.scores, *(part.scores for part in step.parts))
        return table, _shown(step.score), licence, sure, name, pattern

    def _note(self, sentence: Sentence, step: Substitute) -> None:
        made: list[Substitute | Part] = [step.alone(sentence.words), *step.parts] if step.parts else [step]
        for one in made:
            source = tuple(sentence.words[one.begin : one.end])
            self._given.note_edit(source, one.words)
            if self._forms is not None:
                self._forms.note(source, one.words)

    def _confidence(self, *scores: Sequence[float]) -> float | None:
        """Return how sure edits are, together: what the first scorer says of them, if the model has a fit."""
        if self._least is None or not all(scores):
            return None
        return confidence(math.fsum(each[0] for each in scores), confidence_base(self._least) ** len(scores))

    def explanation(self, sentence: Sentence, rendered: Rendered) -> Explanation:
        """Return a derivation with the gain of each edit and each feature's share of the score."""
        from paragen.results import Explanation

        derivation = rendered.derivation
        worth = dict(zip(derivation.edits, self._decoder.gains(sentence.input, derivation), strict=True))
        steps = [step for _, step in edits_of(sentence, rendered)]
        every = tuple(0.0 if step is None else worth[step] for step in steps)
        said = iter(self._conditions(sentence, [step for step in steps if step is not None]))
        held = tuple(None if step is None else next(said) for step in steps)
        parts = {name: self._weights[name] * value + 0.0 for name, value in zip(self._names, derivation.features, strict=True)}
        return Explanation(self.paraphrase(sentence, rendered), every, parts, held if any(held) else ())


def _shown(logscore: float) -> float:
    return float(f"{math.exp(logscore):.6g}")


def edits_of(sentence: Sentence, rendered: Rendered) -> list[tuple[Placed, Substitute | None]]:
    """Return the place of each edit in the text of the request, with its step; None for the step of a forced wording.

    What reads as before is no edit, even if a step replaced its words: agreement may undo a step, or one step another.
    """
    source, steps, places = sentence.request.text, rendered.derivation.edits, placed(rendered.pieces)
    if rendered.text == source:
        return []
    found: Iterable[tuple[Placed, Substitute | None]] = zip(places, steps, strict=True)
    if sentence.forced is not None:
        found = ((place, None if number is None else steps[number]) for place, number in sentence.forced.merged(places))
    return [(place, step) for place, step in found if source[place[0] : place[1]] != place[4]]  # by number: twice as fast


class Patterns:
    """Tells which patterns match sentences, and which made an edit.

    Parameters
    ----------
    decoder : looks up patterns, given the fillers.
    tables : the enabled tables of patterns: names by number.
    """

    def __init__(self, decoder: Decoder, tables: dict[int, str]) -> None:
        self._decoder, self._tables = decoder, tables

    def origin(self, sentence: Sentence, step: Substitute) -> Pattern | None:
        """Return the pattern that made an edit; None if it comes from a phrase."""
        if step.table not in self._tables:
            return None
        if sentence.rewritings is None:
            sentence.rewritings = {_key(one): one for one in self._decoder.rewritings(sentence.input)}
        one = sentence.rewritings.get(_key(step.alone(sentence.words) if step.parts else step))
        return None if one is None else _pattern(sentence, one)

    def matches(self, sentences: Sequence[Sentence], parses: Parses | None = None) -> list[list[Match]]:
        """Return the patterns that match each sentence, in the order of the spans they change, then by table and score.

        With parses, they match by these: a pattern is a partial subtree, and branches fill its slots.
        """
        if parses is None:
            return [self._matches(sentence, None) for sentence in sentences]
        from paragen.rewriting.parsed import parses_of

        found = parses_of(parses, [sentence.words for sentence in sentences])
        return [self._matches(sentence, parse) for sentence, parse in zip(sentences, found, strict=True)]

    def _matches(self, sentence: Sentence, parse: Parse | None) -> list[Match]:
        from paragen.results import Match

        found = []
        given = sentence.input if parse is None else sentence.input._replace(fillers=parse.fillers())
        for matched in self._decoder.rewritings(given) if self._tables else ():
            one = matched if parse is None else parse.place(matched, sentence.words)
            if one is not None and one.table in self._tables:
                step = Substitute(one.begin, one.end, one.table, one.words, one.score)
                place = sentence.writer.alone(step)
                text = sentence.text[: place.begin] + place.after + sentence.text[place.end :]
                words = [*sentence.words[: one.begin], *one.words, *sentence.words[one.end :]]
                found.append(Match(
                    place.begin, place.end, sentence.text[place.begin : place.end], place.after, _pattern(sentence, one),
                    self._tables[one.table], one.score, self._per_word(words), text,
                ))  # fmt: skip
        return found

    def _per_word(self, words: Sequence[str]) -> float:
        return self._decoder.lm.score(words) / (len(words) + 1)


def _pattern(sentence: Sentence, one: Rewriting) -> Pattern:
    spans, text = sentence.analysis.spans, sentence.text
    fillers = tuple(text[spans[begin][0] : spans[end - 1][1]] for begin, end in one.fillers)
    return Pattern(one.pattern, one.target, fillers)


def _key(step: Rewriting | Substitute) -> tuple[Any, ...]:
    return step.begin, step.end, step.table, step.words
