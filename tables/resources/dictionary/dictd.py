"""Reads a dictionary in the format of dictd: an index, and the articles it points to, plain or compressed with dictzip."""

from __future__ import annotations

import os
from collections.abc import Iterator

from paragen.base.errors import FormatError, shown
from paragen.base.input_files import OpenedFile, numbered_lines
from paragen.tables.io.skips import Skips

_DIGITS = {digit: value for value, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")}
_MOST_DIGITS = 10  # 60 bits
_ABOUT_ITSELF = ("00-database", "00database", "00-")
_EXPECTED = "an index of dictd: headword, offset and length, separated by tabs"


def is_index(path: str, line: str) -> bool:
    """Return whether a file that begins with ``line`` is an index, by that line, and the name or the articles beside it."""
    fields = line.split("\t")
    named = path.endswith(".index") or any(map(os.path.isfile, _article_names(path)))  # a short table looks like an index
    return named and 3 <= len(fields) <= 4 and all(_number(field) is not None for field in fields[1:3])


def read_dictd(index: str, skips: Skips) -> Iterator[tuple[str, str]]:
    """Yield the place and text of each article, in the order of the dictionary.

    Parameters
    ----------
    index : the index; the articles are in the file of the same name with .dict.dz or .dict.
    skips : counts articles beyond the end, and those that are not text.

    Raises
    ------
    FormatError : a line of the index is malformed, or the articles are missing or damaged.
    """
    spans = _spans(index)
    path = _articles_of(index)
    data = _unpacked(path)
    for begin, size in sorted(spans):
        where = f"{path}: byte {begin}"
        if begin + size > len(data):
            skips.add("articles that the index places beyond the end of the file", where)
            continue
        try:
            yield where, data[begin : begin + size].decode()
        except UnicodeDecodeError:
            skips.add("articles that are not UTF-8", where)


def _spans(index: str) -> set[tuple[int, int]]:
    """Return the offsets and lengths of the articles; several headwords may share one."""
    spans = set()
    for number, line in numbered_lines(index, _EXPECTED):
        if not line.strip():
            continue
        fields = line.split("\t")
        found = [_number(field) for field in fields[1:3]]
        if not 3 <= len(fields) <= 4 or None in found:
            raise FormatError(f"{index}:{number}", shown(line), _EXPECTED, "Is this the .index file of a dictionary?")
        if not fields[0].startswith(_ABOUT_ITSELF):
            spans.add((found[0], found[1]))
    return spans  # type: ignore[return-value]


def _number(text: str) -> int | None:
    """Decode a number that dictd writes in base 64."""
    if not 0 < len(text) <= _MOST_DIGITS or not all(digit in _DIGITS for digit in text):
        return None
    value = 0
    for digit in text:
        value = value * 64 + _DIGITS[digit]
    return value


def _article_names(index: str) -> tuple[str, str]:
    stem = index.removesuffix(".index")
    return f"{stem}.dict.dz", f"{stem}.dict"


def _articles_of(index: str) -> str:
    names = _article_names(index)
    for path in names:
        if os.path.isfile(path):
            return path
    raise FormatError(index, f"no {' or '.join(names)} beside it", "the articles of the index", "Put it there.")


def _unpacked(path: str) -> bytes:
    with OpenedFile(path, "the articles of an index") as file:
        return file.read()
