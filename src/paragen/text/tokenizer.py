"""Splits text into tokens with their positions, and gives each its lookup form.

A token is a half-open span ``(begin, end)`` of characters; the text itself is never changed, so
whatever no edit touches can be copied byte for byte. Tables, language model and input go through the
same :meth:`Tokenizer.words`, so a phrase is split the same way everywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from paragen.text.languages import Language, Written
from paragen.text.languages.english import ENGLISH

# One letter for each kind of apostrophe that people and programs write.
_APOSTROPHES = "'’‘ʼ＇"
_LOOKUP = str.maketrans(
    {
        **dict.fromkeys("’‘‚‛ʼ＇′", "'"),
        **dict.fromkeys("“”„‟″＂", '"'),
        **dict.fromkeys("‐‑", "-"),
        **dict.fromkeys("–—―", "--"),
        "…": "...",
        "\u00ad": None,  # soft hyphen: a possible line break
    }
)


class _Letters(NamedTuple):
    """The parts of a token's pattern; ``single`` matches letters that are words by themselves, ``other`` anything else."""

    letter: str
    digit: str
    apostrophe: str
    single: str
    other: str


def _pattern(letters: _Letters, language: Language) -> str:
    """Return the pattern of a token."""
    letter, digit, apostrophe, single, other = letters
    # Clitics: a token is an apostrophe and letters in some languages, letters and an apostrophe in others.
    clitic = rf"{apostrophe}(?i:{'|'.join(language.clitics)})(?!{letter}|-{letter})" if language.clitics else "(?!)"
    elided = rf"(?i:{'|'.join(language.elided)}){apostrophe}|" if language.elided else ""
    inner = rf"[-.&‐‑]|(?!{clitic}){apostrophe}|(?<={digit})[,:/](?={digit})"
    stop = "|".join([r"(?<=\b(?i:[a-z]\.[a-z])\.)", *(rf"(?<=\b(?i:{re.escape(a)})\.)" for a in language.abbreviations)])
    # At most 64 parts per word: `regex` keeps a stack frame for each, and a line may have ten million characters.
    word = rf"{letter}+(?:(?:{inner}){letter}+){{0,63}}(?:\.(?:{stop})(?:-{letter}+)*)?"
    runs = "|".join(rf"{re.escape(mark)}+" for mark in ".-!?*=~'`")
    return rf"{single}{elided}{word}|{clitic}|[@#]{letter}+|{runs}|{other}"


# Addresses are one token each. Bounded or anchored repeats keep a line of ten million characters linear.
ADDRESS = (
    r"""(?i:https?|ftp|file)://[^\s<>"]+(?<![.,;:!?'")\]}])|(?i:www)\.\w[^\s<>"]*(?<![.,;:!?'")\]}])"""
    r"|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"
)
_ASCII = _Letters("[A-Za-z0-9_]", "[0-9]", "'", "", r"[^\s\x00-\x1f\x7f]")
# A word includes its combining marks, joiners and soft hyphens; Chinese and Japanese are written without spaces, so each
# of their letters is a word; an emoji keeps its modifiers. Control characters, zero-width spaces, byte-order and
# direction marks separate tokens as white space does.
_SCRIPT = r"[\p{Han}\p{Hiragana}\p{Katakana}]"
_UNICODE = _Letters(
    rf"[[\w\p{{M}}\u00ad\u200c\u200d]--{_SCRIPT}]",
    r"\d",
    f"[{_APOSTROPHES}]",
    rf"{_SCRIPT}\p{{M}}*|",
    r"\p{RI}\p{RI}|[^\s\p{Cc}\u200b\u2060\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]"
    r"(?:[\p{M}\p{Emoji_Modifier}\ufe0f]++|\u200d[^\s\p{Cc}]){0,64}+",  # bounded like words
)

Spans = list[tuple[int, int]]
Finder = Callable[[str], Iterator[Any]]


@cache
def _finder(language: Language, ascii_only: bool, address: bool) -> Finder:
    """Return the function that finds the tokens of a text; compiled when first needed, for a quick start."""
    prefix = ADDRESS + "|" if address else ""
    if ascii_only:
        return re.compile(prefix + _pattern(_ASCII, language), re.ASCII).finditer
    import regex

    find: Finder = regex.compile(prefix + _pattern(_UNICODE, language), regex.VERSION1).finditer
    return find


_find_unspaced: Finder = re.compile(r"[^ \x1f]+").finditer  # U+001F marks labels in packed tables


def lookup_form(token: str, cased: bool = False) -> str:
    """Return a token as in tables and language models: lower case unless ``cased``, plain quotes and dashes, NFC."""
    form = token if cased else token.lower()
    if form.isascii():
        return form
    form = form.translate(_LOOKUP) or form
    return form if unicodedata.is_normalized("NFC", form) else unicodedata.normalize("NFC", form)


class Tokenizer:
    """Splits text into tokens.

    Parameters
    ----------
    tokenized : split only at single spaces and at the control character U+001F, and use the tokens unchanged as lookup forms.
    language : whose rules apply.
    written : how words are usually written; used only if lookup forms keep case. None: not known.

    Notes
    -----
    Words keep their inner hyphens, apostrophes and full stops (tug-of-war, o'clock, U.S., 1,000, 10:30); clitics (in English
    's 're 've 'll 'd 'm), elided words (in French l' d' qu'), and punctuation marks are tokens of their own,
    runs of one mark (``...``, ``--``) one token; addresses (URLs, e-mail) are one token.
    """

    def __init__(self, tokenized: bool = False, language: Language = ENGLISH, written: Written | None = None) -> None:
        self.tokenized, self.language = tokenized, language
        self.written = written if language.cased and not tokenized else None

    def __repr__(self) -> str:
        return f"Tokenizer(tokenized={self.tokenized}, language={self.language!r})"

    def tokens(self, text: str) -> Spans:
        """Return the half-open character spans of the tokens of ``text``, in order, none empty."""
        if self.tokenized:
            find = _find_unspaced
        else:
            find = _finder(self.language, text.isascii(), "@" in text or "://" in text or "www." in text or "WWW." in text)
        return [match.span() for match in find(text)]

    def words(self, text: str) -> list[str]:
        """Return the lookup forms of the tokens of ``text``."""
        if text.isascii() and text.islower() and text.replace(" ", "").isalpha():
            return text.split()
        return self.forms(text, self.tokens(text))

    def forms(self, text: str, spans: Spans) -> list[str]:
        """Return the lookup forms of the tokens at ``spans``, as returned by :meth:`tokens`."""
        if self.tokenized:
            return [text[begin:end] for begin, end in spans]
        cased = self.language.cased
        if text.isascii():
            text = text if cased else text.lower()
            return [text[begin:end] for begin, end in spans]
        return [lookup_form(text[begin:end], cased) for begin, end in spans]
