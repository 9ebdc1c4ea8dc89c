"""Options that are lists of strings: phrases, patterns, words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from paragen.base.errors import ConfigError


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
    distinct = sorted(set(values))
    found = hashlib.blake2b(ascii(distinct).encode(), digest_size=6).hexdigest()
    return f"{len(distinct)} {name} {found}" if distinct else ""
