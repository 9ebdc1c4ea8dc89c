"""Makes a paraphrase table from dictionaries, as a headword and its definition mean the same [Z08 section 4]."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import Skips
from paragen.base.packages import optional_package
from paragen.tables.builder import Run, TableSummary
from paragen.tables.inflection.function_words import FUNCTION_WORDS, LIGHT_VERBS
from paragen.tables.io.writing import Pair, check_table_destination, write_pairs
from paragen.tables.resources.dictionary.definition_phrases import Candidate, CutSense, cut_sense, lookup, own_lemmas
from paragen.tables.resources.dictionary.pos_rules import inflected
from paragen.tables.resources.dictionary.sense import Sense, follow
from paragen.tables.resources.dictionary.sources import read_dictionary
from paragen.tables.resources.options import DefinitionsOptions

__all__ = ["DefinitionsOptions", "DefinitionsSummary", "build_definitions"]


@dataclass(frozen=True, kw_only=True)
class DefinitionsSummary(TableSummary):
    """The result of reading definitions.

    Attributes
    ----------
    senses : senses that were read.
    headwords : words with a definition that can replace them.
    """

    senses: int
    headwords: int

    def __str__(self) -> str:
        made = f"{self.pairs} pairs of {self.phrases} phrases"
        return f"{made}, from the definitions of {self.headwords} words, from {self.senses} senses"


def build_definitions(
    inputs: Sequence[StrPath], destination: StrPath, options: DefinitionsOptions | None = None, run: Run | None = None
) -> DefinitionsSummary:
    """Make paraphrases from headwords and their definitions: Score(p1, p2) = γ^(i-1) [Z08 eq. 9]_, where i is the rank of p2.

    The definitions of a headword are ranked in the order of the inputs, then of the senses, then within a sense. A sense from
    which nothing is kept still takes up a rank.

    Parameters
    ----------
    inputs : dictionaries; see `paragen.tables.resources.dictionary.sources.read_dictionary`.
    destination : the table, text or Parquet by its name; see `paragen.tables.io.writing.write_pairs`.
    options : which definitions are kept.
    run : the step is "reading", which counts senses.

    Raises
    ------
    ConfigError : there is no input, or the destination cannot be written.
    FormatError : an input is not a dictionary, or is damaged.
    MissingPackageError : lemminflect is not installed.
    ParagenError : no definition is left.
    """
    options, run = options or DefinitionsOptions(), run or Run()
    if not inputs:
        raise ConfigError("definitions: found no dictionary, expected one or more.")
    check_table_destination(destination, options.top, inputs=inputs)
    optional_package("lemminflect", "inflecting definitions", "mine")
    lexicon = Lexicon(options.max_words, run.skips)
    progress = run.counter("reading")
    for path in inputs:
        lexicon.read(path, progress)
    written = write_pairs(lexicon.pairs(options.gamma), destination, top=options.top, licence=options.licence)
    return DefinitionsSummary(
        senses=lexicon.senses, headwords=lexicon.headwords, pairs=written.pairs, phrases=written.phrases, skips=run.skips
    )


_REPORT = 1000
_NOTHING = CutSense()  # shared, as there are many

Entry = tuple[CutSense, str]
"""A sense, and its part of speech."""

Ranked = tuple[str, list[tuple[int, Candidate]]]
"""A headword in lookup form, and its candidates with their ranks, from 1."""


class Lexicon:
    """The definitions of all headwords of some dictionaries, reduced to phrases.

    Parameters
    ----------
    max_words : maximum words of a definition; longer ones are left out.
    skips : counts what is left out.

    Attributes
    ----------
    senses : how many were read.
    headwords : how many have a definition that can replace them, as far as `pairs` has come.
    """

    def __init__(self, max_words: int, skips: Skips) -> None:
        self.senses, self.headwords, self.skips = 0, 0, skips
        self._max_words = max_words
        self._entries: dict[str, list[Entry]] = {}

    def read(self, path: StrPath, progress: Callable[[int], object] | None = None) -> None:
        """Append the senses of a dictionary.

        Raises
        ------
        FormatError : it is not a dictionary, or is damaged.
        """
        before = self.senses
        for sense in read_dictionary(path, self.skips):
            self.senses += 1
            if progress and not self.senses % _REPORT:
                progress(_REPORT)
            self._add(sense)
        if self.senses == before:
            raise FormatError(os.fspath(path), "no definition", "a dictionary with headwords and definitions")

    def _add(self, sense: Sense) -> None:
        headword = lookup(sense.headword)
        if not _is_headword(headword):
            self.skips.add("headwords that are not a word, or part of one", sense.where, sense.headword)
        elif headword in FUNCTION_WORDS or headword in LIGHT_VERBS:
            self.skips.add("definitions of function words", sense.where, sense.headword)
        else:
            found = cut_sense(headword, sense.part, sense.text, self._max_words)
            if found.reason:
                self.skips.add(found.reason, sense.where, sense.text)
            self._entries.setdefault(headword, []).append((_NOTHING if found.reason else found, sense.part))

    def pairs(self, gamma: float) -> Iterator[Pair]:
        """Yield headwords and their definitions, inflected, with their scores γ^(i-1)."""
        for headword, candidates in self.ranked():
            self.headwords += 1
            for rank, candidate in candidates:
                if score := gamma ** (rank - 1):  # the hundredth power of a small number may underflow to 0
                    for source, target in inflected(headword, candidate.phrase, candidate.part):
                        yield source, target, score

    def ranked(self) -> Iterator[Ranked]:
        """Yield headwords with their candidates, best first; a sense without candidates still takes up a rank."""
        defined = {word: entries for word, entries in self._entries.items() if any(found.candidates for found, _ in entries)}
        named = {word: [found.reference for found, _ in entries if found.reference] for word, entries in self._entries.items()}
        references = {word: words for word, words in named.items() if words}
        for headword, entries in self._entries.items():
            ranks: dict[Candidate, int] = {}
            rank = 0
            for (found, to, _), part in entries:
                if to:
                    found = self._referred(headword, to, part, references, defined)
                for candidate in found:
                    if candidate not in ranks:
                        rank += 1
                        ranks[candidate] = rank
                rank += not found
            if ranks:
                yield headword, [(rank, candidate) for candidate, rank in ranks.items()]

    def _referred(
        self, headword: str, to: str, part: str, references: dict[str, list[str]], defined: dict[str, list[Entry]]
    ) -> tuple[Candidate, ...]:
        """Return the words on the way of a reference, and the candidates of the last of them."""
        followed = follow(headword, to, references, defined)
        if followed.circular:
            self.skips.add("references that lead in a circle", headword)
            return ()
        if headword.endswith(to) or to.endswith(headword):
            self.skips.add("references to a word the headword is derived from", headword, to)  # "unhandy: see handy"
            return ()
        last = [candidate for found, _ in defined.get(followed.way[-1], ()) for candidate in found.candidates]
        part = part or (last[0].part if last else "nm")
        own = own_lemmas(headword)
        named = [Candidate(word, part) for word in followed.way]
        return tuple(candidate for candidate in (*named, *last) if own.isdisjoint(candidate.phrase.split(" ")))


def _is_headword(phrase: str) -> bool:
    words = phrase.split(" ")
    return (
        len(phrase) > 1
        and not phrase.startswith("-")
        and not phrase.endswith("-")
        and all(
            word[0].isalpha() and word.replace("-", "").replace("'", "").replace(".", "").isalpha() or word in ("'s", "'")
            for word in words
        )
    )
