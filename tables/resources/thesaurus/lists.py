"""Reads ready-made thesauri that are lists: Dekang Lin's, and MyThes as used by LibreOffice."""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import OpenedFile, Skips, numbered_lines

GAMMA = 0.9
"""Factor for each further sense of a phrase, as in [Z08 eq. 9] for definitions."""

FACTORS = {"synonym": 1.0, "similar": 0.5, "generic": 0.3, "related": 0.1}
"""Factors for words that do not mean quite the same: near adjectives, hypernyms, words of the same field."""


class Listed(NamedTuple):
    """A phrase and one that may replace it.

    Attributes
    ----------
    source, target : as written, lemmas.
    part : part of speech, by which both are inflected: n, v, a, r, or "" for no inflection.
    score : above 0 and at most 1.
    """

    source: str
    target: str
    part: str
    score: float


def rank_score(rank: int, relation: str = "synonym") -> float:
    """Return the score of a term in a phrase's sense number ``rank``, from 1: gamma^(rank-1) [Z08]_ eq. 9, times its factor."""
    return float(GAMMA ** (rank - 1) * FACTORS[relation])


_TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+)|(\S.*))')
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,4})?")  # "infinity" is a word
_ENTRIES = 'entries such as ("word" (desc 0.1) (sims "other" 0.2 ...))'
_BALANCE = "Is the file complete? Each entry must close as many parentheses as it opens."
_DEEPEST = 100


class _Atom(NamedTuple):
    """A word and its line; also a number, if it is one and not quoted."""

    text: str
    number: float | None
    line: int


def is_lin(head: bytes) -> bool:
    """Return whether a file begins like one of Lin's thesauri."""
    return bool(re.match(rb'\s*\(\s*("[^"]*"|[^\s()"]+)\s*\(\s*desc\b', head))


def read_lin(path: StrPath, skips: Skips) -> Iterator[Listed]:
    """Yield the similar words of each entry, with their similarities [Z08]_ eq. 5.

    Every word followed by a number within an entry counts, at any depth: the lists may be divided into clusters by further
    parentheses. The part of speech is taken from the file's name: simN.lsp, simV.lsp, simA.lsp; words of other files are not
    inflected.

    Raises
    ------
    FormatError : it is not such a file, or parentheses or quotation marks do not match.
    """
    name = os.fspath(path)
    part = re.match(r"sim([NVA])", os.path.basename(name))
    stack: list[list[_Atom]] = []
    source, begin = "", 0
    for line, token in _tokens(name):
        if isinstance(token, _Atom):
            if not stack:
                raise FormatError(f"{name}:{line}", shown(token.text), _ENTRIES, _BALANCE)
            stack[-1].append(token)
        elif token == "(":
            if len(stack) == 1 and not source:
                source = _headword(f"{name}:{line}", stack[0])
            begin = begin if stack else line
            stack.append([])
            if len(stack) > _DEEPEST:
                raise FormatError(f"{name}:{line}", f"more than {_DEEPEST} open parentheses", _ENTRIES, _BALANCE)
        else:
            if not stack:
                raise FormatError(f"{name}:{line}", "an unmatched closing parenthesis", _ENTRIES, _BALANCE)
            atoms = stack.pop()
            if stack and not (atoms and atoms[0].text == "desc"):
                yield from _similar(name, source, part[1].lower() if part else "", atoms, skips)
            source = source if stack else ""
    if stack:
        raise FormatError(f"{name}:{begin}", f"an entry with {len(stack)} parentheses open at the end", _ENTRIES, _BALANCE)


def _headword(where: str, atoms: list[_Atom]) -> str:
    if len(atoms) != 1 or not atoms[0].text:
        raise FormatError(where, f"{len(atoms)} words at the head of an entry", _ENTRIES, _BALANCE)
    return atoms[0].text


def _similar(path: str, source: str, part: str, atoms: list[_Atom], skips: Skips) -> Iterator[Listed]:
    """Yield the words of a list that are followed by numbers; a leading ``sims`` is not one of them."""
    at = int(bool(atoms) and atoms[0].text == "sims")
    while at + 1 < len(atoms):
        word, number = atoms[at], atoms[at + 1].number
        at += 1
        if number is None:
            continue
        at += 1
        if 0 < number <= 1:
            yield Listed(source, word.text, part, number)
        else:
            skips.add("similarities that are not above 0 and at most 1", f"{path}:{word.line}", f"{word.text} {number:g}")


def _tokens(path: str) -> Iterator[tuple[int, str | _Atom]]:
    """Yield the line number and the token there: a parenthesis or an atom."""
    for line, text in numbered_lines(path, "one of Lin's thesauri"):
        end = len(text.rstrip())
        at = 0
        while at < end:
            found = _TOKEN.match(text, at)
            assert found
            at = found.end()
            mark, quoted, bare, wrong = found.groups()
            if wrong is not None:
                raise FormatError(f"{path}:{line}", shown(wrong), "a closing quotation mark", "Is the line complete?")
            if mark:
                yield line, mark
            elif quoted is not None:
                yield line, _Atom(re.sub(r"\\(.)", r"\1", quoted), None, line)
            else:
                yield line, _Atom(bare, _number(bare), line)


def _number(text: str) -> float | None:
    return float(text) if _NUMBER.fullmatch(text) else None


_PARTS = {"(noun)": "n", "(verb)": "v", "(adj)": "a", "(adv)": "r"}
_RELATIONS = {"generic term": "generic", "similar term": "similar", "related term": "related"}
_LABELLED = re.compile(r"(.+?) ?\(([^()]*)\)")
_HEAD = re.compile(r"(.+)\|([0-9]{1,4})\s*")
_MYTHES = "a MyThes thesaurus (th_*.dat)"
_WHOLE = "Is the file complete? Debian's package mythes-en-us has one in /usr/share/mythes."


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
    with OpenedFile(path, _MYTHES) as file:
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
