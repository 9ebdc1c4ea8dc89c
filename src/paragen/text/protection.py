"""Finds what must not change: names, numbers, addresses, paths, code, and what the user names.

Everything here returns character spans, or a mask over the tokens for the decoder: no edit changes a kept token.
Every built-in pattern is linear in the length of the line (bounded or disjoint repeats).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import whole_lines
from paragen.base.patterns import lazy_pattern
from paragen.text.analysis import Analysis, quoted_words
from paragen.text.languages import Language
from paragen.text.languages.english import ENGLISH
from paragen.text.names import name_tokens
from paragen.text.tokenizer import ADDRESS, Spans, Tokenizer

_CURRENCY = "$€£¥₹"
# Each pattern runs only if the text contains one of its marks.
_MARKED: tuple[tuple[tuple[str, ...], str], ...] = (
    (("@", "://", "www.", "WWW."), ADDRESS),
    (("@", "#"), r"(?<!\w)[@#]\w+"),
    # /usr/bin  ./run  ~/notes  src/main.py  C:\Users\me  \\host\share
    (("/",), r"(?<![\w/<])(?:~|\.{1,2})?/[\w.@+~-][\w.@+~/-]*|(?<![\w/])\w[\w.-]{0,80}/[\w./-]{0,400}?\.\w{1,5}\b"),
    (("\\",), r"\b[A-Za-z]:\\[^\s\"<>|]*(?<![.,;:!?)])|\\\\\w[^\s\"<>|]*"),
    (("`",), r"(?<!`)(`|```)(?!`)[^`]+\1(?!`)"),
    # HTML and XML tags, and template placeholders: <b>, </a>, {name}, {{count}}, ${HOME}
    (("<",), r"</?[A-Za-z][^<>]{0,400}>"),
    (("{",), r"\{[^{}\s]{1,100}\}"),
)
_has_digit = re.compile(r"\d").search
may_stay = re.compile(r"\d|[@#/\\`<{]|www\.|WWW\.").search
"""Finds what shows that a text may have numbers, addresses, paths, code and the like."""

_TAG = lazy_pattern(r"(</?keep>)")

MOVABLE, MOVABLE_NUMBER, MOVABLE_QUOTE = 2, 3, 4
"""In a mask: tokens that stay as they are but may move as part of a slot's filler: a name in any slot, a number in a slot for
numbers or quotations, a quoted word in a slot for quotations."""


def number_spans(text: str, language: Language = ENGLISH) -> Spans:
    """Return the spans of numbers and dates (unsorted, may overlap)."""
    spans: Spans = []
    if _has_digit(text):
        for match in language.numbers.finditer(text):
            begin, end = match.span()
            spans.append((begin - (begin > 0 and text[begin - 1] in _CURRENCY), end))
        if language.dates is not None:
            spans.extend(match.span() for match in language.dates.finditer(text))
    return spans


def marked_spans(text: str) -> Spans:
    """Return the spans of addresses, paths, code, tags and placeholders (unsorted, may overlap)."""
    spans: Spans = []
    for marks, pattern in _MARKED:
        if any(mark in text for mark in marks):
            spans.extend(match.span() for match in re.finditer(pattern, text))
    return spans


def strip_markup(line: str, where: str) -> tuple[str, Spans]:
    """Strip the ``<keep>`` and ``</keep>`` tags from ``line``.

    Returns
    -------
    The text without tags, and the spans of it that were tagged.

    Raises
    ------
    FormatError : tags are nested, not closed, or closed without being open; ``where`` names the line.
    """
    text, spans, begin, position = "", Spans(), -1, 0
    for piece in _TAG.split(line):
        opens = piece == "<keep>"
        if not opens and piece != "</keep>":
            text += piece
        elif opens == (begin >= 0):
            raise _markup_error(where, "<keep> inside <keep>" if opens else "</keep> without <keep> before it", position)
        elif opens:
            begin = len(text)
        else:
            spans += [(begin, len(text))] * (begin < len(text))
            begin = -1
        position += len(piece)
    if begin >= 0:
        raise _markup_error(where, "<keep> that is never closed", position)
    return text, spans


def _markup_error(where: str, found: str, position: int) -> FormatError:
    remedy = "Close each <keep> with </keep> on the same line, or leave out --markup."
    return FormatError(where, f"{found} (character {position})", "pairs of <keep> and </keep>", remedy)


def read_phrases(path: StrPath) -> list[str]:
    """Return the lines of a keep file or block file: one phrase per line, empty lines skipped.

    Raises
    ------
    FormatError : a file of another kind: a binary, a table, a language model.
    """
    return [phrase for _, phrase in read_phrase_lines(path)]


def read_phrase_lines(path: StrPath) -> Iterator[tuple[int, str]]:
    """Yield the lines of such a file with their numbers, from 1; see :func:`read_phrases`."""
    with open(path, "rb") as file:
        for number, line in enumerate(whole_lines(file, os.fspath(path), "a phrase in UTF-8"), 1):
            try:
                phrase = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
                found = _not_a_phrase(phrase)
            except UnicodeDecodeError as error:
                found = f"broken UTF-8 (byte 0x{line[error.start]:02x} at {error.start})"
            if found:
                remedy = "Is this a list of phrases, one per line?"
                raise FormatError(f"{os.fspath(path)}:{number}", found, "a phrase in UTF-8", remedy)
            if phrase:
                yield number, phrase


def _not_a_phrase(text: str) -> str:
    """Say what shows that a line comes from another kind of file; "" for a phrase."""
    if "\0" in text:
        return "a NUL byte"
    if "|||" in text:
        return "fields between |||, as in a table"
    return "an ARPA language model" if text == "\\data\\" else ""


class Protector:
    """Decides which tokens of a sentence must stay unchanged.

    Parameters
    ----------
    patterns : regular expressions (syntax of the `regex` package); every match stays.
    phrases : phrases that stay wherever their words occur in sequence, in any case.
    defaults : keep names, numbers, dates, URLs, e-mail addresses, file paths, code in backticks, tags and placeholders.
    tokenizer : splits ``phrases`` the way the text is split; the rules of its language apply.

    Attributes
    ----------
    defaults : as given.
    asked : whether there are patterns or phrases.

    Raises
    ------
    ConfigError : a pattern does not compile.
    """

    def __init__(
        self, patterns: Sequence[str] = (), phrases: Iterable[str] = (), defaults: bool = True, tokenizer: Tokenizer | None = None
    ) -> None:
        self.defaults = defaults
        self._patterns = [_compiled(pattern) for pattern in patterns]
        tokenizer = tokenizer or Tokenizer()
        self._language, self._written = tokenizer.language, tokenizer.written
        self._phrases: dict[str, set[tuple[str, ...]]] = {}
        for phrase in phrases:
            words = tuple(self._folded(tokenizer.words(phrase)))
            if words:
                self._phrases.setdefault(words[0], set()).add(words)
        self.asked = bool(self._patterns or self._phrases)

    def mask(self, sentence: Analysis, keep: Iterable[tuple[int, int]] = (), quotes: bool = False) -> bytes | None:
        """Return a byte for each token: 1 for those that stay; :data:`MOVABLE` for names, :data:`MOVABLE_NUMBER` for numbers and
        :data:`MOVABLE_QUOTE` for those in quotations; None if every token may change.

        Parameters
        ----------
        keep : further character spans of the text that stay, in any order.
        quotes : whether quotations stay.
        """
        text, tokens = sentence.text, sentence.spans
        mask = bytearray(len(tokens))
        if self.defaults:
            for i in name_tokens(sentence, self._written):
                mask[i] = MOVABLE
            _mark_spans(mask, tokens, number_spans(text, self._language), MOVABLE_NUMBER)
        if quotes and sentence.quotes:
            for i in quoted_words(sentence.marks, sentence.forms):
                mask[i] = MOVABLE_QUOTE
        self._mark_fixed(mask, text, tokens, sentence.forms, keep)
        return bytes(mask) if any(mask) else None

    def fixed(self, text: str, tokens: Spans, words: Sequence[str], keep: Iterable[tuple[int, int]] = ()) -> bytes:
        """Return a byte for each token: 1 for those that the user keeps and for addresses, code and the like, which (unlike names
        and numbers) not even forced wording may change."""
        mask = bytearray(len(tokens))
        self._mark_fixed(mask, text, tokens, words, keep)
        return bytes(mask)

    def _mark_fixed(
        self, mask: bytearray, text: str, tokens: Spans, words: Sequence[str], keep: Iterable[tuple[int, int]]
    ) -> None:
        """Mark the tokens that the user keeps, and those of addresses, code and the like."""
        spans = [*keep, *(marked_spans(text) if self.defaults else ())]
        for pattern in self._patterns:
            spans.extend(match.span() for match in pattern.finditer(text))
        _mark_spans(mask, tokens, spans)
        if self._phrases:
            self._mark_phrases(mask, self._folded(words))

    def _folded(self, words: Sequence[str]) -> Sequence[str]:
        """Return case-folded words."""
        return [word.lower() for word in words] if self._language.cased else words

    def _mark_phrases(self, mask: bytearray, words: Sequence[str]) -> None:
        for i, word in enumerate(words):
            for phrase in self._phrases.get(word, ()):
                if tuple(words[i : i + len(phrase)]) == phrase:
                    mask[i : i + len(phrase)] = b"\1" * len(phrase)


def _mark_spans(mask: bytearray, tokens: Spans, spans: Spans, mark: int = 1) -> None:
    """Mark every token that shares a character with a span."""
    i = 0
    reach = 0  # the furthest end of any span so far, as they may overlap
    for begin, end in sorted(spans):
        if end <= max(begin, reach):
            continue
        begin, reach = max(begin, reach), end
        while i < len(tokens) and tokens[i][1] <= begin:
            i += 1
        while i < len(tokens) and tokens[i][0] < end:
            mask[i] = mark
            i += 1
        i -= i > 0


def _compiled(pattern: str) -> Any:
    import regex

    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise ConfigError(f"keep_patterns: {pattern!r}: {error}. Write it in the syntax of the `regex` package.") from None
