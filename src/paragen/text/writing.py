"""Writes the edits of derivations into the text, after the search: case, spacing, articles, offsets.

Everything outside the edits is copied byte for byte. An edit extends beyond the tokens it replaces only to cover white
space that must not stand beside the new words, and an article that must agree with them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from paragen.text.analysis import Analysis
from paragen.text.case import capitalised, carry
from paragen.text.inside import Part, Replacement, agree_inside, places_inside
from paragen.text.spacing import Place, may_open, no_break_space, stands_as_it_is
from paragen.text.written import AsWritten, Written

Piece = tuple[int, int, str]
"""A half-open range of the input's characters, and what replaces it."""
_LOOK_AHEAD = 8  # how many tokens to search for the next word, past quotes and brackets


class Step(Replacement, Protocol):
    """A substitute of a derivation: ``table`` replaces tokens ``begin`` to ``end`` by ``words``, with those of its parts."""

    @property
    def table(self) -> int: ...
    @property
    def parts(self) -> Sequence[Part]: ...


class Style(NamedTuple):
    """How sentences are written.

    Parameters
    ----------
    blocked : lookup forms never to be produced: an article stays unchanged if the one that agrees is blocked.
    written : how the words of substitutes with capitals of their own are written.
    """

    blocked: Collection[str] = ()
    written: Written = MappingProxyType({})


class Rendered(NamedTuple):
    """One derivation written into the text, and the pieces of its edits."""

    text: str
    pieces: list[Piece]
    derivation: Any


class Placed(NamedTuple):
    """Where an edit is: its characters in the input and in the output, and its text in the output."""

    begin: int
    end: int
    out_begin: int
    out_end: int
    after: str


def placed(pieces: Iterable[Piece]) -> list[Placed]:
    """Return where each piece is."""
    found = []
    shift = 0
    for begin, end, body in pieces:
        out_begin = begin + shift
        found.append(Placed(begin, end, out_begin, out_begin + len(body), body))
        shift += len(body) - (end - begin)
    return found


class Writer:
    """Writes derivations of one sentence.

    Parameters
    ----------
    sentence : its analysis.
    style : how it is to be written.
    """

    def __init__(self, sentence: Analysis, style: Style = Style()) -> None:  # noqa: B008 - immutable
        self.sentence, (self._blocked, self._own) = sentence, style
        text, language = sentence.text, sentence.language
        self._agreement = None if sentence.tokenized else language.agreement
        self._agreeing = self._agreement.words if self._agreement is not None else frozenset()
        self._no_break = no_break_space(text, language) if language.spaced_before else ""
        self._curly = "’" in text and "'" not in text
        self._memo: dict[tuple[int, int, tuple[str, ...]], list[str]] = {}
        self._numbers: dict[Step, int] = {}
        self._known: dict[tuple[int, int, int], Piece] = {}
        self._letters: list[int] = []

    def render(self, derivations: Iterable[Any]) -> list[Rendered]:
        """Return the derivations as text, in order; of identical texts only the first."""
        found: dict[str, Rendered] = {}
        source, several = self.sentence.text, list(derivations)
        write = self.pieces if len(several) > 1 else self.written
        for derivation in several:
            pieces, position = write(derivation.edits), 0
            parts: list[str] = []  # list[str]() would try to note its type on each list
            for begin, end, body in pieces:
                parts += (source[position:begin], body)
                position = end
            text = "".join([*parts, source[position:]])
            if text not in found:
                found[text] = Rendered(text, pieces, derivation)
        return list(found.values())

    def pieces(self, steps: Sequence[Step]) -> list[Piece]:
        """Return for each step the characters it replaces and what replaces them.

        How a step is written depends on its neighbours only if no word stands between them, so the many derivations
        of an n-best list share most pieces.
        """
        keys = None if self.sentence.tokenized else self._keys(steps)
        if keys is None:
            return self.written(steps)
        known = self._known
        try:
            return [known[key] for key in keys]
        except KeyError:
            pieces = self.written(steps)
            known.update(zip(keys, pieces, strict=True))
            return pieces

    def _keys(self, steps: Sequence[Step]) -> list[tuple[int, int, int]] | None:
        """Return for each step what its text depends on: itself, and its neighbours if no word separates them.

        None if a step has no word with a letter: articles agree with what comes after such a step.
        """
        numbers = self._numbers
        found = [numbers.get(step, 0) or self._number(step) for step in steps]
        if -1 in found:
            return None
        last = len(steps) - 1
        if last > 0 and not self._letters:
            self._letters = [0, *accumulate(any(map(str.isalnum, word)) for word in self.sentence.surfaces)]
        letters = self._letters
        joins = [letters[steps[k].end] == letters[steps[k + 1].begin] for k in range(last)]
        return [
            (found[k - 1] if k and joins[k - 1] else 0, found[k], found[k + 1] if k < last and joins[k] else 0)
            for k in range(last + 1)
        ]

    def _number(self, step: Step) -> int:
        """Number a step not seen before, from 1; -1 if it has no word with a letter."""
        number = len(self._numbers) + 1 if any(map(str.isalnum, "".join(step.words))) else -1
        self._numbers[step] = number
        return number

    def crosses(self, step: Step) -> bool:
        """Return whether writing a step properly would cross a stop: white space to be removed or an article that must agree lies
        beyond it, or white space is right beside it."""
        ((begin, end, body),) = self.written([step], bounded=False)
        every = self.sentence.stops
        stops = set(every[bisect_left(every, begin) : bisect_right(every, end)])
        opens, closes = begin in stops and body[:1].isspace(), end in stops and body[-1:].isspace()
        return opens or closes or bool(stops - {begin, end})

    def _within(self, begin: int, end: int) -> tuple[int, int]:
        """Return the characters between which an edit of ``begin`` to ``end`` must stay."""
        stops = self.sentence.stops
        before, after = bisect_right(stops, begin), bisect_left(stops, end)
        return stops[before - 1] if before else 0, stops[after] if after < len(stops) else len(self.sentence.text)

    def written(self, steps: Sequence[Step], bounded: bool = True) -> list[Piece]:
        """Return what :meth:`pieces` does, without keeping it; ``bounded``: each within its stops."""
        sentence = self.sentence
        text, spans, forms, surfaces = sentence.text, sentence.spans, sentence.forms, sentence.surfaces
        if sentence.tokenized and all(step.words for step in steps):  # one without words takes a space with it
            return [(spans[step.begin][0], spans[step.end - 1][1], " ".join(step.words)) for step in steps]
        words = [self._words(step) for step in steps]
        agreeing = self._agreeing
        for k, target in enumerate(words):
            if target and target[-1].replace("’", "'").lower() in agreeing:
                self._agree_at_end(steps, words, k)
        pieces: list[Piece] = []
        position, last = 0, ""
        for k, step in enumerate(steps):
            begin, end = spans[step.begin][0], spans[step.end - 1][1]
            agrees = False  # whether an article before the edit may have to agree with it
            if step.begin and agreeing:
                article = forms[step.begin - 1]
                opens = step.begin > (steps[k - 1].end if k else 0) and may_open(article, sentence.language)
                agrees = opens or article.lower() in agreeing
            before = text[begin - 1] if begin > position else last
            body = "" if agrees else " ".join(words[k])
            if stands_as_it_is(body, forms[step.begin], forms[step.end - 1], before, text[end : end + 1]):
                pieces.append((begin, end, body))
                position, last = end, body[-1]
                continue
            within = self._within(begin, end) if bounded and sentence.stops else (0, len(text))
            place = Place(text, begin, end, position, last, sentence.language, self._no_break, within)
            if sentence.tokenized:
                place.put_verbatim(words[k])
            else:
                meets = k + 1 < len(steps) and spans[steps[k + 1].begin][0] <= end
                place.put(words[k], forms, surfaces, step.begin, step.end, meets)
                if agrees:
                    self._agree_before(place, steps, words, k)
            pieces.append((place.begin, place.end, place.body))
            last = (place.body or text[position : place.begin] or last)[-1:]
            position = place.end
        return pieces

    def _agree_at_end(self, steps: Sequence[Step], words: list[list[str]], k: int) -> None:
        """Make the last word of edit ``k``, as *a* or *an*, agree with what follows the edit."""
        agreement, target = self._agreement, words[k]
        assert agreement is not None
        if len(target) == 1 or not agreement.stays(target[-1], target[-2], False):
            target[-1:] = self._agreed(target[-1], self._following(steps, words, k), "").split(" ")

    def _agree_before(self, place: Place, steps: Sequence[Step], words: Sequence[list[str]], k: int) -> None:
        """Make a word right before edit ``k`` agree with the first word of the edit, which then begins at that word."""
        sentence, step, agreement, forms = self.sentence, steps[k], self._agreement, self.sentence.forms
        assert agreement is not None
        i, first = step.begin - 1, steps[k - 1].end if k else 0
        while i >= first and not agreement.adjacent and may_open(forms[i], sentence.language):
            i -= 1
        if i < first or forms[i].lower() not in agreement.words or (sentence.keep and any(sentence.keep[i : step.begin])):
            return
        surface = sentence.surfaces[i]
        opens = surface[0].isupper() and (sentence.begins[i] or sentence.all_capitals or sentence.headline)
        if agreement.stays(surface, forms[i - 1] if i else "", opens):
            return
        following = words[k] if any(map(_has_letter, words[k])) else self._following(steps, words, k)
        changed = self._agreed(surface, following, forms[step.begin])
        begin, end = sentence.spans[i]
        if changed != surface and begin >= place.least:
            place.put_before(changed, surface, sentence.text[end : place.begin])
            place.begin = begin

    def _following(self, steps: Sequence[Step], words: Sequence[list[str]], k: int) -> Sequence[str]:
        """Return words that follow edit ``k`` in the output, including the next one with a letter."""
        i, surfaces = steps[k].end, self.sentence.surfaces
        for step, target in zip(steps[k + 1 :], words[k + 1 :], strict=True):
            for found in (surfaces[i : step.begin], target):
                if any(map(_has_letter, found)):
                    return found
            i = step.end
        return surfaces[i : i + _LOOK_AHEAD]

    def _agreed(self, surface: str, words: Sequence[str], replaced: str) -> str:
        """Return a word in the form that the first of ``words`` takes."""
        assert self._agreement is not None
        following, agreed = next(filter(_has_letter, words), ""), self._agreement.agreed
        upper = self.sentence.all_capitals
        changed = agreed(surface.lower(), following.lower(), replaced).upper() if upper else agreed(surface, following, replaced)
        if changed == surface or any(word in self._blocked for word in changed.lower().split()):
            return surface
        return changed.replace("'", "’") if self._curly else changed

    def alone(self, step: Step) -> Placed:
        """Return how a substitute reads when it is the only change to the sentence."""
        begin, end, body = self._known.get((0, self._numbers.get(step, 0), 0)) or self.pieces([step])[0]
        return Placed(begin, end, begin, begin + len(body), body)

    def places_inside(self, step: Step, body: str) -> list[tuple[int, int]]:
        """Return where each part of a step is in the text that replaces the step, as characters."""
        return places_inside(step.parts, self._words(step), body)

    def _words(self, step: Step) -> list[str]:
        """Return the target words of ``step`` with the case and apostrophes they take here."""
        if self.sentence.tokenized:
            return list(step.words)
        key = (step.begin, step.end, step.words)
        if key not in self._memo:
            words = carry(self.sentence, step.begin, step.end, step.words)
            self._memo[key] = [word.replace("'", "’") for word in words] if self._curly else words
        words = list(self._memo[key])
        for part in step.parts:
            here = slice(part.at, part.at + len(part.words))
            own = self._own.get((tuple(self.sentence.forms[part.begin : part.end]), part.words))
            if own is not None and not self.sentence.all_capitals:
                words[here] = self._as_written(part, own, words[here])
            agree_inside(part, words, self.sentence.forms[part.begin], self._agreement, self._agreed)
        if self._own and not self.sentence.all_capitals:
            own = self._own.get((tuple(self.sentence.forms[step.begin : step.end]), step.words))
            return words if own is None else self._as_written(step, own, words)
        return words

    def _as_written(self, step: Step | Part, own: AsWritten, words: list[str]) -> list[str]:
        if not own.verbatim:
            triples = zip(words, own.words, step.words, strict=True)
            return [word if written == form else written for word, written, form in triples]
        words = list(own.words)
        if self.sentence.begins[step.begin]:
            words[0] = capitalised(words[0])
        return words


def _has_letter(word: str) -> bool:
    return word.isalnum() or any(map(str.isalnum, word))
