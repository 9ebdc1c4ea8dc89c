"""Reads the sides of a bitext in lockstep: numbered lines of two or three files, in batches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Lines
from paragen.tables.bilingual.bitext.segment import segmenter

BATCH = 20_000


@dataclass(frozen=True)
class Batch:
    """Consecutive lines of every side, equally many.

    Attributes
    ----------
    first_line : number of the first, from 1.
    source, target : the sentences, tokens separated by single spaces.
    alignment : links as the file gives them; None where no file was named.
    """

    first_line: int
    source: list[str]
    target: list[str]
    alignment: list[str] | None = None


def read_bitext(
    source: StrPath,
    target: StrPath,
    alignment: StrPath | None = None,
    segment: tuple[StrPath | None, StrPath | None] = (None, None),
    batch: int = BATCH,
) -> Iterator[Batch]:
    r"""Yield the lines of a bitext, at most ``batch`` at a time.

    Parameters
    ----------
    source, target : files with a sentence a line, plain or compressed whatever their names.
    alignment : a file with the links of each pair.
    segment : how to cut the lines of either side into tokens; see `segmenter`.

    Raises
    ------
    FormatError : a file is malformed, a line is not UTF-8 or holds NUL, or the files differ in length.

    Notes
    -----
    Only ``\n`` ends a line (and ``\r\n``); U+0085 or U+2028 are text. A byte order mark is dropped.
    """
    segmenters = [None if how is None else segmenter(how) for how in segment]
    paths = [source, target, *([] if alignment is None else [alignment])]
    for first, sides in lockstep(paths, batch):
        for k, tokens in enumerate(segmenters):
            if tokens is not None:
                sides[k] = [" ".join(tokens(line)) for line in sides[k]]
        yield Batch(first, sides[0], sides[1], None if alignment is None else sides[2])


def lockstep(paths: Sequence[StrPath], batch: int = BATCH) -> Iterator[tuple[int, list[list[str]]]]:
    """Yield the number of the next line and, of each file, the next lines, tokens separated by single spaces."""
    with ExitStack() as stack:
        sides = [stack.enter_context(Lines(path)) for path in paths]
        while True:
            lines = [side.take(batch) for side in sides]
            if len({len(each) for each in lines}) > 1:
                raise _uneven(sides)
            if not lines[0]:
                break
            yield sides[0].number - len(lines[0]) + 1, lines
        if not sides[0].number:
            raise FormatError(sides[0].path, "no line", "at least one sentence pair", "Is this the right file?")


def _uneven(sides: Sequence[Lines]) -> FormatError:
    """Read on to the ends, and report the counts."""
    for side in sides:
        side.skip()
    shortest = min(sides, key=lambda side: side.number)
    longest = max(sides, key=lambda side: side.number)
    return FormatError(
        f"{shortest.path}:{shortest.number + 1}",
        f"the end of the file after {shortest.number} lines",
        f"{longest.number} lines as in {longest.path}",
        "Line n of one file belongs to line n of the other: find where they go apart.",
    )
