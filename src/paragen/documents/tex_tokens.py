"""The tokens of TeX, as far as prose needs them: commands, environments, groups, mathematics, comments, paragraphs."""

from __future__ import annotations

import re
from typing import NamedTuple

TEXT, COMMAND, SYMBOL, BEGIN, END, OPEN, CLOSE, BRACKET, UNBRACKET, MATH, VERBATIM, COMMENT, PARAGRAPH, MARK = range(14)
"""Kinds of tokens. SYMBOL: a backslash and a non-letter; MARK: dashes, quotation marks, and characters special to TeX."""

_VERBATIM = frozenset(
    "verbatim verbatim* Verbatim lstlisting minted comment filecontents filecontents* alltt BVerbatim LVerbatim".split()
)
_TOKEN = re.compile(
    r"(?P<env>\\(?P<side>begin|end)[ \t]*\{(?P<name>[^{}\\\r\n]{0,100})\})"
    r"|(?P<verbatim>\\(?:verb|lstinline|path|Verb)\*?(?:\[[^\[\]\r\n]{0,200}\])?(?P<mark>[^\sA-Za-z{*\[])[^\r\n]{0,1000}?(?P=mark)"
    r"|\|[^|\r\n]{1,200}\|)"  # after \MakeShortVerb
    r"|(?P<command>\\[A-Za-z@]+\*?)"
    r"|(?P<math>\\[(\[]|\$\$?)"
    r"|(?P<symbol>\\(?:\r\n|[\s\S])?)"
    r"|(?P<comment>%[^\r\n]*(?:(?:\r\n|\n|\r)[ \t]*)?)"
    r"|(?P<paragraph>(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)\s*)"
    r"|(?P<brace>[{}\[\]])"
    r"|(?P<markup>``|''|`|---?|[&~^_#])"
)
_KINDS = {"verbatim": VERBATIM, "command": COMMAND, "symbol": SYMBOL, "comment": COMMENT, "paragraph": PARAGRAPH, "markup": MARK}
_BRACES = {"{": OPEN, "}": CLOSE, "[": BRACKET, "]": UNBRACKET}
# Mathematics between dollar signs, without empty lines.
_DOLLAR = re.compile(r"\$(?:[^$\\\r\n]|\\[\s\S]|\r\n(?![ \t]*[\r\n])|[\r\n](?![ \t]*[\r\n]))++\$")


class Token(NamedTuple):
    """Characters ``begin`` to ``end``; ``name``: of a command, without its backslash, or of an environment."""

    kind: int
    begin: int
    end: int
    name: str = ""


class _Finder:
    """Finds closing marks; one that does not come any more is looked for once."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._missing: set[str] = set()

    def end(self, mark: str, position: int) -> int | None:
        """Return where the next ``mark`` from ``position`` on ends; None: there is none. Positions of a mark increase."""
        if mark not in self._missing:
            try:
                return self._source.index(mark, position) + len(mark)
            except ValueError:
                self._missing.add(mark)
        return None


def tokens(source: str) -> list[Token]:
    """Return the tokens of a text, in order; together they are the whole text."""
    found: list[Token] = []
    finder = _Finder(source)
    position = 0
    while (match := _TOKEN.search(source, position)) is not None:
        if match.start() > position:
            found.append(Token(TEXT, position, match.start()))
        found.append(_token(match, finder))
        position = found[-1].end
    if position < len(source):
        found.append(Token(TEXT, position, len(source)))
    return found


def _token(match: re.Match[str], finder: _Finder) -> Token:
    """Return the token that begins with a match; mathematics and verbatim text extend beyond it."""
    begin, end = match.span()
    text, group = match.group(), match.lastgroup
    assert group is not None
    if group == "env":
        name = match["name"].strip()
        if match["side"] == "end":
            return Token(END, begin, end, name)
        close = finder.end(f"\\end{{{name}}}", end) if name in _VERBATIM else None
        return Token(BEGIN, begin, end, name) if close is None else Token(VERBATIM, begin, close)
    if group == "math":
        return _mathematics(match.string, begin, end, text, finder)
    if group == "brace":
        return Token(_BRACES[text], begin, end)
    if group in ("command", "symbol"):
        return Token(_KINDS[group], begin, end, text[1:])
    return Token(_KINDS[group], begin, end)


def _mathematics(source: str, begin: int, end: int, text: str, finder: _Finder) -> Token:
    """Return mathematics up to its end; if it has no end, its beginning is a mark."""
    if text == "$":
        match = _DOLLAR.match(source, begin)
        close = match.end() if match is not None else None
    else:
        close = finder.end({"$$": "$$", "\\(": "\\)", "\\[": "\\]"}[text], end)
    return Token(MARK, begin, end) if close is None else Token(MATH, begin, close)
