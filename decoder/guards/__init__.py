"""What no score may overrule.

These are for English; other languages have some of them, as files of their own words, and one more: "marks" lets a
substitute only have the same punctuation marks as what it replaces.

Most guards are files of kinds of words. A substitute must have the same kinds of words as what it replaces, each as
often: *not* may become *never*, but not *often*; *twelve* may become *a dozen*, but not *several*. Opposites
differ in words of the list in :mod:`paragen.text.opposites`: *rise* may not become *fall*. "terms" also keeps the parts of fixed
phrases: *factory settings* are no *plant settings*. "variety" keeps to one variety of English: what only the British write, as
*whilst*, comes into no text that shows American spelling or words, or neither, and the other way round. "syntax" forbids
what no tree would allow: a word that is never a verb for a verb, a past tense after *to* or *have*, one singular noun after
*these*, *was* after *they*, a verb contracted that carries the stress, and words in places that are not theirs, as *about* for
*some* where no number follows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from paragen.base.errors import ConfigError
from paragen.base.packages import package_folder

if TYPE_CHECKING:
    from paragen.text.languages import Language

OPPOSITES, TERMS, SYNTAX, VARIETY, MARKS = "opposites", "terms", "syntax", "variety", "marks"
GUARDS = ("negation", OPPOSITES, "quantities", "hedges", TERMS, SYNTAX, VARIETY, MARKS)
"""Their names."""
IDIOMS = "idioms"
"""A file of English phrases whose words need not count for the guards of kinds."""


@cache
def kinds(guard: str) -> tuple[tuple[str, ...], ...]:
    """Return the kinds of words of a guard, as tuples of words; a word in two kinds counts as of the later.

    The guard of another language is called by its name and the code of the language: ``negation.de``.
    """
    return tuple(tuple(line.split()) for line in _lines(guard))


def varieties() -> tuple[list[str], list[str]]:
    """Return what only Americans write, and what only the British do: words, and words of a phrase joined by ``_``."""
    american, british = zip(*(line.split("|") for line in _lines("varieties")), strict=True)
    return " ".join(american).split(), " ".join(british).split()


class FixedPhrase(NamedTuple):
    """A phrase whose parts are not exchanged by themselves.

    Parameters
    ----------
    places : the words that may stand in each of its places; none: any.
    stays : whether it does not change as a whole either.
    """

    places: tuple[tuple[str, ...], ...]
    stays: bool


def fixed_phrases() -> Iterator[FixedPhrase]:
    """Yield the phrases of ``phrases.txt``, which says how they are written."""
    for line in _lines("phrases"):
        phrase = line.partition("|")[0]
        stays = phrase.startswith("=")
        places = tuple(() if place == "*" else tuple(place.split("/")) for place in phrase.removeprefix("=").split())
        yield FixedPhrase(places, stays)


class PlaceRule(NamedTuple):
    """A word for which others stand in some places only.

    Parameters
    ----------
    word : the word that is replaced.
    targets : what takes its place, as words.
    before : whether what comes after the word decides; if not, what comes before it.
    labels, words : of which the word beside it must have or be one.
    number : whether a number may stand there.
    """

    word: str
    targets: tuple[tuple[str, ...], ...]
    before: bool
    labels: frozenset[str]
    words: frozenset[str]
    number: bool


def place_rules(labels: Collection[str]) -> Iterator[PlaceRule]:
    """Yield the rules of ``places.txt``, which says how they are written; ``labels``: those that the tagger may give."""
    for line in _lines("places"):
        word, targets, where = (part.strip() for part in line.split("|"))
        side, *named = where.split()
        assert side in ("before", "after"), line
        beside = frozenset(named)
        yield PlaceRule(
            word, tuple(tuple(target.split()) for target in targets.split(",")), side == "before", beside.intersection(labels),
            beside.difference(labels, ["number"]), "number" in beside,
        )  # fmt: skip


def _lines(name: str) -> list[str]:
    text = (package_folder("paragen.decoder.guards") / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def chosen_guards(names: Iterable[str], language: Language) -> tuple[str, ...]:
    """Return guards' names in the order of :data:`GUARDS`; raise ConfigError for one that the language does not have."""
    given = tuple(names)
    for name in given:
        if name not in GUARDS:
            raise ConfigError(f"guards: no guard {name!r}. The guards are {', '.join(GUARDS)}.")
        if name not in language.guards:
            offered = ", ".join(language.guards) or "none"
            raise ConfigError(f"guards: no guard {name!r} for the language {language.code!r}, which has {offered}. Leave it out.")
    return tuple(name for name in GUARDS if name in given)


def of_language(names: Iterable[str], language: Language) -> tuple[str, ...]:
    """Return the names by which :func:`kinds` finds the guards of a language."""
    return tuple(name if language.code == "en" or name == MARKS else f"{name}.{language.code}" for name in names)
