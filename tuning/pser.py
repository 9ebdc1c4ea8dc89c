"""The phrase substitution error rate of n-best lists [Z08 equations 11-14], and the lists of several decodes merged [section 5].

The features of a paraphrase do not depend on the weights, so a list found under some weights shows what other weights would
choose among the same paraphrases.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from paragen.results import Paraphrase
from paragen.tuning.judged import JudgedSentence

Verdict = Callable[[str], bool | None]
"""Returns whether the substitute with an id is correct; None: unlabelled."""

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many substitutes of each kind the n-best paraphrases of one sentence have.

    Parameters
    ----------
    correct, incorrect, unlabelled : distinct ones, each counted once no matter how many paraphrases have it.
    correct_occurrences, incorrect_occurrences : the same, counted in every paraphrase.
    """

    correct: int
    incorrect: int
    unlabelled: int
    correct_occurrences: int = 0
    incorrect_occurrences: int = 0

    @property
    def labelled(self) -> int:
        """How many distinct ones have a label."""
        return self.correct + self.incorrect

    @property
    def pser(self) -> float:
        """PSER(S) of equation 12; 1 for a sentence without a labelled substitute, so that changing nothing never wins."""
        return self.incorrect / self.labelled if self.labelled else 1.0


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a set of sentences.

    Parameters
    ----------
    sentences : how many.
    pser : the sum of PSER over sentences [Z08 eq. 13].
    correct : distinct correct substitutes (#DCS) [Z08 section 6.1].
    incorrect, unlabelled : the others, as distinct.
    uncovered : sentences without a labelled substitute, each counted as 1.
    correct_occurrences, incorrect_occurrences : counted in every paraphrase.
    """

    sentences: int
    pser: float
    correct: int
    incorrect: int
    unlabelled: int
    uncovered: int
    correct_occurrences: int = 0
    incorrect_occurrences: int = 0

    @property
    def mean(self) -> float:
        """Mean PSER per sentence."""
        return self.pser / self.sentences if self.sentences else 0.0

    @property
    def occurrence_accuracy(self) -> float:
        """The share of correct ones among all occurrences of labelled substitutes [Z08 eq. 14]; 0 if there are none."""
        return _share(self.correct_occurrences, self.incorrect_occurrences)

    @property
    def distinct_accuracy(self) -> float:
        """The share of correct ones among the distinct labelled substitutes; 0 if there are none."""
        return _share(self.correct, self.incorrect)

    @property
    def unlabelled_share(self) -> float:
        """The share of distinct substitutes that are unlabelled; 0 if there are none."""
        return _share(self.unlabelled, self.correct + self.incorrect)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return {
            "sentences": self.sentences, "pser": self.pser, "mean": self.mean, "dcs": self.correct,
            "occurrence_accuracy": self.occurrence_accuracy, "distinct_accuracy": self.distinct_accuracy,
            "unlabelled": self.unlabelled_share, "uncovered": self.uncovered,
        }  # fmt: skip

    def __str__(self) -> str:
        return (
            f"PSER {self.pser:.3f} (mean {self.mean:.4f}), #DCS {self.correct}, accuracy {self.occurrence_accuracy:.2%} by "
            f"occurrence, {self.distinct_accuracy:.2%} of distinct, unlabelled {self.unlabelled_share:.2%}"
        )


def _share(part: int, rest: int) -> float:
    return part / (part + rest) if part + rest else 0.0


def tallied(paraphrases: Iterable[Collection[Name]], verdict: Callable[[Name], bool | None]) -> Counts:
    """Return the counts of an n-best list.

    Parameters
    ----------
    paraphrases : the distinct substitutes of each, by any name.
    verdict : returns whether a name is correct; None: unlabelled.
    """
    occurrences = Counter(name for names in paraphrases for name in names)
    distinct: Counter[bool | None] = Counter()
    all_of: Counter[bool | None] = Counter()
    for name, times in occurrences.items():
        known = verdict(name)
        distinct[known] += 1
        all_of[known] += times
    return Counts(distinct[True], distinct[False], distinct[None], all_of[True], all_of[False])


def counted(paraphrases: Iterable[Paraphrase], verdict: Verdict) -> Counts:
    """Return the counts of a sentence's n-best list."""
    return tallied(({edit.id for edit in paraphrase.edits} for paraphrase in paraphrases), verdict)


def summed(counts: Iterable[Counts]) -> Figures:
    """Return the figures of all sentences together."""
    listed = list(counts)
    sums = {name: sum(getattr(each, name) for each in listed) for name in ("pser", *Counts.__slots__)}
    return Figures(sentences=len(listed), uncovered=sum(not each.labelled for each in listed), **sums)


Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
_Number = TypeVar("_Number", bound=np.generic)

CORRECT, INCORRECT, UNLABELLED = 1, 0, -1


class NbestArrays(NamedTuple):
    """The merged lists, grouped by sentence. An entry is a paraphrase with its edits.

    Parameters
    ----------
    features : of each entry, (entries, features).
    bounds : sentence i has entries ``[bounds[i], bounds[i + 1])``.
    texts : of each entry, the number of its text within its sentence; different edits may make the same text.
    ends : entry k has substitutes ``substitutes[ends[k] : ends[k + 1]]``.
    substitutes : their numbers within the sentence.
    label_bounds : sentence i has labels ``[label_bounds[i], label_bounds[i + 1])``, by the number of the substitute.
    labels : CORRECT, INCORRECT or UNLABELLED.
    """

    features: Floats
    bounds: Ints
    texts: Ints
    ends: Ints
    substitutes: Ints
    label_bounds: Ints
    labels: NDArray[np.int8]

    @property
    def sentences(self) -> int:
        """How many sentences there are."""
        return len(self.bounds) - 1

    @property
    def owners(self) -> Ints:
        """The sentence of each entry."""
        return np.repeat(np.arange(self.sentences, dtype=np.int32), np.diff(self.bounds))


@dataclass(slots=True)
class _List:
    """The entries of one sentence, being collected."""

    judged: JudgedSentence
    known: set[bytes]
    texts: dict[bytes, int]
    numbers: dict[str, int]
    labels: array[int]
    features: array[float]
    entry_texts: array[int]
    sizes: array[int]
    substitutes: array[int]

    def number(self, name: str) -> int:
        """Return the number of a substitute; look up its label if it is new."""
        if (number := self.numbers.get(name)) is None:
            number = self.numbers[name] = len(self.labels)
            verdict = self.judged.verdicts.get(name, self.judged.default_verdict)
            self.labels.append(UNLABELLED if verdict is None else CORRECT if verdict else INCORRECT)
        return number

    def verdict(self, number: int) -> bool | None:
        """Return whether a substitute is correct; None if it is unlabelled."""
        label = self.labels[number]
        return None if label == UNLABELLED else label == CORRECT

    def add(self, paraphrase: Paraphrase) -> list[int]:
        """Add a paraphrase unless it is known; return the numbers of its substitutes."""
        numbers = sorted({self.number(edit.id) for edit in paraphrase.edits})
        values = array("d", paraphrase.values)
        text = hashlib.blake2b(paraphrase.text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        key = hashlib.blake2b(text + values.tobytes() + array("i", numbers).tobytes(), digest_size=8).digest()
        if key not in self.known:
            self.known.add(key)
            self.features.extend(values)
            self.entry_texts.append(self.texts.setdefault(text, len(self.texts)))
            self.sizes.append(len(numbers))
            self.substitutes.extend(numbers)
        return numbers


class Pool:
    """Collects n-best lists.

    Parameters
    ----------
    sentences : the judged sentences, in the order of their lists.
    features : how many features an entry has.
    """

    def __init__(self, sentences: Sequence[JudgedSentence], features: int) -> None:
        self._lists = [
            _List(each, set(), {}, {}, array("b"), array("d"), array("i"), array("i"), array("i")) for each in sentences
        ]
        self._features = features

    @property
    def entries(self) -> int:
        """How many distinct entries there are."""
        return sum(len(each.entry_texts) for each in self._lists)

    def merge(self, found: Iterable[Sequence[Paraphrase]], n: int) -> list[Counts]:
        """Add the list of each sentence, best first; return the counts over the first ``n`` paraphrases of each."""
        counts = []
        for own, paraphrases in zip(self._lists, found, strict=True):
            numbers = [own.add(paraphrase) for paraphrase in paraphrases]
            counts.append(tallied(numbers[:n], own.verdict))
        return counts

    def labelled(self) -> tuple[int, int]:
        """Return how many correct and incorrect substitutes occur in any list."""
        labels = [each.labels for each in self._lists]
        return sum(each.count(CORRECT) for each in labels), sum(each.count(INCORRECT) for each in labels)

    def arrays(self) -> NbestArrays:
        """Return the merged lists as arrays."""
        each = self._lists
        return NbestArrays(
            _joined([one.features for one in each], np.float64).reshape(-1, self._features),
            _bounds([len(one.entry_texts) for one in each]),
            _joined([one.entry_texts for one in each], np.int32),
            _bounds(_joined([one.sizes for one in each], np.int32)),
            _joined([one.substitutes for one in each], np.int32),
            _bounds([len(one.labels) for one in each]),
            _joined([one.labels for one in each], np.int8),
        )


def _joined(parts: Sequence[array[int] | array[float]], dtype: type[_Number]) -> NDArray[_Number]:
    """Concatenate the parts into one array."""
    return np.concatenate([np.empty(0, dtype), *(np.frombuffer(part, dtype) for part in parts if part)])


def _bounds(sizes: Sequence[int] | Ints) -> Ints:
    return np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).astype(np.int32)
