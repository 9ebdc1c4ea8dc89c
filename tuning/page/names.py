"""Names of annotators."""

from __future__ import annotations

import unicodedata

from paragen.base.errors import ConfigError
from paragen.tuning.labels import SETTLED

LONGEST = 60


def checked_name(name: str) -> str:
    """Return an annotator's name without outer white space, its characters composed.

    Raises
    ------
    ConfigError : it is empty, too long, has invisible characters, or is the one reserved for decisions.
    """
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name:
        raise ConfigError("annotator: found an empty name. Give one, such as anna.")
    if len(name) > LONGEST:
        raise ConfigError(f"annotator: found a name of {len(name)} characters, expected {LONGEST} at most. Give a shorter one.")
    if any(unicodedata.category(letter)[0] == "C" for letter in name):
        raise ConfigError(f"annotator: found invisible characters in {name!r}. Type the name again.")
    if name.casefold() == SETTLED:
        raise ConfigError(f"annotator: found {name!r}, the name of settled decisions. Give another name, or use --settle.")
    return name
