"""What no score may overrule.

All guards but two are files of kinds of words. A substitute must have the same kinds of words as what it stands for, each as
often: *not* may become *never*, but not *often*; *twelve* may become *a dozen*, but not *several*. Opposites are what
differs in words of the list of :mod:`paragen.text.opposites`: *rise* may not become *fall*. "syntax" forbids what no tree would
allow: a word that is never a verb for a verb, a past tense after *to*, one singular noun after *these*.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from paragen.base.errors import ConfigError

OPPOSITES, SYNTAX = "opposites", "syntax"
GUARDS = ("negation", OPPOSITES, "quantities", "hedges", "terms", SYNTAX)
"""Their names."""


@cache
def kinds(guard: str) -> tuple[tuple[str, ...], ...]:
    """Return the kinds of a guard that has them, tuples of words; of a word that two kinds hold the later counts."""
    text = (files("paragen.decoder.guards") / f"{guard}.txt").read_text(encoding="utf-8")
    return tuple(tuple(line.split()) for line in text.splitlines() if line and not line.startswith("#"))


def chosen_guards(names: Iterable[str]) -> tuple[str, ...]:
    """Return names of guards in their order; raise ConfigError for one that there is not."""
    given = tuple(names)
    for name in given:
        if name not in GUARDS:
            raise ConfigError(f"guards: no guard {name!r}. The guards are {', '.join(GUARDS)}.")
    return tuple(name for name in GUARDS if name in given)
