"""Wordnets: synsets with their words, definitions and examples, from WordNet's database files or Open English WordNet's YAML.

``kind_of_wordnet(path)`` returns which of them a path is, if any; ``read_wordnet(path)`` yields the `Synset`s of either.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.tables.resources.wordnet.database import is_database, read_database
from paragen.tables.resources.wordnet.oewn import is_oewn, read_oewn
from paragen.tables.resources.wordnet.synset import Synset

_EXPECTED = "a wordnet: a folder with WordNet's data.* and index.*, or Open English WordNet's YAML (a folder or .tar.gz)"
_REMEDY = "Debian's package wordnet-base has WordNet in /usr/share/wordnet; en-word.net has Open English WordNet."


def kind_of_wordnet(path: StrPath) -> str | None:
    """Return what a path is, by its content: "wordnet" (database files), "oewn" (Open English WordNet's YAML), or None."""
    if is_database(path):
        return "wordnet"
    return "oewn" if is_oewn(path) else None


def read_wordnet(path: StrPath) -> Iterator[Synset]:
    """Yield the synsets of a wordnet, part by part, in the order of its files.

    Parameters
    ----------
    path : a folder with WordNet's database files (data.noun, index.noun, ...), or with Open English WordNet's YAML (in it or
        in its src/yaml), or an archive (.tar, .tar.gz, ...) of the latter. Reading all of WordNet 3.0 takes about two seconds,
        all of Open English WordNet about ten.

    Raises
    ------
    FormatError : it is neither, files are missing or truncated, a line is malformed, or files contradict each other. Problems
        that the file names show are raised at once, others while reading.
    MissingPackageError : PyYAML is not installed, which Open English WordNet needs.
    OSError : it cannot be read.
    """
    kind = kind_of_wordnet(path)
    if kind == "wordnet":
        return read_database(path)
    if kind == "oewn":
        return read_oewn(path)
    if not os.path.exists(path):
        raise FileNotFoundError(2, os.strerror(2), os.fspath(path))
    found = "a folder without such files" if os.path.isdir(path) else "another file"
    raise FormatError(os.fspath(path), found, _EXPECTED, _REMEDY)
