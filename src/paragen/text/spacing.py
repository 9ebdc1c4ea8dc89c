"""Decides where spaces belong: within a substitute, and between it and the surrounding text."""

from __future__ import annotations

from collections.abc import Sequence

from paragen.text.languages import Language
from paragen.text.languages.english import ENGLISH

_NO_BREAK = " \u00a0\u202f\u2009"  # an ordinary space too: what people type
_JOINING = frozenset("/ \\".split())
_LOOK_AHEAD = 8  # how many tokens to search for the end of the sentence
_QUOTES = frozenset("\" ' ''".split())
# Scripts written without spaces between words: Chinese, Japanese and their punctuation.
_UNSPACED = ((0x2E80, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF), (0x20000, 0x3FFFF))


def attaches_left(word: str, language: Language = ENGLISH) -> bool:
    """Return whether ``word`` takes no space, or only a no-break space, before it: closing marks, clitics, runs of full stops."""
    word = word.replace("’", "'").lower()
    return word in language.closing or word in language.joined_left or word in _JOINING or not word.strip(".!?")


def attaches_right(word: str, language: Language = ENGLISH) -> bool:
    """Return whether ``word`` takes no space, or only a no-break space, after it: opening marks, currency signs, elided words."""
    if word in language.opening or word in _JOINING:
        return True
    return bool(language.elided) and word.replace("’", "'").lower() in language.joined_right


def may_open(form: str, language: Language = ENGLISH) -> bool:
    """Return whether ``form`` may stand between an article and its word: opening marks and quotes."""
    return form in language.opening or form in _QUOTES


def no_break_space(text: str, language: Language) -> str:
    """Return what a text puts between marks such as ; and » and the word beside them; "" if no space.

    The first such mark of the text decides; U+00A0 if there is none.
    """
    if not language.spaced_before:
        return ""
    for i, char in enumerate(text):
        if char in language.spaced_before and char != ":" and i:  # a colon may be part of a time or an address
            return text[i - 1] if text[i - 1] in _NO_BREAK else ""
        if char in language.spaced_after and i + 1 < len(text):
            return text[i + 1] if text[i + 1] in _NO_BREAK else ""
    return "\u00a0"


def unspaced(char: str) -> bool:
    """Return whether ``char`` belongs to a script written without spaces."""
    point = ord(char)
    return point >= 0x2E80 and any(low <= point <= high for low, high in _UNSPACED)


def joined(words: Sequence[str], language: Language = ENGLISH, no_break: str = "", quoted: bool = False) -> str:
    """Return ``words`` as running text: no space before closing marks and clitics, none after opening ones.

    Marks that take a no-break space in ``language`` get ``no_break``. ``quoted``: the words begin within a quotation.
    """
    text = ""
    glue = True
    for word in words:
        quote = word == '"'
        closes = quote and quoted
        bare = glue or closes or attaches_left(word, language) or (unspaced(word[0]) and unspaced(text[-1]))
        if no_break and text and (word[0] in language.spaced_before or text[-1] in language.spaced_after):
            text += no_break + word
        else:
            text += word if bare else " " + word
        glue = attaches_right(word, language) or (quote and not quoted)
        quoted ^= quote
    return text


def stands_as_it_is(body: str, first: str, last: str, before: str, after: str) -> bool:
    """Return whether words need no repair where they stand: ASCII letters in the place of words, beside no letter or digit.

    Parameters
    ----------
    body : the words, separated by spaces.
    first, last : the lookup forms of the first and last word that is replaced.
    before, after : the characters on either side; "" for none.
    """
    letters = body.isascii() and body.replace(" ", "").isalpha() and first.isalpha() and last.isalpha()
    return letters and not (before.isalnum() or after.isalnum())


class Place:
    """An edit being written: its span of the text, what goes there, and what is on either side.

    Parameters
    ----------
    text : the input; begin, end : the characters that the replaced tokens cover.
    position : where the previous edit ends; last : the last character of its output ("" if none).
    language : whose rules apply; no_break : the space beside marks that take a no-break space.
    within : characters between which the edit must stay.
    """

    def __init__(
        self, text: str, begin: int, end: int, position: int, last: str, language: Language, no_break: str,
        within: tuple[int, int],
    ) -> None:
        self.text, self.begin, self.end, self.position, self.body = text, begin, end, position, ""
        self.least, self.most = max(position, within[0]), within[1]
        self._last, self._language, self._no_break = last, language, no_break
        self.before = text[begin - 1] if begin > position else last
        self.next = text[end : end + 1]

    def put(
        self, words: Sequence[str], forms: Sequence[str], surfaces: Sequence[str], first: int, stop: int, meets: bool
    ) -> None:
        """Set what goes there, and repair the text next to it.

        Parameters
        ----------
        words : the new words; none: deleted.
        forms, surfaces : the lookup forms of the text's tokens, and the tokens as written.
        first, stop : the tokens that are replaced.
        meets : whether the next edit begins right after this one.
        """
        quoted = '"' in words and forms[:first].count('"') % 2 == 1
        self.body = joined(words, self._language, self._no_break, quoted)
        replaced = forms[stop - 1]
        if self.body.endswith("."):  # the full stop is shared with the sentence: "and so on." becomes "etc.", or vice versa
            self.body = self.body[:-1] if self.next == "." else self.body
        elif len(replaced) > 1 and replaced[-1] == "." and self.body and self.body[-1] not in "!?":
            rest = surfaces[stop : stop + _LOOK_AHEAD]
            self.body += "" if any(word in ".!?" or any(map(str.isalnum, word)) for word in rest) else "."
        if not self.body:
            self.close_gap()
            return
        self.space_left(words[0], forms[first])
        if not meets:
            self.space_right(words[-1], replaced)

    def put_verbatim(self, words: Sequence[str]) -> None:
        """Set what goes there, separated by single spaces."""
        self.body = " ".join(words)
        if not self.body:
            self.close_gap()

    def put_before(self, changed: str, surface: str, between: str) -> None:
        """Begin the edit with ``changed`` in place of ``surface`` before it, without a space if it ends in an apostrophe."""
        if changed[-1] in "'’":
            between, self.body = "", self.body.lstrip()
            if not self.body:
                self.trim_right()
        elif surface[-1] in "'’" and not between and not (self.body or self.text[self.end :])[:1].isspace():
            between = " "
        self.body = changed + between + self.body

    def space_left(self, word: str, replaced: str) -> None:
        """Remove or add the space before ``word``, the first, which takes the place of ``replaced``."""
        language = self._language
        attaches, attached = attaches_left(word, language), attaches_left(replaced, language)
        spaced, was_spaced = (bool(self._no_break) and each[0] in language.spaced_before for each in (word, replaced))
        if attaches and (not attached or spaced != was_spaced):
            self.trim_left()
            if spaced:
                self._space_before(self._no_break)
        elif was_spaced and not attaches:
            self.trim_left()
            self._space_before(" ")
        elif not attaches and self.before and not self.before.isspace():
            fuses = self.before.isalnum() and self.body[0].isalnum()
            if (attached and self.before not in language.opening) or fuses:
                self._add(self.before, self.body[0], before=True)

    def space_right(self, word: str, replaced: str) -> None:
        """Remove or add the space after ``word``, the last, which takes the place of ``replaced``."""
        language = self._language
        attaches, attached = attaches_right(word, language), attaches_right(replaced, language)
        if attaches and not attached:
            self.trim_right()
            if self._no_break and word in language.spaced_after and self.next:
                self.body += self._no_break
        elif not attaches and self.next and not self.next.isspace():
            fuses = self.next.isalnum() and self.body[-1].isalnum()
            if (attached and self.next not in language.closing) or fuses:
                self._add(self.body[-1], self.next, before=False)

    def close_gap(self) -> None:
        """Remove one of the two spaces around deleted words."""
        left = self.begin > self.position and self.before.isspace()
        if left and (not self.next or self.next.isspace() or self.next in self._language.closing):
            self.trim_left()
        elif self.next.isspace() and (not self.before or self.before.isspace() or self.before in self._language.opening):
            self.trim_right()

    def _space_before(self, space: str) -> None:
        """Begin the edit with a space, unless it begins the text or one comes before it."""
        before = self.text[self.begin - 1] if self.begin > self.position else self._last
        if before and not before.isspace():
            self.body = space + self.body

    def _add(self, left: str, right: str, before: bool) -> None:
        if not (unspaced(left) or unspaced(right)):
            self.body = " " + self.body if before else self.body + " "

    def trim_left(self) -> None:
        """Remove the white space before the edit."""
        begin = self.begin
        while begin > self.least and _is_blank(self.text[begin - 1]):
            begin -= 1
        if begin:  # the white space a line begins with stays
            self.begin = begin

    def trim_right(self) -> None:
        """Remove the white space after the edit."""
        end = self.end
        while end < self.most and _is_blank(self.text[end]):
            end += 1
        if end < len(self.text) or not self.body:
            self.end = end


def _is_blank(char: str) -> bool:
    return char.isspace() and char not in "\n\r"
