"""A judged word in a line that ``paragen substitutes`` can read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from paragen.tuning.labels.gold.judged import JudgedTarget, words
from paragen.tuning.labels.items import Item

_WHITE = re.compile(r"\s+")
_BREAK = re.compile(r"[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]")


@dataclass(frozen=True)
class Target:
    """A judged target.

    Parameters
    ----------
    text : its context, on one line.
    begin, end : the target's characters, half-open.
    document : where the context is from; the context itself if that is not known.
    upos : the class of the target: NOUN, VERB, ADJ, ADV; another or "" if that is not known.
    judged : people's judgements.
    """

    text: str
    begin: int
    end: int
    document: str
    upos: str
    judged: JudgedTarget

    def substitute(self, item: Item) -> str | None:
        """Return what an item puts in the target's place, in lookup form; None if it replaces something else.

        An item may include words beside the target if they stay: *finished the* for *completed the* is *finished* for
        *completed*; *a* may become *an*.
        """
        place = item.place
        if not (place.begin <= self.begin and self.end <= place.end):
            return None
        if (place.begin, place.end) == (self.begin, self.end):
            return item.substitute if item.phrase == self.judged.target else None
        own, tail = self.judged.target.split(" "), list(words(place.text[self.end : place.end]))
        phrase, given = item.phrase.split(" "), item.substitute.split(" ")
        lead, rest = len(phrase) - len(own) - len(tail), len(given) - len(tail)
        if lead < 0 or lead >= rest or phrase[lead:] != own + tail or given[rest:] != tail:
            return None
        head = _agreed(words(place.text[place.begin : self.begin]))
        if not head[len(head) - lead :] == _agreed(phrase[:lead]) == _agreed(given[:lead]):
            return None
        return " ".join(given[lead:rest])


def _agreed(phrase: Iterable[str]) -> list[str]:
    return ["a" if word == "an" else word for word in phrase]


def one_line(text: str, begin: int, end: int) -> tuple[str, int, int]:
    """Return a text with line breaks and tabs as single spaces, stripped at both ends, and the new position of a span.

    The span must begin and end with non-white space.
    """
    head, own, tail = (_WHITE.sub(_joined, part) for part in (text[:begin].lstrip(), text[begin:end], text[end:].rstrip()))
    return head + own + tail, len(head), len(head) + len(own)


def _joined(white: re.Match[str]) -> str:
    return " " if _BREAK.search(white[0]) else white[0]


def whole_number(text: str) -> bool:
    """Return whether a field of a gold set is a number that such a set can have."""
    return text.isascii() and text.isdigit() and len(text) <= 9
