"""HTML documents: the text between tags; which elements hold prose, also for the tags in Markdown."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from paragen.base.packages import optional_package
from paragen.documents.passage import Passage, PassageBuilder, encodable

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
"""Elements that have no end tag."""

INLINE = frozenset(
    "a abbr acronym audio b bdi bdo big button canvas cite code data del dfn em embed font i iframe img input ins kbd label map"
    " mark math meter noscript object output picture progress q rp rt ruby s samp select small span strike strong sub sup svg"
    " time tt u var video wbr".split()
)
"""Inline elements: they occur within a sentence; others begin or end a passage."""

READ = frozenset("code kbd samp var tt q cite data time dfn sub abbr".split())
"""Elements that stay, but are read as part of the sentence."""

_STAY = READ | frozenset(
    "script style pre textarea title head template svg math iframe object audio video canvas map picture select option datalist"
    " button nav noscript noembed noframes xmp listing plaintext sup rt rp address h1 h2 h3 h4 h5 h6 th".split()
)
_CELLS = frozenset("td th tr tbody tfoot thead".split())
_ENDED_BY = {
    "p": None, "li": frozenset(["li"]), "dt": frozenset(["dt", "dd"]), "dd": frozenset(["dt", "dd"]), "td": _CELLS, "th": _CELLS,
    "tr": _CELLS - {"td", "th"}, "option": frozenset(["option", "optgroup"]), "rt": frozenset(["rt", "rp"]),
    "rp": frozenset(["rt", "rp"]),
}  # fmt: skip


def stays(tag: str, attributes: Iterable[tuple[str, str | None]], language: str, quotes: bool) -> bool:
    """Return whether the contents of an element stay: code, data, names, headings, another language, quotations (``quotes``),
    text marked as not to be translated."""
    if tag in _STAY and not (tag == "q" and not quotes):
        return True
    if tag == "blockquote" and quotes:
        return True
    for name, value in attributes:
        value = (value or "").lower()
        if name == "translate" and value == "no":
            return True
        if name == "class" and "notranslate" in value.split():
            return True
        if name in ("lang", "xml:lang") and value and value.replace("_", "-").split("-")[0] != language:
            return True
    return False


def may_be_unended(tag: str) -> bool:
    """Return whether an element's end tag may be omitted."""
    return tag in _ENDED_BY


def ends(tag: str, other: str) -> bool:
    """Return whether the start tag ``other`` ends an open element ``tag`` whose end tag is omitted."""
    if tag not in _ENDED_BY:
        return False
    by = _ENDED_BY[tag]
    return other not in INLINE and other not in VOID if by is None else other in by


_TEXT, _START, _END, _COMMENT, _DOCTYPE, _REFERENCE, _INSTRUCTION = range(7)  # types of turbohtml's tokens


class Token(NamedTuple):
    """A token of a document: text, a tag, a comment, a character reference and so on."""

    type: int
    begin: int
    end: int
    tag: str
    attributes: list[tuple[str, str | None]]
    data: str
    closed: bool


def tokens(source: str) -> Iterator[Token]:
    """Yield the tokens of an HTML document, in order.

    Raises
    ------
    MissingPackageError : turbohtml is not installed.
    """
    tokenize: Any = optional_package("turbohtml", "reading HTML", "documents").tokenize
    # As long as the source: whatever the tokenizer would drop or shorten is replaced.
    text = encodable(source).replace("\r", "\n").replace("</>", "<!>")
    line_begins = [0, *(match.end() for match in re.finditer("\n", text))]
    for token in tokenize(text, resolve_references=False, capture_source=True):
        begin = line_begins[token.line - 1] + token.col
        own = token.data if token.source is None else token.source
        yield Token(
            int(token.type), begin, begin + len(own), token.tag or "", token.attrs or [], token.data or "", token.self_closing
        )


def passages(source: str, quotes: bool, language: str) -> Iterator[Passage]:
    """Yield the passages of an HTML document.

    Parameters
    ----------
    quotes : whether block quotations and ``<q>`` stay.
    language : of the text; elements with another ``lang`` stay.
    """
    builder = PassageBuilder(source)
    staying = _Staying(quotes, language)
    for token in tokens(source):
        if token.type in (_START, _END) and token.tag not in INLINE or token.type == _DOCTYPE:
            builder.finish()
            yield from builder.passages()
        staying.follow(token)
        if token.type == _TEXT and not staying.inside:
            builder.prose(token.begin, token.end)
        elif token.type == _TEXT and staying.read:
            builder.kept(token.begin, token.end)
        elif token.type == _REFERENCE and (staying.read or not staying.inside):
            builder.instead(token.begin, token.end, token.data)
    builder.finish()
    yield from builder.passages()


class _Staying:
    """Follows the tokens, and knows whether they are inside an element that stays."""

    def __init__(self, quotes: bool, language: str) -> None:
        self._quotes, self._language = quotes, language
        self._open: list[str] = []  # the element that stays, and those that are open in it
        self._count: Counter[str] = Counter()  # of these, by name
        self._blocks = 0  # how many of them are not inline

    @property
    def inside(self) -> bool:
        """Whether an element is open that stays."""
        return bool(self._open)

    @property
    def read(self) -> bool:
        """Whether the words of the open element that stays are read as part of the text around it, as those of ``code`` are."""
        return bool(self._open) and self._open[0] in READ

    def follow(self, token: Token) -> None:
        """Go past a token."""
        if token.type == _START and token.tag not in VOID:
            if self._open and not self._blocks and ends(self._open[0], token.tag):
                self._close(0)
            foreign = token.closed and token.tag in ("svg", "math")
            if not foreign and (self._open or stays(token.tag, token.attributes, self._language, self._quotes)):
                self._blocks += bool(self._open) and token.tag not in INLINE
                self._open.append(token.tag)
                self._count[token.tag] += 1
        elif token.type == _END and self._open:
            if self._count[token.tag]:
                at = len(self._open) - 1
                while self._open[at] != token.tag:
                    at -= 1
                self._close(at)
            elif may_be_unended(self._open[0]) and token.tag not in INLINE:  # the end of its parent
                self._close(0)

    def _close(self, at: int) -> None:
        """Close the elements from number ``at`` on."""
        for tag in self._open[max(at, 1) :]:
            self._blocks -= tag not in INLINE
        self._count.subtract(self._open[at:])
        del self._open[at:]


def written(after: str, source: str, begin: int) -> str:
    """Return the words of an edit as HTML."""
    return html.escape(after, quote=False)
