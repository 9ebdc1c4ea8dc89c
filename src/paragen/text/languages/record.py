"""The rules of a language, as the modules of :mod:`paragen.text` use them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

Names = Mapping[str, tuple[tuple[str, ...], ...]]

# 3  3.5%  1,000  10:30  12/05/2015  2010-12  8th  3rd-floor
_NUMBER = r"\d\w*(?:[.,:/–-]\d\w*)*(?:\s?[%‰°€£$¥₹])?"


def number_pattern(amounts: Sequence[str] = ()) -> re.Pattern[str]:
    """Return the pattern of numbers, with the words for amounts that may follow one: *million*, *per cent*."""
    return re.compile(_NUMBER + (rf"(?: (?:{'|'.join(amounts)})\b)?" if amounts else ""))


class Written(Protocol):
    """Tells how words are usually written: with a capital or without, as names or not."""

    def usual(self, word: str) -> str:
        """Return the form that the first word of a sentence has within a sentence."""

    def is_name(self, word: str) -> bool:
        """Return whether a word with a capital is a name, where nouns have one too."""


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
        """Return whether a word only looks like one of these words, as the letter in *Exhibit A* does.

        Parameters
        ----------
        surface : the word as written.
        before : the lookup form of the word before it.
        opens : whether a capital says nothing here, as it stands first in its sentence or all words have one.
        """

    def fits(self, left: str, source: Sequence[str], target: Sequence[str], right: str) -> bool:
        """Return whether a substitute can be written beside its neighbours, and reads differently.

        It does not fit if the form of one of these words cannot be determined. All are lookup forms; "" for no neighbour.
        """


@dataclass(frozen=True, eq=False)
class Language:
    """The rules of one language; the defaults are neutral.

    Parameters
    ----------
    code : as in BCP 47.
    name : in English; "" if there are no rules for it.
    cased : whether lookup forms keep capitals. Then a substitute is written as its table has it, and only the first word of a
        sentence changes case; otherwise lookup forms are lower case, and case is carried over from what is replaced.
    nouns_capital : whether every noun has a capital, so that one does not make a name.
    clitics : what follows an apostrophe and is a token with it: *'s*.
    elided : what precedes an apostrophe and is a token with it: *l'*.
    abbreviations : words that keep the full stop that follows them; none that also ends sentences.
    always_capital, always_upper, proper, small : words with a case of their own, if lookup forms do not keep it; names of several
        words by their first; the small words of a title.
    titles, articles, polite : where ``nouns_capital``, words before a name: *Mr.*; words that stand before nouns, hardly before
        names; pronouns with a capital.
    before_names, before_names_end : words, and an ending of words, that may begin a sentence right before a name.
    numbers : the pattern of numbers.
    dates : the pattern of months beside a number; None: there is none.
    ordinal_stop : whether a full stop after a number may make an ordinal of it, and end no sentence.
    opening, closing : marks without a space after or before them.
    spaced_before, spaced_after : marks with a no-break space before or after them, where the text has it so.
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

    @cached_property
    def own_cased(self) -> frozenset[str]:
        """The words with a case of their own, and those that begin names of several."""
        return self.always_capital | self.always_upper | {f"{word}s" for word in self.always_upper} | self.proper.keys()

    @cached_property
    def shows_no_title(self) -> frozenset[str]:
        """The words whose case does not show whether they are in a title."""
        return self.small | self.always_capital | self.always_upper

    @cached_property
    def joined_left(self) -> frozenset[str]:
        """Its tokens that are written right after a word: clitics, and in English *n't*, as other programs cut it."""
        return frozenset(f"'{clitic}" for clitic in self.clitics) | ({"n't"} if self.code == "en" else frozenset())

    @cached_property
    def joined_right(self) -> frozenset[str]:
        """Its tokens that are written right before a word: *l'*."""
        return frozenset(f"{word}'" for word in self.elided)

    def __repr__(self) -> str:
        return f"<Language {self.code}>"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        from paragen.text.languages import language

        return language, (self.code,)
