"""Reads wiktextract's extracts of Wiktionary: JSON lines, one object for each word and part of speech."""

from __future__ import annotations

from typing import Any

from paragen.base.errors import FormatError
from paragen.base.input_files import numbered_lines
from paragen.base.json_and_toml import parse_json
from paragen.tables.io.skips import Skips
from paragen.tables.resources.dictionary.sense import OTHER, Sense, Senses, part_of

_EXPECTED = "one JSON object per line, as wiktextract writes them"
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
    for number, line in numbered_lines(path, _EXPECTED):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        entry = parse_json(line, where, _EXPECTED)
        if not isinstance(entry, dict):
            raise FormatError(where, "JSON that is not an object", _EXPECTED)
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
