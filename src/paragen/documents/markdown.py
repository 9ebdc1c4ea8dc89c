"""Markdown (CommonMark and GitHub's extensions, with footnotes, mathematics and front matter): the text of its blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from paragen.base.packages import optional_package
from paragen.documents import html
from paragen.documents.html import READ, VOID, stays
from paragen.documents.passage import Passage, PassageBuilder, encodable

_EXTENSIONS = (
    "TABLES", "FOOTNOTES", "STRIKETHROUGH", "TASKLISTS", "YAML_STYLE_METADATA_BLOCKS", "PLUSES_DELIMITED_METADATA_BLOCKS",
    "HEADING_ATTRIBUTES", "MATH", "GFM", "DEFINITION_LIST", "WIKILINKS",
)  # fmt: skip
_INLINE = frozenset(("Emphasis", "Strong", "Strikethrough", "Superscript", "Subscript", "Link", "Image"))
# Blocks that stay. Links refer to headings by their words, and table heads name the columns.
_STAY = frozenset(("CodeBlock", "HtmlBlock", "MetadataBlock", "Heading", "TableHead", "Image", "DefinitionListTitle"))
# Links that find their target by the words they show.
_BY_WORDS = frozenset(("Shortcut", "ShortcutUnknown", "Collapsed", "CollapsedUnknown", "Autolink", "Email", "WikiLink"))
_SPECIAL = re.compile(r"[\\*_\[\]~]|!$")
# A backslash before these does not help if their counterpart is already there.
_REFERENCES = str.maketrans({"`": "&#96;", "$": "&#36;", "|": "&#124;", "<": "&lt;", ">": "&gt;", "&": "&amp;"})
_OPENS_BLOCK = re.compile(r"[-+=#:]|\d{1,9}(?=[.)])|(?<=\d)[.)]")
_MARGIN = re.compile(r"(?:[\s>|*_~+:-]|\d{1,9}[.)]|\[[ xX]\]|\[\^[^\[\]]{1,200}\]:)*")


def events(source: str) -> Iterator[tuple[Any, int, int]]:
    """Yield the events of a document, as from pulldown-cmark, with the span of each.

    Raises
    ------
    MissingPackageError : pyromark is not installed.
    """
    pyromark = optional_package("pyromark", "reading Markdown", "documents")
    options = pyromark.Options(0)
    for name in _EXTENSIONS:
        options |= getattr(pyromark.Options, f"ENABLE_{name}")
    first = source.startswith("\ufeff")
    text = re.sub(r"\r(?!\n)", "\n", encodable(source)[first:])  # pulldown-cmark does not know the line ends of old Macs
    at = _characters(text)
    for event, span in pyromark.events_with_range(text, options=options):
        yield event, first + at(span["start"]), first + at(span["end"])


def _characters(text: str) -> Any:
    """Return a function from byte offsets in the UTF-8 of a text to offsets in characters."""
    if text.isascii():
        return int
    begins = np.frombuffer(text.encode(), np.uint8) & 0xC0 != 0x80  # not a continuation byte
    numbers = np.concatenate(([0], np.cumsum(begins)))
    return lambda byte: int(numbers[byte])


def passages(source: str, quotes: bool, language: str) -> Iterator[Passage]:
    """Yield the passages of a Markdown document.

    Parameters
    ----------
    quotes : whether block quotations stay (alerts such as ``> [!NOTE]`` are not quotations).
    language : of the text; HTML elements with another ``lang`` stay.
    """
    reader = _Reader(source, quotes, language)
    for event, begin, end in events(source):
        reader.take(event, begin, end)
        yield from reader.builder.passages()
    reader.builder.finish()
    yield from reader.builder.passages()


class _Reader:
    """Turns events into passages."""

    def __init__(self, source: str, quotes: bool, language: str) -> None:
        self.builder = PassageBuilder(source)
        self._source, self._quotes, self._language = encodable(source), quotes, language
        self._staying = 0  # how many open blocks stay
        self._kept: list[str] = []  # open inline elements that stay: "" for a link, or the tag of an HTML element

    def take(self, event: Any, begin: int, end: int) -> None:
        """Take the next event."""
        if isinstance(event, str):
            self._mark(event, begin, end)
            return
        ((kind, value),) = event.items()
        if kind in ("Start", "End"):
            name, detail = (value, None) if isinstance(value, str) else next(iter(value.items()))
            self._tag(kind == "Start", name, detail)
        elif self._staying:
            return
        elif kind == "Text":
            self._text(value, begin, end)
        elif kind == "Code":
            self.builder.instead(begin, end, " ".join(value.split()))
        elif kind in ("InlineMath", "DisplayMath"):
            self.builder.instead(begin, end, "x")
        elif kind == "InlineHtml":
            self._html(value)

    def _mark(self, event: str, begin: int, end: int) -> None:
        if event == "SoftBreak":
            if not self._staying:
                self.builder.instead(begin, end, " ")
        else:
            self._finish()

    def _finish(self) -> None:
        self._kept.clear()
        self.builder.finish()

    def _tag(self, start: bool, name: str, detail: Any) -> None:
        if name not in _INLINE:
            self._finish()
        if name in _STAY or (name == "BlockQuote" and detail is None and self._quotes):
            self._staying += 1 if start else -1
        elif name == "Link" and not self._staying:
            if start and _link_type(detail) in _BY_WORDS:
                self._kept.append("")
            elif not start and "" in self._kept:
                self._kept.remove("")

    def _text(self, value: str, begin: int, end: int) -> None:
        if self._kept:
            if self._kept[-1] in READ or not self._kept[-1]:
                self.builder.instead(begin, end, value)
        elif self._source[begin:end] == value:
            self.builder.prose(begin, end)
        else:
            self.builder.instead(begin, end, value)

    def _html(self, text: str) -> None:
        """Follow a tag; comments and the like have none."""
        token, ends = next(html.tokens(text)), text.startswith("</")
        if token.tag == "br":
            self._finish()
        elif self._kept and self._kept[-1]:
            if ends and token.tag == self._kept[-1]:
                self._kept.pop()
        elif ends or token.tag in VOID or token.closed:
            pass
        elif stays(token.tag, token.attributes, self._language, self._quotes):
            self._kept.append(token.tag)


def _link_type(detail: Any) -> str:
    kind = detail["link_type"]
    return kind if isinstance(kind, str) else str(next(iter(kind)))


def written(after: str, source: str, begin: int) -> str:
    """Return the words of an edit as Markdown: none of their characters acts as markup."""
    text = _SPECIAL.sub(lambda match: "\\" + match.group(), after).translate(_REFERENCES)
    line = max(source.rfind("\n", 0, begin), source.rfind("\r", 0, begin)) + 1
    if _MARGIN.fullmatch(source, line, begin) and (opens := _OPENS_BLOCK.match(text)):
        at = opens.end() if opens.group().isdigit() else opens.start()
        text = text[:at] + "\\" + text[at:]
    return text
