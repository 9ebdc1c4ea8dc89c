"""Forced wording (``--always``): phrases that must be replaced wherever they occur."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.options.blocked import Blocked
from paragen.pairs.files import PairRow, read_pair_rows
from paragen.request.forced import Force
from paragen.text.render import AsWritten, Renderer
from paragen.text.tokenizer import Spans, Tokenizer
from paragen.text.written import Words, has_capitals, own_capitals

AlwaysWording = Mapping[str, str] | StrPath | Iterable[StrPath]
"""Phrases and what they must become, the file of such pairs, or several files."""
_TABLE = -1


class _Rule(NamedTuple):
    """A phrase and what it becomes, as lookup forms; ``written``: how the phrase must be written, if it has capitals; ``phrase``:
    as given."""

    source: Words
    written: Words | None
    target: Words
    phrase: str


class _Step(NamedTuple):
    begin: int
    end: int
    words: Words
    table: int = _TABLE


class Always:
    """Phrases that must be replaced.

    A phrase matches in any case, or, if it is written with capitals, only with these; of several that begin at a word, the
    longest wins. Its replacement takes over case as substitutes do, and keeps capitals of its own.

    Parameters
    ----------
    wording : replacements by phrase, or files of pairs; see :func:`paragen.pairs.files.read_pair_rows`.
    tokenizer : splits them as the text is split.
    blocked : wording that must not be produced.

    Raises
    ------
    FormatError : not a file of pairs, or a pair with a score.
    ConfigError : a phrase with two replacements, or a blocked one.
    """

    def __init__(self, wording: AlwaysWording, tokenizer: Tokenizer, blocked: Blocked) -> None:
        self._tokenizer = tokenizer
        self._rules: dict[str, list[_Rule]] = {}
        self._own: dict[tuple[Words, Words], AsWritten] = {}
        self.pairs: list[tuple[str, str]] = []
        self._found_phrases: set[str] = set()
        known: dict[tuple[Words, Words | None], str] = {}
        for where, row in _rows(wording):
            source, source_written = self._split(where, row.source)
            target, target_written = self._split(where, row.target)
            written = own_capitals(source, source_written, row.target)
            rule = _Rule(source, None if written == source else written, target, row.source)
            if known.setdefault((source, rule.written), row.target) != row.target:
                other = known[source, rule.written]
                raise ConfigError(f"{where}: {row.source!r} must become {row.target!r}, and {other!r}. Keep one.")
            if blocked.forbids(source, target):
                raise ConfigError(f"{where}: {row.source!r} must become {row.target!r}, which is blocked. Leave out one of both.")
            own = own_capitals(target, target_written, row.source)
            self._own[source, target] = AsWritten(own, verbatim=rule.written is not None)
            self._rules.setdefault(source[0], []).append(rule)
            self.pairs.append((row.source, row.target))
        for rules in self._rules.values():
            rules.sort(key=lambda rule: (-len(rule.source), rule.written is None))

    @property
    def unused(self) -> list[str]:
        """The phrases, as given, that have stood nowhere so far where they may change, each once."""
        return list(dict.fromkeys(phrase for phrase, _ in self.pairs if phrase not in self._found_phrases))

    @property
    def replaced(self) -> list[Words]:
        """The phrases that no edit may bring back: not those replaced by themselves or that match only with capitals."""
        rules = [rule for rules in self._rules.values() for rule in rules]
        return [rule.source for rule in rules if rule.written is None and rule.source != rule.target]

    def _split(self, where: str, phrase: str) -> tuple[Words, Words]:
        spans = self._tokenizer.tokens(phrase)
        forms = tuple(self._tokenizer.forms(phrase, spans))
        if not forms:
            raise ConfigError(f"{where}: found the phrase {phrase!r}, expected one with a word in it.")
        return forms, tuple(phrase[begin:end] for begin, end in spans)

    def force(self, text: str, spans: Spans, words: Sequence[str], fixed: bytes, taken: Sequence[tuple[int, int]]) -> list[Force]:
        """Return the forced wordings of a text and the characters that they replace, from left to right.

        Parameters
        ----------
        spans, words : its tokens and their lookup forms.
        fixed : a byte for each token, true for those that stay.
        taken : spans of characters that no phrase may overlap or cross.
        """
        steps = list(self._steps(text, spans, words, fixed, taken))
        if not steps:
            return []
        tokenizer = self._tokenizer
        stops = sorted({begin for begin, end in taken if begin == end})
        renderer = Renderer(text, spans, words, fixed, tokenizer.tokenized, (), tokenizer.language, self._own, stops=stops)
        return renderer.pieces(steps)

    def _steps(
        self, text: str, spans: Spans, words: Sequence[str], fixed: bytes, taken: Sequence[tuple[int, int]]
    ) -> Iterator[_Step]:
        at = 0
        while at < len(words):
            rule = next((rule for rule in self._found(text, spans, words, at)
                         if _is_free(text, spans[at][0], spans[at + len(rule.source) - 1][1], taken)
                         and not any(fixed[at : at + len(rule.source)])), None)  # fmt: skip
            if rule is not None:
                self._found_phrases.add(rule.phrase)
                yield _Step(at, at + len(rule.source), rule.target)
            at += 1 if rule is None else len(rule.source)

    def _found(self, text: str, spans: Spans, words: Sequence[str], at: int) -> Iterator[_Rule]:
        """Yield the rules whose phrase begins at a word, the longest first."""
        for rule in self._rules.get(words[at], ()):
            end = at + len(rule.source)
            if tuple(words[at:end]) == rule.source:
                surfaces = (text[first:last] for first, last in spans[at:end])
                if rule.written is None or has_capitals(rule.written, rule.source, surfaces):
                    yield rule


def _is_free(text: str, begin: int, end: int, taken: Sequence[tuple[int, int]]) -> bool:
    """Return whether characters are on one line, and no taken span overlaps them or lies between them."""
    return "\n" not in text[begin:end] and not any(first < end and begin < last for first, last in taken)


def _rows(wording: AlwaysWording) -> Iterator[tuple[str, PairRow]]:
    """Yield each pair, and its place for messages."""
    if isinstance(wording, Mapping):
        for source, target in wording.items():
            if not isinstance(source, str) or not isinstance(target, str):
                raise ConfigError(f"always: found {target!r} for {source!r}, expected a phrase for a phrase.")
            yield "always", PairRow(0, source, target, None)
        return
    for path in [wording] if isinstance(wording, (str, os.PathLike)) else wording:
        for row in read_pair_rows(path):
            where = f"{os.fspath(path)}:{row.line}"
            if row.score is not None:
                remedy = "Leave the score out, or give the file as a table: --table NAME=FILE."
                raise FormatError(where, f"the score {row.score:g}", "a phrase and what it must become", remedy)
            yield where, row
