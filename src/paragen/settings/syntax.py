"""Parsers for sentences that come without a tree, and what each table with syntactic labels offers for one that has a tree [CB08
section 3.2]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from paragen.base.errors import ConfigError
from paragen.decoder.sentence import SYNTAX

Parse = Callable[[Sequence[str]], Sequence[str]]
"""Parses sentences into Penn brackets, one text each; an empty one if it finds no tree."""

MODES = (*SYNTAX, "off")
"""What a table with syntactic labels offers for a sentence that has a tree."""

_CACHED = 20_000  # trees kept: tuning and evaluation ask for those of the same sentences again and again


class Parser:
    """Parses sentences that come without a tree; remembers recent trees, and may be used from several threads.

    Parameters
    ----------
    source : a parser as :func:`paragen.tables.parses.pipeline.open_parser` names them, or a function.
    tokenized : whether spaces separate the tokens of the sentences.
    """

    def __init__(self, source: str | Parse, tokenized: bool = False) -> None:
        self._source, self._tokenized = source, tokenized
        self._parse = _opened(source, tokenized) if isinstance(source, str) else source
        self._known: dict[str, str] = {}
        self._lock = Lock()
        if not callable(self._parse):
            raise ConfigError(f"parser: found {source!r}, expected the name of a parser, or a function.")

    def __reduce__(self) -> tuple[type[Parser], tuple[str | Parse, bool]]:
        return Parser, (self._source, self._tokenized)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parser) and self.__reduce__() == other.__reduce__()

    def __hash__(self) -> int:
        return hash(self.__reduce__())

    def __str__(self) -> str:
        if isinstance(self._source, str):
            return self._source
        return str(getattr(self._source, "__qualname__", type(self._source).__qualname__))

    def trees(self, texts: Sequence[str]) -> list[str]:
        """Return the trees of texts; for a text with several lines, those of its lines, or none if a line has none."""
        lines = [[line for line in text.split("\n") if line.strip()] for text in texts]
        with self._lock:  # few parsers are thread-safe
            new = list(dict.fromkeys(line for several in lines for line in several if line not in self._known))
            if new:
                if len(self._known) + len(new) > _CACHED:
                    self._known.clear()
                    new = list(dict.fromkeys(line for several in lines for line in several))
                self._known.update(zip(new, self._parsed(new), strict=True))
            found = [[self._known[line] for line in several] for several in lines]
        return ["\n".join(trees) if all(map(has_brackets, trees)) else "" for trees in found]

    def _parsed(self, texts: list[str]) -> list[str]:
        trees = list(self._parse(texts))
        if len(trees) != len(texts) or not all(isinstance(tree, str) for tree in trees):
            raise ConfigError(f"parser {self}: found {len(trees)} results, expected a text for each of {len(texts)} sentences.")
        return trees


@lru_cache(maxsize=2)  # loading one takes seconds
def _opened(name: str, tokenized: bool) -> Parse:
    from paragen.tables.parses.pipeline import open_parser

    return open_parser(name, tokenized)


def has_brackets(tree: str) -> bool:
    """Tell whether a text may hold a tree: it is neither empty nor ``()``."""
    return bool(tree.strip(" \t\r\n()"))


def chosen_syntax(labelled: Mapping[str, str], tables: Sequence[str], syntax: Mapping[str, str] | str | None) -> dict[str, str]:
    """Return the mode of each table whose pairs have labels: the one given, or else the model's.

    Parameters
    ----------
    labelled : by table, the model's.
    tables : the names of all tables.
    syntax : by table, or one for all that have labels: one of :data:`MODES`.

    Raises
    ------
    ConfigError : an unknown mode or table, or a limiting mode for a table without labels.
    """
    if syntax is None:
        return dict(labelled)
    given: dict[str, Any] = dict.fromkeys(labelled, syntax) if isinstance(syntax, str) else dict(syntax)
    for mode in (syntax,) if isinstance(syntax, str) else given.values():
        if mode not in MODES:
            raise ConfigError(f"syntax: found {mode!r}, expected {', '.join(MODES)}.")
    if isinstance(syntax, str) and not labelled and syntax not in ("any", "off"):
        raise ConfigError(f"syntax: found {syntax}, but no table of the model has labels. Pack one that has.")
    for name, mode in given.items():
        if name not in tables:
            raise ConfigError(f"syntax: no table {name!r}. The tables are {', '.join(tables) or 'none'}.")
        if name not in labelled and mode not in ("any", "off"):
            raise ConfigError(f"syntax: found {mode} for table {name}, whose pairs have no labels, expected any or off.")
    modes = {**labelled, **given}
    return {name: "any" if modes[name] == "off" else modes[name] for name in labelled}
