"""What may be set of a language model that is estimated or mixed; checked before any work is done."""

from __future__ import annotations

import operator
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.settings import Settings, declared, flag, number, text, whole

DEFAULT_FALLBACK = (0.5, 1.0, 1.5)


@dataclass(frozen=True, kw_only=True)
class EstimateOptions(Settings):
    """What may be set of an estimate; see :func:`paragen.lm.estimate.estimate`."""

    order: int = whole(5, 1, 16, option="-o --order", help="Length of the longest n-grams.")
    interpolate_unigrams: bool = flag(
        True, option="--interpolate-unigrams/--no-interpolate-unigrams",
        help="Interpolate words with the uniform distribution, or give the mass to <unk>.",
    )
    skip_symbols: bool = flag(help="Treat <s>, </s> and <unk> in the text as white space.")
    memory: int | str = text("2G", many="any", option="-S --memory", metavar="SIZE", help="Memory for n-grams; beyond it, files.")
    threads: int | None = whole(None, 1, 256, help="How many threads.  [default: all processors]")


@dataclass(frozen=True, kw_only=True)
class MixOptions(Settings):
    """What may be set of a mixture; see :func:`paragen.lm.mix.mix`."""

    share: float = number(0.4, above=0, below=1, metavar="P", help="Weight of the frequencies; the rest is the model's.")


def check_order(order: int) -> int:
    """Return ``order``; raise ConfigError if it is out of bounds."""
    declared(EstimateOptions)["order"].check("order", order)
    return order


def check_prune(prune: Sequence[int], order: int) -> list[int]:
    """Return one threshold for each order; the last one given applies to all further orders.

    Raises
    ------
    ConfigError : there are more thresholds than orders, one is negative, or one is lower than that of the previous order
        (n-grams would stay whose parts are gone).
    """
    try:
        thresholds = [operator.index(threshold) for threshold in prune]
    except TypeError as error:
        raise ConfigError(f"prune: found {prune!r}, expected whole numbers.") from error
    if len(thresholds) > order:
        raise ConfigError(f"prune: found {len(thresholds)} thresholds, expected at most {order}, one for each order.")
    if any(not 0 <= threshold < 1 << 62 for threshold in thresholds):
        raise ConfigError(f"prune: found {thresholds}, expected numbers of occurrences, 0 for none.")
    if thresholds != sorted(thresholds):
        raise ConfigError(
            f"prune: found {thresholds}, expected thresholds that do not decrease. "
            "A longer n-gram cannot stay when its parts are left out."
        )
    thresholds = thresholds or [0]
    return thresholds + thresholds[-1:] * (order - len(thresholds))


def check_fallback(fallback: bool | Sequence[float] | None) -> tuple[float, ...] | None:
    """Return three discounts, or None for none; the last one given applies to the missing ones.

    Raises
    ------
    ConfigError : the list is empty or has more than three, or one is out of range.
    """
    if fallback is None or fallback is False:
        return None
    if fallback is True:
        return DEFAULT_FALLBACK
    discounts = tuple(float(discount) for discount in fallback)
    if not 1 <= len(discounts) <= 3:
        raise ConfigError(f"discount fallback: found {len(discounts)} discounts, expected 1 to 3.")
    discounts += discounts[-1:] * (3 - len(discounts))
    for count, discount in enumerate(discounts, 1):
        if not 0 <= discount <= count:
            raise ConfigError(f"discount fallback: found {discount} for count {count}, expected 0 to {count}.")
    return discounts


def check_temp(temp: StrPath | None) -> str:
    """Return the folder for temporary files; raise ConfigError if it is not a folder."""
    folder = Path(temp) if temp is not None else Path(tempfile.gettempdir())
    if not folder.is_dir():
        raise ConfigError(f"temp: found {os.fspath(folder)!r}, expected an existing folder. Create it first, or name another.")
    return os.fspath(folder)


def check_threads(threads: int | None) -> int:
    """Return how many threads to use: by default one per processor, up to 16."""
    if threads is None:
        return max(1, min(16, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))
    declared(EstimateOptions)["threads"].check("threads", threads)
    return threads
