"""Inflect both sides of a pair together: ``commence -> begin`` also gives ``commenced -> began``.

`inflected` lists the contexts that disambiguate a form. `verb_forms`, `noun_forms` and `adjective_forms` pair form by form, even
if forms are ambiguous (``travels -> goes on a journey``), and leave the choice to the language model: tables from dictionaries
are too large for dozens of contexts per pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paragen.tables.inflection.function_words import PREPOSITIONS
from paragen.tables.inflection.morphology import VERB_TAGS, compared, forms, is_noun, parts_of, verb_tags

Pair = tuple[str, str, float]

_ADVERBS = "already also always just never not now only recently since".split()
PERFECT = ["have", "has", "had", "having", "'ve", "haven't", "hasn't", "hadn't"]
"""Words after which a form is a participle rather than a past tense."""
AUXILIARIES = [
    *PERFECT,
    *"be been being is are was were am 're 'm isn't aren't wasn't weren't".split(),
    *(f"{aux} {adverb}" for aux in ("have", "has", "had", "'ve") for adverb in _ADVERBS),
]
SUBJECTS = "i you he she it we they who which".split()
"""Words after which a form is a past tense rather than a participle."""
SINGULAR_SUBJECTS = "he she it who which".split()
INFINITIVES = (
    "to will would can could should must may might 'll don't doesn't didn't won't can't cannot couldn't wouldn't".split()
)
"""Words after which a form is a verb in its base form rather than a noun."""
_BE = (("is", "VBZ"), ("are", "VB"), ("am", "VB"), ("was", "VBD"), ("were", "VBD"), ("being", "VBG"), ("been", "VBN"))


class Entry(NamedTuple):
    """A directed pair of phrases; ``score`` in (0, 1] is how often the exchange is right in running text.

    A trailing ``*`` marks the word to inflect if it is not the usual one.
    """

    source: str
    target: str
    part: str
    score: float


class Side(NamedTuple):
    """A phrase divided at the word that is inflected."""

    before: list[str]
    head: str
    after: list[str]

    @classmethod
    def cut(cls, words: list[str], head: int) -> Side:
        """Divide words at the one whose index is ``head``."""
        return cls(words[:head], words[head], words[head + 1 :])

    def joined(self, form: str) -> str:
        return " ".join([*self.before, form, *self.after])


def inflected(entry: Entry) -> Iterator[Pair]:
    """Yield (source, target, score) for every form of the entry, the entry itself first unless it needs a word before it.

    Sources are given in every form the lexicon knows (learned, learnt), targets in the usual one.
    """
    if entry.part == "x":
        yield from _as_written(_unmarked(entry.source), _unmarked(entry.target), entry.score)
        return
    source, target = _split(entry.source, entry.part), _split(entry.target, entry.part)
    if entry.part == "v":
        yield from _verbs(source, target, entry.score)
        return
    plain = source.joined(source.head), target.joined(target.head)
    pairs = noun_forms(source, target) if entry.part == "n" else adjective_forms(*plain) if entry.part == "adj" else [plain]
    yield from ((*pair, entry.score) for pair in pairs)


def form_pairs(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the pairs of forms that correspond, in every form that either side has, whatever stands beside them."""
    source, target = _split(entry.source, entry.part), _split(entry.target, entry.part)
    yield source.joined(source.head), target.joined(target.head)
    if entry.part == "adj":
        yield from adjective_forms(entry.source, entry.target)
    for tag in {"v": VERB_TAGS, "n": ("NNS",)}.get(entry.part, ()):
        for form in all_forms_of(source.head, tag):
            for new in all_forms_of(target.head, tag):
                yield source.joined(form), target.joined(new)


def all_forms_of(lemma: str, tag: str) -> tuple[str, ...]:
    """Return all forms of a word for a Penn tag, those of *be* for every person."""
    return tuple(form for form, of_be in _BE if of_be == tag) if lemma == "be" else forms(lemma, tag)


def _unmarked(phrase: str) -> str:
    return " ".join([word.rstrip("*") for word in phrase.split()] if "*" in phrase else phrase.split())


def _split(phrase: str, part: str) -> Side:
    """Divide a phrase at the word marked with ``*``; otherwise a verb phrase at its first word, a noun phrase at its head."""
    words = phrase.split()
    marked = [i for i, word in enumerate(words) if word.endswith("*")]
    head = marked[0] if marked else 0 if part == "v" else noun_head(words)
    return Side.cut([word.rstrip("*") for word in words], head)


def noun_head(words: list[str]) -> int:
    """Return the index of the head of a noun phrase: the last word before its first preposition."""
    return next((i for i, word in enumerate(words) if i and (word in PREPOSITIONS or word == "to")), len(words)) - 1


def _verbs(source: Side, target: Side, score: float) -> Iterator[Pair]:
    if source.head == "be":
        yield from _from_be(source, target, score)
        return
    if target.head == "be":  # only two forms do not depend on an unknown subject
        yield source.joined(forms(source.head, "VBZ")[0]), target.joined("is"), score
        yield source.joined(forms(source.head, "VBG")[0]), target.joined("being"), score
        return
    # A single word that may also be a noun is treated as a verb only where that is certain, and so is a base form that is
    # also the past (cut, put).
    noun = source.joined(source.head) == source.head and is_noun(source.head)
    invariant = source.head in forms(source.head, "VBN") and target.head not in forms(target.head, "VBN")
    for tag, contexts in (("VB", INFINITIVES), ("VBZ", SINGULAR_SUBJECTS), ("VBG", [])):
        if tag == "VBG" and any(word.endswith("ing") for word in target.after[:2]):
            continue  # nobody says "keeping growing"
        new = forms(target.head, tag)[0]
        for form in forms(source.head, tag):
            if contexts and (noun or (invariant and tag == "VB")):
                yield from _within(contexts, source.joined(form), target.joined(new), score)
            else:
                yield source.joined(form), target.joined(new), score
    yield from _pasts(source, target, score, SINGULAR_SUBJECTS[:3] if invariant else SUBJECTS)


def _pasts(source: Side, target: Side, score: float, subjects: list[str]) -> Iterator[Pair]:
    """Yield past tense and participle, distinguished by the preceding word if the source form is ambiguous."""
    pasts, participles = forms(source.head, "VBD"), forms(source.head, "VBN")
    past, participle = target.joined(forms(target.head, "VBD")[0]), target.joined(forms(target.head, "VBN")[0])
    for form in dict.fromkeys([*pasts, *participles]):
        old = source.joined(form)
        if (past == participle and form != source.head) or form not in participles:
            yield old, past, score
        elif form not in pasts and form != source.head:
            yield old, participle, score
        else:
            if form in pasts:
                yield from _within(subjects, old, past, score)
            yield from _within(AUXILIARIES, old, participle, score)


def _as_written(source: str, target: str, score: float) -> Iterator[Pair]:
    """Yield a pair unchanged, but "started with -> began with" only after a subject: not in "getting started with"."""
    old, new = (verb_tags(phrase.partition(" ")[0]) for phrase in (source, target))
    if {"VBD", "VBN"} <= old and "VBD" in new and "VBN" not in new:
        yield from _within(SUBJECTS, source, target, score)
    else:
        yield source, target, score


def _within(contexts: list[str], source: str, target: str, score: float) -> Iterator[Pair]:
    for context in contexts:
        yield f"{context} {source}", f"{context} {target}", score


def _from_be(source: Side, target: Side, score: float) -> Iterator[Pair]:
    yield source.joined("be"), target.joined(target.head), score
    for form, tag in _BE:
        new = form if target.head == "be" else forms(target.head, tag)[0]
        yield source.joined(form), target.joined(new), score


_PLURAL_VERBS = {"is": "are", "'s": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def agreeing(words: list[str]) -> list[str]:
    """Return the words after a noun in the form they take after its plural: "who delivers" becomes "who deliver"."""
    if len(words) < 2 or words[0] not in ("who", "that", "which"):
        return words
    verb = words[1]
    if verb in _PLURAL_VERBS:
        verb = _PLURAL_VERBS[verb]
    elif len(verb) > 2 and verb.endswith("s") and not verb.endswith("ss"):
        stems = [verb[:-3] + "y"] * verb.endswith("ies") + [verb[:-1], verb[:-2]]
        bases = [base for base in stems if verb in forms(base, "VBZ")] or stems
        verb = next((base for base in bases if "VERB" in parts_of(base)), bases[0])
    return [words[0], verb, *words[2:]]


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
    """Yield a pair of noun phrases in the singular and in the plural, with the verb of a relative clause: doctors who deliver."""
    yield source.joined(source.head), target.joined(target.head)
    new = Side(target.before, target.head, agreeing(target.after)).joined(forms(target.head, "NNS")[0])
    for form in forms(source.head, "NNS"):
        if form != source.head:
            yield Side(source.before, source.head, agreeing(source.after)).joined(form), new


def adjective_forms(source: str, target: str) -> Iterator[tuple[str, str]]:
    """Yield a pair of adjectives, and its comparative and superlative if both sides form them with -er and -est."""
    yield source, target
    if " " in source or " " in target:
        return
    for tag in ("JJR", "JJS"):
        pair = compared(source, tag), compared(target, tag)
        if all(pair):
            yield pair
