"""Plain text: paragraphs between empty lines, hard-wrapped ones as in e-mail read as one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from paragen.documents.passage import Passage, PassageBuilder

NARROWEST, WIDEST = 40, 120
"""The longest line, in characters, of a paragraph that is taken to be wrapped."""

# Marks of quotation and indentation; then a bullet or a number, which begins an item.
_MARGIN = re.compile(r"[ \t]*(?:(?:>|\|)[ \t]?)*[ \t]*")
_ITEM = re.compile(r"(?:[-*+•‣◦·–—]|\(?\d{1,3}[.)]|\(?[A-Za-z][.)])[ \t]+(?=\S)")
_UNDERLINE = re.compile(r"([=~^\"*#_+.-])\1{2,}")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)?")


class _Line(NamedTuple):
    """Its prose is between ``begin`` and ``end``; ``margin`` is the text before it, a bullet as white space."""

    begin: int
    end: int
    margin: str
    item: bool


def passages(source: str, quotes: bool, language: str) -> Iterator[Passage]:
    """Yield the passages of a text.

    A line continues the paragraph of the line before it if it has the same margin (quote marks ">", indentation), does not begin
    a list item, and its first word would not have fitted on that line: the paragraph was wrapped. Lines in capitals and
    underlined lines are headings, which stay.

    Parameters
    ----------
    quotes : whether quoted lines (">") stay.
    """
    builder = PassageBuilder(source)
    for paragraph in _paragraphs(source):
        if quotes and ">" in paragraph[0].margin:
            continue
        paragraph = _without_headings(source, paragraph)
        if not paragraph:
            continue
        width = max(line.end - line.begin for line in paragraph)
        last: _Line | None = None
        for line in paragraph:
            if last is not None:
                word = source[line.begin : line.end].split()[0]
                if NARROWEST <= width <= WIDEST and not line.item and last.end - last.begin + 1 + len(word) > width:
                    builder.instead(last.end, line.begin, " ")
                else:
                    builder.finish()
            builder.prose(line.begin, line.end)
            last = line
        builder.finish()
        yield from builder.passages()


def _without_headings(source: str, paragraph: list[_Line]) -> list[_Line]:
    """Return the lines of a paragraph without headings and their underlines."""
    texts = [source[line.begin : line.end] for line in paragraph]
    underlines = [bool(_UNDERLINE.fullmatch(text)) for text in texts] + [False]
    return [
        line for i, line in enumerate(paragraph)
        if not (underlines[i] or underlines[i + 1] or (texts[i].isupper() and len(paragraph) == 1))
    ]  # fmt: skip


def _paragraphs(source: str) -> Iterator[list[_Line]]:
    """Yield runs of lines with the same margin; the first of an item may be further left."""
    paragraph: list[_Line] = []
    for line in _lines(source):
        if paragraph and (line.begin == line.end or line.item or not _same_margin(paragraph, line)):
            yield paragraph
            paragraph = []
        if line.begin < line.end:
            paragraph.append(line)
    if paragraph:
        yield paragraph


def _same_margin(paragraph: list[_Line], line: _Line) -> bool:
    margin = paragraph[-1].margin
    if len(paragraph) == 1 and not margin.strip() and not line.margin.strip():  # items and first lines may differ in indentation
        return True
    return margin == line.margin


def _lines(source: str) -> Iterator[_Line]:
    for match in _LINE.finditer(source, source.startswith("\ufeff")):
        margin = _MARGIN.match(source, match.start())
        assert margin is not None
        begin, item = margin.end(), _ITEM.match(source, margin.end())
        text = margin.group()
        if item is not None:
            begin, text = item.end(), text + " " * len(item.group())
        end = match.end()
        while end > begin and source[end - 1].isspace():
            end -= 1
        yield _Line(begin, end, text, item is not None)


def written(after: str, source: str, begin: int) -> str:
    """Return the words of an edit as they are written in the document."""
    return after
