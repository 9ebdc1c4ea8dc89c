r"""Dekang Lin's thesauri: Lisp lists such as ``("give up" (desc 0.08) (sims "leave" 0.19 ...))``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import numbered_lines
from paragen.tables.builder import Skips
from paragen.tables.resources.thesaurus.listed import Listed

_TOKEN = re.compile(r'\s*(?:([()])|"((?:[^"\\]|\\.)*)"|([^\s()"]+)|(\S.*))')
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,4})?")  # "infinity" is a word
_EXPECTED = 'entries such as ("word" (desc 0.1) (sims "other" 0.2 ...))'
_BALANCE = "Is the file whole? Each entry must close as many parentheses as it opens."
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
                raise FormatError(f"{name}:{line}", shown(token.text), _EXPECTED, _BALANCE)
            stack[-1].append(token)
        elif token == "(":
            if len(stack) == 1 and not source:
                source = _headword(f"{name}:{line}", stack[0])
            begin = begin if stack else line
            stack.append([])
            if len(stack) > _DEEPEST:
                raise FormatError(f"{name}:{line}", f"more than {_DEEPEST} open parentheses", _EXPECTED, _BALANCE)
        else:
            if not stack:
                raise FormatError(f"{name}:{line}", "an unmatched closing parenthesis", _EXPECTED, _BALANCE)
            atoms = stack.pop()
            if stack and not (atoms and atoms[0].text == "desc"):
                yield from _similar(name, source, part[1].lower() if part else "", atoms, skips)
            source = source if stack else ""
    if stack:
        raise FormatError(f"{name}:{begin}", f"an entry with {len(stack)} parentheses open at the end", _EXPECTED, _BALANCE)


def _headword(where: str, atoms: list[_Atom]) -> str:
    if len(atoms) != 1 or not atoms[0].text:
        raise FormatError(where, f"{len(atoms)} words at the head of an entry", _EXPECTED, _BALANCE)
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
                raise FormatError(f"{path}:{line}", shown(wrong), "a closing quotation mark", "Is the line whole?")
            if mark:
                yield line, mark
            elif quoted is not None:
                yield line, _Atom(re.sub(r"\\(.)", r"\1", quoted), None, line)
            else:
                yield line, _Atom(bare, _number(bare), line)


def _number(text: str) -> float | None:
    return float(text) if _NUMBER.fullmatch(text) else None
