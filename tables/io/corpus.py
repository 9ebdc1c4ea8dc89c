"""Extracts sentences from common kinds of files: plain text, columns of tables, fields of JSON lines."""

from __future__ import annotations

import html
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, FormatError, ParagenError, shown
from paragen.base.input_files import numbered_lines
from paragen.base.json_and_toml import parse_json
from paragen.base.settings import Settings, flag, text, whole
from paragen.tables.io.writing import text_file
from paragen.text.analysis import SentenceCase, is_capital, sentence_forms
from paragen.text.languages import Language
from paragen.text.languages import language as rules_of
from paragen.text.tokenizer import Tokenizer

_BUFFER = 10_000  # lines written at a time
_OFTEN = 3  # a word that begins this many sentences and is never a noun within one has no capital of its own


@dataclass(frozen=True, kw_only=True)
class TextOptions(Settings):
    """What is taken of a file, and how it is written; see `paragen text --help`.

    Line breaks in a field become spaces. ``words`` are lookup forms separated by spaces; ``language`` says whose rules say what a
    word is. Where its lookup forms keep case, the files are read twice: first to count how words are written in mid-sentence,
    which is how they are then written where a sentence begins, too.
    """

    column: int | None = whole(None, 1, metavar="N", help="Take a tab-separated column, from 1.")
    field: str = text(metavar="NAME", help="Take a field of lines that are JSON objects.")
    words: bool = flag(help="Write words as tables and language models have them: tokenised, English in lower case.")
    language: str = text("en", metavar="CODE", help="Language of the words, as en, de or pt-BR.")
    unique: bool = flag(help="Leave out empty lines and duplicates.")
    unescape: bool = flag(help="Replace HTML entities (&amp;) by what they stand for.")


@dataclass(frozen=True)
class LineCounts:
    """How many lines were read, written, and left out as duplicates or empty."""

    read: int
    written: int
    left_out: int


def take_text(
    paths: Sequence[StrPath], destination: StrPath, options: TextOptions | None = None,
    progress: Callable[[int], object] | None = None,
) -> LineCounts:
    """Write the sentences of files, one per line.

    Parameters
    ----------
    paths : text in UTF-8, plain or compressed.
    destination : one line for each input line, in order, gzipped if the name ends in .gz; it appears whole or not at all.
    options : without column and field, whole lines are taken. Unless they are to be unique, each line keeps its position.
    progress : called with the number of lines read since the last call.

    Raises
    ------
    FormatError : a file is not UTF-8 text, or a line lacks the column or field.
    ConfigError : options exclude each other, or the destination cannot be written.
    ParagenError : there is no text at all.
    """
    options = options or TextOptions()
    column, field = options.column or 0, options.field
    if column and field:
        raise ConfigError("text: found a column and a field, expected one of them.")
    check_destinations([destination], paths)
    words_of = _cutter(paths, column, field, options.language) if options.words else str.split
    read = written = 0
    seen = {b""}
    with text_file(destination) as file:
        buffer: list[bytes] = []
        for found in _texts(paths, column, field):
            read += 1
            line = " ".join(words_of(html.unescape(found) if options.unescape else found)).encode()
            if progress and read % _BUFFER == 0:
                progress(_BUFFER)
            if options.unique:
                if line in seen:
                    continue
                seen.add(line)
            written += 1
            buffer.append(line + b"\n")
            if len(buffer) == _BUFFER:
                file.writelines(buffer)
                buffer.clear()
        file.writelines(buffer)
        if not written:
            names = ", ".join(os.fspath(path) for path in paths)
            raise ParagenError(f"{names}: found no text, so there is nothing to write.")
    return LineCounts(read, written, read - written)


def _cutter(paths: Sequence[StrPath], column: int, field: str, code: str) -> Callable[[str], list[str]]:
    """Return a function that cuts a line into the lookup forms of a language."""
    rules = rules_of(code)
    if not rules.cased:
        return Tokenizer(language=rules).words
    for path in paths:
        if not os.path.isfile(path):
            raise ConfigError(f"{os.fspath(path)}: found no regular file, expected one: text of {code} is read twice.")
    plain = Tokenizer(language=rules)
    counts = CaseCounts(rules)
    for found in _texts(paths, column, field):
        counts.add(plain.words(found))
    tokenizer = Tokenizer(language=rules, written=counts)
    return lambda text: sentence_forms(tokenizer, text, tokenizer.tokens(text))


def _texts(paths: Sequence[StrPath], column: int, field: str) -> Iterator[str]:
    for path in paths:
        for number, line in numbered_lines(path):
            if column:
                yield _cell(path, number, line, column)
            elif field:
                yield _member(path, number, line, field)
            else:
                yield line


def _cell(path: StrPath, number: int, line: str, column: int) -> str:
    cells = line.split("\t")
    if len(cells) < column:
        raise FormatError(
            f"{os.fspath(path)}:{number}", f"{len(cells)} columns", f"{column} or more, separated by tabs",
            "Name another column, or fix the line.",
        )  # fmt: skip
    return cells[column - 1]


def _member(path: StrPath, number: int, line: str, field: str) -> str:
    where, expected = f"{os.fspath(path)}:{number}", f"one JSON object per line with a string called {field!r}"
    data = parse_json(line, where, expected)
    text = data.get(field) if isinstance(data, dict) else None
    if not isinstance(text, str):
        raise FormatError(where, shown(line), expected)
    return text


class CaseCounts:
    """How often words with and without a capital occur in mid-sentence, to undo the capital of a sentence's first word.

    Parameters
    ----------
    language : of the text, one whose lookup forms keep case.
    """

    def __init__(self, language: Language) -> None:
        self._language = language
        self._within: Counter[str] = Counter()
        self._first: Counter[str] = Counter()

    def add(self, forms: Sequence[str]) -> None:
        """Count the words of a sentence, given as lookup forms."""
        case = SentenceCase(forms, forms, self._language)
        if case.all_capitals or case.headline:
            return
        for i, form in enumerate(forms):
            if form[:1].isalpha():
                (self._first if is_capital(form) and case.begins[i] else self._within)[form] += 1

    def usual(self, word: str) -> str:
        """Return the first word of a sentence as it is written in mid-sentence.

        A word never seen within a sentence keeps its capital if nouns have one, unless it begins sentences often, as imperatives
        do; else only if it has no other form.
        """
        small = word.lower()
        forms = [form for form in (word, word.capitalize(), small) if self._within[form]]
        if forms:
            return max(forms, key=self._within.__getitem__)
        return word if self._language.nouns_capital and self._first[word] < _OFTEN else small

    def is_name(self, word: str) -> bool:
        """Return False: counts of words alone cannot tell."""
        return False
