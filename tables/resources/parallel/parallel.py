"""Makes a paraphrase table from texts that say the same thing line by line [Z08 section 4, eq. 6]."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.tables.builder import Run, TableSummary
from paragen.tables.calibration.labelled import write_candidates
from paragen.tables.inflection.opposites import without_opposites
from paragen.tables.io.writing import check_table_destination, write_pairs
from paragen.tables.parses.chunks import Chunks
from paragen.tables.parses.chunks_files import read_chunks
from paragen.tables.resources.parallel.options import ParallelOptions
from paragen.tables.resources.parallel.search import Search

_SIMILARITIES = ("content", "context")  # as calibration knows them


@dataclass(frozen=True, kw_only=True)
class ParallelSummary(TableSummary):
    """What was compared and found.

    Attributes
    ----------
    groups, texts, chunks : how many were read.
    unit_pairs : pairs of units that were compared, as both have chunks.
    comparisons : pairs of chunks that were compared.
    similar : pairs of phrases above the threshold by label, each counted once for both directions.
    candidates : written to the sample.
    """

    groups: int
    texts: int
    chunks: int
    unit_pairs: int
    comparisons: int
    similar: dict[str, int]
    candidates: int = 0

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {label}" for label, count in self.similar.items())
        made = f"{self.pairs} paraphrases of {self.phrases} phrases ({kinds} above the threshold, in either direction)"
        sampled = f"; {self.candidates} candidates to label" if self.candidates else ""
        return f"{made}, from {self.comparisons} pairs of chunks in {self.unit_pairs} pairs of lines{sampled}"


def build_parallel(
    groups: Sequence[Sequence[StrPath]], destination: StrPath, options: ParallelOptions | None = None, run: Run | None = None
) -> ParallelSummary:
    """Find paraphrases among the chunks of texts that say the same thing [Z08]_ section 4.

    Chunks with the same label in units with the same number are compared: Sim(p1, p2) = alpha Sim_content(p1, p2) +
    (1 - alpha) Sim_context(p1, p2), eq. 6, both being 2|A and B| / (|A| + |B|) over word types; the context is three words on
    each side. Pairs above the threshold are paraphrases in both directions; the score is the highest similarity over all
    occurrences.

    Parameters
    ----------
    groups : each with two or more texts that say the same thing, parsed: see `read_chunks`. All pairs of its texts are compared.
    destination : see `write_pairs`.
    options : what counts as a paraphrase.
    run : threads; the step is "reading".

    Raises
    ------
    ConfigError : a group has only one text, or the destination cannot be written.
    FormatError : a file is malformed, or texts of a group have different numbers of units.
    ParagenError : no pair is similar enough.
    """
    options, run = options or ParallelOptions(), run or Run()
    check_table_destination(destination, options.top, inputs=chain.from_iterable(groups), others=[options.candidates])
    _check_groups(groups)
    search = Search(options, run)
    progress = run.counter("reading", sum(os.path.getsize(path) for path in chain.from_iterable(groups)))
    for group in groups:
        search.add([_read(path, search, options, progress) for path in group])
    pairs = search.pairs() if options.keep_opposites else without_opposites(search.pairs(), run.skips)
    written = write_pairs(pairs, destination, top=options.top, licence=options.licence)
    sampled = write_candidates(search.sample(), options.candidates, _SIMILARITIES) if options.candidates is not None else 0
    unit_pairs, comparisons = search.found.counts()
    return ParallelSummary(
        groups=len(groups), texts=sum(map(len, groups)), chunks=search.chunks, unit_pairs=unit_pairs, comparisons=comparisons,
        similar=search.similar(), pairs=written.pairs, phrases=written.phrases, candidates=sampled, skips=run.skips,
    )  # fmt: skip


def _check_groups(groups: Sequence[Sequence[StrPath]]) -> None:
    if not groups:
        raise ConfigError("parallel: found no group of texts, expected one or more.")
    for group in groups:
        if len(group) < 2:
            raise ConfigError(f"{', '.join(map(str, group))}: found a group of one text, expected two or more.")
        for path in group:
            if stat.S_ISFIFO(os.stat(path).st_mode):  # this reports a missing file before others are read
                raise ConfigError(f"{os.fspath(path)}: found a pipe, expected a file, which is read more than once.")


def _read(
    path: StrPath, search: Search, options: ParallelOptions, progress: Callable[[int], object] | None
) -> tuple[str, Chunks, bool]:
    chunks, counted = read_chunks(
        path, search.words, search.skips, max_words=options.max_words, labels=options.labels, progress=progress
    )  # fmt: skip
    if max(len(chunks.words), len(search.words.texts)) >= 1 << 32:
        raise FormatError(os.fspath(path), f"{len(chunks.words)} words", "fewer than 2^32 per text", "Split it.")
    return os.fspath(path), chunks, counted
