"""The languages of models: the rules of each are one record, in a module named after it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from typing import Protocol

from paragen.base.errors import ConfigError
from paragen.base.patterns import lazy_pattern

RULES = {"en": "english", "de": "german", "fr": "french"}
"""Languages that have rules: the module of each, by its code."""

_CODE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
Names = Mapping[str, tuple[tuple[str, ...], ...]]

# 3  3.5%  1,000  10:30  12/05/2015  2010-12  8th  3rd-floor
_NUMBER = r"\d\w*(?:[.,:/–-]\d\w*)*(?:\s?[%‰°€£$¥₹])?"


def number_pattern(amounts: Sequence[str] = ()) -> re.Pattern[str]:
    """Return the pattern of numbers, with the words for amounts that may follow one: *million*, *per cent*."""
    return lazy_pattern(_NUMBER + (rf"(?: (?:{'|'.join(amounts)})\b)?" if amounts else ""))


class Written(Protocol):
    """Knows how words are usually written: with a capital or without, as names or not."""

    def usual(self, word: str) -> str:
        """Return the first word of a sentence as it is written in mid-sentence."""

    def is_name(self, word: str) -> bool:
        """Return whether a capitalised word is a name, in a language that capitalises nouns."""


class Agreement(Protocol):
    """Small words whose form depends on the word that follows: *a* and *an*, *le* and *l'*."""

    @property
    def words(self) -> frozenset[str]:
        """The lookup forms of these words."""

    @property
    def adjacent(self) -> bool:
        """Whether they agree with the very next token only; otherwise quotes and brackets may stand between."""

    def agreed(self, surface: str, following: str, replaced: str) -> str:
        """Return one of these words, as written, in the form that ``following`` takes.

        ``replaced`` is the lookup form of the word that followed before the edit; "" where the word is part of the edit itself.
        """

    def stays(self, surface: str, before: str, opens: bool) -> bool:
        """Return whether a word only looks like one of these words, like the letter in *Exhibit A*.

        Parameters
        ----------
        surface : the word as written.
        before : the lookup form of the word before it.
        opens : whether a capital says nothing here, because the word is the first of its sentence or all words have one.
        """

    def fits(self, left: str, source: Sequence[str], target: Sequence[str], right: str) -> bool:
        """Return whether a substitute can be written between its neighbours, and reads differently.

        It cannot if the form of one of these words cannot be determined. All arguments are lookup forms; "" for no neighbour.
        """


@dataclass(frozen=True, eq=False, repr=False)
class Language:
    """The rules of one language; the defaults are neutral.

    Parameters
    ----------
    code : as in BCP 47.
    name : in English; "" if there are no rules for it.
    cased : whether lookup forms keep capitals. If so, a substitute is written as in its table, and only the first word of a
        sentence changes case; otherwise lookup forms are lower case, and case is carried over from what is replaced.
    nouns_capital : whether every noun has a capital, so that a capital does not make a name.
    clitics : letters that follow an apostrophe and form a token with it: *'s*.
    elided : letters that precede an apostrophe and form a token with it: *l'*.
    abbreviations : words that keep the full stop that follows them; none that also ends sentences.
    at_times_capital : words that are names at times, or part of names: *bill*, *bank*. If given, others that are known are none.
    spoke : words after who speaks, who may have a name like any word: *Foreman said*.
    always_capital, always_upper, proper, small : unless lookup forms keep case, words with a case of their own; names of several
        words, by the first; the small words of titles.
    titles, articles, polite : with ``nouns_capital``, words before a name: *Mr.*; words that precede nouns but rarely names;
        pronouns with a capital.
    before_names, before_names_end : words, and a word ending, that may begin a sentence right before a name.
    numbers : the pattern of numbers.
    dates : the pattern of months beside a number; None: there is none.
    ordinal_stop : whether a full stop after a number may make it an ordinal rather than end a sentence.
    opening, closing : marks without a space after or before them.
    spaced_before, spaced_after : marks with a no-break space before or after them, if the text writes them that way.
    quotes : marks that open a quotation, that close one, and that do either.
    agreement : small words that agree with what follows; None: there are none.
    guards : names of the guards that it has word lists for.
    """

    code: str
    name: str = ""
    cased: bool = True
    nouns_capital: bool = False
    clitics: tuple[str, ...] = ()
    elided: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    at_times_capital: frozenset[str] = frozenset()
    spoke: frozenset[str] = frozenset()
    always_capital: frozenset[str] = frozenset()
    always_upper: frozenset[str] = frozenset()
    proper: Names = field(default_factory=dict)
    small: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    articles: tuple[str, ...] = ()
    polite: frozenset[str] = frozenset()
    before_names: frozenset[str] = frozenset()
    before_names_end: str = ""
    numbers: re.Pattern[str] = field(default_factory=number_pattern)
    dates: re.Pattern[str] | None = None
    ordinal_stop: bool = False
    opening: frozenset[str] = frozenset("( [ { $ € £ ¥ # « “ „ ‘ ` `` ¿ ¡".split())
    closing: frozenset[str] = frozenset(", . ; : ! ? % ) ] } … ' '' » ’ ” ‰ °".split())
    spaced_before: frozenset[str] = frozenset()
    spaced_after: frozenset[str] = frozenset()
    quotes: tuple[str, str, str] = ("„", "”", "\"“«»")
    agreement: Agreement | None = None
    guards: tuple[str, ...] = ("marks",)

    def is_never_name(self, word: str, after: str) -> bool:
        """Return whether a known word is certainly no name before ``after``, both lookup forms; False where that is not known."""
        return bool(self.at_times_capital) and word not in self.at_times_capital and len(word) > 1 and after not in self.spoke

    @cached_property
    def own_cased(self) -> frozenset[str]:
        """The words with a case of their own, and the first words of multi-word names."""
        return self.always_capital | self.always_upper | {f"{word}s" for word in self.always_upper} | self.proper.keys()

    @cached_property
    def shows_no_title(self) -> frozenset[str]:
        """The words whose case does not show whether they are in a title."""
        return self.small | self.always_capital | self.always_upper

    @cached_property
    def quotation(self) -> Callable[[str], re.Match[str] | None]:
        """Finds the first mark of a text that opens a quotation."""
        return re.compile(f"[{re.escape(''.join(self.quotes))}]").search

    @cached_property
    def joined_left(self) -> frozenset[str]:
        """Its tokens that are written right after a word: clitics, and in English *n't*, as other tokenizers split it."""
        return frozenset(f"'{clitic}" for clitic in self.clitics) | ({"n't"} if self.code == "en" else frozenset())

    @cached_property
    def joined_right(self) -> frozenset[str]:
        """Its tokens that are written right before a word: *l'*."""
        return frozenset(f"{word}'" for word in self.elided)

    def __repr__(self) -> str:
        return f"<Language {self.code}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return language, (self.code,)


@cache
def language(code: str) -> Language:
    """Return the rules of a language; neutral ones if it has none of its own.

    Parameters
    ----------
    code : as in BCP 47: ``de``, ``pt-BR``. What follows the first hyphen is ignored.

    Raises
    ------
    ConfigError : not such a code.
    """
    if not _CODE.fullmatch(code):
        raise ConfigError(f"language: found {code!r}, expected a BCP 47 code, as en, de, fr or pt-BR.")
    primary = code.split("-")[0].lower()
    if primary not in RULES:
        return Language(primary)
    name = RULES[primary]
    found: Language = getattr(import_module(f"paragen.text.languages.{name}"), name.upper())
    return found
