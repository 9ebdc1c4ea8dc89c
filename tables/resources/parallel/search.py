"""Compares the chunks of groups of texts, on several threads."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations

import numpy as np

from paragen.base.errors import FormatError
from paragen.tables.builder import Run
from paragen.tables.io.writing import Pair
from paragen.tables.parses.chunks import Array, Chunks, Words
from paragen.tables.parses.options import LABELS
from paragen.tables.resources.kernel import Comparisons, Phrases, Texts
from paragen.tables.resources.parallel.options import ParallelOptions

_SLICE = 500  # units a thread takes at a time
_FEW, _PART = 100, 10  # this many units, or one in this many, may be empty at the end of a text


class Search:
    """Compares group after group, with one numbering of words and phrases throughout."""

    def __init__(self, options: ParallelOptions, run: Run) -> None:
        self.words, self.phrases, self.skips, self.chunks = Words(), Phrases(), run.skips, 0
        sample = options.candidates_limit if options.candidates is not None else 0
        self._settings = (options.alpha, options.threshold, options.containment, options.all_pairs, sample)
        self.found = Comparisons(*self._settings)
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
        """Yield the paraphrases, in both directions."""
        for left, right, score, _ in zip(*(column.tolist() for column in self.found.pairs()), strict=True):
            one, other = self._text(left), self._text(right)
            yield one, other, min(score, 1.0)
            yield other, one, min(score, 1.0)

    def similar(self) -> dict[str, int]:
        """Count the pairs by label."""
        counts = np.bincount(self.found.pairs()[3], minlength=len(LABELS)).tolist()
        return {label: count for label, count in zip(LABELS, counts, strict=True) if count}

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
