"""Makes a paraphrase table from hand-written pairs of phrases, each in all its inflected forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.packages import optional_package
from paragen.base.settings import number
from paragen.tables.builder import Run, TableOptions, TableSummary
from paragen.tables.io.writing import Pair, check_table_destination, write_pairs
from paragen.text.slots import pattern_pair
from paragen.text.tokenizer import Tokenizer


@dataclass(frozen=True, kw_only=True)
class EntriesOptions(TableOptions):
    """Which entries are kept: those whose score is ``min_score`` or more."""

    min_score: float = number(0.0, least=0, most=1)


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
    inputs : lines ``source <tab> target <tab> part of speech <tab> score``; see `paragen.tables.resources.inflection.entries`.
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
        from paragen.tables.resources.inflection.entries import read_entries
        from paragen.tables.resources.inflection.inflect import inflected

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
