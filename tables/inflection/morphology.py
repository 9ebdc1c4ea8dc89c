"""Forms of words: the inflection lexicon of `lemminflect`, with corrections and additions."""

from __future__ import annotations

from functools import cache

VERB_TAGS = ("VB", "VBZ", "VBG", "VBD", "VBN")
"""Base form, -s, -ing, past tense, participle."""

# Base, past tense, participle; of several (separated by "/") the first is written, all are recognised.
_PASTS = {
    base: (past, participle)
    for base, past, participle in map(str.split, (
        "awake awoke awoken, be was been, bear bore borne, beat beat beaten, bet bet bet, bind bound bound, "
        "broadcast broadcast broadcast, burn burned/burnt burned/burnt, dream dreamed/dreamt dreamed/dreamt, "
        "dive dived/dove dived, enthral enthralled enthralled, find found found, fly flew flown, forecast forecast forecast, "
        "foresee foresaw foreseen, forgo forwent forgone, forsake forsook forsaken, get got got/gotten, hang hung hung, "
        "imperil imperilled imperilled, lean leaned/leant leaned/leant, leap leaped/leapt leaped/leapt, "
        "learn learned/learnt learned/learnt, lie lay lain, light lit lit, mow mowed mown/mowed, plead pleaded pleaded, "
        "prove proved proved/proven, quit quit quit, shear sheared shorn/sheared, slay slew slain, "
        "smell smelled/smelt smelled/smelt, sneak sneaked/snuck sneaked/snuck, spell spelled/spelt spelled/spelt, "
        "spill spilled/spilt spilled/spilt, stay stayed stayed, spoil spoiled/spoilt spoiled/spoilt, swell swelled swollen, "
        "wake woke woken, weave wove woven, wind wound wound"
    ).split(", "))
}  # fmt: skip
_OTHER_FORMS = {
    (base, tag): form
    for base, tag, form in map(str.split, (
        "forgo VBG forgoing, sting VBG stinging, enthral VBG enthralling, imperil VBG imperilling, stay VBZ stays, "
        "mimic VBG mimicking, mimic VBD mimicked, mimic VBN mimicked, program VBG programming, program VBD programmed, "
        "program VBN programmed, person NNS people, fish NNS fish, mother-in-law NNS mothers-in-law, "
        "father-in-law NNS fathers-in-law, passer-by NNS passers-by, passerby NNS passersby, staff NNS staff, free JJR freer, "
        "free JJS freest"
    ).split(", "))
}  # fmt: skip
# Short adjectives that nevertheless take more and most.
_LONG = frozenset(
    "alert eager fatal fun ill legal like local loyal major minor "
    "real right rural solo tired total urban usual vital wrong".split()
)


@cache
def _lemmas(word: str) -> dict[str, tuple[str, ...]]:
    from lemminflect import getAllLemmas  # here, as importing this does not need it

    return getAllLemmas(word)  # type: ignore[no-any-return]


@cache
def _inflections(lemma: str) -> dict[str, tuple[str, ...]]:
    from lemminflect import getAllInflections

    return getAllInflections(lemma)  # type: ignore[no-any-return]


@cache
def forms(lemma: str, tag: str) -> tuple[str, ...]:
    """Return the forms of a word for a Penn tag, the one to be written first; the word itself if none is known."""
    from lemminflect import getInflection

    if (lemma, tag) in _OTHER_FORMS:
        return (_OTHER_FORMS[lemma, tag],)
    if lemma in _PASTS and tag in ("VBD", "VBN"):
        return tuple(_PASTS[lemma][tag == "VBN"].split("/"))
    listed = _inflections(lemma).get(tag) or getInflection(lemma, tag)  # the other tags follow: it copies all for each
    found = [form for form in listed if "-" in lemma or "-" not in form] or [lemma]
    return tuple(dict.fromkeys([*found, *_doubled(lemma, found[0])]))


def _doubled(lemma: str, form: str) -> list[str]:
    """Return the British form of a verb in -l: travelled, travelling."""
    doubles = len(lemma) > 4 and lemma[-1] == "l" and lemma[-2] in "aeiou" and lemma[-3] not in "aeiou"
    return [lemma + "l" + form[len(lemma) :]] if doubles and form in (lemma + "ed", lemma + "ing") else []


def compared(adjective: str, tag: str) -> str:
    """Return the comparative (JJR) or superlative (JJS) in -er, -est of a short adjective; "" for any other."""
    short = len(adjective) <= 5 or (adjective.endswith(("y", "le", "ow")) and len(adjective) <= 7)
    return forms(adjective, tag)[0] if short and adjective not in _LONG else ""


@cache
def verb_tags(word: str) -> frozenset[str]:
    """Return the verb tags that a word can have: some of VB, VBZ, VBG, VBD, VBN."""
    return frozenset(tag for lemma in _lemmas(word).get("VERB", ()) for tag in VERB_TAGS if word in forms(lemma, tag))


def is_noun(word: str) -> bool:
    """Return whether the lexicon lists ``word`` as a noun."""
    return "NOUN" in _lemmas(word)


@cache
def parts_of(lemma: str) -> frozenset[str]:
    """Return the parts of speech (NOUN, VERB, ADJ, ADV) of which ``lemma`` is the base form; empty if the word is unknown."""
    return frozenset(part for part, lemmas in _lemmas(lemma).items() if lemma in lemmas)


@cache
def lemmas_of(word: str) -> frozenset[str]:
    """Return a word and its lemmas for every part of speech."""
    return frozenset([word, *(lemma for lemmas in _lemmas(word).values() for lemma in lemmas)])


_FORMS_OF_BE = ("be", "is", "are", "am", "was", "were", "been", "being", "'re", "'m")


@cache
def all_forms(word: str) -> tuple[str, ...]:
    """Return a word and, if it is a base form, its forms for every part of speech."""
    if word == "be":
        return _FORMS_OF_BE
    parts = parts_of(word)
    tags = VERB_TAGS * ("VERB" in parts) + ("NNS",) * ("NOUN" in parts)
    found = [form for tag in tags for form in forms(word, tag)]
    if "ADJ" in parts:
        found += [form for tag in ("JJR", "JJS") if (form := compared(word, tag))]
    return tuple(dict.fromkeys([word, *found]))
