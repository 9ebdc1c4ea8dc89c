"""Makes the list of a sentence's paraphrases of what a search has found: all different, none refused, and, if asked for, each
with a content word of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from paragen.decoder.derivation import Derivation, Part, Substitute
from paragen.decoder.fit.kernel import SingleEdit, single_edits
from paragen.decoder.options import Options
from paragen.decoder.search import Decoder
from paragen.decoder.settings import WORDS, SearchSettings
from paragen.rewriting.options import OptionLookup
from paragen.rewriting.prepare import Sentence
from paragen.settings.resolved import ResolvedSettings
from paragen.text.tokenizer import Tokenizer
from paragen.text.writing import Rendered, placed

MOST = 1_000_000
"""The most paraphrases in a list."""
LOOK_AT = 20
"""Where several edits together produce a blocked phrase: how many paraphrases are tried for each one requested before one of
these edits is given up."""

Key = tuple[int, int, tuple[str, ...]]
"""Tells single edits apart: source words [begin, end), target words."""


class Lists(NamedTuple):
    """Makes the list of a sentence's paraphrases; searches it again if what was found is not enough.

    Parameters
    ----------
    decoder, lookup : search a sentence, and look up its options.
    chosen : the settings.
    tokenizer : splits paraphrases.
    """

    decoder: Decoder
    lookup: OptionLookup
    chosen: ResolvedSettings
    tokenizer: Tokenizer

    def refined(
        self, sentence: Sentence, found: list[Rendered], settings: SearchSettings, options: Options, number: int, n_found: int
    ) -> list[Rendered]:
        """Return the list of a sentence, given its n best: without those that are refused, and by content words if asked for.

        Parameters
        ----------
        options, number : what was searched, and the sentence's number there.
        n_found : how many derivations were found; some may have the same text.
        """
        if len(found) < n_found == settings.n:
            found = self._more(sentence, settings)
        if self.chosen.never.phrases or settings.min_edits:
            found = self._without_refused(sentence, found, settings)
        by_words = settings.n > 1 and settings.distinct_by == WORDS and self.chosen.fitted
        if by_words and settings.min_edits <= 1 and settings.max_edits != 0 and len(options.windows(number)) == 1:
            found = self._by_words(sentence, found, settings, options, single_edits(options, number))
        return found

    def _by_words(
        self, sentence: Sentence, found: list[Rendered], settings: SearchSettings, options: Options, edits: Sequence[SingleEdit]
    ) -> list[Rendered]:
        """Return the best paraphrase, then those by a single edit whose content words no other has, then others, best first.

        If those of the best one are all that is missing for a whole list, it gives up its least sure edits. Of those that only
        open the sentence otherwise (*could you*, *I'd like you to*), one is listed.
        """
        best, wanted = found[0].derivation, settings.n - 1
        source = sentence.words
        made = {_key(one) for step in best.edits for one in ([step.alone(source), *step.parts] if step.parts else [step])}
        first = [edit for edit in edits if _key(edit) in made]
        own = _own(edits, first)
        if 0 < (lacking := wanted - len(own)) < sum(bool(edit.stems) for edit in first):
            given_up = [edit for edit in first if edit.stems][-lacking:]
            others = _own(edits, [edit for edit in first if edit not in given_up])
            if len(others) >= wanted:
                gone = set(map(_key, given_up))
                steps = [left for step in best.steps for left in _left(step, gone, source)]
                own, found = others, self._written(sentence, [steps], settings) or found
        several = [found[0], *self._single(sentence, options, own[:wanted], settings)]
        if len(several) <= wanted:
            rest = [edit for edit in edits if edit not in own][: settings.n]
            several += _best_first([*found[1:], *self._single(sentence, options, rest, settings)])
        openings = {(edit.begin, edit.end, edit.words) for edit in edits if _only_opens(edit, source)}
        by_text: dict[str, Rendered] = {}
        opened = False
        for one in several:
            made = {(step.begin, step.end, step.words) for step in one.derivation.edits}
            only_opens = bool(made) and made <= openings
            if not (only_opens and opened):
                by_text.setdefault(one.text, one)
            opened |= only_opens
        return list(by_text.values())[: settings.n]

    def _single(
        self, sentence: Sentence, options: Options, edits: Iterable[SingleEdit], settings: SearchSettings
    ) -> list[Rendered]:
        """Return paraphrases by one edit each, best first."""
        chosen, steps = self.chosen, []
        names = chosen.features.tables
        for edit in edits:
            offers = options[edit.number].offers
            gains = [chosen.weights[names[table]] * (score - chosen.floors[names[table]]) for table, score in offers]
            table, score = offers[gains.index(max(gains))]
            steps.append([Substitute(edit.begin, edit.end, table, edit.words, score, edit.scores)])
        return _best_first(self._written(sentence, steps, settings))

    def _written(self, sentence: Sentence, several: Iterable[Sequence[Substitute]], settings: SearchSettings) -> list[Rendered]:
        """Return derivations, given by their steps, as text; without those that are refused or that agreement undoes."""
        rendered = sentence.writer.render(self.decoder.rescore(sentence.input, steps) for steps in several)
        return [one for one in rendered if one.text != sentence.text and not self._refused(sentence, one, settings)]

    def _more(self, sentence: Sentence, settings: SearchSettings, never: Collection[Substitute] = ()) -> list[Rendered]:
        """Return paraphrases, some of which were identical as text, from a list twice as long."""
        return self._searched(sentence, replace(settings, n=min(2 * settings.n, MOST)), never)[1][: settings.n]

    def _searched(
        self, sentence: Sentence, settings: SearchSettings, never: Collection[Substitute]
    ) -> tuple[list[Derivation], list[Rendered]]:
        [found] = self.decoder.search(self.lookup.options([sentence], never=never), settings)
        return found, sentence.writer.render(found)

    def _without_refused(
        self, sentence: Sentence, rendered: list[Rendered], settings: SearchSettings, never: frozenset[Substitute] = frozenset()
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

    def _refused(self, sentence: Sentence, rendered: Rendered, settings: SearchSettings) -> list[Substitute]:
        """Return the edits that produce blocked phrases, and those that are undone, if a number of edits is asked for."""
        undone = _undone(sentence, rendered) if settings.min_edits else []
        return [*undone, *self._arising(rendered)] if self.chosen.never.phrases else undone

    def _arising(self, rendered: Rendered) -> list[Substitute]:
        """Return the edits that produce blocked phrases."""
        spans = [(place.out_begin, place.out_end) for place in placed(rendered.pieces)]
        arising = self.chosen.never.arising(rendered.text, self.tokenizer, spans) if spans else ()
        return [rendered.derivation.edits[i] for i in sorted(arising)]


def _key(edit: SingleEdit | Substitute | Part) -> Key:
    return edit.begin, edit.end, edit.words


def _left(step: Substitute, gone: Collection[Key], source: Sequence[str]) -> list[Substitute]:
    """Return what is left of a step without the edits that are gone."""
    if not step.parts:
        return [] if _key(step) in gone else [step]
    parts = [part for part in step.parts if _key(part) in gone]
    if _key(step.alone(source)) not in gone:
        return [step.without(parts, source)]
    return sorted(Substitute(*part[:-1]) for part in step.parts if part not in parts)


def _own(edits: Iterable[SingleEdit], first: Iterable[SingleEdit]) -> list[SingleEdit]:
    """Return the surest edits with content words that neither ``first`` nor each other have."""
    taken = {stem for edit in first for stem in edit.stems}
    own = []
    for edit in edits:
        if edit.stems and taken.isdisjoint(edit.stems):
            taken |= edit.stems
            own.append(edit)
    return own


def _only_opens(edit: SingleEdit, source: Sequence[str]) -> bool:
    """Return whether an edit puts words before a sentence, or others without a content word at its begin."""
    kept = tuple(source[edit.begin : edit.end])
    return edit.begin == 0 and (not edit.stems or edit.words[-len(kept) :] == kept)


def _best_first(several: Iterable[Rendered]) -> list[Rendered]:
    return sorted(several, key=lambda one: -one.derivation.score)


def _undone(sentence: Sentence, rendered: Rendered) -> list[Substitute]:
    """Return the steps whose words read as before; the last one if only together they leave the text as it was."""
    text, steps = sentence.text, rendered.derivation.edits
    found = zip(placed(rendered.pieces), steps, strict=True)
    alone = [step for place, step in found if text[place.begin : place.end] == place.after]
    return alone if alone or rendered.text != text else list(steps[-1:])
