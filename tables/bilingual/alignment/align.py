"""Aligns the words of a bitext: with eflomal, or from links of both directions that another program made."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, BinaryIO

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, ParagenError
from paragen.base.input_files import Lines
from paragen.base.output_files import atomic_file, report_errors_as, scratch_directory
from paragen.tables.bilingual.alignment.eflomal import PROGRAM, find_program, protect, run_eflomal
from paragen.tables.bilingual.alignment.links import combine
from paragen.tables.bilingual.bitext import Batch, read_bitext, train_segmenter
from paragen.tables.bilingual.options import AlignOptions
from paragen.tables.builder import Run, Summary


@dataclass(frozen=True, kw_only=True)
class AlignSummary(Summary):
    """What was aligned.

    Attributes
    ----------
    pairs : lines of the bitext.
    links : links in all of them.
    empty, too_long, too_short : pairs left out, as a side has no token, or more or fewer than the limit; their lines are empty.
    """

    pairs: int
    links: int
    empty: int = 0
    too_long: int = 0
    too_short: int = 0

    def __str__(self) -> str:
        skipped = [f"{self.empty} with an empty side"] * bool(self.empty)
        skipped += [f"{self.too_long} with too many tokens"] * bool(self.too_long)
        skipped += [f"{self.too_short} with too few tokens"] * bool(self.too_short)
        made = f"{self.pairs - self.empty - self.too_long - self.too_short} pairs aligned, {self.links} links"
        return made + f"; skipped: {', '.join(skipped)}" * bool(skipped)


def build_alignment(
    bitext: tuple[StrPath, StrPath], destination: StrPath | BinaryIO, options: AlignOptions | None = None, run: Run | None = None
) -> AlignSummary:
    """Write a line of links ``i-j`` (source-target, from 0, sorted) for each line of a bitext.

    Parameters
    ----------
    bitext : files with a sentence a line, source and target; see `read_bitext`.
    destination : a file, which appears whole or not at all, or a binary stream.
    options : how the words are found and aligned.
    run : the folder for scratch files; the step is "aligning".

    Raises
    ------
    ConfigError : an unusable destination, a pipe that would be read twice.
    FormatError : a file is malformed.
    MissingPackageError : eflomal or sentencepiece is needed and not installed.
    ParagenError : eflomal failed.
    """
    options, run = options or AlignOptions(), run or Run()
    read = (*bitext, options.forward, options.backward, *(how for how in options.segment if how != "words"))
    check_destinations(
        [path for path in (destination, *options.train) if isinstance(path, (str, os.PathLike))],
        [path for path in read if path is not None],
    )
    program = "" if options.forward else find_program()
    segment = _train(bitext, options)
    batches = read_bitext(*bitext, segment=segment)
    with _opened(destination) as out:
        if options.forward and options.backward:
            return _write(out, batches, options.forward, options.backward, options.heuristic)
        return _align(out, batches, program, options, run)


def _train(bitext: tuple[StrPath, StrPath], options: AlignOptions) -> tuple[StrPath | None, StrPath | None]:
    """Train the models asked for; return how to segment either side."""
    result = list(options.segment)
    for k, (path, model) in enumerate(zip(bitext, options.train, strict=True)):
        if model is None:
            continue
        if not os.path.isfile(path) and os.path.exists(path) and not os.path.isdir(path):
            raise ConfigError(f"{path}: a pipe, which is read once; training a segmenter reads it twice. Write it to a file.")
        with Lines(path) as lines:
            train_segmenter(_all_lines(lines), model, options.pieces)
        result[k] = os.fspath(model)
    source, target = result
    return source, target


def _all_lines(lines: Lines) -> Iterator[str]:
    while batch := lines.take(20_000):
        yield from batch


@contextmanager
def _opened(output: StrPath | BinaryIO) -> Iterator[IO[bytes]]:
    if isinstance(output, (str, os.PathLike)):
        with atomic_file(output) as file:
            yield file
    else:
        yield output
        output.flush()


def _write(out: IO[bytes], batches: Iterator[Batch], forward: StrPath, backward: StrPath, heuristic: str) -> AlignSummary:
    """Symmetrise links that another program made."""
    pairs = links = empty = 0
    for batch, found in combine(batches, forward, backward, heuristic):
        out.write(found.lines)
        pairs += len(batch.source)
        links += found.links
        empty += sum(not (s and t) for s, t in zip(batch.source, batch.target, strict=True))
    return AlignSummary(pairs=pairs, links=links, empty=empty)


def _align(out: IO[bytes], batches: Iterator[Batch], program: str, options: AlignOptions, run: Run) -> AlignSummary:
    """Let eflomal align what it can, and leave the lines of other pairs empty."""
    with scratch_directory(run.temp) as folder:
        source, target = folder / "source", folder / "target"
        with report_errors_as(folder.parent, folder):
            given = _write_inputs(batches, source, target, options)
        if not given.kept:
            out.write(b"\n" * given.pairs)
            return given.summary(0)
        forward, backward = run_eflomal(program, folder, source, target, partial(run.report, "aligning"))
        for path in (forward, backward):
            _check_whole(path, given.kept)
        links = 0
        spread = _Spread(out, given.skipped)
        for batch, found in combine(read_bitext(source, target), forward, backward, options.heuristic):
            spread.write(found.lines, len(batch.source))
            links += found.links
        spread.end()
    return given.summary(links)


@dataclass
class _Inputs:
    """What eflomal was given: pairs in all, pairs left out by reason, and which lines those are (from 0)."""

    pairs: int = 0
    empty: int = 0
    too_long: int = 0
    too_short: int = 0
    skipped: deque[int] = field(default_factory=deque)

    @property
    def kept(self) -> int:
        return self.pairs - len(self.skipped)

    def summary(self, links: int) -> AlignSummary:
        return AlignSummary(
            pairs=self.pairs, links=links, empty=self.empty, too_long=self.too_long, too_short=self.too_short
        )


def _write_inputs(batches: Iterator[Batch], source: Path, target: Path, options: AlignOptions) -> _Inputs:
    """Write the pairs that eflomal can align to files."""
    given = _Inputs()
    with open(source, "wb") as sources, open(target, "wb") as targets:
        for batch in batches:
            kept: tuple[list[str], list[str]] = ([], [])
            for number, pair in enumerate(zip(batch.source, batch.target, strict=True), given.pairs):
                if not all(pair):
                    given.empty += 1
                elif any(line.count(" ") >= options.max_length for line in pair):
                    given.too_long += 1
                elif any(line.count(" ") < options.min_length - 1 for line in pair):
                    given.too_short += 1
                else:
                    kept[0].append(pair[0])
                    kept[1].append(pair[1])
                    continue
                given.skipped.append(number)
            given.pairs += len(batch.source)
            for file, lines in zip((sources, targets), kept, strict=True):
                file.write(protect("".join(f"{line}\n" for line in lines)).encode())
    return given


def _check_whole(path: Path, expected: int) -> None:
    """Refuse links that eflomal wrote in part: it does not notice a full disk."""
    count, last = 0, b""
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            count += piece.count(b"\n")
            last = piece[-1:]
    if count != expected or last != b"\n":
        raise ParagenError(
            f"{PROGRAM} wrote {count} whole lines of links, expected {expected}. Is the disk full? Choose a folder with --temp."
        )


class _Spread:
    """Writes lines in their places, and empty lines for those that were left out."""

    def __init__(self, out: IO[bytes], skipped: deque[int]) -> None:
        self._out, self._skipped, self._at = out, skipped, 0

    def write(self, lines: bytes, count: int) -> None:
        if self._skipped and self._skipped[0] < self._at + count:
            for line in lines.splitlines(keepends=True):
                self._skip()
                self._out.write(line)
                self._at += 1
        else:
            self._out.write(lines)
            self._at += count

    def end(self) -> None:
        self._skip()

    def _skip(self) -> None:
        while self._skipped and self._skipped[0] == self._at:
            self._skipped.popleft()
            self._out.write(b"\n")
            self._at += 1
