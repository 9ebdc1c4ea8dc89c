"""Trees in Penn brackets: one, and those of a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain, islice, pairwise

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import numbered_lines
from paragen.tables.parses.kernel import EXPECTED, MAX_BYTES, Tree, bracket_balance

__all__ = ["Tree", "read_trees", "tree_texts"]

_SEEN = 1000
_INDENTS = (" ", "\t")


def read_trees(path: StrPath) -> Iterator[Tree]:
    """Yield the tree of each sentence of a file; see `tree_texts`. One without leaves stands for a sentence without a tree.

    Raises
    ------
    FormatError : the file is something else; the message names the line.
    """
    name = os.fspath(path)
    return (Tree(text, f"{name}:{number}") for number, text in tree_texts(path))


def tree_texts(path: StrPath) -> Iterator[tuple[int, str]]:
    """Return the brackets of each sentence of a file, on one line, with the number of the first line they take.

    Where trees take one line each, every line is a sentence, and an empty one, or ``()``, is a sentence without a tree. Where
    they take several, each tree is a sentence, and empty lines only separate them. The first thousand lines
    decide: trees take several if the first one continues after its line, or any continues in an indented line.

    Raises
    ------
    FormatError : the file is no text in UTF-8, or damaged; brackets on several lines do not fit together.
    """
    lines = numbered_lines(path, EXPECTED)
    seen = list(islice(lines, _SEEN))
    return _joined(os.fspath(path), chain(seen, lines)) if _takes_several_lines(seen) else chain(seen, lines)


def _takes_several_lines(lines: list[tuple[int, str]]) -> bool:
    """Return whether trees continue after the line on which they begin."""
    texts = [line for _, line in lines]
    first = next(filter(str.strip, texts), "")
    return bracket_balance(first) > 0 or any(
        following[:1] in _INDENTS and following.strip() and bracket_balance(line) > 0 for line, following in pairwise(texts)
    )


def _joined(path: str, lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the trees of lines, where trees take several lines each."""
    parts: list[str] = []
    depth = size = first = 0
    for number, line in lines:
        if not parts:
            first, size = number, 0
            if not line.strip():
                continue
            if not line.lstrip().startswith("("):
                raise FormatError(f"{path}:{number}", f"{shown(line.strip())} outside of brackets", EXPECTED)
        parts.append(line)
        depth += bracket_balance(line)
        size += len(line)
        if depth < 0:
            raise FormatError(f"{path}:{number}", "a bracket that closes nothing", EXPECTED)
        if size > MAX_BYTES:
            break
        if depth == 0:
            yield first, " ".join(parts)
            parts = []
    if parts:
        raise FormatError(f"{path}:{first}", "a tree that does not end", EXPECTED, "Is the file complete?")
