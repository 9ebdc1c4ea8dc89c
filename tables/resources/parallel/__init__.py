"""Makes a paraphrase table from texts that say the same thing line by line [Z08 section 4, eq. 6]."""

from __future__ import annotations

import os
import re
import stat
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.tables.builder import Run, TableSummary
from paragen.tables.calibration.labelled import write_candidates
from paragen.tables.inflection.opposites import without_opposites
from paragen.tables.io.writing import Pair, check_table_destination, write_pairs
from paragen.tables.parses.chunks import Array, Chunks, Words
from paragen.tables.parses.chunks_files import read_chunks
from paragen.tables.parses.options import LABELS
from paragen.tables.resources.kernel import Comparisons, Phrases, Texts
from paragen.tables.resources.options import ParallelOptions

__all__ = ["ParallelOptions", "ParallelSummary", "build_parallel"]

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
        similar={label: search.similar[label] for label in LABELS if search.similar[label]}, pairs=written.pairs,
        phrases=written.phrases, candidates=sampled, skips=run.skips,
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


_SLICE = 500  # units a thread takes at a time
_FEW, _PART = 100, 10  # this many units, or one in this many, may be empty at the end of a text


class Search:
    """Compares group after group, with one numbering of words and phrases throughout."""

    def __init__(self, options: ParallelOptions, run: Run) -> None:
        self.words, self.phrases, self.skips, self.chunks = Words(), Phrases(), run.skips, 0
        sample = options.candidates_limit if options.candidates is not None else 0
        self._settings = (options.alpha, options.threshold, options.containment, options.all_pairs, sample)
        self.found, self.similar = Comparisons(*self._settings), Counter[str]()
        self._workers = run.workers
        self._in_context = np.zeros(0, np.uint8)
        self._word_marks, self._phrase_marks = np.zeros(0, np.uint64), np.zeros(0, np.uint64)

    def add(self, texts: list[tuple[str, Chunks, bool]]) -> None:
        """Compare the texts of a group, each given by path, chunks, and whether its number of units is certain."""
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
        """Return the arrays of a text, padded with empty units at its end if others have more, and with phrase numbers."""
        self.chunks += len(chunks.begin)
        missing = units - chunks.units
        unit_words, unit_chunks = (np.pad(array, (0, missing), "edge") for array in (chunks.unit_words, chunks.unit_chunks))
        phrase = self.phrases.add(chunks.words, chunks.begin, chunks.end)
        return chunks.words, unit_words, unit_chunks, chunks.begin, chunks.end, chunks.label, phrase

    def _learn(self) -> None:
        """Look up the properties of new words and phrases."""
        new = self.words.texts[len(self._in_context) :]
        spoken = np.array([any(map(str.isalnum, word)) for word in new], np.uint8)
        self._in_context = np.concatenate((self._in_context, spoken))
        self._word_marks = np.concatenate((self._word_marks, np.array([mark_of(word) for word in new], np.uint64)))
        marks = self.phrases.marks(self._word_marks, len(self._phrase_marks))
        self._phrase_marks = np.concatenate((self._phrase_marks, marks))

    def _text(self, phrase: int) -> str:
        return " ".join(self.words.texts[word] for word in self.phrases.words(phrase))

    def pairs(self) -> Iterator[Pair]:
        """Yield the paraphrases, in both directions, and count them by label in ``similar``."""
        for left, right, score, label in self.found.pairs():
            self.similar[LABELS[label]] += 1
            one, other = self._text(left), self._text(right)
            yield one, other, min(score, 1.0)
            yield other, one, min(score, 1.0)

    def sample(self) -> list[tuple[str, str, float, float]]:
        """Return the candidates that were kept, as texts, sorted."""
        found = self.found.candidates()
        return sorted((self._text(left), self._text(right), content, context) for left, right, content, context in found)


def _common_units(texts: list[tuple[str, Chunks, bool]]) -> int:
    """Return how many units the texts of a group have: the maximum, as some formats omit empty units at the end."""
    for (path, chunks, counted), (other_path, other, other_counted) in combinations(texts, 2):
        apart = abs(chunks.units - other.units)
        most = 0 if counted and other_counted else max(_FEW, max(chunks.units, other.units) // _PART)
        if apart > most:
            raise FormatError(
                other_path, f"{other.units} units", f"{chunks.units} as in {path}",
                "Line n of each text in a group must say the same thing.",
            )  # fmt: skip
    return max(chunks.units for _, chunks, _ in texts)


# Words on one line share a mark. Word overlap does not see their weight: one more or fewer of them changes the meaning.
_MARKS = [
    "not no never none neither nor nothing nobody nowhere cannot without",
    "i me my mine myself we us our ours ourselves",
    "you thou thee thy thine ye your yours yourself yourselves thyself",
    "he him his himself",
    "she her hers herself",
    "they them their theirs themselves",
    *(
        "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
        "|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred hundreds|thousand thousands|million millions"
    ).split("|"),
]
_VALUES = [str(value) for value in (*range(2, 20), *range(20, 100, 10), 100, 1000, 1_000_000)]
_FIRST_NUMBER = len(_MARKS) - len(_VALUES)
_MARK = {word: mark for mark, line in enumerate(_MARKS) for word in line.split()}
_MARK |= {value: _FIRST_NUMBER + mark for mark, value in enumerate(_VALUES)}
_NEGATION = 0
_OTHER_NUMBERS = range(len(_MARKS), 64)
_DIGIT = re.compile(r"\d")


def mark_of(word: str) -> int:
    """Return the mark of a lookup word as a bit, for negations, persons and numbers (*12* and *twelve* share one); 0 for none."""
    if word.endswith("n't"):
        return 1 << _NEGATION
    if word in _MARK:
        return 1 << _MARK[word]
    if _DIGIT.search(word):
        plain = word.replace(",", "")
        if plain in _MARK:
            return 1 << _MARK[plain]
        return 1 << _OTHER_NUMBERS[zlib.crc32(plain.encode()) % len(_OTHER_NUMBERS)]
    return 0
