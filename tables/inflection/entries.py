"""Makes a paraphrase table from hand-written pairs of phrases or patterns, each in all its inflected forms.

A pair is one line, ``source <tab> target <tab> part of speech <tab> score``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from pathlib import Path

import regex

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, Unexpected, shown
from paragen.base.input_files import placed_lines
from paragen.base.packages import optional_package
from paragen.base.settings import number
from paragen.tables.builder import Run, TableOptions, TableSummary
from paragen.tables.inflection.inflect import Entry, inflected, noun_head
from paragen.tables.inflection.morphology import forms
from paragen.tables.io.writing import Pair, check_table_destination, write_pairs
from paragen.text.slots import BEGIN, END, pattern_pair, slot_parts
from paragen.text.tokenizer import Tokenizer

PARTS = ("v", "n", "nm", "adj", "adv", "x")
"""Verb and noun (inflected), mass noun (uninflected), adjective (with comparison), adverb (uninflected), exactly as written."""
_EXPECTED = "pairs of phrases: source, target, part of speech and score, separated by tabs"


def read_entries(path: Path) -> Iterator[Entry]:
    """Yield the entries of a file, plain or compressed; ``#`` begins a comment line, ``name = word, word`` is a list.

    Raises
    ------
    FormatError : a line is neither an entry nor a list.
    """
    lists = WordLists()
    for where, line in placed_lines(path, _EXPECTED, comments="#"):
        try:
            if "\t" not in line and lists.define(line):
                continue
            yield from _read(line, lists, where)
        except Unexpected as bad:
            raise FormatError(where, bad.found, bad.expected) from None


def _read(line: str, lists: WordLists, where: str) -> Iterator[Entry]:
    try:
        source, target, part, score = line.split("\t")
        weight = float(score)
    except ValueError:
        raise FormatError(where, shown(line), "source, target, part of speech and score") from None
    if any(mark in line for mark in ("[", "]", BEGIN, END)):
        pattern_pair(source.replace("*", ""), target.replace("*", ""))  # the words of lists have no slots
    for one, other in lists.expanded(source, target):
        yield _checked(Entry(one, other, part, weight), line, where)


def _checked(entry: Entry, line: str, where: str) -> Entry:
    if entry.part not in PARTS or not 0 < entry.score <= 1 or not _differ(entry.source, entry.target):
        raise FormatError(where, shown(line), f"two different phrases, one of {', '.join(PARTS)}, a score in (0, 1]")
    if entry.part == "v" and any("*" not in side and slot_parts(side.split()[0]) for side in (entry.source, entry.target)):
        raise FormatError(where, shown(line), "* at the verb, as a slot comes first")
    return entry


def _differ(source: str, target: str) -> bool:
    """Return whether both are phrases that a table can hold, and differ."""
    sides = [[word.rstrip("*") for word in side.split()] if "*" in side else side.split() for side in (source, target)]
    return sides[0] != sides[1] and all(side and all(side) and "|||" not in side for side in sides)


_DEFINITION = regex.compile(r"(\p{Ll}+) = (.+)")
_NAME = regex.compile(rf"(?!{BEGIN})" r"<(\p{Ll}+)(?:\.([1-9]))?(?: (\p{Lu}+|other))?>")
_NOTHING, _OTHER = "_", "other"
_FORMS = ("VB", "VBZ", "VBG", "VBD", "VBN", "NNS")


_Word = tuple[str, bool]
"""The name of a list, and whether another of its words is meant than where the name stands alone."""


class BadList(Unexpected):
    """An invalid list, or an invalid reference to one."""


class WordLists:
    """The lists of a file, as far as it has been read: what differs by one word in many entries is written once.

    ``phrasal = pick/up, hand/over`` is a list of two columns. In the entries below it, ``<phrasal>`` stands for each of its words
    in turn, ``<phrasal.2>`` for what is in the second column, ``<phrasal VBD>`` for the past tense; a name that comes several
    times in an entry stands for the same word, ``<phrasal other>`` for each of the others. ``_`` as a word is no word at all.
    """

    def __init__(self) -> None:
        self._lists: dict[str, list[list[str]]] = {}

    def define(self, line: str) -> bool:
        """Keep the list that a line defines; return whether it defines one.

        Raises
        ------
        BadList : the list exists, or its words have different numbers of columns.
        """
        match = _DEFINITION.fullmatch(line.strip())
        if match is None:
            return False
        name, words = match[1], [[column.strip() for column in word.split("/")] for word in match[2].split(",")]
        if f"<{name}>" == BEGIN:
            raise BadList(f"a list {name}", f"another name: {BEGIN} is the start of a sentence")
        if "[" in match[2] or "]" in match[2]:
            raise BadList(f"brackets in the list {name}", "words without slots, which belong in the entries")
        if name in self._lists:
            raise BadList(f"the list {name} again", "each once")
        if len({len(columns) for columns in words}) > 1 or not all(map(all, words)):
            raise BadList(f"the list {name}", "words separated by commas, each with the same number of columns")
        self._lists[name] = [["" if column == _NOTHING else column for column in columns] for columns in words]
        return True

    def expanded(self, source: str, target: str) -> Iterator[tuple[str, str]]:
        """Yield both sides with the names in them replaced by every word of the lists they name.

        Raises
        ------
        BadList : no list has the name, or it has no such column; no such form; others of a word that is not there.
        """
        sides = _divided(source), _divided(target)
        named = [part for side in sides for part in side if not isinstance(part, str)]
        names = list(dict.fromkeys(map(_word_of, named)))
        for part in named:
            if part[1] not in self._lists:
                raise BadList(f"<{part[1]}>", "a list that a line above defines")
            if (part[1], False) not in names:
                raise BadList(part[0], f"<{part[1]}> in the same entry, whose others it means")
        one, other = ([self._forms(part) for part in side] for side in sides)
        for numbers in product(*(range(len(self._lists[name])) for name, _ in names)):
            chosen = dict(zip(names, numbers, strict=True))
            if not any(is_other and number == chosen[name, False] for (name, is_other), number in chosen.items()):
                yield _filled(one, chosen), _filled(other, chosen)

    def _forms(self, part: str | regex.Match[str]) -> tuple[_Word | None, list[str]]:
        """Return which word of a list is meant, and the form of each; for text none, and the text."""
        return (None, [part]) if isinstance(part, str) else (_word_of(part), [_form(part, each) for each in self._lists[part[1]]])


def _divided(side: str) -> list[str | regex.Match[str]]:
    """Divide a side of an entry into text and the names of lists."""
    parts: list[str | regex.Match[str]] = []
    at = 0
    for name in _NAME.finditer(side):
        parts += (side[at : name.start()], name)
        at = name.end()
    return [*parts, side[at:]]


def _word_of(name: regex.Match[str]) -> _Word:
    return name[1], name[3] == _OTHER


def _filled(side: Sequence[tuple[_Word | None, list[str]]], chosen: Mapping[_Word, int]) -> str:
    text = "".join([forms[0 if word is None else chosen[word]] for word, forms in side])
    return " ".join(text.split()) if "  " in text or text != text.strip() else text


def _form(name: regex.Match[str], columns: Sequence[str]) -> str:
    column, form = int(name[2] or 1), name[3]
    if column > len(columns):
        raise BadList(name[0], f"a column from 1 to {len(columns)}")
    if form is None or form == _OTHER or not columns[column - 1]:
        return columns[column - 1]
    if form not in _FORMS:
        raise BadList(name[0], f"one of {' '.join(_FORMS)}")
    words = columns[column - 1].split()
    head = noun_head(words) if form == "NNS" else 0
    words[head] = forms(words[head], form)[0]
    return " ".join(words)


@dataclass(frozen=True, kw_only=True)
class EntriesOptions(TableOptions):
    """Which entries are kept: those whose score is high enough."""

    min_score: float = number(0.0, least=0, most=1, metavar="X", help="Leave out entries with a lower score.")


@dataclass(frozen=True, kw_only=True)
class EntriesSummary(TableSummary):
    """What was inflected.

    Attributes
    ----------
    entries : pairs as written.
    kept : those whose score is high enough.
    """

    entries: int
    kept: int

    def __str__(self) -> str:
        return f"{self.pairs} pairs of {self.phrases} phrases, from {self.kept} of {self.entries} entries"


def build_entries(
    inputs: Sequence[StrPath], destination: StrPath, options: EntriesOptions | None = None, run: Run | None = None
) -> EntriesSummary:
    """Inflect the entries of files, and write them as a table.

    Parameters
    ----------
    inputs : lines ``source <tab> target <tab> part of speech <tab> score``; see `paragen.tables.inflection.entries`.
    destination : the table, text or Parquet by its name; see `paragen.tables.io.writing.write_pairs`.
    options : which entries are kept.
    run : not used, except for its skips: there is one step, on one thread.

    Raises
    ------
    ConfigError : there is no input, or the destination cannot be written.
    FormatError : a line is not an entry.
    MissingPackageError : lemminflect is not installed.
    ParagenError : there are no entries.
    """
    options, run = options or EntriesOptions(), run or Run()
    if not inputs:
        raise ConfigError("entries: found no file, expected one or more.")
    check_table_destination(destination, options.top, inputs=inputs)
    reading = _Reading(inputs, options.min_score)
    written = write_pairs(reading.pairs(), destination, top=options.top, licence=options.licence)
    return EntriesSummary(
        entries=reading.entries, kept=reading.kept, pairs=written.pairs, phrases=written.phrases, skips=run.skips
    )


class _Reading:
    """Reads entries and counts them."""

    def __init__(self, inputs: Iterable[StrPath], min_score: float) -> None:
        self.entries = self.kept = 0
        self._inputs, self._min_score = inputs, min_score
        self._words = lru_cache(maxsize=1 << 16)(Tokenizer().words)  # what is between slots is mostly the same few words

    def pairs(self) -> Iterator[Pair]:
        optional_package("lemminflect", "inflecting phrases", "mine")
        for path in self._inputs:
            for entry in read_entries(Path(path)):
                self.entries += 1
                if entry.score < self._min_score:
                    continue
                self.kept += 1
                for source, target, score in inflected(entry):
                    sides = pattern_pair(source, target, self._words)
                    pair = " ".join(sides[0]), " ".join(sides[1])
                    if pair[0] != pair[1] and all(pair):
                        yield *pair, score
