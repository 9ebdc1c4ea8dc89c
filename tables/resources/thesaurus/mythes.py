"""MyThes thesauri, as used by LibreOffice: the encoding, then ``word|senses`` and a line ``(noun)|term|term`` for each sense."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import OpenedFile
from paragen.tables.builder import Skips
from paragen.tables.resources.thesaurus.listed import Listed, rank_score

_PARTS = {"(noun)": "n", "(verb)": "v", "(adj)": "a", "(adv)": "r"}
_RELATIONS = {"generic term": "generic", "similar term": "similar", "related term": "related"}
_LABELLED = re.compile(r"(.+?) ?\(([^()]*)\)")
_HEAD = re.compile(r"(.+)\|([0-9]{1,4})\s*")
_EXPECTED = "a MyThes thesaurus (th_*.dat)"
_WHOLE = "Is the file whole? Debian's package mythes-en-us has one in /usr/share/mythes."


def is_mythes(head: bytes) -> bool:
    """Return whether a file begins like a MyThes thesaurus."""
    first, _, rest = head.partition(b"\n")
    second = rest.partition(b"\n")[0]
    return _codec(first) is not None and bool(re.fullmatch(rb".+\|[0-9]{1,4}\s*", second))


class _Sense(NamedTuple):
    """A sense of a word: its place, its rank among the senses with that part of speech, its terms."""

    where: str
    word: str
    part: str
    rank: int
    plain: list[str]
    labelled: list[tuple[str, str]]

    @property
    def is_doubtful(self) -> bool:
        """Whether some of the unmarked terms may be related ones."""
        return any(label == "related term" for _, label in self.labelled)


def read_mythes(path: StrPath, skips: Skips) -> Iterator[Listed]:
    """Yield the pairs that a MyThes thesaurus lists, except antonyms.

    The score is gamma^(i-1) for a word's i-th sense with that part of speech, times a factor for terms marked as similar,
    generic (a hypernym) or related; see `FACTORS`. Of several related terms only the last is marked, so an unmarked one before
    it is a synonym only if it lists the word as well. If all synonyms are names (with a capital), the word is one too: it is
    not inflected, and its generic terms, such as "city", are left out.

    Raises
    ------
    FormatError : it is not in its encoding, or is truncated, or a line is malformed.
    """
    name = os.fspath(path)
    asked = {(term.lower(), sense.word.lower()) for sense in _senses(name) if sense.is_doubtful for term in sense.plain}
    mutual = asked.intersection((sense.word.lower(), term.lower()) for sense in _senses(name) for term in sense.plain)
    for sense in _senses(name):
        yield from _listed(sense, mutual, skips)


def _senses(name: str) -> Iterator[_Sense]:
    lines = enumerate(_lines(name), 2)
    for number, line in lines:
        if not line.strip():
            continue
        head = _HEAD.fullmatch(line)
        if not head:
            raise FormatError(f"{name}:{number}", shown(line), "`word|number of senses`", _WHOLE)
        ranks: dict[str, int] = {}
        for sense in range(1, int(head[2]) + 1):
            number, line = next(lines, (number + 1, ""))
            label, bar, terms = line.partition("|")
            if not bar or (_HEAD.fullmatch(line) and label not in _PARTS):
                found = shown(line) if line else "no line"
                raise FormatError(f"{name}:{number}", found, f"sense {sense} of {head[2]} of {head[1]!r}", _WHOLE)
            rank = ranks[label] = ranks.get(label, 0) + 1
            yield _sense(f"{name}:{number}", head[1], _PARTS.get(label.strip(), ""), rank, terms)


def _sense(where: str, word: str, part: str, rank: int, terms: str) -> _Sense:
    plain: list[str] = []
    labelled: list[tuple[str, str]] = []
    for term in filter(None, map(str.strip, terms.split("|"))):
        found = _LABELLED.fullmatch(term)
        if found:
            labelled.append((found[1], found[2]))
        else:
            plain.append(term)
    return _Sense(where, word, part, rank, plain, labelled)


def _listed(sense: _Sense, mutual: set[tuple[str, str]], skips: Skips) -> Iterator[Listed]:
    name = sense.part == "n" and bool(sense.plain) and all(term != term.lower() for term in sense.plain)
    part = "" if name else sense.part
    for term in sense.plain:
        synonym = not sense.is_doubtful or (term.lower(), sense.word.lower()) in mutual
        yield Listed(sense.word, term, part, rank_score(sense.rank, "synonym" if synonym else "related"))
    for term, label in sense.labelled:
        if label == "antonym":
            skips.add("antonyms", sense.where, term)
        elif label not in _RELATIONS:
            skips.add("terms with an unknown remark", sense.where, f"{term} ({label})")
        elif name:
            skips.add("generic terms of names", sense.where, term)
        else:
            yield Listed(sense.word, term, part, rank_score(sense.rank, _RELATIONS[label]))


def _codec(name: bytes) -> str | None:
    try:
        return codecs.lookup(name.strip().decode("ascii")).name
    except (LookupError, UnicodeDecodeError, ValueError):
        return None


def _lines(path: str) -> list[str]:
    """Return the lines after the first, which names the encoding."""
    with OpenedFile(path, _EXPECTED) as file:
        data = file.read()
    name, _, text = data.partition(b"\n")
    codec = _codec(name)
    if codec is None:
        found = repr(name[:60].decode("ascii", "replace"))
        raise FormatError(f"{path}:1", found, "the name of an encoding, such as UTF-8", _WHOLE)
    try:
        lines = text.decode(codec)
    except UnicodeDecodeError as error:
        number = 2 + text[: error.start].count(b"\n")
        raise FormatError(f"{path}:{number}", f"bytes that are not {codec}", f"text in {codec}, as line 1 says", _WHOLE) from None
    if "\0" in lines:
        number = 2 + lines[: lines.index("\0")].count("\n")
        raise FormatError(f"{path}:{number}", "NUL", "text", _WHOLE)
    return [line.removesuffix("\r") for line in lines.split("\n")]
