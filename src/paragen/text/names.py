"""Finds names: words capitalised in mid-sentence, where ordinary words are not.

English tables are lower case, so nothing in them tells the minister from the Prime Minister, or an ocean from the Pacific.
"""

from __future__ import annotations

from collections.abc import Sequence

from paragen.text.analysis import SentenceCase, is_capital
from paragen.text.case import own_case
from paragen.text.languages import Language, Written

_QUOTES = frozenset("\" ' `` ` « ''".split())
_NEVER_PART = frozenset("i i'm i'd i've i'll".split())


def name_tokens(case: SentenceCase, written: Written | None = None) -> list[int]:
    """Return which tokens are names, or parts of one, in order.

    Parameters
    ----------
    case : of the sentence.
    written : how words are usually written; used only where nouns have capitals.

    Notes
    -----
    A capital in mid-sentence makes a name, unless every word has one (headlines, shouting) or the word is always capitalised
    (Monday, TV, the US). Such words, and the first word of a sentence, are part of a name if they are next to one: American
    Airlines, Finance Minister Smith.

    Where lookup forms keep case, the first word of a sentence is a name if its form has a capital. Where nouns have one, names
    are words with a capital next to each other or after a title (Angela Schmidt, Frau Schmidt), words with a second capital, and
    those known not to be nouns.
    """
    surfaces, forms, language = case.surfaces, case.forms, case.language
    capital = [i for i, surface in enumerate(surfaces) if not surface.islower() and is_capital(surface)]
    if not capital or (capital == [0] and not language.cased):
        return []
    if case.all_capitals:
        return []
    if language.nouns_capital:
        return _among_nouns(surfaces, forms, language, written)
    if case.headline:
        return []
    own = own_case(forms, language)
    first = {i for i in capital if case.begins[i] or _begins_quotation(forms, i)}
    if language.cased:
        names = {i for i in capital if is_capital(forms[i]) or i not in first}
    else:
        names = {i for i in capital if not (is_capital(own[i]) or surfaces[i] == "US" or i in first)}
    for i in reversed(capital):
        if i + 1 in names and _may_open_name(forms[i], i in first, language):
            names.add(i)
    for i in capital:
        if i - 1 in names and forms[i] not in _NEVER_PART and i not in first:
            names.add(i)
    return sorted(names)


def _begins_quotation(forms: Sequence[str], i: int) -> bool:
    """Return whether token ``i`` comes right after a comma and a quotation mark: he said, "Many came"."""
    return i > 1 and forms[i - 1] in _QUOTES and forms[i - 2] == ","


def _may_open_name(form: str, begins_sentence: bool, language: Language) -> bool:
    end = language.before_names_end
    if begins_sentence and (form.lower() in language.before_names or (end and form.endswith(end))):
        return False
    return form not in _NEVER_PART


def _among_nouns(surfaces: Sequence[str], forms: Sequence[str], language: Language, written: Written | None) -> list[int]:
    """Return which tokens are names where every noun has a capital."""
    capital = [is_capital(form) for form in forms]
    names = set()
    for i, surface in enumerate(surfaces):
        if not capital[i]:
            continue
        if i and capital[i - 1] and not {forms[i - 1], forms[i]} & language.polite:
            names |= {i - 1, i}
        titled = i > 0 and forms[i - 1] in language.titles
        if titled or _has_two_capitals(surface) or (written is not None and written.is_name(forms[i])):
            names.add(i)
    return sorted(names)


def _has_two_capitals(word: str) -> bool:
    return sum(map(str.isupper, word)) > 1
