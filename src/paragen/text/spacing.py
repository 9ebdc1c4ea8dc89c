"""Decides where spaces belong: within a substitute, and between it and the surrounding text."""

from __future__ import annotations

from collections.abc import Sequence

_CLITICS = frozenset("'s 're 've 'll 'd 'm n't".split())
_CLOSING = frozenset(", . ; : ! ? % ) ] } … ' '' » ’ ” ‰ °".split())
_OPENING = frozenset("( [ { $ € £ ¥ # « “ ‘ ` `` ¿ ¡".split())
_JOINING = frozenset("/ \\".split())
_QUOTES = frozenset("\" ' ''".split())
# Scripts written without spaces between words: Chinese, Japanese and their punctuation.
_UNSPACED = ((0x2E80, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF), (0x20000, 0x3FFFF))


def attaches_left(word: str) -> bool:
    """Return whether ``word`` takes no space before it: closing marks, clitics, runs of full stops."""
    word = word.replace("’", "'").lower()
    return word in _CLOSING or word in _CLITICS or word in _JOINING or not word.strip(".!?")


def attaches_right(word: str) -> bool:
    """Return whether ``word`` takes no space after it: opening marks, currency signs."""
    return word in _OPENING or word in _JOINING


def may_open(form: str) -> bool:
    """Return whether ``form`` may stand between an article and its word: opening marks and quotes."""
    return form in _OPENING or form in _QUOTES


def unspaced(char: str) -> bool:
    """Return whether ``char`` belongs to a script written without spaces."""
    point = ord(char)
    return point >= 0x2E80 and any(low <= point <= high for low, high in _UNSPACED)


def joined(words: Sequence[str]) -> str:
    """Return ``words`` as running text: no space before closing marks and clitics, none after opening ones."""
    text = ""
    quoted = False
    glue = True
    for word in words:
        quote = word == '"'
        closes = quote and quoted
        bare = glue or closes or attaches_left(word) or (unspaced(word[0]) and unspaced(text[-1]))
        text += word if bare else " " + word
        glue = attaches_right(word) or (quote and not quoted)
        quoted ^= quote
    return text


class Place:
    """An edit being written: its span of the text, what goes there, and what is on either side.

    Parameters
    ----------
    text : the input; begin, end : the characters that the replaced tokens cover.
    position : where the previous edit ends; last : the last character of its output ("" if none).
    """

    def __init__(self, text: str, begin: int, end: int, position: int, last: str) -> None:
        self.text, self.begin, self.end, self.position, self.body = text, begin, end, position, ""
        self.before = text[begin - 1] if begin > position else last
        self.next = text[end : end + 1]

    def space_left(self, word: str, replaced: str) -> None:
        """Remove or add the space before ``word``, the first, which takes the place of ``replaced``."""
        attaches, attached = attaches_left(word), attaches_left(replaced)
        if attaches and not attached:
            self._trim_left()
        elif not attaches and self.before and not self.before.isspace():
            fuses = self.before.isalnum() and self.body[0].isalnum()
            if (attached and self.before not in _OPENING) or fuses:
                self._add(self.before, self.body[0], before=True)

    def space_right(self, word: str, replaced: str) -> None:
        """Remove or add the space after ``word``, the last, which takes the place of ``replaced``."""
        attaches, attached = attaches_right(word), attaches_right(replaced)
        if attaches and not attached:
            self._trim_right()
        elif not attaches and self.next and not self.next.isspace():
            fuses = self.next.isalnum() and self.body[-1].isalnum()
            if (attached and self.next not in _CLOSING) or fuses:
                self._add(self.body[-1], self.next, before=False)

    def close_gap(self) -> None:
        """Remove one of the two spaces around deleted words."""
        left = self.begin > self.position and self.before.isspace()
        if left and (not self.next or self.next.isspace() or self.next in _CLOSING):
            self._trim_left()
        elif self.next.isspace() and (not self.before or self.before.isspace() or self.before in _OPENING):
            self._trim_right()

    def _add(self, left: str, right: str, before: bool) -> None:
        if not (unspaced(left) or unspaced(right)):
            self.body = " " + self.body if before else self.body + " "

    def _trim_left(self) -> None:
        begin = self.begin
        while begin > self.position and _is_blank(self.text[begin - 1]):
            begin -= 1
        if begin:  # the white space a line begins with stays
            self.begin = begin

    def _trim_right(self) -> None:
        end = self.end
        while end < len(self.text) and _is_blank(self.text[end]):
            end += 1
        if end < len(self.text) or not self.body:
            self.end = end


def _is_blank(char: str) -> bool:
    return char.isspace() and char not in "\n\r"
