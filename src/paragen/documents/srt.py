"""Subtitles (SubRip): the words between the numbers and times, read across subtitles until a sentence ends."""

from __future__ import annotations

import re
from collections.abc import Iterator

from paragen.documents.passage import Passage, PassageBuilder

_TIME = r"\d{1,9}:\d{1,9}:\d{1,9}(?:[.,]\d{1,9})?"
# The line of times, and the number before it, if any.
_HEAD = re.compile(
    rf"^\ufeff?[ \t]*(?:\d{{1,9}}[ \t]*(?:\r\n|\n|\r)[ \t]*)?{_TIME}[ \t]*-->[ \t]*{_TIME}[^\r\n]*(?:\r\n|\n|\r|\Z)", re.M
)
_LINE = re.compile(r"[^\r\n]+")
# Tags for style and position; sounds other than speech; speakers.
_MARK = re.compile(r"</?[A-Za-z][^<>\r\n]{0,200}>|\{\\?[^{}\r\n]{0,200}\}|\\[NnhH]")
_SOUND = re.compile(r"\[[^\[\]\r\n]{0,200}\]|\([A-Z][A-Z ,'-]{1,200}\)|[♪♫#]+")
_SPEAKER = re.compile(r"[ \t]*(?:[-–—]+[ \t]*|>>+[ \t]*|(?:[A-Z][A-Z0-9.'#-]*[ \t]?){1,4}:[ \t]+)")
_ENDED = re.compile(r"[.!?…。！？][\"'”’)\]»]*\s*$|[♪♫#]\s*$")


def passages(source: str, quotes: bool, language: str) -> Iterator[Passage]:
    """Yield the passages of subtitles: what one person says, up to a sentence end at the end of a line."""
    reader = _Reader(source)
    begin: int | None = None
    for head in _HEAD.finditer(source):
        if begin is not None:
            reader.take(begin, head.start())
        begin = head.end()
        yield from reader.builder.passages()
    if begin is not None:
        reader.take(begin, len(source))
    reader.builder.finish()
    yield from reader.builder.passages()


class _Reader:
    """Turns the lines of subtitles into passages."""

    def __init__(self, source: str) -> None:
        self.builder = PassageBuilder(source)
        self._source = source
        self._end: int | None = None  # of the line before, if the next continues it

    def take(self, begin: int, end: int) -> None:
        """Take the lines of a subtitle."""
        for line in _LINE.finditer(self._source, begin, end):
            self._line(*line.span())

    def _line(self, begin: int, end: int) -> None:
        marks = list(_MARK.finditer(self._source, begin, end))
        first = begin
        for mark in marks:
            first = mark.end() if mark.start() == first else first
        speaker = _SPEAKER.match(self._source, first)
        if self._end is None or speaker:
            self.builder.finish()
        else:
            self.builder.instead(self._end, begin, " ")
        position = speaker.end() if speaker else begin
        for mark in marks:
            if mark.start() >= position:
                self._words(position, mark.start())
                position = mark.end()
        self._words(position, end)
        words = _MARK.sub("", self._source[begin:end])
        self._end = None if _ENDED.search(words) or not words.strip() else end

    def _words(self, begin: int, end: int) -> None:
        for sound in _SOUND.finditer(self._source, begin, end):
            self.builder.prose(begin, sound.start())
            self.builder.kept(*sound.span())
            begin = sound.end()
        self.builder.prose(begin, end)


def written(after: str, source: str, begin: int) -> str:
    """Return the words of an edit as they are written in the document."""
    return after
