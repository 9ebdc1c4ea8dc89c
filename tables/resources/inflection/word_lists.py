"""Lists of words in files of entries: what differs by one word in many entries is written once.

``phrasal = pick/up, hand/over`` is a list of two columns. In the entries below, ``<phrasal>`` stands for each of its words in
turn, ``<phrasal.2>`` for what is in the second column, ``<phrasal VBD>`` for the past tense; a name that comes several times in
an entry stands for the same word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import regex

from paragen.base.errors import Unexpected
from paragen.text.slots import BEGIN

_DEFINITION = regex.compile(r"(\p{Ll}+) = (.+)")
_NAME = regex.compile(rf"(?!{BEGIN})" r"<(\p{Ll}+)(?:\.([1-9]))?(?: (\p{Lu}+))?>")
_FORMS = ("VB", "VBZ", "VBG", "VBD", "VBN", "NNS")


class BadList(Unexpected):
    """An invalid list, or an invalid reference to one."""


class WordLists:
    """The lists of a file, as far as it has been read."""

    def __init__(self) -> None:
        self._lists: dict[str, list[list[str]]] = {}

    def define(self, line: str) -> bool:
        """Keep the list that a line defines; return whether it defines one.

        Raises
        ------
        BadList : the list exists, or its words have different numbers of columns.
        """
        match = _DEFINITION.fullmatch(line.strip())
        if match is None:
            return False
        name, words = match[1], [[column.strip() for column in word.split("/")] for word in match[2].split(",")]
        if f"<{name}>" == BEGIN:
            raise BadList(f"a list {name}", f"another name: {BEGIN} is the start of a sentence")
        if "[" in match[2] or "]" in match[2]:
            raise BadList(f"brackets in the list {name}", "words without slots, which belong in the entries")
        if name in self._lists:
            raise BadList(f"the list {name} again", "each once")
        if len({len(columns) for columns in words}) > 1 or not all(map(all, words)):
            raise BadList(f"the list {name}", "words separated by commas, each with the same number of columns")
        self._lists[name] = words
        return True

    def expanded(self, source: str, target: str) -> Iterator[tuple[str, str]]:
        """Yield both sides with the names in them replaced by every word of the lists they name.

        Raises
        ------
        BadList : no list has the name, or it has no such column; no such form.
        """
        names = list(dict.fromkeys(match[1] for match in _NAME.finditer(f"{source} {target}")))
        for name in names:
            if name not in self._lists:
                raise BadList(f"<{name}>", "a list that a line above defines")
        for words in product(*(self._lists[name] for name in names)):
            chosen = dict(zip(names, words, strict=True))
            yield _filled(source, chosen), _filled(target, chosen)


def _filled(side: str, chosen: Mapping[str, Sequence[str]]) -> str:
    return _NAME.sub(lambda match: _form(match, chosen[match[1]]), side)


def _form(name: regex.Match[str], columns: Sequence[str]) -> str:
    column, form = int(name[2] or 1), name[3]
    if column > len(columns):
        raise BadList(name[0], f"a column from 1 to {len(columns)}")
    if form is None:
        return columns[column - 1]
    if form not in _FORMS:
        raise BadList(name[0], f"one of {' '.join(_FORMS)}")
    from paragen.tables.resources.inflection.inflect import noun_head
    from paragen.tables.resources.inflection.morphology import forms

    words = columns[column - 1].split()
    head = noun_head(words) if form == "NNS" else 0
    words[head] = forms(words[head], form)[0]
    return " ".join(words)
