"""Parses text into CoNLL-U, or into trees in Penn brackets."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError
from paragen.base.input_files import Lines, numbered_lines
from paragen.base.settings import Settings, flag, text, whole
from paragen.tables.builder import Run, Summary
from paragen.tables.io.text_files import text_file
from paragen.tables.parses.workers import Batch, Parsed, open_work, parsed_by_workers

LONGEST = 100_000
"""Characters of a line that is parsed: a parser needs about 10 kB a character."""


@dataclass(frozen=True, kw_only=True)
class ParseOptions(Settings):
    """What parses, and how it gets the text.

    Parameters
    ----------
    pipeline : see `paragen.tables.parses.pipeline.open_pipeline`; for trees, `paragen.tables.parses.constituency.open_parser`.
    trees : whether the parses are trees in Penn brackets.
    tokenized : whether tokens are what spaces separate.
    batch : lines the pipeline gets at a time. Rounding depends on it, and so, very rarely, may a head.
    """

    pipeline: str = text()
    trees: bool = flag()
    tokenized: bool = flag()
    batch: int = whole(500, 1)


@dataclass(frozen=True, kw_only=True)
class ParseSummary(Summary):
    """What was parsed.

    Attributes
    ----------
    lines : all, empty ones and those left out included.
    sentences, words : in the output.
    """

    lines: int
    sentences: int
    words: int

    def __str__(self) -> str:
        return f"{self.lines} lines, {self.sentences} sentences and {self.words} words parsed"


def build_parses(texts: Sequence[StrPath], destination: StrPath, options: ParseOptions, run: Run | None = None) -> ParseSummary:
    """Parse text, a sentence a line, into CoNLL-U or into trees.

    In CoNLL-U a sentence has the number of its line, counted from 1 over all texts, as its ``sent_id``; where the pipeline finds
    several sentences in line 7, they are 7-1, 7-2 and so on. What the pipeline does not provide is ``_``. Trees have a line for
    each line of the texts: those of its sentences, one after the other, or nothing where it is empty or too long.

    Parameters
    ----------
    texts : plain or compressed, UTF-8.
    destination : CoNLL-U or trees, gzip where the name ends in .gz; it appears whole or not at all.
    options : what parses.
    run : its threads are processes, each with the pipeline in its memory; a script that asks for more than one has its work
        below ``if __name__ == "__main__":``, because it is imported by each. The step is "parsing", which counts lines.

    Raises
    ------
    ConfigError, MissingPackageError : see `open_pipeline` and `open_parser`; no text, an unusable destination.
    FormatError : a text is something else.
    ParagenError : the pipeline failed, or one of its processes.
    """
    run = run or Run()
    if not texts:
        raise ConfigError("parse: found no text, expected one or more files.")
    check_destinations([destination], texts)
    for path in texts:
        os.stat(path)  # this reports a missing file before the pipeline loads
    opening = options.pipeline, options.tokenized, options.trees
    work = open_work(*opening)  # its errors come before any work, and once
    batches = _Batches(texts, options, run)
    if run.workers == 1:
        results: Iterator[Parsed] = map(work, batches)
    else:
        results = parsed_by_workers(opening, batches, run.workers)
        del work
    sentences = words = 0
    more = run.counter("parsing", _lines_in(texts) if run.progress else 0)
    with text_file(destination) as file:
        for parsed, lines, more_sentences, more_words in results:
            file.write(parsed.encode())
            sentences, words = sentences + more_sentences, words + more_words
            if more:
                more(lines)
    return ParseSummary(lines=batches.lines, sentences=sentences, words=words, skips=run.skips)


def _lines_in(texts: Sequence[StrPath]) -> int:
    """Count lines; a pipe can be read only once."""
    total = 0
    for path in filter(os.path.isfile, texts):
        with Lines(path, tidy=False) as lines:
            lines.skip()
            total += lines.number
    return total


class _Batches:
    """The lines to parse, in batches; ``lines`` counts all. If trees are wanted, the others come as empty lines."""

    def __init__(self, texts: Sequence[StrPath], options: ParseOptions, run: Run) -> None:
        self.lines, self._skips = 0, run.skips
        self._texts, self._batch, self._all = texts, options.batch, options.trees

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
                self._skips.add(f"lines of more than {LONGEST} characters", f"{os.fspath(path)}:{number}")
                line = ""
            if self._all or line.strip():
                yield self.lines, line
