"""LaTeX: the text of paragraphs, items, cells, footnotes and captions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paragen.documents import tex
from paragen.documents.passage import Passage, PassageBuilder, joined

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
        self._tokens = tex.tokens(source)
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
        begin = next((i for i, token in enumerate(self._tokens) if token.kind == tex.BEGIN and token.name == "document"), None)
        at = begin or 0
        while at < len(self._tokens):
            token = self._tokens[at]
            if begin is not None and token.kind == tex.END and token.name == "document":
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
        if token.kind == tex.BEGIN and token.name == self._staying[0]:
            self._staying.append(token.name)
        elif token.kind == tex.END and token.name == self._staying[0]:
            self._staying.pop()
        return at + 1

    def _take(self, at: int) -> int:
        """Take a token, with what belongs to it; return the number of the next."""
        token = self._tokens[at]
        if token.kind == tex.TEXT:
            self._builder.prose(token.begin, token.end)
        elif token.kind == tex.COMMAND:
            return self._command(at)
        elif token.kind == tex.SYMBOL:
            return self._symbol(at)
        elif token.kind in (tex.BEGIN, tex.END):
            return self._environment(at)
        elif token.kind == tex.MATH:
            self._builder.instead(token.begin, token.end, "x")
        elif token.kind == tex.VERBATIM:
            self._verbatim(token)
        elif token.kind == tex.PARAGRAPH:
            self._finish()
        elif token.kind == tex.MARK:
            self._mark(token)
        elif token.kind in (tex.BRACKET, tex.UNBRACKET):
            self._builder.kept(token.begin, token.end)
        return at + 1

    def _verbatim(self, token: tex.Token) -> None:
        if self._source.startswith("\\begin", token.begin):
            self._finish()
        else:
            text = _VERB.sub("", self._source[token.begin : token.end])
            self._builder.instead(token.begin, token.end, " ".join(text[1:-1].split()))

    def _mark(self, token: tex.Token) -> None:
        text = self._source[token.begin : token.end]
        if text == "&":
            self._finish()
        else:
            self._builder.instead(token.begin, token.end, tex.MARKS.get(text, text))

    def _environment(self, at: int) -> int:
        token = self._tokens[at]
        self._finish()
        if token.kind == tex.END:
            return at + 1
        if token.name in tex.STAYING or (self._quotes and token.name in tex.QUOTATIONS):
            self._staying.append(token.name)
            return at + 1
        return self._arguments(at + 1)[0]

    def _symbol(self, at: int) -> int:
        token = self._tokens[at]
        if token.name in tex.ACCENTS:
            return self._accent(at)
        if token.name == "\\":
            self._finish()
            return self._arguments(at + 1, most=0)[0]
        if token.name in tex.SYMBOLS:
            self._builder.instead(token.begin, token.end, tex.SYMBOLS[token.name])
        return at + 1

    def _accent(self, at: int) -> int:
        """Take an accent with its letter; both stay, and the letter is read without the accent."""
        token = self._tokens[at]
        following = self._tokens[at + 1] if at + 1 < len(self._tokens) else token
        if following.kind == tex.OPEN and at + 1 in self._closing:
            last = self._closing[at + 1]
            letter = self._source[following.end : self._tokens[last].begin].removeprefix("\\")
            self._builder.instead(token.begin, self._tokens[last].end, letter)
            return last + 1
        if following.kind == tex.TEXT:
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
        if name in tex.ACCENTS:
            return self._accent(at)
        if name in tex.TEXT_ARGUMENT or name in tex.APART:
            return self._text_argument(at)
        if name in tex.LETTERS:
            self._builder.instead(token.begin, token.end, tex.LETTERS[name])
            return at + 1
        following, groups = self._arguments(at + 1)
        end = self._tokens[following - 1].end
        if name in tex.BREAKS:
            self._finish()
        elif name in tex.REFERENCES:
            self._builder.instead(token.begin, end, "1")
        elif name in tex.READ and groups:
            begin, close = groups[-1]
            self._builder.instead(token.begin, end, " ".join(self._source[begin:close].split()))
        elif name not in tex.UNREAD:
            self._builder.instead(token.begin, end, "x")
        return following

    def _text_argument(self, at: int) -> int:
        """Enter the argument of a command that is prose; those before it stay."""
        name = self._tokens[at].name
        skipped = (tex.TEXT_ARGUMENT | tex.APART)[name]
        begin = self._past_comments(self._arguments(at + 1, most=skipped)[0])
        if begin in self._closing:
            if name in tex.APART:
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
            if self._tokens[begin].kind == tex.OPEN:
                if len(groups) == most:
                    break
                groups.append((self._tokens[begin].end, self._tokens[last].begin))
            at = last + 1
        return at, groups

    def _past_comments(self, at: int) -> int:
        while at < len(self._tokens) and self._tokens[at].kind == tex.COMMENT:
            at += 1
        return at


def _closing(found: list[tex.Token]) -> dict[int, int]:
    """Return the number of the closing token for that of each token that opens a group or possibly an optional argument."""
    closing: dict[int, int] = {}
    opened: list[int] = []
    for i, token in enumerate(found):
        if token.kind in (tex.OPEN, tex.BRACKET):
            opened.append(i)
        elif token.kind == tex.CLOSE:
            while opened and found[opened[-1]].kind == tex.BRACKET:
                opened.pop()
            if opened:
                closing[opened.pop()] = i
        elif token.kind == tex.UNBRACKET and opened and found[opened[-1]].kind == tex.BRACKET:
            closing[opened.pop()] = i
        elif token.kind == tex.PARAGRAPH:
            while opened and found[opened[-1]].kind == tex.BRACKET:
                opened.pop()
    return closing


def written(after: str, source: str, begin: int) -> str:
    """Return the words of an edit as LaTeX: none of their characters acts as a command."""
    return _SPECIAL.sub(lambda match: _WRITTEN[match.group()], after)
