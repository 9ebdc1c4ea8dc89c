"""LaTeX: the text of paragraphs, items, cells, footnotes and captions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paragen.documents.passage import Passage, PassageBuilder, joined
from paragen.documents.tex import (
    ACCENTS,
    APART,
    BEGIN,
    BRACKET,
    BREAKS,
    CLOSE,
    COMMAND,
    COMMENT,
    END,
    LETTERS,
    MARK,
    MARKS,
    MATH,
    OPEN,
    PARAGRAPH,
    QUOTATIONS,
    READ,
    REFERENCES,
    STAYING,
    SYMBOL,
    SYMBOLS,
    TEXT,
    TEXT_ARGUMENT,
    UNBRACKET,
    UNREAD,
    VERBATIM,
    Token,
    tokens,
)

_WRITTEN = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "[": "{[}", "]": "{]}",
    "|": r"\textbar{}",
    **{char: "\\" + char for char in "%&$#_{}"},
}  # fmt: skip
_SPECIAL = re.compile(r"[\\~^%&$#_{}|\[\]]")
_VERB = re.compile(r"\\[A-Za-z]+\*?(?:\[[^\[\]]*\])?")


def passages(source: str, quotes: bool, language: str) -> Iterator[Passage]:
    """Yield the passages of a LaTeX document; a footnote belongs to the passage that it interrupts.

    Arguments of unknown commands stay. So do headings, and everything before ``\\begin{document}``, if there is one.

    Parameters
    ----------
    quotes : whether quotations (``quote``, ``quotation``) stay.
    """
    reader = _Reader(source, quotes)
    reader.read()
    return iter(reader.found)


class _Reader:
    """Turns tokens into passages.

    Parameters
    ----------
    source : the document.
    quotes : whether quotations stay.
    """

    def __init__(self, source: str, quotes: bool) -> None:
        self.found: list[Passage] = []
        self._source, self._quotes = source, quotes
        self._tokens = tokens(source)
        self._closing = _closing(self._tokens)
        self._builders = [PassageBuilder(source)]  # a stack: each for a text, such as a footnote, inside the one before
        self._apart: list[int] = []  # the tokens that end such texts
        self._within: list[Passage] = []  # the passages found in them
        self._staying: list[str] = []  # open environments that stay, and those nested in them

    @property
    def _builder(self) -> PassageBuilder:
        return self._builders[-1]

    def read(self) -> None:
        """Read the whole document."""
        begin = next((i for i, token in enumerate(self._tokens) if token.kind == BEGIN and token.name == "document"), None)
        at = begin or 0
        while at < len(self._tokens):
            token = self._tokens[at]
            if begin is not None and token.kind == END and token.name == "document":
                break
            if self._apart and self._apart[-1] == at:
                self._finish()
                self._apart.pop()
                self._builders.pop()
                at += 1
            elif self._staying:
                at = self._stay(at)
            else:
                at = self._take(at)
        while self._builders:
            self._finish()
            self._builders.pop()

    def _finish(self) -> None:
        self._builder.finish()
        if len(self._builders) > 1:
            self._within += self._builder.passages()
        elif found := [*self._builder.passages(), *self._within]:
            self.found.append(joined(found))
            self._within = []

    def _stay(self, at: int) -> int:
        """Skip a token of an environment that stays."""
        token = self._tokens[at]
        if token.kind == BEGIN and token.name == self._staying[0]:
            self._staying.append(token.name)
        elif token.kind == END and token.name == self._staying[0]:
            self._staying.pop()
        return at + 1

    def _take(self, at: int) -> int:
        """Take a token, with what belongs to it; return the number of the next."""
        token = self._tokens[at]
        if token.kind == TEXT:
            self._builder.prose(token.begin, token.end)
        elif token.kind == COMMAND:
            return self._command(at)
        elif token.kind == SYMBOL:
            return self._symbol(at)
        elif token.kind in (BEGIN, END):
            return self._environment(at)
        elif token.kind == MATH:
            self._builder.instead(token.begin, token.end, "x")
        elif token.kind == VERBATIM:
            self._verbatim(token)
        elif token.kind == PARAGRAPH:
            self._finish()
        elif token.kind == MARK:
            self._mark(token)
        elif token.kind in (BRACKET, UNBRACKET):
            self._builder.kept(token.begin, token.end)
        return at + 1

    def _verbatim(self, token: Token) -> None:
        if self._source.startswith("\\begin", token.begin):
            self._finish()
        else:
            text = _VERB.sub("", self._source[token.begin : token.end])
            self._builder.instead(token.begin, token.end, " ".join(text[1:-1].split()))

    def _mark(self, token: Token) -> None:
        text = self._source[token.begin : token.end]
        if text == "&":
            self._finish()
        else:
            self._builder.instead(token.begin, token.end, MARKS.get(text, text))

    def _environment(self, at: int) -> int:
        token = self._tokens[at]
        self._finish()
        if token.kind == END:
            return at + 1
        if token.name in STAYING or (self._quotes and token.name in QUOTATIONS):
            self._staying.append(token.name)
            return at + 1
        return self._arguments(at + 1)[0]

    def _symbol(self, at: int) -> int:
        token = self._tokens[at]
        if token.name in ACCENTS:
            return self._accent(at)
        if token.name == "\\":
            self._finish()
            return self._arguments(at + 1, most=0)[0]
        if token.name in SYMBOLS:
            self._builder.instead(token.begin, token.end, SYMBOLS[token.name])
        return at + 1

    def _accent(self, at: int) -> int:
        """Take an accent with its letter; both stay, and the letter is read without the accent."""
        token = self._tokens[at]
        following = self._tokens[at + 1] if at + 1 < len(self._tokens) else token
        if following.kind == OPEN and at + 1 in self._closing:
            last = self._closing[at + 1]
            letter = self._source[following.end : self._tokens[last].begin].removeprefix("\\")
            self._builder.instead(token.begin, self._tokens[last].end, letter)
            return last + 1
        if following.kind == TEXT:
            text = self._source[following.begin : following.end]
            letter = text.lstrip()[:1]
            end = following.begin + len(text) - len(text.lstrip()) + len(letter)
            self._builder.instead(token.begin, end, letter)
            self._builder.prose(end, following.end)
            return at + 2
        return at + 1

    def _command(self, at: int) -> int:
        token = self._tokens[at]
        name = token.name
        if name in ACCENTS:
            return self._accent(at)
        if name in TEXT_ARGUMENT or name in APART:
            return self._text_argument(at)
        if name in LETTERS:
            self._builder.instead(token.begin, token.end, LETTERS[name])
            return at + 1
        following, groups = self._arguments(at + 1)
        end = self._tokens[following - 1].end
        if name in BREAKS:
            self._finish()
        elif name in REFERENCES:
            self._builder.instead(token.begin, end, "1")
        elif name in READ and groups:
            begin, close = groups[-1]
            self._builder.instead(token.begin, end, " ".join(self._source[begin:close].split()))
        elif name not in UNREAD:
            self._builder.instead(token.begin, end, "x")
        return following

    def _text_argument(self, at: int) -> int:
        """Enter the argument of a command that is prose; those before it stay."""
        name = self._tokens[at].name
        skipped = TEXT_ARGUMENT[name] if name in TEXT_ARGUMENT else APART[name]
        begin = self._past_comments(self._arguments(at + 1, most=skipped)[0])
        if begin in self._closing:
            if name in APART:
                self._builders.append(PassageBuilder(self._source))
                self._apart.append(self._closing[begin])
            return begin + 1
        return begin

    def _arguments(self, at: int, most: int | None = None) -> tuple[int, list[tuple[int, int]]]:
        """Return the number of the token after the arguments that follow directly, at ``most`` so many of them in braces, and the
        spans of these."""
        groups: list[tuple[int, int]] = []
        while (begin := self._past_comments(at)) in self._closing:
            last = self._closing[begin]
            if self._tokens[begin].kind == OPEN:
                if len(groups) == most:
                    break
                groups.append((self._tokens[begin].end, self._tokens[last].begin))
            at = last + 1
        return at, groups

    def _past_comments(self, at: int) -> int:
        while at < len(self._tokens) and self._tokens[at].kind == COMMENT:
            at += 1
        return at


def _closing(found: list[Token]) -> dict[int, int]:
    """Return the number of the closing token for that of each token that opens a group or possibly an optional argument."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    for i, token in enumerate(found):
        if token.kind in (OPEN, BRACKET):
            opened.append(i)
        elif token.kind == CLOSE:
            while opened and found[opened[-1]].kind == BRACKET:
                opened.pop()
            if opened:
                closing[opened.pop()] = i
        elif token.kind == UNBRACKET and opened and found[opened[-1]].kind == BRACKET:
            closing[opened.pop()] = i
        elif token.kind == PARAGRAPH:
            while opened and found[opened[-1]].kind == BRACKET:
                opened.pop()
    return closing


def written(after: str, source: str, begin: int) -> str:
    """Return the words of an edit as LaTeX: none of their characters acts as a command."""
    return _SPECIAL.sub(lambda match: _WRITTEN[match.group()], after)
