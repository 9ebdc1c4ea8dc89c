"""Writes the edits of a derivation into the text: case, spacing, articles, offsets.

Everything outside the edits is copied byte for byte. An edit extends beyond the tokens it replaces only to cover white
space that must not stand beside the new words, and an article that must agree with them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple, Protocol

from paragen.text.case import SentenceCase, capitalised
from paragen.text.languages import ENGLISH, Language
from paragen.text.spacing import Place, joined, may_open, no_break_space
from paragen.text.tokenizer import Spans

Piece = tuple[int, int, str]
"""A half-open range of the input's characters, and what replaces it."""
_LOOK_AHEAD = 8  # how many tokens to search for the next word, past quotes and brackets


class AsWritten(NamedTuple):
    """The words of a substitute as written, if not in lower case; ``verbatim``: exactly so, except for a capital at the beginning
    of a sentence, as in *as soon as possible* for *ASAP*."""

    words: tuple[str, ...]
    verbatim: bool = False


Written = Mapping[tuple[tuple[str, ...], tuple[str, ...]], AsWritten]
"""How the target of a pair is written, by its source and target: whichever table a substitute is taken from."""


class Step(Protocol):
    """A substitute of a derivation: ``table`` replaces tokens ``begin`` to ``end`` by ``words``."""

    @property
    def begin(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def words(self) -> tuple[str, ...]: ...
    @property
    def table(self) -> int: ...


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


class Renderer:
    """Writes derivations of one sentence.

    Parameters
    ----------
    text : the sentence; spans, forms : its tokens and their lookup forms.
    keep : a byte for each token, 1 if it must stay as it is.
    tokenized : target words are written verbatim, separated by single spaces; nothing is repaired.
    blocked : lookup forms never to be produced: an article stays unchanged if the one that agrees is blocked.
    language : whose rules apply.
    written : how the words of substitutes with capitals of their own are written.
    stops : characters that no edit crosses, increasing.
    """

    def __init__(
        self, text: str, spans: Spans, forms: Sequence[str], keep: bytes | None = None, tokenized: bool = False,
        blocked: Collection[str] = (), language: Language = ENGLISH, written: Written | None = None,
        stops: Sequence[int] = (),
    ) -> None:
        self._stops = stops
        self._own = written or {}
        self.language, self._agreement, self._blocked = language, language.agreement, blocked
        self._agreeing = self._agreement.words if self._agreement is not None else frozenset()
        self._no_break = no_break_space(text, language)
        self.text, self.spans, self.forms, self.keep, self.tokenized = text, spans, forms, keep, tokenized
        self._surfaces = [text[begin:end] for begin, end in spans]
        self._case = SentenceCase(self._surfaces, forms, language)
        self._curly = "’" in text and "'" not in text
        self._memo: dict[tuple[int, int, tuple[str, ...]], list[str]] = {}
        self._numbers: dict[Step, int] = {}
        self._known: dict[tuple[int, int, int], Piece] = {}
        self._letters: list[int] = []

    def know_names(self, tokens: Iterable[int]) -> None:
        """Keep the capitals of names, including those at the beginning of a sentence, wherever an edit moves them."""
        self._case.names = frozenset(tokens)

    def render(self, steps: Sequence[Step]) -> tuple[str, list[Placed]]:
        """Return the text with ``steps`` (in order, not overlapping) applied, and the place of each."""
        pieces = self.pieces(steps)
        return self.applied(pieces), placed(pieces)

    def applied(self, pieces: Sequence[Piece]) -> str:
        """Return the text with ``pieces`` applied."""
        text = self.text
        parts: list[str] = []
        position = 0
        for begin, end, body in pieces:
            parts += (text[position:begin], body)
            position = end
        parts.append(text[position:])
        return "".join(parts)

    def pieces(self, steps: Sequence[Step]) -> list[Piece]:
        """Return for each step the characters it replaces and what replaces them.

        How a step is written depends on its neighbours only if no word stands between them, so the many derivations
        of an n-best list share most pieces.
        """
        keys = None if self.tokenized else self._keys(steps)
        if keys is None:
            return self._written(steps)
        known = self._known
        try:
            return [known[key] for key in keys]
        except KeyError:
            pieces = self._written(steps)
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
            self._letters = [0, *accumulate(map(_has_letter, self._surfaces))]
        letters = self._letters
        joins = [letters[steps[k].end] == letters[steps[k + 1].begin] for k in range(last)]
        return [
            (found[k - 1] if k and joins[k - 1] else 0, found[k], found[k + 1] if k < last and joins[k] else 0)
            for k in range(last + 1)
        ]

    def _number(self, step: Step) -> int:
        """Number a step not seen before, from 1; -1 if it has no word with a letter."""
        number = len(self._numbers) + 1 if any(map(_has_letter, step.words)) else -1
        self._numbers[step] = number
        return number

    def crosses(self, step: Step) -> bool:
        """Return whether writing a step properly would cross a stop: white space to be removed or an article that must agree lies
        beyond it, or white space is right beside it."""
        ((begin, end, body),) = self._written([step], bounded=False)
        first, last = bisect_left(self._stops, begin), bisect_right(self._stops, end)
        stops = set(self._stops[first:last])
        opens, closes = begin in stops and body[:1].isspace(), end in stops and body[-1:].isspace()
        return opens or closes or bool(stops - {begin, end})

    def _within(self, begin: int, end: int) -> tuple[int, int]:
        """Return the characters between which an edit of ``begin`` to ``end`` must stay."""
        if not self._stops:
            return 0, len(self.text)
        before, after = bisect_right(self._stops, begin), bisect_left(self._stops, end)
        return (
            self._stops[before - 1] if before else 0,
            self._stops[after] if after < len(self._stops) else len(self.text),
        )

    def _written(self, steps: Sequence[Step], bounded: bool = True) -> list[Piece]:
        """Write the steps one after the other, each in the context of its neighbours; ``bounded``: within their stops."""
        text, spans = self.text, self.spans
        if self.tokenized and all(step.words for step in steps):  # one without words takes a space with it
            return [(spans[step.begin][0], spans[step.end - 1][1], " ".join(step.words)) for step in steps]
        words = [self._words(step) for step in steps]
        if not self.tokenized:
            self._agree_at_ends(steps, words)
        pieces: list[Piece] = []
        position = 0
        last = ""
        for k, step in enumerate(steps):
            begin, end = spans[step.begin][0], spans[step.end - 1][1]
            within = self._within(begin, end) if bounded else (0, len(text))
            place = Place(text, begin, end, position, last, self.language, self._no_break, within)
            self._write(place, steps, words, k)
            pieces.append((place.begin, place.end, place.body))
            last = (place.body or text[position : place.begin] or last)[-1:]
            position = place.end
        return pieces

    def alone(self, step: Step) -> Placed:
        """Return how a substitute reads when it is the only change to the sentence."""
        begin, end, body = self._known.get((0, self._numbers.get(step, 0), 0)) or self.pieces([step])[0]
        return Placed(begin, end, begin, begin + len(body), body)

    def once(self, step: Step) -> Piece:
        """Return the piece of a substitute that is the only change to the sentence, without caching it."""
        return self._written([step])[0]

    def _words(self, step: Step) -> list[str]:
        """Return the target words of ``step`` with the case and apostrophes they take here."""
        if self.tokenized:
            return list(step.words)
        key = (step.begin, step.end, step.words)
        if key not in self._memo:
            words = self._case.carry(step.begin, step.end, step.words)
            self._memo[key] = [word.replace("'", "’") for word in words] if self._curly else words
        words = list(self._memo[key])
        if self._own and not self._case.all_capitals:
            own = self._own.get((tuple(self.forms[step.begin : step.end]), step.words))
            return words if own is None else self._as_written(step, own, words)
        return words

    def _as_written(self, step: Step, own: AsWritten, words: list[str]) -> list[str]:
        if not own.verbatim:
            triples = zip(words, own.words, step.words, strict=True)
            return [word if written == form else written for word, written, form in triples]
        words = list(own.words)
        if self._case.begins_sentence(step.begin):
            words[0] = capitalised(words[0])
        return words

    def _write(self, place: Place, steps: Sequence[Step], words: Sequence[list[str]], k: int) -> None:
        """Set the body of edit ``k`` and repair the text next to it."""
        if self.tokenized:
            place.body = " ".join(words[k])
            if not place.body:
                place.close_gap()
            return
        step = steps[k]
        quoted = '"' in words[k] and self.forms[: step.begin].count('"') % 2 == 1
        place.body = self._stopped(joined(words[k], self.language, self._no_break, quoted), step, place.next)
        if place.body:
            place.space_left(words[k][0], self.forms[step.begin])
            if k + 1 == len(steps) or self.spans[steps[k + 1].begin][0] > place.end:
                place.space_right(words[k][-1], self.forms[step.end - 1])
        else:
            place.close_gap()
        if self._agreeing:
            following = words[k] if any(map(_has_letter, words[k])) else self._following(steps, words, k)
            self._agree_before(place, step, steps[k - 1].end if k else 0, following)

    def _stopped(self, body: str, step: Step, following: str) -> str:
        """Adapt ``body`` to the full stop it shares with the sentence, as when "and so on." becomes "etc." or vice versa."""
        if body.endswith(".") and following == ".":
            return body[:-1]
        replaced = self.forms[step.end - 1]
        if len(replaced) > 1 and replaced[-1] == "." and body and body[-1] not in ".!?":
            rest = self._surfaces[step.end : step.end + _LOOK_AHEAD]
            if not any(_has_letter(word) or word in ".!?" for word in rest):
                return body + "."
        return body

    def _following(self, steps: Sequence[Step], words: Sequence[list[str]], k: int) -> list[str]:
        """Return words that follow edit ``k`` in the output, including the next one with a letter."""
        i = steps[k].end
        for step, target in zip(steps[k + 1 :], words[k + 1 :], strict=True):
            between = self._surfaces[i : step.begin]
            if any(map(_has_letter, between)):
                return between
            if any(map(_has_letter, target)):
                return target
            i = step.end
        return self._surfaces[i : i + _LOOK_AHEAD]

    def _agree_at_ends(self, steps: Sequence[Step], words: list[list[str]]) -> None:
        """Make an article at the end of an edit agree with what follows the edit."""
        agreement = self._agreement
        for k in range(len(steps)):
            if agreement is None or not words[k] or words[k][-1].replace("’", "'").lower() not in self._agreeing:
                continue
            if len(words[k]) == 1 or not agreement.stays(words[k][-1], words[k][-2], False):
                words[k][-1:] = self._agreed(words[k][-1], self._following(steps, words, k), "").split(" ")

    def _agree_before(self, place: Place, step: Step, first: int, words: Sequence[str]) -> None:
        """Make an article right before an edit agree with its first word; the edit then begins at the article."""
        agreement = self._agreement
        assert agreement is not None
        i = step.begin - 1
        while i >= first and not agreement.adjacent and may_open(self.forms[i], self.language):
            i -= 1
        if i < first or self.forms[i].lower() not in agreement.words or (self.keep and any(self.keep[i : step.begin])):
            return
        surface = self._surfaces[i]
        opens = surface[0].isupper() and (self._case.begins_sentence(i) or self._case.all_capitals or self._case.headline)
        if agreement.stays(surface, self.forms[i - 1] if i else "", opens):
            return
        changed = self._agreed(surface, words, self.forms[step.begin])
        if changed != surface:
            begin, end = self.spans[i]
            if begin < place.least:
                return
            self._put_before(place, changed, surface, self.text[end : place.begin])
            place.begin = begin

    def _put_before(self, place: Place, changed: str, surface: str, between: str) -> None:
        """Replace ``surface`` before an edit by ``changed``, without a space if it ends in an apostrophe."""
        if changed[-1] in "'’":
            between, place.body = "", place.body.lstrip()
            if not place.body:
                place.trim_right()
        elif surface[-1] in "'’" and not between and not self._begins_with_space(place):
            between = " "
        place.body = changed + between + place.body

    def _begins_with_space(self, place: Place) -> bool:
        return (place.body or self.text[place.end :])[:1].isspace()

    def _agreed(self, surface: str, words: Sequence[str], replaced: str) -> str:
        """Return the article in the form that the first of ``words`` takes."""
        agreement = self._agreement
        assert agreement is not None
        following = next(filter(_has_letter, words), "")
        if self._case.all_capitals:
            changed = agreement.agreed(surface.lower(), following.lower(), replaced).upper()
        else:
            changed = agreement.agreed(surface, following, replaced)
        if changed == surface or any(word in self._blocked for word in changed.lower().split()):
            return surface
        return changed.replace("'", "’") if self._curly else changed


def _has_letter(word: str) -> bool:
    return word.isalnum() or any(map(str.isalnum, word))
