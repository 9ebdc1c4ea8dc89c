"""Inflect both sides of an entry alike: ``commence -> begin`` also gives ``commenced -> began``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lemminflect import getInflection

from paragen.resources.entries import Entry

VERB_TAGS = ("VB", "VBZ", "VBG", "VBD", "VBN")
AUXILIARIES = (
    "have has had having 've 'd 's be been being is are was were am 're 'm get got gets getting "
    "isn't aren't wasn't weren't haven't hasn't hadn't not already just never also been"
).split()
"""Words after which a form is a participle and not a past tense."""

PREPOSITIONS = frozenset(
    "about above across after against along among around as at before behind below beneath beside between beyond by "
    "concerning despite down during except for from in inside into like near of off on onto out outside over past "
    "regarding since through throughout to toward towards under until up upon with within without".split()
)
AMBIGUOUS_PAST = 0.7
"""Factor on the score of a past tense whose source could be a participle as well (``started -> began``)."""


def inflected(entry: Entry) -> Iterator[tuple[str, str, float]]:
    """Yield (source, target, score) for every form of the entry, the entry itself first.

    Parameters
    ----------
    entry : with its part of speech; see :mod:`paragen.resources.entries`.
    """
    if entry.part == "v":
        yield from _verbs(entry)
        return
    source, target = entry.source.replace("*", ""), entry.target.replace("*", "")
    yield source, target, entry.score
    if entry.part == "n":
        yield from _inflect_heads(entry, "NNS")
    elif entry.part == "adj" and " " not in source and " " not in target:
        for tag in ("JJR", "JJS"):
            if (forms := (_compared(source, tag), _compared(target, tag))) and all(forms):
                yield forms[0], forms[1], entry.score


def _verbs(entry: Entry) -> Iterator[tuple[str, str, float]]:
    sides = [_split_head(side, "v") for side in (entry.source, entry.target)]
    heads = [side[1] for side in sides]
    if "be" in heads:
        yield from _forms_of_be(entry, sides)
        return
    for tag in VERB_TAGS:
        if tag in ("VBD", "VBN"):
            continue
        yield _joined(sides[0], _form(heads[0], tag)), _joined(sides[1], _form(heads[1], tag)), entry.score
    yield from _pasts(entry, sides)


def _pasts(entry: Entry, sides: list) -> Iterator[tuple[str, str, float]]:
    """Past tense and participle, told apart by the auxiliary where the source's forms are the same."""
    (past, participle), (new_past, new_participle) = ((_form(side[1], "VBD"), _form(side[1], "VBN")) for side in sides)
    if past != participle:
        yield _joined(sides[0], past), _joined(sides[1], new_past), entry.score
        yield _joined(sides[0], participle), _joined(sides[1], new_participle), entry.score
    elif new_past == new_participle:
        yield _joined(sides[0], past), _joined(sides[1], new_past), entry.score
    else:
        yield _joined(sides[0], past), _joined(sides[1], new_past), entry.score * AMBIGUOUS_PAST
        for auxiliary in AUXILIARIES:
            yield f"{auxiliary} {_joined(sides[0], past)}", f"{auxiliary} {_joined(sides[1], new_participle)}", entry.score


def _forms_of_be(entry: Entry, sides: list) -> Iterator[tuple[str, str, float]]:
    """``be able to -> can`` is written out by hand; here both or one side is headed by ``be``."""
    if sides[0][1] == "be":
        pairs = [("be", "VB"), ("is", "VBZ"), ("are", "VB"), ("am", "VB"), ("was", "VBD"), ("were", "VBD"), ("being", "VBG"), ("been", "VBN")]
        for form, tag in pairs:
            target = form if sides[1][1] == "be" else _form(sides[1][1], tag)
            yield _joined(sides[0], form), _joined(sides[1], target), entry.score
        return
    # The other way round the number of the subject is unknown but for the third person and the -ing form.
    for tag, form in (("VBZ", "is"), ("VBG", "being")):
        yield _joined(sides[0], _form(sides[0][1], tag)), _joined(sides[1], form), entry.score


def _inflect_heads(entry: Entry, tag: str) -> Iterator[tuple[str, str, float]]:
    sides = [_split_head(side, entry.part) for side in (entry.source, entry.target)]
    forms = [_form(side[1], tag) for side in sides]
    if forms[0] != sides[0][1]:
        yield _joined(sides[0], forms[0]), _joined(sides[1], forms[1]), entry.score


def _split_head(phrase: str, part: str) -> tuple[list[str], str, list[str]]:
    """Cut a phrase into what stands before its head, the head, and what follows."""
    words = phrase.split()
    marked = [i for i, word in enumerate(words) if word.endswith("*")]
    if marked:
        head = marked[0]
    elif part == "v":
        head = 0
    else:
        prepositions = [i for i, word in enumerate(words) if word in PREPOSITIONS and i > 0]
        head = (prepositions[0] if prepositions else len(words)) - 1
    words = [word.rstrip("*") for word in words]
    return words[:head], words[head], words[head + 1 :]


def _joined(side: tuple[list[str], str, list[str]], form: str) -> str:
    return " ".join([*side[0], form, *side[2]])


@cache
def _form(lemma: str, tag: str) -> str:
    """The first form the inflection lexicon gives, or the lemma itself."""
    forms = getInflection(lemma, tag)
    return forms[0] if forms else lemma


def _compared(adjective: str, tag: str) -> str:
    """The comparative or superlative in -er, -est of a short adjective, else the one with more, most."""
    short = len(adjective) <= 5 or (adjective.endswith(("y", "le", "ow")) and len(adjective) <= 7)
    if short and adjective not in ("usual", "vital", "fatal", "legal", "rural", "urban", "eager", "right", "wrong", "real"):
        return _form(adjective, tag)
    return ""
