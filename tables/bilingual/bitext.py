"""The two sides of a bitext: their lines in lockstep, and what cuts a line into tokens (white space, words, sentencepiece)."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import Lines
from paragen.base.output_files import atomic_file
from paragen.base.packages import optional_package
from paragen.base.threads import record_errors
from paragen.text.tokenizer import Tokenizer

Segmenter = Callable[[str], list[str]]

_EXPECTED = "a sentencepiece model"
_THREADS = 4  # fixed: the model depends on it
_LONGEST = 1 << 16  # bytes of a line to learn from
_MOST_PIECES = re.compile(r"set it to a value <= (\d+)")
_LEAST_PIECES = re.compile(r"smaller than required_chars\. \d+ vs (\d+)")


def white_space(line: str) -> list[str]:
    """Return what ASCII white space separates; other spaces (U+00A0, U+3000, U+2028) are part of a token."""
    return [token.decode() for token in line.encode().split()]


def segmenter(how: StrPath | None) -> Segmenter:
    """Return the function that cuts a line into tokens.

    Parameters
    ----------
    how : None for what white space separates; ``words`` for the lookup forms of paragen's own tokens; else the file of
        a sentencepiece model.

    Raises
    ------
    FormatError : the file is no sentencepiece model.
    MissingPackageError : sentencepiece is not installed.
    """
    if how is None:
        return white_space
    if how == "words":
        return Tokenizer().words
    return _sentencepiece(os.fspath(how))


def _package(where: str) -> Any:
    return optional_package("sentencepiece", f"{where}: segmenting", "bitext")


def _sentencepiece(path: str) -> Segmenter:
    package = _package(path)
    if os.path.isdir(path):
        raise FormatError(path, "a directory", _EXPECTED, "Give the file in it.")
    with open(path, "rb") as file:
        data = file.read()
    remedy = "Train one with `paragen align --train-segmenter`."
    if not data:
        raise FormatError(path, "an empty file", _EXPECTED, remedy)
    try:
        processor = package.SentencePieceProcessor(model_proto=data)
        processor.encode("a", out_type=str)
    except (RuntimeError, OSError, ValueError):
        raise FormatError(path, "something else", _EXPECTED, remedy) from None

    def pieces(line: str) -> list[str]:
        # a model may have been trained to keep tabs within its pieces
        return white_space(" ".join(processor.encode(line, out_type=str)))

    return pieces


def train_segmenter(lines: Iterable[str], path: StrPath, pieces: int = 8000) -> None:
    """Train a sentencepiece unigram model and write it to ``path``, atomically. The same lines give the same bytes.

    Parameters
    ----------
    lines : text of one language, a sentence each.
    pieces : how many pieces the model shall have.

    Raises
    ------
    ConfigError : the text does not allow for so many pieces, or has more letters than that.
    MissingPackageError : sentencepiece is not installed.
    """
    path = os.fspath(path)
    package = _package(path)
    if not 1 <= pieces <= 1_000_000:
        raise ConfigError(f"{path}: {pieces} pieces, expected 1 to 1,000,000. Change --pieces.")
    model = io.BytesIO()
    raised: list[BaseException] = []
    try:
        package.SentencePieceTrainer.train(
            sentence_iterator=record_errors(lines, raised), model_writer=model, model_type="unigram", vocab_size=pieces,
            num_threads=_THREADS, max_sentence_length=_LONGEST, minloglevel=2,
        )  # fmt: skip
    except RuntimeError as error:
        if raised:
            raise raised[0] from None
        raise ConfigError(f"{path}: {_reason(str(error), pieces)}") from None
    with atomic_file(path) as file:
        file.write(model.getvalue())


def _reason(message: str, pieces: int) -> str:
    """Say why sentencepiece could not train."""
    if found := _MOST_PIECES.search(message):
        return f"the text is too small for {pieces} pieces, expected at most {found[1]}. Give it with --pieces {found[1]}."
    if found := _LEAST_PIECES.search(message):
        return f"the text has more different letters than {pieces} pieces can hold, expected {found[1]} or more. Raise --pieces."
    if "sentences_.empty()" in message or "all_chars_count" in message:
        return "no text to learn from, expected sentences. Is the file empty?"
    return f"sentencepiece could not train {pieces} pieces ({message.strip().splitlines()[-1][:200]}). Try other --pieces."


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
