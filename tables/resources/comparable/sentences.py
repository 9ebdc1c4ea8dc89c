"""Sentences of running text, without what news agencies wrap around them."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

from paragen.base.packages import optional_package

_PARAGRAPH = re.compile(r"\n(?:[ \t]*\n|[ \t]{2,}(?=\S)|\t)")  # an empty line, or an indented first line
_TAG = re.compile(r"<[^<>\n]{0,100}>")  # markup; ticker symbols such as <IBM.N>
_NAME = re.compile(r"<((?:[A-Z][\w.&'-]{0,60})(?:[ \n][\w.&'-]{1,60}){1,9})>")  # a company without one: <MTS Acquisition Corp>
_SIGN_OFF = re.compile(r"^[^\w\n]*(?:more|reuters?)[^\w\n]*$", re.IGNORECASE | re.MULTILINE)
_COLUMNS = re.compile(r"\S[ \t]{3,}\S")
_END = re.compile(r"[.!?][\"'”’)\]]*$")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_LONGEST = 20_000  # characters of a paragraph passed to the splitter at once


class Splitter:
    """Splits texts into sentences.

    Raises
    ------
    MissingPackageError : sentencex is not installed.
    """

    def __init__(self) -> None:
        self._segment: Any = optional_package("sentencex", "splitting articles into sentences", "mine").segment

    def sentences(self, text: str) -> Iterator[str]:
        """Yield the sentences of an article, without headings, tables, sign-offs and other lines lacking a full stop."""
        text = _CONTROL.sub(" ", html.unescape(text)).replace("\r", "")
        text = _SIGN_OFF.sub("", _TAG.sub("", _NAME.sub(r"\1", text)))
        for paragraph in _PARAGRAPH.split(text):
            if _COLUMNS.search(paragraph):
                continue
            words = " ".join(paragraph.split())
            for begin in range(0, len(words), _LONGEST):
                for sentence in self._segment("en", words[begin : begin + _LONGEST]):
                    if _END.search(sentence := sentence.strip()):
                        yield sentence
