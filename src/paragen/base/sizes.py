"""Parses memory sizes as people write them."""

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
    found = _MEMORY.fullmatch(str(memory))
    if found is None:
        raise ConfigError(f"memory: found {memory!r}, expected a size such as 512M or 2G.")
    size = float(found[1]) * _UNITS[found[2].upper()]  # infinite, given enough digits
    if size < _MIN_MEMORY:
        raise ConfigError(f"memory: found {memory!r}, expected 1M or more. Sizes have a unit: 512M, 2G.")
    if size >= _MAX_MEMORY:
        given = shown(memory) if isinstance(memory, str) else memory
        raise ConfigError(f"memory: found {given}, expected less than {_MAX_MEMORY >> 40}T. Sizes have a unit: 512M, 2G.")
    return int(size)
