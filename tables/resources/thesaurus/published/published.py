"""Ready-made thesauri as pairs, whatever their format."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import read_head
from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import Pair
from paragen.tables.resources.thesaurus.published.inflected_pairs import inflected_alike
from paragen.tables.resources.thesaurus.published.lin import is_lin, read_lin
from paragen.tables.resources.thesaurus.published.mythes import is_mythes, read_mythes
from paragen.tables.resources.thesaurus.published.pair_scores import Listed
from paragen.tables.resources.thesaurus.published.synonyms import read_synonyms
from paragen.tables.resources.wordnet import kind_of_wordnet

KINDS = {
    "lsp": "one of Lin's thesauri (sim*.lsp)",
    "mythes": "a MyThes thesaurus (th_*.dat)",
    "wordnet": "WordNet's database files (the folder)",
    "oewn": "Open English WordNet's YAML (a folder or .tar.gz)",
}
"""The kinds of ready-made thesauri, with descriptions."""

_EXPECTED = f"one of: {'; '.join(KINDS.values())}"

_READERS: dict[str, Callable[[StrPath, Skips], Iterator[Listed]]] = {
    "lsp": read_lin, "mythes": read_mythes, "wordnet": read_synonyms, "oewn": read_synonyms,
}  # fmt: skip


def kind_of(path: StrPath, expected: str = _EXPECTED) -> str | None:
    """Return which kind of thesaurus a path is, by its content: one of `KINDS`, or None for anything else.

    Raises
    ------
    FormatError : it is a damaged gzip file, or known to be something other than ``expected``.
    """
    kind = kind_of_wordnet(path)
    if kind or os.path.isdir(path):
        return kind
    head = read_head(path, expected)
    return "lsp" if is_lin(head) else "mythes" if is_mythes(head) else None


def list_pairs(paths: Iterable[StrPath], skips: Skips) -> Iterator[Pair]:
    """Yield the pairs of ready-made thesauri, inflected, in lookup form; a pair may occur more than once.

    Parameters
    ----------
    paths : of any kinds; see `KINDS`.
    skips : counts what is left out.

    Raises
    ------
    FormatError : a path is not a thesaurus, or is incomplete.
    MissingPackageError : `lemminflect`, or PyYAML for Open English WordNet, is not installed.
    OSError : a path cannot be read.
    """
    inflected = None
    for path in paths:
        inflected = inflected or inflected_alike(skips)
        kind = kind_of(path)
        if kind is None:
            raise FormatError(os.fspath(path), "something else", _EXPECTED)
        for listed in _READERS[kind](path, skips):
            yield from inflected(listed)
