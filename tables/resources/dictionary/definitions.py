"""Makes a paraphrase table from dictionaries, as a headword and its definition mean the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.packages import optional_package
from paragen.base.settings import number, whole
from paragen.tables.builder import Run, TableOptions, TableSummary
from paragen.tables.io.writing import Pair, check_table_destination, write_pairs

if TYPE_CHECKING:
    from paragen.tables.resources.dictionary.ranking import Ranked

@dataclass(frozen=True, kw_only=True)
class DefinitionsOptions(TableOptions):
    """Which definitions are kept, and how they are scored.

    Parameters
    ----------
    gamma : γ of [Z08 eq. 9].
    max_words : maximum words of a definition; longer ones explain rather than replace, and are left out.
    """

    gamma: float = number(0.9, above=0, most=1)
    max_words: int = whole(5, 1)


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
    from paragen.tables.resources.dictionary.ranking import Lexicon

    lexicon = Lexicon(options.max_words, run.skips)
    progress = run.counter("reading")
    for path in inputs:
        lexicon.read(path, progress)
    counted = _Counted()
    written = write_pairs(counted.pairs(lexicon.ranked(), options.gamma), destination, top=options.top, licence=options.licence)
    return DefinitionsSummary(
        senses=lexicon.senses, headwords=counted.headwords, pairs=written.pairs, phrases=written.phrases, skips=run.skips
    )


class _Counted:
    """Inflected pairs, counting headwords on the way."""

    def __init__(self) -> None:
        self.headwords = 0

    def pairs(self, ranked: Iterator[Ranked], gamma: float) -> Iterator[Pair]:
        from paragen.tables.resources.dictionary.head_inflection import inflected

        for headword, candidates in ranked:
            self.headwords += 1
            for rank, candidate in candidates:
                if score := gamma ** (rank - 1):  # the hundredth power of a small number may underflow to 0
                    for source, target in inflected(headword, candidate.phrase, candidate.part):
                        yield source, target, score
