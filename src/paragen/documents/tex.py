"""The tokens of TeX, as far as prose needs them, and what commands and environments mean for it.

By hand: pylatexenc takes eleven times as long, and leaves out braces that close nothing, while every byte must be kept.
"""

from __future__ import annotations

import re
from typing import NamedTuple

TEXT_ARGUMENT = dict.fromkeys(
    "emph textbf textit textsl textsc textsf textrm textup textmd textnormal text underline uline hbox mbox centerline".split(), 0
) | {"textcolor": 1, "href": 1, "hyperref": 0, "colorbox": 1, "parbox": 1}  # fmt: skip
"""Commands with an argument that is part of the sentence around: its number among those in braces, from 0."""

APART = {"footnote": 0, "footnotetext": 0, "caption": 0, "caption*": 0, "marginpar": 0, "sidenote": 0, "subcaption": 0}
"""Commands whose argument is separate prose."""

READ = frozenset("texttt code textquote enquote gls glspl ac acl acs lstinline path url nolinkurl verb SI num unit qty".split())
"""Commands that stay, but are read as their last argument."""

REFERENCES = frozenset("ref eqref cref Cref autoref pageref nameref vref Vref labelcref".split())
"""Commands read as a number."""

UNREAD = frozenset(
    "cite citep citet citealp citealt citeauthor citeyear citeyearpar parencite textcite autocite footcite footfullcite supercite"
    " nocite label index footnotemark glsadd hspace hspace* vspace vspace* phantom protect bf it em tt sc sl sf rm"
    " bfseries itshape scshape ttfamily sffamily rmfamily mdseries upshape slshape normalfont tiny scriptsize footnotesize small"
    " normalsize large Large LARGE huge Huge centering raggedright raggedleft noindent indent hfill color ensuremath nobreak"
    " allowbreak linebreak nolinebreak sloppy fussy thanks selectfont relax ignorespaces unskip xspace leavevmode strut".split()
)
"""Commands that are read as nothing."""

BREAKS = frozenset(
    "par newpage clearpage pagebreak bigskip medskip smallskip maketitle tableofcontents appendix item hline toprule midrule"
    " bottomrule cmidrule cline section section* subsection subsection* subsubsection subsubsection* paragraph paragraph*"
    " subparagraph subparagraph* chapter chapter* part part* title subtitle author date institute affiliation address email"
    " keywords input include includegraphics bibliography bibliographystyle printbibliography newcommand renewcommand"
    " providecommand def let newenvironment renewenvironment newtheorem usepackage documentclass setlength addtolength newline"
    " frametitle framesubtitle tabularnewline addcontentsline setcounter hypersetup graphicspath DeclareMathOperator"
    " markboth pagestyle thispagestyle listoffigures listoftables vfill newacronym newglossaryentry".split()
)
"""Commands that end a passage."""

STAYING = frozenset(
    "equation equation* align align* aligned gather gather* multline multline* eqnarray eqnarray* displaymath math array flalign"
    " flalign* alignat alignat* xalignat xalignat* xxalignat empheq IEEEeqnarray IEEEeqnarray* split cases matrix pmatrix bmatrix"
    " subequations dmath dmath* tikzpicture picture pgfpicture algorithm algorithm* algorithmic thebibliography filecontents"
    " otherlanguage otherlanguage* prooftree forest axis"
    " algorithm2e tikzcd circuitikz".split()
)
"""Environments that stay."""

QUOTATIONS = frozenset("quote quotation displayquote verse epigraph".split())
"""Environments that stay if quotations do."""

LETTERS = {
    "ss": "ss", "o": "o", "O": "O", "ae": "ae", "AE": "AE", "oe": "oe", "OE": "OE", "aa": "a", "AA": "A", "l": "l", "L": "L",
    "i": "i", "j": "j", "S": "§", "P": "¶", "dag": "†", "pounds": "£", "copyright": "©", "ldots": "…", "dots": "…", "TeX": "TeX",
    "LaTeX": "LaTeX", "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "eg": "e.g.",
    "ie": "i.e.", "etal": "et al.", "slash": "/", "textbackslash": "\\", "textasciitilde": "~", "textdegree": "°",
}  # fmt: skip
"""Commands that are read as characters."""

ACCENTS = frozenset("c v H u k r b d t ' ` ^ \" ~ = .".split())
"""Commands and symbols that put an accent on the next letter or group."""

SYMBOLS = {" ": " ", ",": " ", ";": " ", ":": " ", "\n": " ", "\r": " ", "\r\n": " ", "\t": " "} | {
    char: char for char in "%&$#_{}"
}
"""Symbols that are read as characters; others are read as nothing."""

MARKS = {"``": "“", "''": "”", "`": "‘", "---": "—", "--": "–", "~": " "}
"""How marks are read."""


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
    r"|(?P<math>\\[()\[\]]|\$)"
    r"|(?P<symbol>\\(?:\r\n|[\s\S])?)"
    r"|(?P<comment>%[^\r\n]*(?:(?>\r\n|\n|\r)[ \t]*+(?![\r\n]))?)"  # with the line end, unless an empty line follows
    r"|(?P<paragraph>(?>\r\n|\n|\r)[ \t]*[\r\n]\s*)"
    r"|(?P<brace>[{}\[\]])"
    r"|(?P<markup>``|''|`|---?|[&~^_#])"
)
_KINDS = {"verbatim": VERBATIM, "command": COMMAND, "symbol": SYMBOL, "comment": COMMENT, "paragraph": PARAGRAPH, "markup": MARK}
_BRACES = {"{": OPEN, "}": CLOSE, "[": BRACKET, "]": UNBRACKET}
_OPENINGS = {"$": "$", "$$": "$$", "\\(": "\\(", "\\)": "\\(", "\\[": "\\[", "\\]": "\\["}
_CLOSING = frozenset(["$", "$$", "\\)", "\\]"])
_SIGN = re.compile(r"[$%]|\\(?:[()\[\]]|end\b|verb\b)")
_LINE = re.compile(r"[^\r\n]+")
_TEXT_IN_MATH = re.compile(r"(?:text[a-z]*|[mh]box|intertext|tag)\*?")


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
    return _Tokenizer(source).tokens()


class _Tokenizer:
    """Finds tokens from left to right. A mark that may begin mathematics is a MARK; once its end comes, the tokens since then
    become one, so that comments and verbatim text hide an end from it as they do from TeX."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._finder = _Finder(source)
        self._found: list[Token] = []
        self._open: dict[str, list[int]] = {"$": [], "$$": [], "\\(": [], "\\[": []}  # numbers of tokens without an end so far
        self._depth = 0  # of braces since the open dollar sign
        self._texts: list[int] = []  # of them, those of text in its mathematics, where dollar signs are of the text
        self._staying = ""  # the environment that is open and stays, the outermost

    def tokens(self) -> list[Token]:
        """Return all of them."""
        position = 0
        while (match := _TOKEN.search(self._source, position)) is not None:
            if match.start() > position:
                self._found.append(Token(TEXT, position, match.start()))
            position = self._take(match)
        if position < len(self._source):
            self._found.append(Token(TEXT, position, len(self._source)))
        return self._found

    def _take(self, match: re.Match[str]) -> int:
        """Add what begins with a match; return where it ends."""
        begin, end = match.span()
        if match.lastgroup == "math":
            return self._mathematics(match.group(), begin, end)
        if match.group()[0] == "|":
            return self._bars(begin, end)
        if match.lastgroup == "paragraph":
            self._open["$"] = []
        token = _token(match, self._finder)
        if token.kind == BEGIN and token.name in STAYING and not self._staying:
            self._staying = token.name
        elif token.kind == END and token.name == self._staying:
            self._staying = ""
        if self._open["$"] and match.lastgroup == "brace":
            self._brace(token.kind)
        self._found.append(token)
        return token.end

    def _bars(self, begin: int, end: int) -> int:
        """Add ``|…|``. In mathematics, the first may be by itself; if there is a comment sign in it, all of the line stays."""
        text = self._source[begin:end]
        if (any(self._open.values()) or self._staying) and _SIGN.search(text):
            self._found.append(Token(TEXT, begin, begin + 1))
            return begin + 1
        self._found.append(Token(VERBATIM, begin, end))
        if "%" in text and (rest := _LINE.match(self._source, end)) is not None:
            self._found.append(Token(COMMENT, end, end := rest.end()))
        return end

    def _brace(self, kind: int) -> None:
        """Count a brace in what a dollar sign may have begun."""
        if kind == OPEN:
            self._depth += 1
            if self._found[-1].kind == COMMAND and _TEXT_IN_MATH.fullmatch(self._found[-1].name):
                self._texts.append(self._depth)
        elif kind == CLOSE:
            if self._texts and self._texts[-1] == self._depth:
                self._texts.pop()
            self._depth -= 1

    def _mathematics(self, mark: str, begin: int, end: int) -> int:
        """Add a mark of mathematics, or all that it is the end of; return where that ends."""
        dollar = bool(self._open["$"])
        if mark == "$" and not dollar and self._source.startswith("$", end):
            mark, end = "$$", end + 1
        opening = _OPENINGS[mark]
        closes = mark in _CLOSING and self._open[opening] and not (mark == "$" and self._texts)
        if closes:
            number = self._open[opening].pop()
            for numbers in self._open.values():
                while numbers and numbers[-1] > number:
                    numbers.pop()
            self._found[number:] = [Token(MATH, self._found[number].begin, end)]
        else:
            if mark in _OPENINGS.values() and not (mark == "$" and dollar):
                self._open[mark].append(len(self._found))
                if mark == "$":
                    self._depth, self._texts = 0, []
            self._found.append(Token(MARK if mark == opening else SYMBOL, begin, end, mark[1:]))
        return end


def _token(match: re.Match[str], finder: _Finder) -> Token:
    """Return the token that begins with a match; verbatim text extends beyond it."""
    begin, end = match.span()
    text, group = match.group(), match.lastgroup
    assert group is not None
    if group == "env":
        name = match["name"].strip()
        if match["side"] == "end":
            return Token(END, begin, end, name)
        close = finder.end(f"\\end{{{name}}}", end) if name in _VERBATIM else None
        return Token(BEGIN, begin, end, name) if close is None else Token(VERBATIM, begin, close)
    if group == "brace":
        return Token(_BRACES[text], begin, end)
    if group in ("command", "symbol"):
        return Token(_KINDS[group], begin, end, text[1:])
    return Token(_KINDS[group], begin, end)
