"""What no score may overrule.

These are for English; other languages have some of them, as files of their own words, and one more: "marks" lets a
substitute only have the same punctuation marks as what it replaces.

All guards but two are files of kinds of words. A substitute must have the same kinds of words as what it replaces, each as
often: *not* may become *never*, but not *often*; *twelve* may become *a dozen*, but not *several*. Opposites
differ in words of the list in :mod:`paragen.text.opposites`: *rise* may not become *fall*. "syntax" forbids what no tree would
allow: a word that is never a verb for a verb, a past tense after *to* or *have*, one singular noun after *these*.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from paragen.base.errors import ConfigError
from paragen.base.package_folder import package_folder
from paragen.text.languages import ENGLISH, Language

OPPOSITES, SYNTAX, MARKS = "opposites", "syntax", "marks"
GUARDS = ("negation", OPPOSITES, "quantities", "hedges", "terms", SYNTAX, MARKS)
"""Their names."""


@cache
def kinds(guard: str) -> tuple[tuple[str, ...], ...]:
    """Return the kinds of words of a guard, as tuples of words; a word in two kinds counts as of the later.

    The guard of another language is called by its name and the code of the language: ``negation.de``.
    """
    text = (package_folder("paragen.decoder.guards") / f"{guard}.txt").read_text(encoding="utf-8")
    return tuple(tuple(line.split()) for line in text.splitlines() if line and not line.startswith("#"))


def chosen_guards(names: Iterable[str], language: Language = ENGLISH) -> tuple[str, ...]:
    """Return guards' names in the order of :data:`GUARDS`; raise ConfigError for one that the language does not have."""
    given = tuple(names)
    for name in given:
        if name not in GUARDS:
            raise ConfigError(f"guards: no guard {name!r}. The guards are {', '.join(GUARDS)}.")
        if name not in language.guards:
            offered = ", ".join(language.guards) or "none"
            raise ConfigError(
                f"guards: no guard {name!r} for the language {language.code!r}, which has {offered}. Leave it out."
            )
    return tuple(name for name in GUARDS if name in given)


def of_language(names: Iterable[str], language: Language) -> tuple[str, ...]:
    """Return the names by which :func:`kinds` finds the guards of a language."""
    return tuple(name if language is ENGLISH or name == MARKS else f"{name}.{language.code}" for name in names)
