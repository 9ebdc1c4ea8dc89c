"""Inflect both sides of a pair together, form by form, even if forms are ambiguous: ``travels -> goes on a journey``.

Unlike `paragen.tables.resources.inflection.inflect`, which lists the contexts that disambiguate a form, this leaves the choice
to the language model: tables from dictionaries are too large for dozens of contexts per pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from paragen.tables.resources.inflection.inflect import Side, agreeing
from paragen.tables.resources.inflection.morphology import VERB_TAGS, compared, forms


def verb_forms(source: Side, target: Side, tags: Sequence[str] = VERB_TAGS, also: int | None = None) -> Iterator[tuple[str, str]]:
    """Yield the pairs of verb phrases in the forms ``tags``; sources in every form the lexicon has, targets in the usual one.

    ``also`` is the index, among the words after the target's verb, of a second verb that is inflected with it.
    """
    for tag in tags:
        if target.head == "be" and tag in ("VB", "VBD"):
            continue  # "are" or "be", "was" or "were": the subject is unknown
        after = [forms(word, tag)[0] if i == also else word for i, word in enumerate(target.after)]
        new = target._replace(after=after).joined(forms(target.head, tag)[0])
        for form in forms(source.head, tag):
            yield source.joined(form), new


def noun_forms(source: Side, target: Side) -> Iterator[tuple[str, str]]:
    """Yield a pair of noun phrases in the singular and in the plural."""
    yield source.joined(source.head), target.joined(target.head)
    new = Side(target.before, target.head, agreeing(target.after)).joined(forms(target.head, "NNS")[0])
    for form in forms(source.head, "NNS"):
        if form != source.head:
            yield source.joined(form), new


def adjective_forms(source: str, target: str) -> Iterator[tuple[str, str]]:
    """Yield a pair of adjectives, and its comparative and superlative if both sides form them with -er and -est."""
    yield source, target
    if " " in source or " " in target:
        return
    for tag in ("JJR", "JJS"):
        pair = compared(source, tag), compared(target, tag)
        if all(pair):
            yield pair
