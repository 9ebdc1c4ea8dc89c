"""Estimation of n-gram language models: interpolated modified Kneser-Ney, like KenLM's lmplz; text in, ARPA file out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.option_values import parse_memory
from paragen.base.output_files import atomic_file
from paragen.lm.estimate import options
from paragen.lm.estimate.kernel import Kernel
from paragen.lm.estimate.options import DEFAULT_FALLBACK
from paragen.lm.estimate.reading import Source, sources, total_size

__all__ = ["DEFAULT_FALLBACK", "Estimate", "estimate"]


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
    order: int = 5,
    arpa: StrPath | BinaryIO | None = None,
    *,
    prune: Sequence[int] = (),
    discount_fallback: bool | Sequence[float] | None = None,
    interpolate_unigrams: bool = True,
    skip_symbols: bool = False,
    memory: int | str = "2G",
    temp: StrPath | None = None,
    threads: int | None = None,
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
