"""Values of options as users give them: sizes, lists of strings."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paragen.base.errors import ConfigError, shown

_MIN_MEMORY = 1 << 20
_MAX_MEMORY = 1 << 60
_UNITS = {"": 1, "B": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_MEMORY = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([BKMGT]?)(?:i?B)?\s*", re.IGNORECASE)


def parse_memory(memory: int | str) -> int:
    """Return bytes for ``"512M"``, ``"2G"``, ``"1.5GiB"`` or a number of bytes.

    Raises
    ------
    ConfigError : not a size, less than 1 MiB, or 1 EiB and more.
    """
    return parse_size(memory, "memory", _MIN_MEMORY, "1M")


def parse_size(given: int | str, name: str, least: int = 1, least_shown: str = "1") -> int:
    """Return bytes; see `parse_memory`.

    Parameters
    ----------
    name : of the option, for messages.
    least, least_shown : the smallest size, and how to write it.
    """
    found = _MEMORY.fullmatch(str(given))
    if found is None:
        raise ConfigError(f"{name}: found {given!r}, expected a size such as 512M or 2G.")
    size = float(found[1]) * _UNITS[found[2].upper()]  # infinite, given enough digits
    if size < least:
        raise ConfigError(f"{name}: found {given!r}, expected {least_shown} or more. Sizes have a unit: 512M, 2G.")
    if size >= _MAX_MEMORY:
        text = shown(given) if isinstance(given, str) else given
        raise ConfigError(f"{name}: found {text}, expected less than {_MAX_MEMORY >> 40}T. Sizes have a unit: 512M, 2G.")
    return int(size)


def size_shown(size: int) -> str:
    """Return a size with the largest unit that it is a whole number of, such as 16M."""
    unit = next(unit for unit in "TGMKB" if size % _UNITS[unit] == 0)
    return f"{size // _UNITS[unit]}{unit}" if unit != "B" else f"{size} bytes"


def strings(name: str, values: Iterable[str]) -> list[str]:
    """Return ``values`` as a list, a set in order; refuse a single str, which would be split into letters."""
    if isinstance(values, (str, bytes)):
        raise ConfigError(f"{name}: expected a list of str, not a {type(values).__name__}. Write [{values!r}].")
    found = list(values)
    for value in found:
        if not isinstance(value, str):
            raise ConfigError(f"{name}: {value!r} is a {type(value).__name__}, expected str.")
    return sorted(found) if isinstance(values, (set, frozenset)) else found


def digest(name: str, values: Iterable[str]) -> str:
    """Return the number of distinct values, ``name``, and a digest of them in any order; "" for none."""
    from hashlib import blake2b  # when needed, for a quick start

    distinct = sorted(set(values))
    found = blake2b(ascii(distinct).encode(), digest_size=6).hexdigest()
    return f"{len(distinct)} {name} {found}" if distinct else ""
