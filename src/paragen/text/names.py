"""Find names: words capitalised in mid-sentence, where ordinary words are not.

Tables are lower case, so nothing in them tells the minister from the Prime Minister, or an ocean from the Pacific.
"""

from __future__ import annotations

from collections.abc import Sequence

from paragen.text.case import SentenceCase, is_capital, own_case

# Words that may begin a sentence right before a name without being part of it (so may words in -ly).
_BEFORE_NAMES = frozenset(
    """
    a an the this that these those some any many most all both each every no another other such his her its their our my
    your whose which what who when where why how while if whether because since although though unless until once and but
    or nor so yet as at by for from in into of off on onto out over to toward towards up with within without about above
    across after against along amid among around before behind below beneath beside besides between beyond despite down
    during except inside like near outside past per plus through throughout under unlike via than then there here now
    today yesterday tomorrow tonight also again still even just only meanwhile however moreover furthermore nevertheless
    instead perhaps maybe thus therefore not never yes well oh according
    is are was were be been am has have had do does did will would can could may might must shall should
    it he she they we you i one two three four five six seven eight nine ten
    """.split()
)
_QUOTES = frozenset("\" ' `` ` « ''".split())
_NEVER_PART = frozenset("i i'm i'd i've i'll".split())


def name_tokens(surfaces: Sequence[str], forms: Sequence[str]) -> list[int]:
    """Return which tokens are names, or parts of one, in order.

    Parameters
    ----------
    surfaces : the tokens as written; forms : their lookup forms.

    Notes
    -----
    A capital in mid-sentence makes a name, unless every word has one (headlines, shouting) or the word is always capitalised
    (Monday, TV, the US). Such words, and the first word of a sentence, are part of a name if they are next to one: American
    Airlines, Finance Minister Smith.
    """
    capital = [i for i, surface in enumerate(surfaces) if not surface.islower() and is_capital(surface)]
    if not capital or capital == [0]:
        return []
    case = SentenceCase(surfaces, forms)
    if case.shouted or case.headline:
        return []
    own = own_case(forms)
    first = {i for i in capital if case.begins_sentence(i) or _begins_quotation(forms, i)}
    names = {i for i in capital if not (is_capital(own[i]) or surfaces[i] == "US" or i in first)}
    for i in reversed(capital):
        if i + 1 in names and _may_open_name(forms[i], i in first):
            names.add(i)
    for i in capital:
        if i - 1 in names and forms[i] not in _NEVER_PART and i not in first:
            names.add(i)
    return sorted(names)


def _begins_quotation(forms: Sequence[str], i: int) -> bool:
    """Return whether token ``i`` comes right after a comma and a quotation mark: he said, "Many came"."""
    return i > 1 and forms[i - 1] in _QUOTES and forms[i - 2] == ","


def _may_open_name(form: str, begins_sentence: bool) -> bool:
    if begins_sentence and (form in _BEFORE_NAMES or form.endswith("ly")):
        return False
    return form not in _NEVER_PART
