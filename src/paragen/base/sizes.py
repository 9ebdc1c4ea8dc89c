"""Parses sizes as people write them."""

from __future__ import annotations

import re

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
