"""Recognises dictionaries by their content."""

from __future__ import annotations

import os
from collections.abc import Iterator

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines
from paragen.base.json_and_toml import json_or_none
from paragen.tables.io.skips import Skips
from paragen.tables.resources.dictionary.dictd import is_index, read_dictd
from paragen.tables.resources.dictionary.gcide import read_article
from paragen.tables.resources.dictionary.glosses import read_glosses
from paragen.tables.resources.dictionary.json_dictionary import read_letters
from paragen.tables.resources.dictionary.sense import Senses
from paragen.tables.resources.dictionary.tsv import read_tsv
from paragen.tables.resources.dictionary.wiktextract import read_wiktextract
from paragen.tables.resources.wordnet import kind_of_wordnet

_EXPECTED = (
    "a dictionary: a folder of WordNet, an index of dictd, GCIDE or wiktextract in JSON, or lines of headword, "
    "part of speech and definition separated by tabs"
)


def read_dictionary(path: StrPath, skips: Skips) -> Senses:
    """Yield the senses of a dictionary, in order.

    Parameters
    ----------
    path : WordNet's folder or archive, the .index (or .dict, .dict.dz) of a dictionary for dictd with the articles of GCIDE,
        JSON from headwords to definitions, wiktextract's JSON lines, or a table; all except WordNet plain or compressed.
    skips : counts what is left out.

    Raises
    ------
    FormatError : it is none of these, or damaged.
    """
    path = os.fspath(path)
    if kind_of_wordnet(path):
        return read_glosses(path, skips)
    if path.endswith((".dict", ".dict.dz")):
        path = path.removesuffix(".dz").removesuffix(".dict") + ".index"
    line = _first_line(path)
    if line.lstrip().startswith(("{", "[")):
        return read_wiktextract(path, skips) if _is_entry(line) else read_letters(path, skips)
    return _articles(path, skips) if is_index(path, line) else read_tsv(path, skips)


def _articles(path: str, skips: Skips) -> Senses:
    for where, text in read_dictd(path, skips):
        yield from read_article(where, text, skips)


def _first_line(path: str) -> str:
    lines: Iterator[tuple[int, str]] = numbered_lines(path, _EXPECTED)
    line = next((line for _, line in lines if line.strip() and not line.startswith("#")), "")
    if not line:
        raise FormatError(path, "no text", _EXPECTED)
    return line


def _is_entry(line: str) -> bool:
    """Return whether a line that begins like JSON is from wiktextract."""
    entry = json_or_none(line)
    return isinstance(entry, dict) and any(isinstance(entry.get(key), str) for key in ("word", "pos", "lang_code", "redirect"))
