"""Gives a substitute the case of the words it replaces.

English tables and language models are lower case; the text is not. Words with a case of their own
("Monday", "I") are known from lists; otherwise the case is carried over from the source words. In a language whose lookup
forms keep case, a substitute is written as in its table, except for the first word of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from paragen.text.analysis import SentenceCase, Words, is_capital
from paragen.text.languages import Language
from paragen.text.languages.english import ENGLISH

QUOTES = frozenset("\" ' « » ‹ ›".split())
"""Quotation marks in lookup forms."""


def capitalised(word: str) -> str:
    """Return ``word`` with its first letter capitalised, unless it has capitals already (iPhone) or is a clitic (*'s*)."""
    if not word.islower() or (word[0] in "'’" and len(word) < 4):
        return word
    for i, char in enumerate(word):
        if char.isalpha():
            return word[:i] + char.title() + word[i + 1 :]
        if char.isdigit():
            break
    return word


def _all_capitals(words: Words) -> bool:
    """Return whether ``words`` have at least two cased letters and all are capitals."""
    letters = [char for word in words for char in word if char.isupper() or char.islower() or char.istitle()]
    return len(letters) > 1 and all(char.isupper() for char in letters)


def _is_title(words: Words, language: Language) -> bool:
    """Return whether there are several words and all begin with a capital, ignoring small words and those that always do."""
    heads = _title_evidence(words, language)
    return len(heads) > 1 and all(map(is_capital, heads))


def _title_evidence(words: Words, language: Language) -> list[str]:
    """Return the words whose case can show a title."""
    return [word for word in words if word[:1].isalpha() and word.lower() not in language.shows_no_title]


def _acronym(words: Words, small: frozenset[str]) -> str:
    return "".join(word[:1] for word in words if word[:1].isalpha() and word not in small)


def own_case(words: Words, language: Language = ENGLISH) -> list[str]:
    """Return ``words`` with the capitals they have in any sentence."""
    cased = list(words)
    if language.own_cased.isdisjoint(words):
        return cased
    capital, upper, proper = language.always_capital, language.always_upper, language.proper
    for i, word in enumerate(words):
        if word in capital:
            cased[i] = capitalised(word)
        elif word in upper:
            cased[i] = word.upper()
        elif word[-1:] == "s" and word[:-1] in upper:
            cased[i] = word[:-1].upper() + "s"
        for name in proper.get(word, ()):
            if tuple(words[i : i + len(name)]) == name:
                cased[i : i + len(name)] = map(capitalised, name)
    return cased


def carry(case: SentenceCase, begin: int, end: int, target: Words) -> list[str]:
    """Return ``target`` (lookup forms) in the case of the tokens ``begin`` to ``end`` that it replaces."""
    language = case.language
    if language.cased:
        return _as_in_table(case, begin, end, target)
    source, forms = case.surfaces[begin:end], case.forms[begin:end]
    if source == forms and language.own_cased.isdisjoint(target) and "".join(source).islower():  # as most edits are
        shortens = len(target) == 1 and _expansion(source, forms, target, language.small) == "shortens"
        return [word.upper() for word in target] if shortens else list(target)
    cased = _copied(case, begin, source, forms, target)
    if case.all_capitals:
        return [word.upper() for word in cased]
    short = _expansion(source, forms, target, language.small)
    if short == "expands":
        return _title(cased, language.small)
    if short == "shortens" or _in_capitals(case, begin, source, forms, target):
        return [word.upper() for word in cased]
    first = next((i for i, word in enumerate(source) if any(map(str.isalpha, word))), None)
    if first is None or not is_capital(source[first]):
        return cased
    if case.headline:
        return _title(cased, language.small)
    own = forms[first] in target or forms[first] in language.always_capital or forms[first] in language.always_upper
    if own and not case.begins[begin + first]:
        return cased
    replaced = [word for i, word in enumerate(source) if forms[i] not in target and not case.begins[begin + i]]
    if _is_title(source, language) and _title_evidence(replaced, language):
        return _title(cased, language.small)
    return _first_capital(cased)


def _as_in_table(case: SentenceCase, begin: int, end: int, target: Words) -> list[str]:
    """Return ``target`` as it is, except for the case of a sentence's first word and the style of quotation marks."""
    if case.all_capitals:
        return [word.upper() for word in target]
    cased = list(target)
    marks = [case.surfaces[i] for i in range(begin, end) if case.forms[i] in QUOTES]
    for i, word in enumerate(cased):
        if word in QUOTES and marks:
            cased[i] = marks.pop(0)
    first = next((i for i in range(begin, end) if any(map(str.isalpha, case.surfaces[i]))), None)
    if first is not None and is_capital(case.surfaces[first]) and case.begins[first]:
        return _first_capital(cased)
    return cased


def _in_capitals(case: SentenceCase, begin: int, source: Words, forms: Words, target: Words) -> bool:
    """Return whether words are in capitals, and not merely acronyms or kept names, which always are."""
    if not _all_capitals(source):
        return False
    upper = case.language.always_upper
    own = [form in upper or (form in target and begin + i in case.names) for i, form in enumerate(forms)]
    return _all_capitals([word for word, has in zip(source, own, strict=True) if not has])


def _copied(case: SentenceCase, begin: int, source: Words, forms: Words, target: Words) -> list[str]:
    """Return ``target`` with words that also occur in the source written as in the source."""
    cased = own_case(target, case.language)
    marks = iter([source[j] for j, form in enumerate(forms) if form == '"'])
    for i, j in _origins(forms, target):
        if target[i] == '"':
            cased[i] = next(marks, '"')
        elif j > 0 or i == 0 or begin + j in case.names or not case.begins[begin] or source[j] != capitalised(forms[j]):
            cased[i] = source[j]
    return cased


def _origins(forms: Words, target: Words) -> Iterator[tuple[int, int]]:
    """Yield the words of ``target`` that also occur in ``forms``, and where: from the left, in runs as long as possible."""
    i = 0
    while i < len(target):
        length, at = 0, -1
        for j, form in enumerate(forms):
            if form == target[i]:
                n = 1
                while i + n < len(target) and j + n < len(forms) and target[i + n] == forms[j + n]:
                    n += 1
                if n > length:
                    length, at = n, j
        yield from ((i + n, at + n) for n in range(length))
        i += max(length, 1)


def _expansion(source: Words, forms: Words, target: Words, small: frozenset[str]) -> str:
    """Return "expands" for UK -> united kingdom, "shortens" for the reverse, "" for anything else."""
    if len(source) == 1 and len(target) > 1 and is_capital(source[0]):
        dotted = "." in source[0][:-1] and _all_capitals(source)
        return "expands" if dotted or _acronym(target, small) == forms[0] else ""
    if len(target) == 1 and len(source) > 1 and len(target[0]) > 1:
        return "shortens" if _acronym(forms, small) == target[0].replace(".", "") else ""
    return ""


def _title(words: Words, small: frozenset[str]) -> list[str]:
    """Capitalise every word except small ones after the first."""
    return [word if i and word in small else capitalised(word) for i, word in enumerate(words)]


def _first_capital(words: list[str]) -> list[str]:
    """Capitalise the first word that has a letter."""
    for i, word in enumerate(words):
        if any(map(str.isalpha, word)):
            return [*words[:i], capitalised(word), *words[i + 1 :]]
        if any(map(str.isdigit, word)):
            break
    return words
