"""Makes a paraphrase table of texts that say the same line by line [Z08 section 4, eq. 6]."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.threads import thread_count
from paragen.tables.calibration.samples import write_candidates
from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import check_table_destination, write_pairs
from paragen.tables.parses.chunks import Chunks
from paragen.tables.parses.chunks_files import read_chunks
from paragen.tables.resources.opposites import without_opposites
from paragen.tables.resources.parallel.options import Options
from paragen.tables.resources.parallel.search import Search

CANDIDATES = 1000
"""Pairs of a sample."""
_SIMILARITIES = ("content", "context")  # as calibration knows them


@dataclass(frozen=True)
class Summary:
    """What was compared and found.

    Attributes
    ----------
    groups, texts, chunks : read.
    unit_pairs : pairs of units that were compared; both have chunks.
    comparisons : pairs of chunks that were.
    alike : pairs of phrases above the threshold, by label, each once whatever its direction.
    pairs, phrases : written: paraphrases, and phrases that have one.
    candidates : written to the sample.
    skips : what was left out of the texts, and pairs of opposites (either way).
    """

    groups: int
    texts: int
    chunks: int
    unit_pairs: int
    comparisons: int
    alike: dict[str, int]
    pairs: int
    phrases: int
    candidates: int = 0
    skips: Skips = field(default_factory=Skips, compare=False)


def parallel_files(
    groups: Sequence[Sequence[StrPath]],
    destination: StrPath,
    *,
    options: Options | None = None,
    licence: str = "",
    candidates: StrPath | None = None,
    candidates_limit: int = CANDIDATES,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> Summary:
    """Find paraphrases among the chunks of texts that say the same [Z08]_ section 4.

    Chunks with the same label of units with the same number are compared: Sim(p1, p2) = alpha Sim_content(p1, p2) +
    (1 - alpha) Sim_context(p1, p2), eq. 6, both being 2|A and B| / (|A| + |B|) over word types; the context is three words on
    each side. Pairs above the threshold are paraphrases, both ways; the score is the greatest similarity over all occurrences.

    Parameters
    ----------
    groups : of each, two texts or more that say the same, parsed: see `read_chunks`. All pairs of its texts are compared.
    destination : see `write_pairs`.
    options : what counts as a paraphrase.
    licence : of the pairs.
    candidates : a file to write a sample of compared pairs to, for calibration: see `write_candidates`.
    candidates_limit : pairs of the sample.
    threads : 0 for one for each processor; the output is the same.
    progress : called with the number of bytes read since the last call.

    Raises
    ------
    ConfigError : an option out of range, a group of one text.
    FormatError : a file is not what it should be; texts of a group have different numbers of units.
    ParagenError : no pair is similar enough.
    """
    options = options or Options()
    options.check()
    workers = thread_count(threads)
    check_table_destination(destination, options.top, inputs=chain.from_iterable(groups), others=[candidates])
    _check_groups(groups)
    if candidates_limit < 1:
        raise ConfigError(f"candidates_limit: found {candidates_limit}, expected 1 or more.")
    search = Search(options, candidates_limit if candidates is not None else 0, workers)
    for group in groups:
        search.add([_read(path, search, options, progress) for path in group])
    pairs = search.pairs() if options.keep_opposites else without_opposites(search.pairs(), search.skips)
    written = write_pairs(pairs, destination, top=options.top, licence=licence)
    sampled = write_candidates(search.sample(), candidates, _SIMILARITIES) if candidates is not None else 0
    return Summary(
        len(groups), sum(map(len, groups)), search.chunks, *search.found.counts(), search.alike(), written.pairs, written.phrases,
        sampled, search.skips,
    )  # fmt: skip


def _check_groups(groups: Sequence[Sequence[StrPath]]) -> None:
    if not groups:
        raise ConfigError("parallel: found no group of texts, expected one or more.")
    for group in groups:
        if len(group) < 2:
            raise ConfigError(f"{', '.join(map(str, group))}: found a group of one text, expected two or more.")
        for path in group:
            if stat.S_ISFIFO(os.stat(path).st_mode):  # a missing file is told here, before others are read
                raise ConfigError(f"{os.fspath(path)}: found a pipe, expected a file, which is read more than once.")


def _read(
    path: StrPath, search: Search, options: Options, progress: Callable[[int], object] | None
) -> tuple[str, Chunks, bool]:
    chunks, counted = read_chunks(
        path, search.words, search.skips, max_words=options.max_words, labels=options.labels, progress=progress
    )  # fmt: skip
    if max(len(chunks.words), len(search.words.texts)) >= 1 << 32:
        raise FormatError(os.fspath(path), f"{len(chunks.words)} words", "less than 2^32 a text", "Split it.")
    return os.fspath(path), chunks, counted
