"""The space in which weights are searched: those that can matter, each scaled by how much its feature varies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from paragen.decoder.features import FIT, RESERVED
from paragen.tuning.nbest import Floats, NbestArrays

DIGITS = 6
"""Significant digits of tuned weights."""


class Space:
    """Turns weights into points and back.

    A point has a coordinate for each weight that is searched: the weight times the spread of its feature, so that steps of
    the same length change scores by about the same amount in every direction, divided by `unit`, so that the start is at
    distance 1 from 0. A feature that is the same for all paraphrases of each sentence cannot matter and keeps its weight, as do
    weights fixed by the user. Weights of the language model, of tables and of the fit stay at or above 0, or their initial
    value if that is lower: a model that prefers unlikely text makes no sense.

    Parameters
    ----------
    names : of the features.
    lists : the n-best lists.
    start : weights by name, where the search begins.
    fixed : names of weights that are not searched.

    Attributes
    ----------
    free : the indices of the features that a point has coordinates for.
    unit : roughly how much scores change in a step of length 1.
    origin : the start.
    lowest : the lower bound of each coordinate.
    entries, offset : the score of each entry is ``entries @ point + offset``.
    """

    def __init__(self, names: Sequence[str], lists: NbestArrays, start: Mapping[str, float], fixed: Sequence[str] = ()) -> None:
        self._names = list(names)
        self._start = np.array([start[name] for name in names])
        spread = spreads(lists)
        self.free = [i for i, name in enumerate(names) if spread[i] > 0 and name not in fixed]
        length = float(np.sqrt(np.square(self._start[self.free] * spread[self.free]).sum()))
        self.unit: float = length if length > 0 else float(np.sqrt(len(self.free)))
        self._spread = spread[self.free] / self.unit
        bounded = [names[i] in ("lm", FIT) or names[i] not in RESERVED for i in self.free]
        self.origin: Floats = self._start[self.free] * self._spread
        self.lowest: Floats = np.where(bounded, np.minimum(self.origin, 0.0), -np.inf)
        self._bounded = np.array(bounded, dtype=bool)
        held = np.delete(self._start, self.free) * np.delete(spread, self.free)
        self._scalable = not held.any()
        self.entries: Floats = np.ascontiguousarray(lists.features[:, self.free] / self._spread)
        rest = [i for i in range(len(names)) if i not in self.free]
        self.offset: Floats = np.einsum("kf,f->k", lists.features[:, rest], self._start[rest])

    @property
    def searched(self) -> list[str]:
        """The names of the weights that a point has coordinates for."""
        return [self._names[i] for i in self.free]

    def point(self, weights: Mapping[str, float]) -> Floats:
        """Return the point for weights by name."""
        return np.array([weights[self._names[i]] for i in self.free]) * self._spread

    def weights(self, point: Floats) -> dict[str, float]:
        """Return the weights of a point, rounded to six digits.

        Only ratios of weights matter. The weights are scaled to the length of the start, so that the decoder's beam prunes as
        before, unless the user fixed a weight that matters.
        """
        values = self._start.copy()
        values[self.free] = self.scaled(point) / self._spread
        return {name: float(f"{value:.{DIGITS}g}") + 0.0 for name, value in zip(self._names, values, strict=True)}

    def scaled(self, point: Floats) -> Floats:
        """Return the point scaled to distance 1 from 0, if scale is free."""
        length = float(np.sqrt(np.square(point).sum()))
        return point / length if self._scalable and length > 0 else point

    def scores(self, point: Floats) -> Floats:
        """Return the score of each entry."""
        scores: Floats = self.offset + np.einsum("kf,f->k", self.entries, point)
        return scores

    def pull_back(self, by_score: Floats) -> Floats:
        """Turn derivatives with respect to each entry's score into those with respect to each coordinate."""
        by_coordinate: Floats = np.einsum("kf,k->f", self.entries, by_score)
        return by_coordinate

    def uniform(self) -> Floats:
        """Return the point with equal coordinates for language model, tables and fit, and the others as at the start."""
        point = self.origin.copy()
        point[self._bounded] = 1.0 / np.sqrt(max(int(self._bounded.sum()), 1))
        return self.scaled(point)

    def random(self, generator: np.random.Generator) -> Floats:
        """Return a random point at distance 1 from 0."""
        point = generator.standard_normal(len(self.free))
        return self.scaled(np.where(self._bounded, np.abs(point), point))


def spreads(lists: NbestArrays) -> Floats:
    """Return the range of each feature over the entries of a sentence, averaged over the sentences where it varies.

    The other sentences are left out; otherwise the weight of a seldom used table would seem to matter little, and would grow
    without limit.
    """
    starts = lists.bounds[:-1]
    ranges = np.maximum.reduceat(lists.features, starts, axis=0) - np.minimum.reduceat(lists.features, starts, axis=0)
    ranges[ranges < 1e-9 * (1.0 + np.abs(lists.features).max(axis=0))] = 0.0
    means: Floats = ranges.sum(axis=0) / np.maximum((ranges > 0).sum(axis=0), 1)
    return means
