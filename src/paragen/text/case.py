"""Gives a substitute the case of the words it replaces.

English tables and language models are lower case; the text is not. Words with a case of their own
("Monday", "I") are known from lists; otherwise the case is carried over from the source words. In a language whose lookup
forms keep case, a substitute is written as in its table, except for the first word of a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from paragen.text.languages import ENGLISH, Language

QUOTES = frozenset("\" ' « » ‹ ›".split())
"""Quotation marks in lookup forms."""
_ENDS_SENTENCE = frozenset(". ! ? ... : ;".split())
_OPENS = frozenset("\"'`([{“‘«„-*")
_AROUND = _OPENS | frozenset("”’»‹›‚)]¿¡–—")  # a quotation may have ended with the sentence before

Words = Sequence[str]


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


def is_capital(word: str) -> bool:
    """Return whether the first letter of ``word`` is a capital."""
    for char in word:
        if char.isalpha():
            return char.isupper() or char.istitle()
        if char.isdigit():
            break
    return False


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


class SentenceCase:
    """The case of a sentence's tokens, and how it carries over to substitutes.

    Parameters
    ----------
    surfaces : the tokens as written; forms : their lookup forms.
    language : whose rules apply.

    Attributes
    ----------
    names : tokens that are names, wherever they stand.
    """

    def __init__(self, surfaces: Words, forms: Words, language: Language = ENGLISH) -> None:
        self._surfaces, self._forms, self._language = surfaces, forms, language
        self.names: frozenset[int] = frozenset()
        self._all_capitals: bool | None = None
        self._headline: bool | None = None

    def begins_sentence(self, i: int) -> bool:
        """Return whether token ``i`` is the first word of a sentence: only quotes and brackets come before it."""
        around = _AROUND if self._language.cased else _OPENS
        while i > 0 and self._surfaces[i - 1][:1] in around:
            i -= 1
        if i == 0:
            return True
        before = self._forms[i - 1]
        if before == "." and self._language.ordinal_stop and i > 1 and self._forms[i - 2].isdigit():
            return len(self._forms[i - 2]) > 2  # "am 3. Mai"; after a year it ends the sentence
        return before in _ENDS_SENTENCE or before.endswith(("!", "?"))

    @property
    def all_capitals(self) -> bool:
        """Whether the whole sentence is in capitals (four letters or more)."""
        if self._all_capitals is None:
            text = "".join(self._surfaces)
            self._all_capitals = text.isupper() and sum(map(str.isalpha, text)) > 3
        return self._all_capitals

    @property
    def headline(self) -> bool:
        """Whether every long word of the sentence is capitalised, as in headlines, and there are at least four."""
        if self._headline is None:
            words = [word for word in self._surfaces if len(word) > 3 and word[:1].isalpha()]
            self._headline = len(words) > 3 and all(map(is_capital, words)) and not self.all_capitals
        return self._headline

    def carry(self, begin: int, end: int, target: Words) -> list[str]:
        """Return ``target`` (lookup forms) in the case of the tokens ``begin`` to ``end`` that it replaces."""
        language = self._language
        if language.cased:
            return self._as_in_table(begin, end, target)
        source, forms = self._surfaces[begin:end], self._forms[begin:end]
        cased = self._copied(begin, source, forms, target)
        if self.all_capitals:
            return [word.upper() for word in cased]
        short = _expansion(source, forms, target, language.small)
        if short == "expands":
            return _title(cased, language.small)
        if short == "shortens" or self._in_capitals(begin, source, forms, target):
            return [word.upper() for word in cased]
        first = next((i for i, word in enumerate(source) if any(map(str.isalpha, word))), None)
        if first is None or not is_capital(source[first]):
            return cased
        if self.headline:
            return _title(cased, language.small)
        own = forms[first] in target or forms[first] in language.always_capital or forms[first] in language.always_upper
        if own and not self.begins_sentence(begin + first):
            return cased
        replaced = [word for i, word in enumerate(source) if forms[i] not in target and not self.begins_sentence(begin + i)]
        if _is_title(source, language) and _title_evidence(replaced, language):
            return _title(cased, language.small)
        return _first_capital(cased)

    def _as_in_table(self, begin: int, end: int, target: Words) -> list[str]:
        """Return ``target`` as it is, except for the case of a sentence's first word and the style of quotation marks."""
        if self.all_capitals:
            return [word.upper() for word in target]
        cased = list(target)
        marks = [self._surfaces[i] for i in range(begin, end) if self._forms[i] in QUOTES]
        for i, word in enumerate(cased):
            if word in QUOTES and marks:
                cased[i] = marks.pop(0)
        first = next((i for i in range(begin, end) if any(map(str.isalpha, self._surfaces[i]))), None)
        if first is not None and is_capital(self._surfaces[first]) and self.begins_sentence(first):
            return _first_capital(cased)
        return cased

    def _in_capitals(self, begin: int, source: Words, forms: Words, target: Words) -> bool:
        """Return whether words are in capitals, and not merely acronyms or kept names, which always are."""
        if not _all_capitals(source):
            return False
        upper = self._language.always_upper
        own = [form in upper or (form in target and begin + i in self.names) for i, form in enumerate(forms)]
        return _all_capitals([word for word, has in zip(source, own, strict=True) if not has])

    def _copied(self, begin: int, source: Words, forms: Words, target: Words) -> list[str]:
        """Return ``target`` with words that also occur in the source written as in the source."""
        cased = own_case(target, self._language)
        marks = iter([source[j] for j, form in enumerate(forms) if form == '"'])
        for i, j in _origins(forms, target):
            if target[i] == '"':
                cased[i] = next(marks, '"')
            elif j > 0 or i == 0 or begin + j in self.names or not self.begins_sentence(begin):
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


def within_sentence(
    forms: Words, language: Language, usual: Callable[[str], str], starts: Collection[int] = ()
) -> list[str]:
    """Return lookup forms that keep case, with the first word of each sentence as it is written in mid-sentence.

    Parameters
    ----------
    forms : of the tokens as written.
    usual : returns the form that a word usually has in mid-sentence.
    starts : further tokens that begin a sentence, such as the first of a line. In a text all in capitals, all words are.
    """
    case = SentenceCase(forms, forms, language)
    if case.all_capitals:
        return [usual(form) if form.isupper() else form for form in forms]
    return [
        usual(form) if is_capital(form) and (i in starts or case.begins_sentence(i)) else form for i, form in enumerate(forms)
    ]
