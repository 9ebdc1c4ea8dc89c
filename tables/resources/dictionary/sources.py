"""Reads dictionaries, recognised by their content."""

from __future__ import annotations

import os
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Skips, placed_lines, whole_text
from paragen.base.json_and_toml import json_or_none, parse_json
from paragen.tables.resources.dictionary.gcide import is_index, read_article, read_dictd
from paragen.tables.resources.dictionary.sense import OTHER, Sense, Senses, part_of
from paragen.tables.resources.wordnet import kind_of_wordnet, read_wordnet

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
    _, line = next(placed_lines(path, _EXPECTED, comments="#"), ("", ""))
    if not line:
        raise FormatError(path, "no text", _EXPECTED)
    return line


def _is_entry(line: str) -> bool:
    """Return whether a line that begins like JSON is from wiktextract."""
    entry = json_or_none(line)
    return isinstance(entry, dict) and any(isinstance(entry.get(key), str) for key in ("word", "pos", "lang_code", "redirect"))


_ROWS = "headword, part of speech and definition, separated by tabs"
_HEADERS = frozenset(("headword", "word", "lemma", "term", "entry"))


def read_tsv(path: str, skips: Skips) -> Senses:
    """Yield the senses in the order of the file; a heading in the first line and ``#`` lines are skipped.

    Raises
    ------
    FormatError : a line does not have three columns.
    """
    first = True
    for where, line in placed_lines(path, _ROWS, comments="#"):
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != 3:
            raise FormatError(where, f"{len(fields)} column{'s' * (len(fields) != 1)}", _ROWS)
        heading = first and fields[0].lower() in _HEADERS and fields[2].lower() in ("definition", "gloss", "meaning", "text")
        first = False
        if heading:
            continue
        part = part_of(fields[1])
        if part is None:
            skips.add("words other than nouns, verbs, adjectives and adverbs", where, fields[0])
        elif not fields[0]:
            skips.add("definitions without a headword", where)
        else:
            yield Sense(fields[0], part, fields[2], where)


_LETTERS = "a JSON object: headword -> list of definitions"


def read_letters(path: str, skips: Skips) -> Senses:
    """Yield the senses in the order of the file; ``___word`` means "see word".

    Raises
    ------
    FormatError : it is not JSON, or not an object.
    """
    text = whole_text(path, _LETTERS)
    found = parse_json(text, path, _LETTERS, object_pairs_hook=list)
    del text
    if not isinstance(found, list) or not all(isinstance(pair, tuple) for pair in found):
        raise FormatError(path, "JSON that is not an object", _LETTERS)
    name = os.path.basename(path)
    for headword, definitions in found:
        where = f"{name}: {headword[:40]}"
        for definition in (
            [definitions] if isinstance(definitions, str) else definitions if isinstance(definitions, list) else [None]
        ):
            if isinstance(definition, str):
                yield Sense(headword, "", definition, where)
            else:
                skips.add("definitions that are not text", where)


_ENTRIES = "one JSON object per line, as wiktextract writes them"
OUT_OF_USE = frozenset(
    "obsolete archaic dated historical rare dialectal nonstandard misspelling proscribed form-of offensive "
    "vulgar derogatory slur nonce-word uncommon abbreviation initialism acronym no-gloss "
    "pronunciation-spelling eye-dialect misconstruction poetic".split()
)
"""Tags of senses whose definitions are left out."""
_TRANSITIVE, _INTRANSITIVE = "transitive", "intransitive"


def read_wiktextract(path: str, skips: Skips) -> Senses:
    """Yield the senses of English words in the order of the file.

    Raises
    ------
    FormatError : a line is not a JSON object.
    """
    for where, line in placed_lines(path, _ENTRIES):
        entry = parse_json(line, where, _ENTRIES)
        if not isinstance(entry, dict):
            raise FormatError(where, "JSON that is not an object", _ENTRIES)
        if "redirect" in entry:
            continue
        if entry.get("lang_code", "en") != "en":
            skips.add("words of other languages", where, str(entry.get("word", "")))
        elif not isinstance(entry.get("word"), str) or not isinstance(entry.get("senses", []), list):
            skips.add("entries without word or senses", where)
        else:
            yield from _senses(entry, where, skips)


def _senses(entry: dict[str, Any], where: str, skips: Skips) -> Senses:
    name = str(entry.get("pos", ""))
    part = part_of(name)
    if part is None or name in OTHER:
        skips.add("words other than nouns, verbs, adjectives and adverbs", where, entry["word"])
        return
    for sense in entry.get("senses", []):
        if not isinstance(sense, dict):
            skips.add("definitions that are not text", where)
            continue
        tags = {tag for tag in _list(sense, "tags") + _list(entry, "tags") if isinstance(tag, str)}
        glosses = [gloss for gloss in _list(sense, "glosses") if isinstance(gloss, str)]
        if tags & OUT_OF_USE:
            skips.add("senses out of use, or forms of another word", where, entry["word"])
        elif glosses:  # those before the last are headings of several senses
            yield Sense(entry["word"], _with_object(part, tags), _reference(sense) or glosses[-1], where)
        elif glosses != _list(sense, "glosses"):
            skips.add("definitions that are not text", where)


def _with_object(part: str, tags: set[str]) -> str:
    if part == "v" and (_TRANSITIVE in tags) != (_INTRANSITIVE in tags):
        return "vt" if _TRANSITIVE in tags else "vi"
    return "nm" if part == "n" and "uncountable" in tags and "countable" not in tags else part


def _reference(sense: dict[str, Any]) -> str:
    """Return the word that this is another spelling or form of, as a reference."""
    for other in _list(sense, "alt_of"):
        if isinstance(other, dict) and isinstance(other.get("word"), str):
            return f"___{other['word']}"
    return ""


def _list(found: dict[str, Any], key: str) -> list[Any]:
    value = found.get(key, [])
    return value if isinstance(value, list) else [value]


_PARTS = {"n": (0, "n"), "v": (1, "v"), "a": (2, "adj"), "r": (3, "adv")}


def read_glosses(path: str, skips: Skips) -> Senses:
    """Yield the glosses of all words except names: each word's first senses as noun, verb, adjective and adverb, then its second.

    Raises
    ------
    FormatError : see `paragen.tables.resources.wordnet.read_wordnet`.
    """
    senses: list[tuple[int, int, int, str, str]] = []
    for order, synset in enumerate(read_wordnet(path)):
        place, _ = _PARTS[synset.part]
        for word, rank in zip(synset.words, synset.ranks, strict=True):
            if word != word.lower():
                skips.add("names, and other words with capitals", f"{path}: {synset.id}", word)
                continue
            senses += [(rank, place, order, word, definition) for definition in synset.definitions]
    senses.sort(key=lambda sense: sense[:3])
    parts = [part for _, part in _PARTS.values()]
    for _, place, _, word, definition in senses:
        yield Sense(word, parts[place], definition, f"{path}: {word}")
