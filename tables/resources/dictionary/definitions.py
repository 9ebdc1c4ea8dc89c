"""Makes a paraphrase table of dictionaries: a headword and its definition say the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.packages import optional_package
from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import TOP, Pair, check_table_destination, write_pairs

if TYPE_CHECKING:
    from paragen.tables.resources.dictionary.ranking import Ranked

GAMMA = 0.9
"""[Z08 eq. 9]"""
MAX_WORDS = 5
"""Words of a definition that is kept: longer ones explain rather than replace."""


@dataclass(frozen=True)
class Summary:
    """What the definitions gave.

    Attributes
    ----------
    senses : senses that were read.
    headwords : words with a definition that can take their place.
    pairs, phrases : inflected pairs in the table, and phrases to paraphrase.
    skips : what was left out.
    """

    senses: int
    headwords: int
    pairs: int
    phrases: int
    skips: Skips = field(compare=False)


def definitions_files(
    inputs: Sequence[StrPath],
    destination: StrPath,
    *,
    gamma: float = GAMMA,
    max_words: int = MAX_WORDS,
    top: int = TOP,
    licence: str = "",
    progress: Callable[[int], object] | None = None,
) -> Summary:
    """Make paraphrases of headwords and their definitions: Score(p1, p2) = γ^(i-1) [Z08 eq. 9]_, i the rank of p2.

    The definitions of a headword are ranked in the order of the inputs, then of the senses, then within a sense. A sense of
    which nothing is kept has its rank nevertheless.

    Parameters
    ----------
    inputs : dictionaries; see `paragen.tables.resources.dictionary.sources.read_dictionary`.
    destination : the table, text or Parquet by its name; see `paragen.tables.io.writing.write_pairs`.
    gamma : γ, above 0 and at most 1.
    max_words : of a definition; longer ones are left out.
    top : paraphrases of a phrase, at most.
    licence : of the dictionaries, kept in Parquet.
    progress : is told how many senses were read.

    Raises
    ------
    ConfigError : an option out of range, a destination that cannot be.
    FormatError : an input is no dictionary, or damaged.
    MissingPackageError : lemminflect is not installed.
    ParagenError : no definition is left.
    """
    if not 0 < gamma <= 1:
        raise ConfigError(f"gamma: found {gamma:g}, expected a number above 0 and at most 1.")
    if max_words < 1:
        raise ConfigError(f"max-words: found {max_words}, expected 1 or more.")
    if not inputs:
        raise ConfigError("definitions: found no dictionary, expected one or more.")
    check_table_destination(destination, top, inputs=inputs)
    optional_package("lemminflect", "inflecting definitions", "mine")
    from paragen.tables.resources.dictionary.ranking import Lexicon

    lexicon = Lexicon(max_words)
    for path in inputs:
        lexicon.read(path, progress)
    counted = _Counted()
    written = write_pairs(counted.pairs(lexicon.ranked(), gamma), destination, top=top, licence=licence)
    return Summary(lexicon.senses, counted.headwords, written.pairs, written.phrases, lexicon.skips)


class _Counted:
    """Inflected pairs, whose headwords are counted as they come."""

    def __init__(self) -> None:
        self.headwords = 0

    def pairs(self, ranked: Iterator[Ranked], gamma: float) -> Iterator[Pair]:
        from paragen.tables.resources.dictionary.head_inflection import inflected

        for headword, candidates in ranked:
            self.headwords += 1
            for rank, candidate in candidates:
                if score := gamma ** (rank - 1):  # the hundredth power of a small number may be none
                    for source, target in inflected(headword, candidate.phrase, candidate.part):
                        yield source, target, score
