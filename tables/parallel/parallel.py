"""Makes a paraphrase table of texts that say the same line by line [Z08 section 4, eq. 6]."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from paragen.errors import ConfigError, FormatError
from paragen.pipeline import thread_count
from paragen.tables.parallel.candidates import write_candidates
from paragen.tables.parallel.kernel import Comparisons, Phrases, Texts
from paragen.tables.parallel.marks import mark_of
from paragen.tables.parses.chunks import LABELS, MAX_WORDS, Array, Chunks, Words
from paragen.tables.parses.chunks_files import read_chunks
from paragen.tables.skips import Skips
from paragen.tables.writing import TOP, Pair, check_table_destination, write_pairs

ALPHA = 0.5
"""Weight of the words of the chunks, beside 1 - ALPHA for those around them."""
THRESHOLD = 0.475
"""Th1: chunks that are more similar are paraphrases."""
CANDIDATES = 1000

StrPath = str | os.PathLike[str]
_SLICE = 500  # units a thread takes at a time


@dataclass(frozen=True)
class Options:
    """What counts as a paraphrase.

    Parameters
    ----------
    alpha : weight of the overlap of the chunks' own words, 0 to 1; the rest is that of their contexts.
    threshold : Th1, from 0 to below 1.
    top : paraphrases a phrase, best first.
    labels : kinds of chunks.
    max_words : words of the longest chunk.
    containment : whether a paraphrase may have all words of its phrase and more, or some of them and no other.
    all_pairs : whether each chunk is paired with all that are similar enough, rather than with its counterpart alone: the
        most similar one, if it is so in both directions. The same words are the counterpart, where they stand in both units.
    """

    alpha: float = ALPHA
    threshold: float = THRESHOLD
    top: int = TOP
    labels: tuple[str, ...] = LABELS
    max_words: int = MAX_WORDS
    containment: bool = False
    all_pairs: bool = False

    def check(self) -> None:
        """Raise ConfigError for an option out of range."""
        if not 0 <= self.alpha <= 1:
            raise ConfigError(f"alpha: found {self.alpha:g}, expected 0 to 1.")
        if not 0 <= self.threshold < 1:
            raise ConfigError(f"threshold: found {self.threshold:g}, expected 0 or more and less than 1.")
        if self.max_words < 1:
            raise ConfigError(f"max_words: found {self.max_words}, expected 1 or more.")
        for label in self.labels:
            if label not in LABELS:
                raise ConfigError(f"labels: found {label!r}, expected some of {','.join(LABELS)}.")
        if not self.labels:
            raise ConfigError(f"labels: found none, expected some of {','.join(LABELS)}.")


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
    skips : what was left out of the texts.
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
    if candidates is not None and candidates_limit < 1:
        raise ConfigError(f"candidates_limit: found {candidates_limit}, expected 1 or more.")
    for group in groups:
        if len(group) < 2:
            raise ConfigError(f"{', '.join(map(os.fspath, group))}: found a group of one text, expected two or more.")
    if not groups:
        raise ConfigError("parallel: found no group of texts, expected one or more.")
    check_table_destination(destination, options.top)
    if candidates is not None:
        _check_folder(candidates)
    search = _Search(options, candidates_limit if candidates is not None else 0, workers)
    for group in groups:
        search.add([_read(path, search, options, progress) for path in group])
    written = write_pairs(search.pairs(), destination, top=options.top, licence=licence)
    sampled = write_candidates(search.sample(), candidates) if candidates is not None else 0
    return Summary(
        len(groups), sum(map(len, groups)), search.chunks, *search.found.counts(), search.alike(), written.pairs, written.phrases,
        sampled, search.skips,
    )  # fmt: skip


def _check_folder(path: StrPath) -> None:
    parent = os.path.dirname(os.fspath(path)) or "."
    if not os.path.isdir(parent):
        raise ConfigError(f"{os.fspath(path)}: there is no folder {parent}. Create it first.")


def _read(
    path: StrPath, search: _Search, options: Options, progress: Callable[[int], object] | None
) -> tuple[str, Chunks, bool]:
    words, limits = search.words, {"max_words": options.max_words, "labels": options.labels}
    chunks, counted = read_chunks(path, words, search.skips, progress=progress, **limits)
    if max(len(chunks.words), len(words.texts)) >= 1 << 32:
        raise FormatError(os.fspath(path), f"{len(chunks.words)} words", "less than 2^32 a text", "Split it.")
    return os.fspath(path), chunks, counted


class _Search:
    """Compares group after group, with the same numbers of words and phrases throughout."""

    def __init__(self, options: Options, sample: int, workers: int) -> None:
        self.words, self.phrases, self.skips, self.chunks = Words(), Phrases(), Skips(), 0
        self._settings = (options.alpha, options.threshold, options.containment, options.all_pairs, sample)
        self.found = Comparisons(*self._settings)
        self._workers = workers
        self._in_context = np.zeros(0, np.uint8)
        self._word_marks, self._phrase_marks = np.zeros(0, np.uint64), np.zeros(0, np.uint64)

    def add(self, texts: list[tuple[str, Chunks, bool]]) -> None:
        """Compare the texts of a group."""
        units = _common_units(texts)
        columns = [self._columns(chunks, units) for _, chunks, _ in texts]
        self._learn()
        group = Texts(columns, self._in_context, self._phrase_marks)
        parts = [Comparisons(*self._settings) for _ in range(self._workers)]

        def work(worker: int) -> None:
            for begin in range(worker * _SLICE, units, self._workers * _SLICE):
                parts[worker].run(group, begin, min(begin + _SLICE, units))

        with ThreadPoolExecutor(self._workers, thread_name_prefix="paragen") as pool:
            list(pool.map(work, range(self._workers)))
        for part in parts:
            self.found.add(part)

    def _columns(self, chunks: Chunks, units: int) -> tuple[Array, ...]:
        """Return the arrays of a text, with empty units at its end where others have more, and its phrases numbered."""
        self.chunks += len(chunks.begin)
        missing = units - chunks.units
        unit_words, unit_chunks = (np.pad(array, (0, missing), "edge") for array in (chunks.unit_words, chunks.unit_chunks))
        phrase = self.phrases.add(chunks.words, chunks.begin, chunks.end)
        return chunks.words, unit_words, unit_chunks, chunks.begin, chunks.end, chunks.label, phrase

    def _learn(self) -> None:
        """Look at the words and phrases that are new."""
        new = self.words.texts[len(self._in_context) :]
        spoken = np.array([any(map(str.isalnum, word)) for word in new], np.uint8)
        self._in_context = np.concatenate((self._in_context, spoken))
        self._word_marks = np.concatenate((self._word_marks, np.array([mark_of(word) for word in new], np.uint64)))
        marks = self.phrases.marks(self._word_marks, len(self._phrase_marks))
        self._phrase_marks = np.concatenate((self._phrase_marks, marks))

    def _text(self, phrase: int) -> str:
        return " ".join(self.words.texts[word] for word in self.phrases.words(phrase))

    def pairs(self) -> Iterator[Pair]:
        """Yield the paraphrases, both ways."""
        for left, right, score, _ in zip(*map(np.ndarray.tolist, self.found.pairs()), strict=True):
            one, other = self._text(left), self._text(right)
            yield one, other, min(score, 1.0)
            yield other, one, min(score, 1.0)

    def alike(self) -> dict[str, int]:
        """Count the pairs by label."""
        counts = np.bincount(self.found.pairs()[3], minlength=len(LABELS)).tolist()
        return {label: count for label, count in zip(LABELS, counts, strict=True) if count}

    def sample(self) -> list[tuple[str, str, float, float]]:
        """Return the candidates that were kept, as texts, in the order of these."""
        return sorted((self._text(left), self._text(right), *overlaps) for left, right, *overlaps in self.found.candidates())


def _common_units(texts: list[tuple[str, Chunks, bool]]) -> int:
    """Return how many units the texts of a group have, the most where they cannot be counted."""
    for (path, chunks, counted), (other_path, other, other_counted) in combinations(texts, 2):
        if counted and other_counted and chunks.units != other.units:
            raise FormatError(
                other_path, f"{other.units} units", f"{chunks.units} as in {path}",
                "Line n of each text of a group says the same.",
            )  # fmt: skip
    return max(chunks.units for _, chunks, _ in texts)
