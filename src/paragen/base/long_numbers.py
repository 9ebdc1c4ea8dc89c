"""Whole numbers in JSON and TOML that are too long to be read."""

from __future__ import annotations

import re

TOO_LONG = "a number is too long"
"""The message about them, whichever library meets them."""

_LARGEST = 1 << 63  # of 64 bits, with a sign
_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|(?<![\w.+-])([+-]?(?:0x\w+|0o\w+|0b\w+|\d{4}\w+))(?![\w.+-])",
    re.DOTALL,
)


def fits(number: int) -> bool:
    """Return whether a number fits into 64 bits."""
    return -_LARGEST <= number < _LARGEST


def place(where: str, text: str) -> str:
    """Return ``where`` with the line of the first number in a text that exceeds 64 bits; ``where`` if there is none.

    Parameters
    ----------
    where : the name of the text.
    text : JSON or TOML of several lines, whose strings and comments are passed over.
    """
    for token in _TOKEN.finditer(text):
        if token[1] and _is_long(token[1].replace("_", "")):
            return f"{where}:{text.count(chr(10), 0, token.start()) + 1}"
    return where


def _is_long(digits: str) -> bool:
    unsigned = digits.lstrip("+-")
    try:  # more than 4,300 decimal digits are a ValueError
        return not fits(int(digits, 0 if unsigned[:2] in ("0x", "0o", "0b") else 10))
    except ValueError:
        return unsigned.isdecimal()
