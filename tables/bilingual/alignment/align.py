"""Aligns the words of a bitext: with eflomal, or from links of both directions that another program made."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from paragen.base.destination import check_destinations
from paragen.base.errors import ConfigError, ParagenError
from paragen.base.lines import Lines
from paragen.base.packfile import atomic_file
from paragen.base.partial import blaming
from paragen.base.scratch import scratch_directory
from paragen.tables.bilingual.alignment.eflomal import LONGEST, PROGRAM, Progress, find_program, protect, run_eflomal
from paragen.tables.bilingual.alignment.kernel import HEURISTICS
from paragen.tables.bilingual.alignment.link_files import combine
from paragen.tables.bilingual.bitext import Batch, read_bitext, train_segmenter

Path_ = str | os.PathLike[str]
DEFAULT_HEURISTIC = "grow-diag-final-and"
DEFAULT_LENGTH = 250


@dataclass(frozen=True)
class Alignment:
    """What was aligned.

    Attributes
    ----------
    pairs : lines of the bitext.
    links : of all of them.
    empty, too_long : pairs left out, as a side has no token, or more than the limit; their lines are empty.
    """

    pairs: int
    links: int
    empty: int = 0
    too_long: int = 0


def align_files(
    source: Path_,
    target: Path_,
    output: Path_ | BinaryIO,
    *,
    heuristic: str = DEFAULT_HEURISTIC,
    forward: Path_ | None = None,
    backward: Path_ | None = None,
    segment: tuple[Path_ | None, Path_ | None] = (None, None),
    train: tuple[Path_ | None, Path_ | None] = (None, None),
    pieces: int = 8000,
    max_length: int = DEFAULT_LENGTH,
    temp: Path_ | None = None,
    progress: Progress | None = None,
) -> Alignment:
    """Write a line of links ``i-j`` (source-target, from 0, sorted) for each line of a bitext.

    Parameters
    ----------
    source, target : files with a sentence a line; see `read_bitext`.
    output : a file, which appears whole or not at all, or a binary stream.
    heuristic : how the two directions are made one [KOM03], of `HEURISTICS`.
    forward, backward : links of both directions, as Pharaoh lines or Giza++ A3 files; without them eflomal is run.
    segment : how the lines of either side are cut into tokens; see `segmenter`.
    train : files to write a sentencepiece model to, trained on that side and used for it.
    pieces : of such a model.
    max_length : eflomal is not given pairs with more tokens on a side; links by another program count whatever the length.
    temp : folder for scratch files; they are gone at the end.
    progress : told the fraction that is done.

    Raises
    ------
    ConfigError : options that do not go together.
    FormatError : a file is not what it should be.
    MissingPackageError : eflomal or sentencepiece is needed and not installed.
    ParagenError : eflomal failed.
    """
    _check(heuristic, forward, backward, segment, train, max_length)
    read = (source, target, forward, backward, *(how for how in segment if how != "words"))
    check_destinations(
        [path for path in (output, *train) if isinstance(path, (str, os.PathLike))], [path for path in read if path is not None]
    )
    program = "" if forward else find_program()
    segment = _train((source, target), segment, train, pieces)
    batches = read_bitext(source, target, segment=segment)
    with _destination(output) as out:
        if forward and backward:
            return _write(out, batches, forward, backward, heuristic)
        return _align(out, batches, program, heuristic, max_length, temp, progress)


def _check(heuristic, forward, backward, segment, train, max_length: int) -> None:
    if heuristic not in HEURISTICS:
        raise ConfigError(f"no heuristic {heuristic!r}, expected one of {', '.join(HEURISTICS)}.")
    if (forward is None) != (backward is None):
        raise ConfigError("links of one direction, expected both. Give --forward and --backward, or neither.")
    if not 1 <= max_length <= LONGEST:
        raise ConfigError(f"a greatest length of {max_length}, expected 1 to {LONGEST}, which is as long as eflomal can align.")
    for name, how, model in zip(("source", "target"), segment, train, strict=True):
        if how is not None and model is not None:
            raise ConfigError(f"two segmenters for the {name} side, expected one. Leave out --segment or --train-segmenter.")


def _train(paths, segment, train, pieces: int):
    """Train the models asked for; return how to cut both sides."""
    result = list(segment)
    for k, (path, model) in enumerate(zip(paths, train, strict=True)):
        if model is None:
            continue
        if not os.path.isfile(path) and os.path.exists(path) and not os.path.isdir(path):
            raise ConfigError(f"{path}: a pipe, which is read once; training a segmenter reads it twice. Write it to a file.")
        with Lines(path) as lines:
            train_segmenter(_all_lines(lines), model, pieces)
        result[k] = os.fspath(model)
    return tuple(result)


def _all_lines(lines: Lines) -> Iterator[str]:
    while batch := lines.take(20_000):
        yield from batch


@contextmanager
def _destination(output: Path_ | BinaryIO) -> Iterator[BinaryIO]:
    if isinstance(output, (str, os.PathLike)):
        with atomic_file(output) as file:
            yield file
    else:
        yield output
        output.flush()


def _write(out: BinaryIO, batches: Iterator[Batch], forward: Path_, backward: Path_, heuristic: str) -> Alignment:
    """Symmetrise links that another program made."""
    pairs = links = empty = 0
    for batch, found in combine(batches, forward, backward, heuristic):
        out.write(found.lines)
        pairs += len(batch.source)
        links += found.links
        empty += sum(not (s and t) for s, t in zip(batch.source, batch.target, strict=True))
    return Alignment(pairs, links, empty)


def _align(
    out: BinaryIO, batches: Iterator[Batch], program: str, heuristic: str, max_length: int, temp: Path_ | None,
    progress: Progress | None,
) -> Alignment:
    """Let eflomal align what it can, and leave the lines of other pairs empty."""
    with scratch_directory(temp) as folder:
        source, target = folder / "source", folder / "target"
        with blaming(folder.parent, folder):
            given = _give(batches, source, target, max_length)
        if not given.kept:
            out.write(b"\n" * given.pairs)
            return Alignment(given.pairs, 0, given.empty, given.too_long)
        forward, backward = run_eflomal(program, folder, source, target, progress)
        for path in (forward, backward):
            _check_whole(path, given.kept)
        links = 0
        spread = _Spread(out, given.skipped)
        for batch, found in combine(read_bitext(source, target), forward, backward, heuristic):
            spread.write(found.lines, len(batch.source))
            links += found.links
        spread.end()
    return Alignment(given.pairs, links, given.empty, given.too_long)


@dataclass
class _Given:
    """What eflomal was given: pairs in all, pairs left out by reason, and which lines those are (from 0)."""

    pairs: int = 0
    empty: int = 0
    too_long: int = 0
    skipped: deque[int] = field(default_factory=deque)

    @property
    def kept(self) -> int:
        return self.pairs - len(self.skipped)


def _give(batches: Iterator[Batch], source: Path, target: Path, max_length: int) -> _Given:
    given = _Given()
    with open(source, "wb") as sources, open(target, "wb") as targets:
        for batch in batches:
            kept: tuple[list[str], list[str]] = ([], [])
            for number, pair in enumerate(zip(batch.source, batch.target, strict=True), given.pairs):
                if not all(pair):
                    given.empty += 1
                elif any(line.count(" ") >= max_length for line in pair):
                    given.too_long += 1
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

    def __init__(self, out: BinaryIO, skipped: deque[int]) -> None:
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
