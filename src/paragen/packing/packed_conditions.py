"""Packs conditions of exchanges: all forms of both sides, and of the words that tests look for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, shown
from paragen.decoder.fit.knowledge import FIRST_KIND, KINDS, PLACES, Conditions, write_conditions
from paragen.model.directory import CONDITIONS, TABLES
from paragen.packing.conditions import Words, read_conditions
from paragen.packing.word_classes import word_classes
from paragen.tables.inflection.inflect import Entry, form_pairs
from paragen.tables.inflection.morphology import all_forms
from paragen.tables.store.store import TableStore
from paragen.text.languages.english import ENGLISH
from paragen.text.tokenizer import Tokenizer

Test = tuple[int, bool, int, list[int], list[list[int]]]
_CONDITION = PLACES.index("condition")


def add_conditions(
    folder: Path, sources: Sequence[StrPath], tokenizer: Tokenizer, base: Conditions | None,
    notice: Callable[[str], object] | None,
) -> None:
    """Pack files of conditions into a model whose tables are there.

    Parameters
    ----------
    folder : the model.
    sources : the files.
    tokenizer : of the model.
    base : conditions to which these are added, and which they override.
    notice : called with messages for the user.

    Raises
    ------
    FormatError, ConfigError : see :func:`pack_conditions`; a model of another language than English.
    """
    if tokenizer.language is not ENGLISH:
        raise ConfigError(
            f"conditions: found a model of {tokenizer.language.code}, expected en: their forms and parts of speech are English."
        )
    store = TableStore(folder / TABLES)

    @cache
    def targets(source: str) -> frozenset[str]:
        return frozenset(" ".join(words) for table in store.options(source.split()) for words, _ in table)

    pack_conditions(folder / CONDITIONS, sources, tokenizer.words, notice, lambda source, target: target in targets(source), base)


class _Atoms:
    """Numbers of what tests look for: all forms of a word, one form of it, or a class of words."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.by_word: dict[str, list[int]] = {}

    def __getitem__(self, item: str) -> int:
        if item[:1] == "<" and len(item) > 1:
            return FIRST_KIND + list(KINDS).index(item[1:-1])
        number = self.numbers.get(item)
        if number is None:
            number = self.numbers[item] = len(self.numbers)
            words: Iterable[str] = word_classes()[item[1:]] if item[:1] == "@" and len(item) > 1 else [item]
            for word in words:
                for form in [word[1:]] if word.startswith("=") and len(word) > 1 else all_forms(word):
                    self.by_word.setdefault(form, []).append(number)
        return number


def pack_conditions(
    path: StrPath, sources: Sequence[StrPath], words: Callable[[str], Sequence[str]],
    notice: Callable[[str], object] | None = None, known: Callable[[str, str], bool] | None = None,
    base: Conditions | None = None,
) -> int:
    """Pack files of conditions; return how many exchanges they are of.

    Parameters
    ----------
    path : the packed file to make.
    sources : the files.
    words : cuts a phrase into lookup forms.
    notice : called with messages for the user.
    known : whether a table has a pair, by its phrases; those that none has are counted and told. None: not asked.
    base : packed conditions to which these are added, and which they override.

    Raises
    ------
    FormatError : a line that cannot be read, or an exchange that stands twice.
    ConfigError : more conditions than a file can hold; `lemminflect` is missing.
    """
    atoms, names = _Atoms(), list[str]()
    conditions = list[list[list[Test]]]()
    rules = list[tuple[int, list[tuple[int, int, bool]]]]()
    pairs = dict[tuple[str, str], int]()
    packed = dict[tuple[str, str], int]()
    first = dict[tuple[str, str, str], str]()
    unknown = list[str]()
    for block in read_conditions(sources):
        numbers = list[int]()  # of the block's conditions; what stands in many blocks, such as `right <end>`, is packed once
        for written, alternatives in block.conditions:
            condition = [[_packed(test, atoms, numbers) for test in tests] for tests in alternatives]
            numbers.append(packed.setdefault((written, repr(condition)), len(conditions)))
            if numbers[-1] == len(conditions):
                names.append(written)
                conditions.append(condition)
        for targets, usual, effects in block.rules:
            for target in targets:
                key = block.source, block.part, target
                if key in first:
                    again = f"{shown(block.source)} -> {shown(target)} again, as in {first[key]}"
                    raise FormatError(block.where, again, "each exchange once", "Keep one.")
                first[key] = block.where
                forms = form_pairs(Entry(block.source, target, block.part, 1.0))
                found = [(" ".join(words(one)), " ".join(words(other))) for one, other in forms]
                if known is not None and not any(known(*pair) for pair in found):
                    unknown.append(f"{block.source} -> {target}")
                for pair in found:
                    pairs.setdefault(pair, len(rules))
            rules.append((usual, [(numbers[number], share, never) for number, share, never in effects]))
    if not rules:
        names_of_files = ", ".join(os.fspath(source) for source in sources)
        raise ConfigError(f"conditions: found none in {names_of_files}. See docs/conditions.md.")
    if notice and unknown:
        shown_ones = ", ".join(unknown[:3])
        notice(f"conditions: {len(unknown)} of {len(first)} exchanges are in no table, such as {shown_ones}.")
    write_conditions(path, atoms.by_word, conditions, names, rules, [(*pair, rule) for pair, rule in pairs.items()], base)
    return len(first)


def _packed(test: Words, atoms: _Atoms, numbers: Sequence[int]) -> Test:
    if test.place == "condition":
        return _CONDITION, test.negated, 0, [numbers[test.condition]], []
    return (
        PLACES.index(test.place), test.negated, test.kinds, [atoms[word] for word in test.words],
        [[atoms[word] for word in sequence] for sequence in test.sequences],
    )  # fmt: skip
