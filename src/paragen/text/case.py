"""Give a substitute the case of what it replaces.

Tables and language models are lower case; the text is not. Words with a case of their own
("Monday", "I") are known from lists; otherwise the case is carried over from the source words.
"""

from __future__ import annotations

from collections.abc import Sequence

# Always capitalised. Omitted, since they are ordinary words too: may, march, polish, turkey, china, jersey.
ALWAYS_CAPITAL = frozenset(
    """
    i i'm i'd i've i'll
    monday tuesday wednesday thursday friday saturday sunday
    mondays tuesdays wednesdays thursdays fridays saturdays sundays
    january february april june july august september october november december
    christmas easter ramadan hanukkah halloween
    english british scottish welsh irish american americans canadian canadians australian australians
    european europeans german germans french spanish italian italians russian russians chinese japanese indian indians
    african africans asian asians arab arabs arabic israeli israelis iranian iraqi syrian mexican mexicans brazilian
    dutch danish swedish norwegian finnish swiss austrian belgian portuguese greek greeks turkish ukrainian korean
    latin jewish christian christians muslim muslims islamic islam catholic protestant buddhist hindu bible
    england britain scotland wales ireland america canada australia europe germany france spain italy russia japan
    india africa asia israel iran iraq syria mexico brazil holland netherlands denmark sweden norway finland
    switzerland austria belgium portugal greece ukraine korea egypt
    london paris berlin moscow beijing tokyo washington brussels
    mr. mrs. ms. dr. prof.
    """.split()
)
ALWAYS_UPPER = frozenset(
    "u.s. u.s.a. u.k. u.n. e.u. tv usa uk eu nato nasa dna rna hiv ceo cfo gdp ngo pc cd dvd fbi cia bbc nhs asap faq diy"
    " gps".split()
)
# Names of several words, by their first word.
_NAMES: dict[str, tuple[tuple[str, ...], ...]] = {
    "united": (("united", "states"), ("united", "kingdom"), ("united", "nations")),
    "european": (("european", "union"),),
    "great": (("great", "britain"),),
    "new": (("new", "york"), ("new", "zealand")),
    "north": (("north", "america"), ("north", "korea")),
    "south": (("south", "america"), ("south", "africa"), ("south", "korea")),
    "white": (("white", "house"),),
    "middle": (("middle", "east"),),
}
# Small words of a title.
_SMALL = frozenset("a an and as at but by for from in into nor of on or the to vs vs. with".split())
_NO_SIGN = _SMALL | ALWAYS_CAPITAL | ALWAYS_UPPER  # words whose case does not show whether this is a title
_ENDS_SENTENCE = frozenset(". ! ? ... : ;".split())
_OPENS = frozenset("\"'`([{“‘«„-*")

Words = Sequence[str]


def capitalised(word: str) -> str:
    """Return ``word`` with its first letter capitalised, unless it has capitals already (iPhone)."""
    if not word.islower():
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


def _is_title(words: Words) -> bool:
    """Return whether all of several words begin with a capital, not counting small words and those that always do."""
    heads = _signs(words)
    return len(heads) > 1 and all(map(is_capital, heads))


def _signs(words: Words) -> list[str]:
    """Return the words whose case can show that they are a title."""
    return [word for word in words if word[:1].isalpha() and word.lower() not in _NO_SIGN]


def _acronym(words: Words) -> str:
    return "".join(word[:1] for word in words if word[:1].isalpha() and word not in _SMALL)


def own_case(words: Words) -> list[str]:
    """Return ``words`` with the capitals they have in any sentence."""
    cased = list(words)
    for i, word in enumerate(words):
        if word in ALWAYS_CAPITAL:
            cased[i] = capitalised(word)
        elif word in ALWAYS_UPPER:
            cased[i] = word.upper()
        elif word[-1:] == "s" and word[:-1] in ALWAYS_UPPER:
            cased[i] = word[:-1].upper() + "s"
        for name in _NAMES.get(word, ()):
            if tuple(words[i : i + len(name)]) == name:
                cased[i : i + len(name)] = map(capitalised, name)
    return cased


class SentenceCase:
    """The case of a sentence's tokens, and how it carries over to substitutes.

    Parameters
    ----------
    surfaces : the tokens as written; forms : their lookup forms.

    Attributes
    ----------
    names : tokens that are names, wherever they stand.
    """

    def __init__(self, surfaces: Words, forms: Words) -> None:
        self._surfaces, self._forms = surfaces, forms
        self.names: frozenset[int] = frozenset()
        self._shouted: bool | None = None
        self._headline: bool | None = None

    def begins_sentence(self, i: int) -> bool:
        """Return whether token ``i`` is the first word of a sentence: only quotes and brackets come before it."""
        while i > 0 and self._surfaces[i - 1][:1] in _OPENS:
            i -= 1
        return i == 0 or self._forms[i - 1] in _ENDS_SENTENCE or self._forms[i - 1].endswith(("!", "?"))

    @property
    def shouted(self) -> bool:
        """Whether the whole sentence is in capitals (four letters or more)."""
        if self._shouted is None:
            text = "".join(self._surfaces)
            self._shouted = text.isupper() and sum(map(str.isalpha, text)) > 3
        return self._shouted

    @property
    def headline(self) -> bool:
        """Whether every long word of the sentence is capitalised, as in headlines, and there are at least four."""
        if self._headline is None:
            words = [word for word in self._surfaces if len(word) > 3 and word[:1].isalpha()]
            self._headline = len(words) > 3 and all(map(is_capital, words)) and not self.shouted
        return self._headline

    def carry(self, begin: int, end: int, target: Words) -> list[str]:
        """Return ``target`` (lookup forms) in the case of the tokens ``begin`` to ``end`` that it replaces."""
        source, forms = self._surfaces[begin:end], self._forms[begin:end]
        cased = self._copied(begin, source, forms, target)
        if self.shouted:
            return [word.upper() for word in cased]
        short = _expansion(source, forms, target)
        if short == "expands":
            return _title(cased)
        if short == "shortens" or self._in_capitals(begin, source, forms, target):
            return [word.upper() for word in cased]
        first = next((i for i, word in enumerate(source) if any(map(str.isalpha, word))), None)
        if first is None or not is_capital(source[first]):
            return cased
        own = forms[first] in target or forms[first] in ALWAYS_CAPITAL or forms[first] in ALWAYS_UPPER
        if own and not self.begins_sentence(begin + first):
            return cased
        replaced = [word for i, word in enumerate(source) if forms[i] not in target and not self.begins_sentence(begin + i)]
        if (_is_title(source) and _signs(replaced)) or self.headline:
            return _title(cased)
        return _first_capital(cased)

    def _in_capitals(self, begin: int, source: Words, forms: Words, target: Words) -> bool:
        """Return whether words are all in capitals, and not only acronyms or names that stay, which are so in any sentence."""
        if not _all_capitals(source):
            return False
        own = [form in ALWAYS_UPPER or (form in target and begin + i in self.names) for i, form in enumerate(forms)]
        return _all_capitals([word for word, has in zip(source, own, strict=True) if not has])

    def _copied(self, begin: int, source: Words, forms: Words, target: Words) -> list[str]:
        """Return ``target`` with the words that also occur in the source written as they are there."""
        cased = own_case(target)
        for i, word in enumerate(target):
            if word in forms:
                j = forms.index(word)
                if j > 0 or i == 0 or begin + j in self.names or not self.begins_sentence(begin):
                    cased[i] = source[j]
        return cased


def _expansion(source: Words, forms: Words, target: Words) -> str:
    """Return "expands" for UK -> united kingdom, "shortens" for the reverse, "" for anything else."""
    if len(source) == 1 and len(target) > 1 and is_capital(source[0]):
        dotted = "." in source[0][:-1] and _all_capitals(source)
        return "expands" if dotted or _acronym(target) == forms[0] else ""
    if len(target) == 1 and len(source) > 1 and len(target[0]) > 1:
        return "shortens" if _acronym(forms) == target[0].replace(".", "") else ""
    return ""


def _title(words: Words) -> list[str]:
    """Capitalise every word except small ones after the first."""
    return [word if i and word in _SMALL else capitalised(word) for i, word in enumerate(words)]


def _first_capital(words: list[str]) -> list[str]:
    """Capitalise the first word that has a letter."""
    for i, word in enumerate(words):
        if any(map(str.isalpha, word)):
            return [*words[:i], capitalised(word), *words[i + 1 :]]
        if any(map(str.isdigit, word)):
            break
    return words
