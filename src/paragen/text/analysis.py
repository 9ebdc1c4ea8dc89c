"""What a sentence's tokens show before the search: where sentences begin, headlines, and how words are written."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Sequence

from paragen.text.languages import Language
from paragen.text.languages.english import ENGLISH
from paragen.text.tokenizer import Spans, Tokenizer

CAPITAL, UPPER, QUOTED = 1, 2, 16
"""Marks: the first letter is a capital; at least two letters, all capitals (as in tagger.hh); between quotation marks."""

_ENDS_SENTENCE = frozenset(". ! ? ... : ;".split())
_OPENS = frozenset("\"'`([{“‘«„-*")
_AROUND = _OPENS | frozenset("”’»‹›‚)]¿¡–—")  # a quotation may have ended with the sentence before
Words = Sequence[str]


def is_capital(word: str) -> bool:
    """Return whether the first letter of ``word`` is a capital."""
    for char in word:
        if char.isalpha():
            return char.isupper() or char.istitle()
        if char.isdigit():
            break
    return False


class SentenceCase:
    """The case of a sentence's tokens.

    Parameters
    ----------
    surfaces : the tokens as written; forms : their lookup forms.
    language : whose rules apply.

    Attributes
    ----------
    begins : for each token, whether it is the first word of a sentence: only quotes and brackets come before it.
    all_capitals : whether the whole sentence is in capitals (four letters or more).
    headline : whether every long word of the sentence is capitalised, as in headlines, and there are at least four.
    names : tokens that keep their capitals wherever they stand.
    """

    def __init__(self, surfaces: Words, forms: Words, language: Language = ENGLISH) -> None:
        self.surfaces, self.forms, self.language = surfaces, forms, language
        self.names: frozenset[int] = frozenset()
        self.begins = [False] * len(forms)
        around = _AROUND if language.cased else _OPENS
        ends = [i for i, form in enumerate(forms) if form in _ENDS_SENTENCE or form[-1:] in ("!", "?")]
        for i in (0, *(i + 1 for i in ends if surfaces[i][:1] not in around and not self._is_ordinal(i))):
            for k in range(i, len(forms)):
                self.begins[k] = True
                if surfaces[k][:1] not in around:
                    break
        text = "".join(surfaces)
        self.all_capitals = text.isupper() and sum(map(str.isalpha, text)) > 3
        long = [word for word in surfaces if len(word) > 3 and word[:1].isalpha()]
        self.headline = len(long) > 3 and all(map(is_capital, long)) and not self.all_capitals

    def _is_ordinal(self, i: int) -> bool:
        """Return whether a token is the full stop of an ordinal: "am 3. Mai"; after a year it ends the sentence."""
        forms = self.forms
        return forms[i] == "." and self.language.ordinal_stop and i > 0 and forms[i - 1].isdigit() and len(forms[i - 1]) <= 2


def within_sentence(forms: Words, language: Language, usual: Callable[[str], str], starts: Collection[int] = ()) -> list[str]:
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
    return [usual(form) if is_capital(form) and (i in starts or case.begins[i]) else form for i, form in enumerate(forms)]


def sentence_forms(tokenizer: Tokenizer, text: str, spans: Spans) -> list[str]:
    """Return the lookup forms of the tokens of sentences: as those of phrases, but the first word of each as in mid-sentence."""
    forms = tokenizer.forms(text, spans)
    if tokenizer.written is None or not forms:
        return forms
    starts = {i for i in range(1, len(spans)) if "\n" in text[spans[i - 1][1] : spans[i][0]]} if "\n" in text else set()
    return within_sentence(forms, tokenizer.language, tokenizer.written.usual, starts)


class Analysis(SentenceCase):
    """A sentence's tokens, and all that the steps after this one need to know of them.

    Parameters
    ----------
    text : the sentence; spans, forms : its tokens and their lookup forms.
    language : whose rules apply.
    keep : a byte for each token, not 0 if it must stay as it is; None: all may change.
    tokenized : whether tokens are taken as they are.
    stops : characters that no edit crosses, increasing.

    Attributes
    ----------
    marks : a byte for each token: how it is written where its lookup form does not show it.
    quotes : whether there are marks that open a quotation.
    """

    def __init__(
        self, text: str, spans: Spans, forms: Words, language: Language = ENGLISH, keep: bytes | None = None,
        tokenized: bool = False, stops: Sequence[int] = (),
    ) -> None:
        super().__init__([text[begin:end] for begin, end in spans], forms, language)
        self.text, self.spans, self.keep, self.tokenized, self.stops = text, spans, keep, tokenized, stops
        marks = bytearray(len(spans))
        for i, word in enumerate(self.surfaces):
            if word[0].isupper():
                upper = len(word) > 1 and word.isupper() and sum(map(str.isalpha, word)) > 1
                marks[i] = CAPITAL | UPPER if upper else CAPITAL
        self.quotes = language.quotation(text) is not None
        if self.quotes:
            _mark_quoted(marks, text, spans, language)
        self.marks = bytes(marks)


def _mark_quoted(found: bytearray, text: str, spans: Spans, language: Language) -> None:
    """Mark the tokens of a text that are between quotation marks.

    A quotation that is never closed extends to the end of its line. One that is never opened begins with its line, or where
    the quotation before it ends, if the language has rules of its own: some write the same mark on both sides.
    """
    quoted, last, line = False, 0, 0  # line: where an unopened quotation may begin
    opening, closing, either = language.quotes
    for i, (begin, end) in enumerate(spans):
        if "\n" in text[last:begin]:
            quoted, line = False, i
        last = end
        token = text[begin:end]
        if not quoted and language.name and token in closing + either and _closes(text, begin, end):
            found[line:i] = (mark | QUOTED for mark in found[line:i])
            line = i + 1
        elif token in opening or (token in either and not quoted):
            quoted = True
        elif token in closing or token in either:
            quoted, line = False, i + 1
        elif quoted:
            found[i] |= QUOTED


def _closes(text: str, begin: int, end: int) -> bool:
    """Return whether a mark that may open or close a quotation closes one: it is right after a word and not right before one."""
    before, after = text[begin - 1 : begin], text[end : end + 1]
    return bool(before) and not (before.isspace() or before.isdigit() or before in "([—–-") and (
        not after or after.isspace() or after in ".,;:!?)"
    )


def quoted_words(marks: bytes, words: Sequence[str]) -> list[int]:
    """Return the words within quotations, without a comma or full stop at their end, which belongs to the sentence around."""
    found = [i for i, mark in enumerate(marks) if mark & QUOTED]
    return [i for i in found if words[i] not in ",." or i + 1 == len(marks) or marks[i + 1] & QUOTED]


def line_ends_of(text: str, spans: Spans, breaks: Sequence[int]) -> list[int]:
    """Return the number of words before each line end and break that has words on both sides."""
    found = {i for i in range(1, len(spans)) if "\n" in text[spans[i - 1][1] : spans[i][0]]}
    if breaks:
        begins = [begin for begin, _ in spans]
        found |= {bisect_left(begins, position) for position in breaks} - {0, len(spans)}
    return sorted(found)


def barriers(spans: Spans, stops: Sequence[int]) -> tuple[list[int], Spans]:
    """Return the words that have a stop before them, and the spans of those that have one inside."""
    ends = [end for _, end in spans]
    before, inside = set(), []
    for stop in stops:
        i = bisect_right(ends, stop)
        if i < len(spans) and spans[i][0] < stop:
            inside.append(spans[i])
        else:
            before.add(i)
    return sorted(before), inside
