"""Weights that minimise PSER on judged sentences [Z08 section 5]: search on merged n-best lists, decode again, repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from paragen.base.errors import ConfigError
from paragen.decoder.settings import TEXT
from paragen.model.weights import check_weights
from paragen.paraphraser import Paraphraser
from paragen.results import Paraphrase
from paragen.settings.request import Request
from paragen.tuning.descent import Objective, descend
from paragen.tuning.judged import JudgedSentence
from paragen.tuning.line_search import Criterion, Space, powell
from paragen.tuning.options import Options
from paragen.tuning.pser import Counts, Figures, Floats, NbestArrays, Pool, summed

Weights = Mapping[str, float]
Decode = Callable[[Weights, Sequence[JudgedSentence], int], Iterable[Sequence[Paraphrase]]]
"""Returns the n best paraphrases of each sentence under some weights, in order."""

_POLISHED = 2
"""How many of the points where descents ended, the best ones, line searches continue from."""
_PATIENCE = 2
"""Rounds without a gain after which tuning stops."""


class NothingToLearn(ConfigError):
    """The labels say nothing that weights could change."""


@dataclass(frozen=True)
class Round:
    """One decode and its results.

    Parameters
    ----------
    number : 0 is the start.
    weights : used for decoding.
    figures : of the n-best lists of that decode.
    expected : the mean PSER that the search expected from the merged lists; None if there was no search.
    entries : paraphrases in the merged lists afterwards.
    best : whether these are the best weights so far.
    """

    number: int
    weights: dict[str, float]
    figures: Figures
    expected: float | None
    entries: int
    best: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the round as plain data."""
        return {
            "round": self.number, "best": self.best, **self.figures.to_dict(), "expected": self.expected,
            "entries": self.entries, "weights": self.weights,
        }  # fmt: skip


@dataclass(frozen=True)
class Tuned:
    """The result of tuning.

    Parameters
    ----------
    weights : the best, by feature.
    start, figures : of n-best lists under the initial weights, and under the best.
    rounds : all of them; number 0 is the start.
    correct, incorrect : labelled substitutes that occurred in any list.
    searched : the features whose weights could matter.
    """

    weights: dict[str, float]
    start: Figures
    figures: Figures
    rounds: tuple[Round, ...]
    correct: int
    incorrect: int
    searched: tuple[str, ...]


def decoder(paraphraser: Paraphraser, threads: int = 1) -> Decode:
    """Return a function that decodes judged sentences under any weights, with the other options of a paraphraser."""

    def decode(weights: Weights, sentences: Sequence[JudgedSentence], n: int) -> Iterator[list[Paraphrase]]:
        requests = [Request(each.text, each.keep) for each in sentences]
        return paraphraser.with_weights(weights).pipe(requests, n, threads=threads, distinct_by=TEXT)

    return decode


def evaluate(decode: Decode, sentences: Sequence[JudgedSentence], weights: Weights, n: int) -> list[Counts]:
    """Return the counts of each sentence's n-best list under some weights."""
    return Pool(sentences, len(weights)).merge(decode(weights, sentences, n), n)


def tune(
    decode: Decode,
    sentences: Sequence[JudgedSentence],
    start: Weights,
    options: Options | None = None,
    progress: Callable[[Round], object] | None = None,
) -> Tuned:
    """Return weights with as low a PSER as can be found, and never higher than at the start.

    Every sentence is decoded under the initial weights and some others. Then each round searches the merged n-best lists from
    several points, first by gradient descent on a smoothed error, then by exact line searches on PSER itself, and decodes with
    the best weights found, which adds to the lists. What counts in the end is the PSER of decodes, not of merged lists.

    Parameters
    ----------
    decode : returns n-best lists; see :func:`decoder`.
    sentences : with the verdicts on their substitutes.
    start : initial weights, by feature, in the features' order.
    options : see :class:`Options`.
    progress : called with each round.

    Raises
    ------
    NothingToLearn : none of the sentences' judged substitutes is ever produced, or all are incorrect.
    ConfigError : there are no sentences, or a fixed weight is for an unknown feature.
    """
    return _Tuning(decode, sentences, start, options or Options(), progress).run()


class _Tuning:
    """One run."""

    def __init__(
        self, decode: Decode, sentences: Sequence[JudgedSentence], start: Weights, options: Options,
        progress: Callable[[Round], object] | None,
    ) -> None:  # fmt: skip
        names = list(start)
        for name in options.fixed:
            if name not in names:
                raise ConfigError(f"fixed weights: no feature {name!r}. The features are {', '.join(names)}.")
        if not sentences:
            raise ConfigError("tuning: there are no sentences with labels.")
        self._decode, self._sentences, self._options = decode, sentences, options
        self._names, self._start = names, check_weights({**start, **options.fixed}, names)
        self._progress = progress
        self._pool = Pool(sentences, len(names))
        self._generator = np.random.default_rng(options.seed)
        self._rounds: list[Round] = []
        self._best: tuple[float, float] = (np.inf, 0.0)

    def run(self) -> Tuned:
        self._round(self._start, None)
        self._explore()
        correct, incorrect = self._pool.labelled()
        self._check(correct, incorrect)
        searched = Space(self._names, self._pool.arrays(), self._start, list(self._options.fixed)).searched
        idle = 0
        while searched and len(self._rounds) <= self._options.max_rounds and idle < _PATIENCE:
            entries = self._pool.entries
            expected, weights = self._search(self._pool.arrays())
            if any(weights == each.weights for each in self._rounds):
                break
            last = self._round(weights, expected)
            idle = 0 if last.best else idle + 1
            if last.entries == entries and not last.best:
                break
        best = [each for each in self._rounds if each.best][-1]
        return Tuned(
            best.weights, self._rounds[0].figures, best.figures, tuple(self._rounds), *self._pool.labelled(), tuple(searched)
        )

    def _round(self, weights: dict[str, float], expected: float | None) -> Round:
        """Decode, merge and compare."""
        counts = self._pool.merge(self._decode(weights, self._sentences, self._options.pool), self._options.n_best)
        figures = summed(counts)
        value = round(figures.pser, 9), -figures.correct
        best = value < self._best
        if best:
            self._best = value
        found = Round(len(self._rounds), weights, figures, expected, self._pool.entries, best)
        self._rounds.append(found)
        if self._progress is not None:
            self._progress(found)
        return found

    def _explore(self) -> None:
        """Add the lists of other weights, so that the first search also sees other regions."""
        space = Space(self._names, self._pool.arrays(), self._start, list(self._options.fixed))
        points = [space.uniform(), *(space.random(self._generator) for _ in range(self._options.starts))] if space.free else []
        for point in points:
            self._pool.merge(self._decode(space.weights(point), self._sentences, self._options.pool), self._options.n_best)

    def _check(self, correct: int, incorrect: int) -> None:
        known = [sum(each.verdicts.values()) for each in self._sentences]
        labels = sum(len(each.verdicts) for each in self._sentences)
        if not correct + incorrect:
            raise NothingToLearn(
                f"tuning: none of the {labels} labels is for a substitute that this model makes. Were they given to another "
                "model's substitutes?"
            )
        if not sum(known):
            raise NothingToLearn(f"tuning: all {labels} labels are `incorrect`, so PSER is 1 under any weights.")
        if not correct:
            raise NothingToLearn(
                f"tuning: this model makes none of the {sum(known)} substitutes labelled `correct` (and {incorrect} of those "
                "labelled `incorrect`), so PSER is 1 under any weights."
            )

    def _search(self, lists: NbestArrays) -> tuple[float, dict[str, float]]:
        """Return the best weights found on merged lists, preceded by their mean PSER there."""
        options = self._options
        space = Space(self._names, lists, self._start, list(options.fixed))
        criterion = Criterion(lists, space, options.n_best, options.regularisation)
        objective = Objective(lists, options.n_best)
        best = [each for each in self._rounds if each.best][-1]
        points = [space.point(best.weights), space.uniform()]
        points += [space.random(self._generator) for _ in range(options.starts)]
        ends = [points[0], *(descend(objective, criterion, point) for point in points)]
        ends.sort(key=criterion)
        polished: list[tuple[float, Floats]] = [powell(criterion, end, self._generator) for end in ends[:_POLISHED]]
        _, point = min(polished, key=lambda each: each[0])
        weights = space.weights(point)
        return criterion.error(space.point(weights))[0], weights


def cross_validated(
    decode: Decode, sentences: Sequence[JudgedSentence], start: Weights, options: Options, folds: int,
    progress: Callable[[int], object] | None = None,
) -> tuple[Figures, Figures]:  # fmt: skip
    """Return the figures of all sentences under the initial weights, and of each under weights tuned on the other folds.

    Parameters
    ----------
    folds : how many parts to divide the sentences into, at random under the seed; at most one per sentence.
    progress : called with 1 after each fold.

    Raises
    ------
    ConfigError : fewer than two folds, more folds than sentences, or a fold without which nothing can be learnt.
    """
    if not 2 <= folds <= len(sentences):
        raise ConfigError(f"folds: found {folds}, expected a number from 2 to the {len(sentences)} sentences with labels.")
    order = np.random.default_rng(options.seed).permutation(len(sentences))
    before: list[Counts] = []
    after: list[Counts] = []
    for fold in range(folds):
        held = [sentences[i] for i in sorted(order[fold::folds].tolist())]
        rest = [sentences[i] for i in sorted(np.delete(order, np.s_[fold::folds]).tolist())]
        tuned = tune(decode, rest, start, replace(options, seed=options.seed + fold))
        before += evaluate(decode, held, {**start, **options.fixed}, options.n_best)
        after += evaluate(decode, held, tuned.weights, options.n_best)
        if progress is not None:
            progress(1)
    return summed(before), summed(after)
