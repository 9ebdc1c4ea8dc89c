"""Text for the estimator, in pieces: plain and compressed files, streams, sentences."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO, cast

from paragen.base.compression import PIECE
from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import OpenedFile

_EXPECTED = "plain text in UTF-8, one sentence per line"

Source = str | bytes | os.PathLike[str] | BinaryIO


def total_size(corpus: Source | Iterable[Source]) -> int:
    """Return how many bytes will be read from files; 0 if that is not known beforehand."""
    items = [corpus] if isinstance(corpus, os.PathLike) else corpus
    if not isinstance(items, Sequence) or not all(isinstance(item, os.PathLike) for item in items):
        return 0
    return sum(os.path.getsize(item) for item in items if os.path.isfile(item))


def sources(
    corpus: Source | Iterable[Source], count: Callable[[int], None]
) -> Iterator[tuple[str, Iterator[bytes]]]:
    """Yield the name and the pieces of each source of text.

    Paths are files; binary streams are read to their end; strings and bytes are sentences, and consecutive ones make
    one source. ``count`` is called with the number of bytes read from a file or stream.
    """
    if isinstance(corpus, str):
        raise ConfigError(f"corpus: found the string {corpus[:60]!r}, expected Path(…) for a file or [string] for a sentence.")
    if isinstance(corpus, (bytes, os.PathLike)) or hasattr(corpus, "read"):
        corpus = [cast(Source, corpus)]
    items = iter(corpus)
    for item in items:
        if isinstance(item, os.PathLike):
            yield os.fspath(item), _read(item, count)
        elif hasattr(item, "read"):
            name = str(getattr(item, "name", "the stream"))
            if isinstance(item.read(0), str):
                raise ConfigError(f"{name}: found a stream of text, expected one of bytes. Open it with mode 'rb'.")
            yield name, _read(cast(BinaryIO, item), count)
        else:
            rest = _Rest(cast(str, item), items)
            yield "the sentences", rest.pieces()
            yield from sources(rest.others, count)


class _Rest:
    """Sentences from ``items`` up to the first item that is not a sentence, which alone is in ``others``."""

    def __init__(self, first: str | bytes, items: Iterator[Source]) -> None:
        self.first, self.items = first, items
        self.others: list[Source] = []

    def pieces(self) -> Iterator[bytes]:
        batch, size = [_line(self.first)], 0
        for item in self.items:
            if not isinstance(item, (str, bytes)):
                self.others.append(item)
                break
            batch.append(_line(item))
            size += len(batch[-1])
            if size >= PIECE:
                yield b"".join(batch)
                batch, size = [], 0
        yield b"".join(batch)


def _line(sentence: str | bytes) -> bytes:
    if isinstance(sentence, str):
        try:
            sentence = sentence.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError as error:
            raise FormatError("the sentences", f"{sentence[error.start]!a} in one", "text that UTF-8 can hold") from error
    if not isinstance(sentence, bytes):
        raise ConfigError(f"corpus: found {type(sentence).__name__}, expected paths, binary streams or sentences.")
    return sentence if sentence.endswith(b"\n") else sentence + b"\n"


def _read(source: StrPath | BinaryIO, count: Callable[[int], None]) -> Iterator[bytes]:
    with OpenedFile(source, _EXPECTED) as file:
        opening = file.head.split(b"\n")[:5]
        if len(opening) == 5 and all(line.count(b" ||| ") >= 2 for line in opening):
            remedy = "Is this a phrase table? Pack it with `paragen pack`."
            raise FormatError(f"{file.path}:1", "lines of fields between |||", _EXPECTED, remedy)
        yield from file.pieces(count)
