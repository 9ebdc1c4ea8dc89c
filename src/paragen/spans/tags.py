"""Spans as tags of tokens: BIO (IOB2 and IOB1), BIOES and BILOU."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from paragen.base.errors import FormatError, shown
from paragen.results.span_mapping import Change, SpanMap
from paragen.settings.request import Span

_TAG = re.compile(r"([BIESLU])-(.+)|O", re.DOTALL)
_WORD = re.compile(r"\S+")


class Chunk(NamedTuple):
    """Tokens ``[begin, end)`` that share one label, and their tags."""

    begin: int
    end: int
    tags: Sequence[str]


def are_tags(value: Any) -> bool:
    """Tell whether a value is a list of BIO tags."""
    return isinstance(value, list) and bool(value) and all(isinstance(tag, str) and _TAG.fullmatch(tag) for tag in value)


def read_chunks(tags: Sequence[Any], where: str) -> list[Chunk]:
    """Return the chunks of some tags, in order.

    An inside tag after another label begins a chunk (IOB1).

    Raises
    ------
    FormatError : one is not a tag.
    """
    found: list[list[int]] = []
    label = None  # of the chunk before, if it may go on
    for i, tag in enumerate(tags):
        match = _TAG.fullmatch(tag) if isinstance(tag, str) else None
        if match is None:
            remedy = "Write their names in the place of numbers." if isinstance(tag, int) else "Fix it."
            raise FormatError(f"{where}[{i}]", shown(str(tag)), "O or a BIO tag, such as B-PER", remedy)
        prefix, named = match.groups()
        if prefix in ("I", "E", "L") and named == label:
            found[-1][1] = i + 1
        elif named:
            found.append([i, i + 1])
        label = named if prefix in ("B", "I") else None
    return [Chunk(begin, end, tags[begin:end]) for begin, end in found]


def aligned(tokens: Sequence[Any], text: str, where: str) -> list[Span]:
    """Return where tokens are in a text that has only white space between them.

    Raises
    ------
    FormatError : the text differs.
    """
    found: list[Span] = []
    position = 0
    for i, token in enumerate(tokens):
        if not isinstance(token, str):
            raise FormatError(f"{where}[{i}]", shown(str(token)), "a token, a string", "Fix it.")
        position = _after_space(text, position)
        if not text.startswith(token, position):
            there = shown(text[position : position + len(token)])
            remedy = "If the tokens are not cut from the text, name them as the text: `--field`."
            raise FormatError(f"{where}[{i}]", f"{shown(token)}, where the text has {there}", "the tokens of the text", remedy)
        found.append((position, position + len(token)))
        position += len(token)
    if _after_space(text, position) < len(text):
        rest = shown(text[position:].strip())
        raise FormatError(where, f"no token for {rest}", "the tokens of the whole text", "Fix them.")
    return found


def _after_space(text: str, position: int) -> int:
    while text[position : position + 1].isspace():
        position += 1
    return position


def words(text: str) -> list[Span]:
    """Return the words of a text that is split at white space."""
    return [match.span() for match in _WORD.finditer(text)]


def new_tokens(tokens: Sequence[Span], changes: Sequence[Change], text: str) -> list[Span]:
    """Return the tokens of a paraphrase: unchanged ones as they are, changed text split at white space.

    Parameters
    ----------
    tokens, changes : of the source.
    text : the paraphrase.
    """
    mapped = SpanMap(changes)
    found: list[Span] = []
    touched: list[Span] = []

    def cut() -> None:
        if touched:
            begin, end = mapped(touched[0][0], touched[-1][1])
            found.extend((begin + a, begin + b) for a, b in words(text[begin:end]))
            touched.clear()

    k = 0
    for begin, end in tokens:
        while k < len(changes) and changes[k].end <= begin:
            k += 1
        if k < len(changes) and changes[k].begin < end:
            touched.append((begin, end))
        else:
            cut()
            found.append(mapped(begin, end))
    cut()
    return found


def retagged(chunks: Sequence[Chunk], places: Sequence[Span], tokens: Sequence[Span]) -> list[str]:
    """Return the tags of the tokens of another text.

    Parameters
    ----------
    chunks, places : the chunks, and the characters of that text that each labels now. A token covered by several belongs to the
        first.
    tokens : of that text, in order.
    """
    tags = ["O"] * len(tokens)
    begins, ends = [begin for begin, _ in tokens], [end for _, end in tokens]
    last, single = _prefixes([tag for chunk in chunks for tag in chunk.tags])
    for chunk, (begin, end) in zip(chunks, places, strict=True):
        free = [i for i in range(bisect_right(ends, begin), bisect_left(begins, end)) if tags[i] == "O"]
        for i, tag in zip(free, _fitted(chunk.tags, len(free), last, single), strict=True):
            tags[i] = tag
    return tags


def _prefixes(tags: Sequence[str]) -> tuple[str, str]:
    """Return the prefixes of a chunk's last tag, and of a single tag ("" for that of the first)."""
    used = {tag[0] for tag in tags}
    return ("E", "S") if used & {"E", "S"} else ("L", "U") if used & {"L", "U"} else ("I", "")


def _fitted(tags: Sequence[str], n: int, last: str, single: str) -> Iterator[str]:
    """Yield the tags of a chunk that has ``n`` tokens now."""
    if n == len(tags):
        yield from tags
        return
    label = tags[0][1:]
    first = "I" if tags[0][0] == "I" else "B"
    for i in range(n):
        prefix = (single or first) if n == 1 else first if i == 0 else last if i == n - 1 else "I"
        yield f"{prefix}{label}"
