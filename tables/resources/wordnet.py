"""Wordnets: synsets with their words, definitions and examples, from WordNet's database files or Open English WordNet's YAML.

The former are described in WordNet's manual page wndb(5): data.noun and index.noun, and likewise for the other parts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.base.input_files import numbered_lines
from paragen.tables.resources.oewn import Synset, is_oewn, read_oewn

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


_PARTS = {"adj": "a", "adv": "r", "noun": "n", "verb": "v"}
_TEXT = "a file of WordNet's database"
_MARKER = re.compile(r"\((?:p|a|ip)\)$")  # where an adjective may stand: awake(p)
_CUTS = re.compile('[;"]')
_LINE = "as wndb(5) describes it"
_WHOLE = "Is the file complete? Install or unpack WordNet again."

Ranks = dict[tuple[str, str], int]


def is_database(path: StrPath) -> bool:
    """Return whether a path is a folder with any of WordNet's data files."""
    return any(os.path.isfile(os.path.join(path, f"data.{name}")) for name in _PARTS)


# By hand: nltk's reader (3.10.4, tried) opens only folders on nltk.data.path, and none without the file lexnames, which Debian's
# package leaves out; its errors name no file and line.
def read_database(path: StrPath) -> Iterator[Synset]:
    """Yield the synsets of WordNet's database files; see `read_wordnet`."""
    files = {name: (os.path.join(path, f"index.{name}"), os.path.join(path, f"data.{name}")) for name in _PARTS}
    missing = [os.path.basename(file) for pair in files.values() for file in pair if not os.path.isfile(file)]
    if missing:
        found = f"no {', '.join(missing)} in it"
        raise FormatError(os.fspath(path), found, "WordNet's database, whole: data.* and index.*", _WHOLE)
    return (synset for name, part in _PARTS.items() for synset in _read_part(*files[name], part))


def _read_part(index: str, data: str, part: str) -> Iterator[Synset]:
    ranks = _read_index(index, part)
    wanted = {id_ for _, id_ in ranks}
    for number, line in _lines(data):
        synset = _synset(f"{data}:{number}", line, part, ranks)
        if synset.id not in wanted:
            raise FormatError(f"{data}:{number}", f"the synset {synset.id[:-2]} again", "each synset once", _WHOLE)
        wanted.remove(synset.id)
        yield synset
    if wanted:
        found = f"no synset {min(wanted)[:-2]}"
        raise FormatError(data, found, f"every synset that {os.path.basename(index)} lists ({len(wanted)} are missing)", _WHOLE)


def _lines(path: str) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a file without the licence at its head, whose lines begin with spaces."""
    return ((number, line) for number, line in numbered_lines(path, _TEXT) if not line.startswith(" "))


def _read_index(path: str, part: str) -> Ranks:
    """Return (lower-case word with underscores, synset id) -> the number of that sense of the word."""
    ranks: Ranks = {}
    for number, line in _lines(path):
        fields = line.split()
        try:
            count, pointers = int(fields[2]), int(fields[3])
            offsets = fields[6 + pointers :]
            if len(offsets) != count or not count or not all(map(_is_offset, offsets)):
                raise ValueError
        except (ValueError, IndexError):
            raise FormatError(f"{path}:{number}", shown(line), f"a word and its synsets, {_LINE}", _WHOLE) from None
        for rank, offset in enumerate(offsets, 1):
            ranks[fields[0], f"{offset}-{part}"] = rank
    return ranks


def _synset(where: str, line: str, part: str, ranks: Ranks) -> Synset:
    fields, bar, gloss = line.partition(" | ")
    try:
        if not bar:
            raise ValueError
        offset, words, pointers = _fields(fields.split())
    except (ValueError, IndexError):
        raise FormatError(where, shown(line), f"a synset and its gloss, {_LINE}", _WHOLE) from None
    id_ = f"{offset}-{part}"
    related: dict[str, list[str]] = {}
    for symbol, other, other_part in pointers:
        related.setdefault(symbol[:1], []).append(f"{other}-{'a' if other_part == 's' else other_part}")
    words = [_MARKER.sub("", word) for word in words] if part == "a" else words
    definitions, examples = _gloss(gloss)
    try:
        in_order = tuple(ranks[word.lower(), id_] for word in words)
    except KeyError as error:
        found = f"{error.args[0][0]!r} in a synset that its index does not list"
        raise FormatError(where, found, "files of one version of WordNet", _WHOLE) from None
    spaced = tuple(word.replace("_", " ") for word in words)
    return Synset(
        id_, part, spaced, in_order, definitions, examples, tuple(related.get("@", ())), tuple(related.get("&", ()))
    )  # fmt: skip


def _fields(fields: list[str]) -> tuple[str, list[str], list[tuple[str, str, str]]]:
    """Return the offset, the words and the pointers (symbol, offset, part of speech) of a synset."""
    end = 4 + 2 * int(fields[3], 16)  # each word has a number after it
    words = fields[4:end:2]
    pointers = fields[end + 1 : end + 1 + 4 * int(fields[end])]
    if not words or not _is_offset(fields[0]) or fields[2] not in "nvasr" or len(pointers) != 4 * int(fields[end]):
        raise ValueError
    return fields[0], words, list(zip(pointers[::4], pointers[1::4], pointers[2::4], strict=True))


def _is_offset(text: str) -> bool:
    return len(text) == 8 and text.isascii() and text.isdigit()


def _gloss(gloss: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split a gloss at its semicolons into definitions and quoted examples."""
    definitions: list[str] = []
    examples: list[str] = []
    goes_on = False
    for segment in filter(None, _segments(gloss)):
        # Some examples have lost their first quotation mark, and there are remarks on single words among them.
        is_example = segment.startswith('"') or (bool(examples) and segment.endswith('"') and segment.count('"') % 2 == 1)
        if is_example:
            text = segment.removeprefix('"').partition('"')[0].strip()  # what follows is the source of the quotation
            examples += [text] if text else []
        elif goes_on:
            definitions[-1] += f"; {segment}"
        elif not (examples and segment.startswith("(")):
            definitions.append(segment)
        goes_on = bool(definitions) and not is_example
    return tuple(definitions), tuple(examples)


def _segments(gloss: str) -> Iterator[str]:
    """Split at semicolons outside quotation marks."""
    begin, quoted = 0, False
    for found in _CUTS.finditer(gloss):
        if found[0] == '"':
            quoted = not quoted
        elif not quoted:
            yield gloss[begin : found.start()].strip()
            begin = found.end()
    yield gloss[begin:].strip()
