"""Parses text into CoNLL-U."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError
from paragen.base.lines import numbered_lines
from paragen.base.threads import thread_count
from paragen.tables.io.skips import Skips
from paragen.tables.io.text_files import text_file
from paragen.tables.parses.pipeline import open_pipeline
from paragen.tables.parses.workers import Batch, parsed_by_workers, parsed_here

BATCH = 500
"""Lines a process takes at a time."""
LONGEST = 100_000
"""Characters of a line that is parsed: a parser needs about 10 kB a character."""


@dataclass(frozen=True)
class Summary:
    """What was parsed.

    Attributes
    ----------
    lines : all, empty ones and those left out included.
    sentences, words : in the output.
    skips : lines that were left out.
    """

    lines: int
    sentences: int
    words: int
    skips: Skips = field(compare=False)


def parse_files(
    texts: Sequence[StrPath],
    destination: StrPath,
    *,
    pipeline: str,
    tokenized: bool = False,
    batch: int = BATCH,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Summary:
    """Parse text, a sentence a line, into CoNLL-U.

    A sentence has the number of its line, counted from 1 over all texts, as its ``sent_id``; where the pipeline finds
    several sentences in line 7, they are 7-1, 7-2 and so on. What the pipeline does not tell is ``_``.

    Parameters
    ----------
    texts : plain or gzip, UTF-8.
    destination : CoNLL-U, gzip where the name ends in .gz; it appears whole or not at all.
    pipeline : see `paragen.tables.parses.pipeline.open_pipeline`.
    tokenized : whether tokens are what spaces separate.
    batch : lines the pipeline gets at a time. Rounding differs with it, so that a head may, very rarely.
    threads : processes, 0 for one for each processor; the output is the same for any number. A script that asks for more than
        one has its work below ``if __name__ == "__main__":``, because it is imported by each.
    progress : called with the number of lines each time some are parsed.

    Raises
    ------
    ConfigError, MissingPackageError : see `open_pipeline`; no text, an option out of range.
    FormatError : a text is something else.
    ParagenError : the pipeline failed, or one of its processes.
    """
    workers = thread_count(threads)
    if batch < 1:
        raise ConfigError(f"batch: found {batch}, expected 1 or more lines.")
    if not texts:
        raise ConfigError("parse: found no text, expected one or more files.")
    check_destinations([destination], texts)
    for text in texts:
        os.stat(text)  # a missing file is told before the pipeline loads
    loaded = open_pipeline(pipeline, tokenized)  # its errors come before any work, and once
    taken = _Taken(texts, batch)
    results = parsed_here(loaded, taken) if workers == 1 else parsed_by_workers(pipeline, tokenized, taken, workers)
    if workers > 1:
        del loaded
    sentences = words = 0
    with text_file(destination) as file:
        for text, lines, more_sentences, more_words in results:
            file.write(text.encode())
            sentences, words = sentences + more_sentences, words + more_words
            if progress:
                progress(lines)
    return Summary(taken.lines, sentences, words, taken.skips)


class _Taken:
    """Batches of the lines that are parsed, and counts of all."""

    def __init__(self, texts: Sequence[StrPath], batch: int) -> None:
        self.lines, self.skips = 0, Skips()
        self._texts, self._batch = texts, batch

    def __iter__(self) -> Iterator[Batch]:
        numbers: list[int] = []
        lines: list[str] = []
        characters = 0
        for number, line in self._wanted():
            numbers.append(number)
            lines.append(line)
            characters += len(line)
            if len(lines) == self._batch or characters >= LONGEST:
                yield numbers, lines
                numbers, lines, characters = [], [], 0
        if lines:
            yield numbers, lines

    def _wanted(self) -> Iterator[tuple[int, str]]:
        for path, (number, line) in chain.from_iterable(((path, each) for each in numbered_lines(path)) for path in self._texts):
            self.lines += 1
            if len(line) > LONGEST:
                self.skips.add(f"lines of more than {LONGEST} characters", f"{os.fspath(path)}:{number}")
            elif line.strip():
                yield self.lines, line
