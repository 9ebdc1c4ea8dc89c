"""Reads the Edinburgh++ corpus [CCL08]: pairs of sentences that say the same thing, word-aligned by people.

The substitute of a phrase in one sentence is the phrase in the other sentence that it is aligned with.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import whole_text
from paragen.base.json_and_toml import parse_json
from paragen.tuning.labels.gold.targets import Target, joined, plain, target_at, words

MAX_WORDS = 4
"""Maximum tokens of a phrase, on either side."""

_EXPECTED = "a file of Edinburgh++: a JSON list of pairs with source, target, sureAlign and possibleAlign"
_LINK = re.compile(r"(\d{1,9})-(\d{1,9})")
_Span = tuple[int, int]


def read_edinburgh(path: StrPath) -> list[Target]:
    """Return each phrase that is aligned with another wording, in the order of the sentences.

    The verdict on a substitute is the number of sentence pairs in which the phrase is aligned with it.

    Raises
    ------
    FormatError : the file is not Edinburgh++, or a link is not between tokens.
    """
    name = os.fspath(path)
    found: dict[tuple[str, int, int], tuple[str, dict[str, float]]] = {}
    for number, pair in enumerate(_pairs(name), 1):
        sides = pair["source"].split(), pair["target"].split()
        document = pair.get("name") or f"pair {number}"
        links = _links(f"{pair['sureAlign']} {pair['possibleAlign']}", f"{name}, {document}", sides)
        for spans in phrase_pairs(links):
            phrases = [lookup_form(side[slice(*span)]) for side, span in zip(sides, spans, strict=True)]
            if not all(phrases) or phrases[0] == phrases[1]:
                continue
            for own, other in ((0, 1), (1, 0)):
                place = _place(sides[own], spans[own])
                substitutes = found.setdefault(place, (document, {}))[1]
                key = plain(phrases[other])
                substitutes[key] = substitutes.get(key, 0.0) + 1
    return [_target(*place, *judged) for place, judged in sorted(found.items(), key=lambda item: item[0])]


def _pairs(name: str) -> list[dict[str, Any]]:
    data = parse_json(whole_text(name, _EXPECTED), name, _EXPECTED)
    if not isinstance(data, list):
        raise FormatError(name, "JSON that is not a list", _EXPECTED, "Is this another set? See --format.")
    for number, pair in enumerate(data, 1):
        fields = ("source", "target", "sureAlign", "possibleAlign")
        if not isinstance(pair, dict) or not all(isinstance(pair.get(field), str) for field in fields):
            raise FormatError(f"{name}, pair {number}", "no sentences and links", _EXPECTED)
    return data


def _links(text: str, where: str, sides: tuple[Sequence[str], Sequence[str]]) -> list[_Span]:
    found = []
    for item in text.split():
        match = _LINK.fullmatch(item)
        if not match or any(int(match[1 + side]) >= len(sides[side]) for side in (0, 1)):
            expected = f"links i-j with i below {len(sides[0])} and j below {len(sides[1])}"
            raise FormatError(where, f"the link {item[:40]!r}", expected)
        found.append((int(match[1]), int(match[2])))
    return found


def phrase_pairs(links: Sequence[_Span], max_words: int = MAX_WORDS) -> list[tuple[_Span, _Span]]:
    """Return the half-open spans of phrase pairs that are consistent with links and begin and end with linked words."""
    linked = sorted({source for source, _ in links})
    pairs = []
    for first in linked:
        for last in linked:
            if not first <= last < first + max_words:
                continue
            targets = [target for source, target in links if first <= source <= last]
            begin, end = min(targets), max(targets) + 1
            inside = all(first <= source <= last for source, target in links if begin <= target < end)
            if inside and end - begin <= max_words:
                pairs.append(((first, last + 1), (begin, end)))
    return pairs


def lookup_form(tokens: Sequence[str]) -> str:
    """Return the lookup form of Penn Treebank tokens; "" if it would begin inside a word (*n't*)."""
    return "" if tokens[0] == "n't" else " ".join(words(_text(tokens)))


def _text(tokens: Sequence[str]) -> str:
    return joined(tokens).replace("``", '"').replace("''", '"')


def _place(tokens: Sequence[str], span: _Span) -> tuple[str, int, int]:
    """Return the sentence as text, and the characters of a span of tokens."""
    end = len(_text(tokens[: span[1]]))
    return _text(tokens), end - len(_text(tokens[slice(*span)])), end


def _target(text: str, begin: int, end: int, document: str, substitutes: dict[str, float]) -> Target:
    return Target(text, begin, end, document, "", target_at(text, begin, text[begin:end], substitutes, "Edinburgh++"))
