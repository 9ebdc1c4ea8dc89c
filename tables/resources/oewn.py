"""Open English WordNet's sources: entries-*.yaml list each word's senses, the other files the synsets."""

from __future__ import annotations

import os
import re
import tarfile
import zlib
from collections.abc import Iterator
from lzma import LZMAError
from typing import Any, NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, first_line
from paragen.base.packages import optional_package


class Synset(NamedTuple):
    """A set of synonyms.

    Attributes
    ----------
    id : of the source, such as ``02086723-n``, also used in relations; adjectives, including satellites, end in ``a``.
    part : part of speech: ``n``, ``v``, ``a`` (including satellites) or ``r`` (adverb).
    words : as written, with capitals and spaces; in the order of the source (in WordNet, the most frequent first).
    ranks : for each word, the number of this sense among its senses with that part of speech: 1 is the first (in WordNet, the
        most frequent).
    definitions : what the words mean, without examples; nearly always one, whose parts the source separates by ``;``.
    examples : phrases and sentences with one of the words.
    hypernyms : ids of the synsets of which this is a kind, or an instance.
    similar : ids of the synsets of similar adjectives (or verbs): the head of a satellite, the satellites of a head.
    """

    id: str
    part: str
    words: tuple[str, ...]
    ranks: tuple[int, ...]
    definitions: tuple[str, ...]
    examples: tuple[str, ...]
    hypernyms: tuple[str, ...]
    similar: tuple[str, ...]


_ENTRIES = re.compile(r"entries-.+\.yaml")
_SYNSETS = re.compile(r"(?:adj|adv|noun|verb)\..+\.yaml")
_WHOLE = "Is it complete? Fetch it again from en-word.net or github.com/globalwordnet/english-wordnet."

Ranks = dict[tuple[str, str], int]


def is_oewn(path: StrPath) -> bool:
    """Return whether a path is a folder or an archive with Open English WordNet's entries."""
    if os.path.isdir(path):
        return bool(_folder(path))
    try:
        with tarfile.open(path) as archive:
            return any(_ENTRIES.fullmatch(os.path.basename(member.name)) for member in archive)
    except (tarfile.TarError, EOFError, OSError, zlib.error, LZMAError, ValueError):
        return False


def read_oewn(path: StrPath) -> Iterator[Synset]:
    """Yield the synsets of Open English WordNet's YAML files; see `read_wordnet`."""
    files = _read_files(path)
    entries = {name: data for name, data in files.items() if _ENTRIES.fullmatch(os.path.basename(name))}
    synsets = {name: data for name, data in files.items() if name not in entries}
    lacking = [part for part in ("adj", "adv", "noun", "verb") if not any(f"/{part}." in f"/{name}" for name in synsets)]
    if lacking:
        found = f"no files {', '.join(f'{part}.*.yaml' for part in lacking)}"
        raise FormatError(os.fspath(path), found, "Open English WordNet, whole", _WHOLE)
    return _read(os.fspath(path), entries, synsets)


def _read(path: str, entries: dict[str, bytes], synsets: dict[str, bytes]) -> Iterator[Synset]:
    ranks: Ranks = {}
    for name, data in entries.items():
        _add_ranks(ranks, f"{path}: {name}", parse_yaml(f"{path}: {name}", data))
    wanted = {id_ for _, id_ in ranks}
    for name, data in synsets.items():
        for id_, fields in _mapping(f"{path}: {name}", parse_yaml(f"{path}: {name}", data)).items():
            synset = _synset(f"{path}: {name}: {id_}", id_, fields, ranks)
            if id_ not in wanted:
                raise FormatError(f"{path}: {name}", f"the synset {id_} again", "each synset in one file", _WHOLE)
            wanted.remove(id_)
            yield synset
    if wanted:
        expected = f"every synset that the entries list ({len(wanted)} are missing)"
        raise FormatError(path, f"no synset {min(wanted)}", expected, _WHOLE)


def _folder(path: StrPath) -> str:
    """Return the folder of the YAML files, or "" if there is none."""
    for folder in (os.fspath(path), os.path.join(path, "src", "yaml")):
        if os.path.isdir(folder) and any(map(_ENTRIES.fullmatch, os.listdir(folder))):
            return folder
    return ""


def _is_ours(name: str) -> bool:
    base = os.path.basename(name)
    return bool(_ENTRIES.fullmatch(base) or _SYNSETS.fullmatch(base))


def _read_files(path: StrPath) -> dict[str, bytes]:
    """Return the contents of the entry and synset files, by name, sorted."""
    files: dict[str, bytes] = {}
    if os.path.isdir(path):
        folder = _folder(path)
        for name in sorted(filter(_is_ours, os.listdir(folder))):
            with open(os.path.join(folder, name), "rb") as file:
                files[name] = file.read()
        return files
    try:
        with tarfile.open(path) as archive:
            for member in archive:
                data = archive.extractfile(member) if _is_ours(member.name) else None
                if data:
                    files[member.name] = data.read()
    except KeyError:  # raised by tarfile for a broken link
        raise FormatError(os.fspath(path), f"{member.name}, a broken link", "a file", _WHOLE) from None
    except RecursionError:
        raise FormatError(os.fspath(path), f"{member.name}, a link to itself", "a file", _WHOLE) from None
    except (tarfile.TarError, EOFError, zlib.error, LZMAError, OSError, ValueError) as error:
        raise FormatError(os.fspath(path), f"a damaged archive ({error})", "an intact one", _WHOLE) from None
    return dict(sorted(files.items()))


def _mapping(where: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise FormatError(where, "no names with values", "a file of Open English WordNet", _WHOLE)
    return value


def _add_ranks(ranks: Ranks, where: str, entries: Any) -> None:
    """Number the senses of each word, continuing through its homographs (n-1, n-2)."""
    for word, parts in _mapping(where, entries).items():
        counts: dict[str, int] = {}
        for part, entry in _mapping(f"{where}: {word}", parts).items():
            try:
                for sense in entry["sense"]:
                    rank = counts[part[0]] = counts.get(part[0], 0) + 1
                    ranks.setdefault((word, sense["synset"]), rank)
            except (TypeError, KeyError, IndexError):
                raise FormatError(f"{where}: {word}", "an entry without senses", "synsets under `sense`", _WHOLE) from None


def _synset(where: str, id_: str, fields: Any, ranks: Ranks) -> Synset:
    words = _texts(where, _mapping(where, fields), "members")
    part = fields.get("partOfSpeech")
    if part not in ("n", "v", "a", "s", "r") or not words:
        raise FormatError(where, "no words or no part of speech", "`members` and `partOfSpeech` (n, v, a, s or r)", _WHOLE)
    unlisted = [word for word in words if (word, id_) not in ranks]
    if unlisted:
        raise FormatError(where, f"{unlisted[0]!r}, whose entry has no such sense", "files of one version", _WHOLE)
    hypernyms = _texts(where, fields, "hypernym") + _texts(where, fields, "instance_hypernym")
    return Synset(
        id_, "a" if part == "s" else part, words, tuple(ranks[word, id_] for word in words), _texts(where, fields, "definition"),
        _texts(where, fields, "example"), hypernyms, _texts(where, fields, "similar"),
    )  # fmt: skip


def _texts(where: str, fields: dict[str, Any], name: str) -> tuple[str, ...]:
    """Return the strings of a list; a quotation with a source has its string under ``text``."""
    found = fields.get(name, [])
    if isinstance(found, list):
        items = [item.get("text") if isinstance(item, dict) else item for item in found]
        texts = [item for item in items if isinstance(item, str)]
        if len(texts) == len(items):
            return tuple(texts)
    raise FormatError(where, f"no list of strings under `{name}`", "one", _WHOLE)


def parse_yaml(where: str, data: bytes) -> Any:
    """Return the contents of a YAML document, with every scalar as the string written, so that a word `no` stays a word.

    Raises
    ------
    FormatError : it is not YAML, a mapping has the same name twice, or it has references, which wordnets do not have.
    MissingPackageError : PyYAML is not installed.
    """
    yaml: Any = optional_package("yaml", f"{where}: reading YAML", "mine")
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        return _built(where, yaml.parse(data.decode(), Loader=loader))
    except UnicodeDecodeError as error:
        line = 1 + data[: error.start].count(b"\n")
        raise FormatError(f"{where}:{line}", "broken UTF-8", "UTF-8 text", "Convert it with iconv.") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{where}:{mark.line + 1}" if mark else where
        raise FormatError(place, getattr(error, "problem", None) or first_line(error), "YAML", "Is the file complete?") from None


def _built(where: str, events: Any) -> Any:
    """Build values bottom up; each open list or mapping is kept as a list of its contents so far."""
    open_: list[list[Any]] = []
    for event in events:
        kind = type(event).__name__
        if kind == "ScalarEvent":
            open_[-1].append(event.value)
        elif kind in ("MappingStartEvent", "SequenceStartEvent", "StreamStartEvent"):
            open_.append([])
        elif kind == "SequenceEndEvent":
            values = open_.pop()
            open_[-1].append(values)
        elif kind == "MappingEndEvent":
            values = open_.pop()
            open_[-1].append(_named_values(where, values, event))
        elif kind == "AliasEvent":
            raise FormatError(f"{where}:{event.start_mark.line + 1}", f"a reference *{event.anchor}", "plain values")
    [documents] = open_
    return documents[0] if documents else None


def _named_values(where: str, values: list[Any], end: Any) -> dict[str, Any]:
    names = values[::2]
    place = f"{where}:{end.start_mark.line}"
    if not all(isinstance(name, str) for name in names):
        raise FormatError(place, "a list or mapping as a name", "a string", "Is the file complete?")
    mapping = dict(zip(names, values[1::2], strict=True))
    if len(mapping) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise FormatError(place, f"{twice!r} twice in one mapping", "it once", "Is the file complete?")
    return mapping
