"""Estimation of n-gram language models: interpolated modified Kneser-Ney, like KenLM's lmplz; text in, ARPA file out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

import numpy as np

from paragen.base.compression import PIECE
from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import OpenedFile
from paragen.base.output_files import atomic_file
from paragen.base.settings import parse_memory
from paragen.lm import options
from paragen.lm.estimate.kernel import Kernel
from paragen.lm.options import DEFAULT_FALLBACK, EstimateOptions

__all__ = ["DEFAULT_FALLBACK", "Estimate", "estimate"]

_EXPECTED = "plain text in UTF-8, one sentence per line"

Source = str | bytes | os.PathLike[str] | BinaryIO


@dataclass(frozen=True)
class OrderSummary:
    """The n-grams of one length: how many there are, how many are kept, and their discounts.

    ``discounts`` are for adjusted counts of 1, of 2, and of 3 or more; ``fallback`` means that they could not be
    estimated and are those given by the caller.
    """

    seen: int
    kept: int
    discounts: tuple[float, float, float]
    fallback: bool


@dataclass(frozen=True)
class Estimate:
    """What was read and produced; ``arpa`` is the model itself if no destination was given."""

    tokens: int
    sentences: int
    types: int
    orders: tuple[OrderSummary, ...]
    on_disk: bool
    arpa: bytes | None = None


def estimate(
    corpus: Source | Iterable[Source],
    order: int = EstimateOptions.order,
    arpa: StrPath | BinaryIO | None = None,
    *,
    prune: Sequence[int] = (),
    discount_fallback: bool | Sequence[float] | None = None,
    interpolate_unigrams: bool = EstimateOptions.interpolate_unigrams,
    skip_symbols: bool = EstimateOptions.skip_symbols,
    memory: int | str = EstimateOptions.memory,
    temp: StrPath | None = None,
    threads: int | None = EstimateOptions.threads,
    progress: Callable[[str, float], None] | None = None,
) -> Estimate:
    """Estimate a language model with interpolated modified Kneser-Ney smoothing.

    Chen and Goodman 1998, section 4; equal to the output of the program lmplz (Heafield et al. 2013): the same n-grams,
    probabilities and back-offs, in the same order and to the last digit.

    Parameters
    ----------
    corpus : text, one sentence per line: a path, a binary stream, or any mixture of paths, binary streams and sentences
        (str or bytes). Files may be compressed (gzip, bzip2, xz). Spaces, tabs, carriage returns and NUL separate
        words.
    order : length of the longest n-grams.
    arpa : where the ARPA file goes, a path (published only when it is complete) or a binary stream; None keeps it in
        the result.
    prune : for each order from the first, leave out n-grams that occur at most this often; the last number applies to
        all further orders.
    discount_fallback : up to three discounts for orders where they cannot be estimated; True: 0.5, 1, 1.5.
    interpolate_unigrams : interpolate words with the uniform distribution; False gives the discounted mass to
        ``<unk>``.
    skip_symbols : treat ``<s>``, ``</s>`` and ``<unk>`` in the text as white space.
    memory : bytes, or a size such as "2G", for n-grams; beyond it, they are sorted in files. Words need memory in addition.
    temp : folder for those files.
    threads : how many to use; all processors by default. The result is the same for any number.
    progress : called from time to time with the stage ("read", "count", "interpolate", "write") and the fraction of it
        that is done (0 if the size of the text is unknown).

    Returns
    -------
    Estimate

    Raises
    ------
    FormatError : a source is not text or has special or endless words, there is no text, or discounts cannot be estimated.
    ConfigError : an option cannot be used.
    OSError : a file cannot be read or written, or the disk is full.
    """
    settings = {
        "order": options.check_order(order),
        "prune": options.check_prune(prune, order),
        "fallback": options.check_fallback(discount_fallback),
        "interpolate_unigrams": interpolate_unigrams,
        "skip_symbols": skip_symbols,
        "memory": parse_memory(memory),
        "temp": options.check_temp(temp),
        "threads": options.check_threads(threads),
        "progress": progress,
    }
    if isinstance(arpa, (str, os.PathLike)):
        with atomic_file(arpa) as file:
            return _run(corpus, settings, file.write)
    if arpa is not None:
        return _run(corpus, settings, arpa.write)
    blocks: list[bytes] = []
    found = _run(corpus, settings, blocks.append)
    return Estimate(**{**vars(found), "arpa": b"".join(blocks)})


def _run(corpus: Source | Iterable[Source], settings: dict[str, Any], write: Callable[[bytes], object]) -> Estimate:
    kernel = Kernel(output=write, **settings)
    names = _feed(kernel, corpus, settings["progress"] or _ignore)
    where = names[0] if len(names) == 1 else "the corpus"
    tokens, sentences, types, _ = kernel.sizes
    if sentences == 0:
        raise FormatError(where, "no text", "at least one sentence")
    failure = kernel.run()
    if failure is not None:
        raise _discount_error(where, *failure)
    pairs = zip(kernel.counts, kernel.discounts, strict=True)
    orders = tuple(OrderSummary(*counts, *discounts) for counts, discounts in pairs)
    return Estimate(tokens, sentences, types, orders, on_disk=kernel.sizes[3])


def _ignore(stage: str, fraction: float) -> None:
    pass


def _feed(kernel: Kernel, corpus: Source | Iterable[Source], progress: Callable[[str, float], None]) -> list[str]:
    names = []
    total, done = total_size(corpus), 0

    def count(n_bytes: int) -> None:
        nonlocal done
        done += n_bytes
        progress("read", min(done / total, 1.0) if total else 0.0)

    for name, pieces in sources(corpus, count):
        names.append(name)
        kernel.begin_file(name)
        for piece in pieces:
            kernel.feed(piece)
        kernel.end_file()
    return names


def _discount_error(where: str, order: int, count: int, discount: float | None) -> FormatError:
    remedy = (
        "The text is too small or artificial for modified Kneser-Ney: remove repeated sentences, give more text, "
        "or pass --discount-fallback (in Python discount_fallback=True)."
    )
    if discount is None:
        found = f"no {order}-grams with adjusted count {count}"
        return FormatError(where, found, "some with each of 1, 2 and 3, to estimate discounts from", remedy)
    found = f"{order}-gram discount out of range for adjusted count {count}: {np.float32(discount)!s}"
    return FormatError(where, found, f"0 to {count}", remedy)


def total_size(corpus: Source | Iterable[Source]) -> int:
    """Return how many bytes will be read from files; 0 if that is not known beforehand."""
    items = [corpus] if isinstance(corpus, os.PathLike) else corpus
    if not isinstance(items, Sequence) or not all(isinstance(item, os.PathLike) for item in items):
        return 0
    return sum(os.path.getsize(item) for item in items if os.path.isfile(item))


def sources(corpus: Source | Iterable[Source], count: Callable[[int], None]) -> Iterator[tuple[str, Iterator[bytes]]]:
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
