"""The features of given pairs of patterns: of each path between them [Z09 §3.2-3.4]."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from paragen.base.destination import StrPath
from paragen.tables.bilingual.patterns.models import align_pairs, open_paths
from paragen.tables.bilingual.patterns.options import Parameters, PathOptions
from paragen.tables.bilingual.patterns.reading import sql
from paragen.tables.builder import Run
from paragen.tables.engine import rows
from paragen.tables.engine.files import as_it_is
from paragen.text.slots import slot, slot_parts

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Pair = tuple[str, str]


@dataclass(frozen=True)
class Features:
    """Logarithms of the features of pairs, for any weights.

    In aligned patterns the slots of a pair may be numbered in several ways, of which the likeliest counts: a pair has variants,
    and variants have paths.

    Attributes
    ----------
    paths : h1 to h4, or h5, of each path: a row.
    variant : of each path, ascending.
    pair : of each variant, ascending.
    of_variant : for each variant, what is added, weighted, to the logarithm of the sum over its paths: h6 and h7, or no column.
    bitexts : the number of bitexts that have the source of each variant.
    pairs : how many pairs were asked for; some may have no variant.
    """

    paths: Floats
    variant: Ints
    pair: Ints
    of_variant: Floats
    bitexts: Floats
    pairs: int

    def log_likelihoods(self, weights: Floats) -> tuple[Floats, Floats]:
        """Return the logarithm of the likelihood of each pair, -inf without a path, and its gradient: a row a pair."""
        n = self.paths.shape[1]
        values = self.paths @ weights[:n]
        count = len(self.pair)
        highest = np.full(count, -np.inf)
        np.maximum.at(highest, self.variant, values)
        shares = np.exp(values - highest[self.variant])
        sums = np.bincount(self.variant, shares, count)
        logs = highest + np.log(sums) - np.log(self.bitexts) + self.of_variant @ weights[n:]
        shares /= sums[self.variant]
        slopes = np.zeros((count, len(weights)))
        for i in range(n):
            slopes[:, i] = np.bincount(self.variant, shares * self.paths[:, i], count)
        slopes[:, n:] = self.of_variant
        found, gradient = np.full(self.pairs, -np.inf), np.zeros((self.pairs, len(weights)))
        for i in np.lexsort((-np.arange(count), logs)):  # the best of a pair comes last
            found[self.pair[i]], gradient[self.pair[i]] = logs[i], slopes[i]
        return found, gradient

    def chosen(self, which: npt.NDArray[np.bool_]) -> Features:
        """Return the features of some of the pairs, renumbered."""
        places = np.cumsum(which) - 1
        variants = which[self.pair]
        variant_places = np.cumsum(variants) - 1
        rows = variants[self.variant]
        return Features(
            self.paths[rows], variant_places[self.variant[rows]], places[self.pair[variants]], self.of_variant[variants],
            self.bitexts[variants], int(which.sum()),
        )  # fmt: skip


def pair_features(
    aligned: Sequence[StrPath], pairs: Sequence[Pair], parameters: Parameters, options: PathOptions | None = None,
    run: Run | None = None,
) -> Features:
    """Return the features that a model has of pairs of patterns in the aligned patterns of bitexts.

    Parameters
    ----------
    aligned : see `extract_pattern_pairs`.
    pairs : sources and targets, the slots numbered in the order of the source.
    parameters : the model; its weights do not matter.
    options : which paths are followed.
    """
    run = run or Run()
    with run.open_engine() as engine:
        paths = open_paths(engine, aligned, parameters, options or PathOptions())
        engine.source("asked", lambda: _batches(pairs))
        engine.map("variants", "asked", as_it_is, _schema())
        engine.table("wanted", sql("wanted"))
        reached, outward = paths.connect("asked", ("e", "f"), parameters.weights)
        found: dict[tuple[int, ...], list[list[float]]] = defaultdict(list)
        for pair, x1, x2, n, *h in rows(engine, sql("features", reached=reached, outward=outward)):
            found[pair, x1, x2, n].append(h[: min(5, len(parameters.weights))])
        scores: dict[tuple[int, int], list[float]] = defaultdict(list)
        if parameters.has_word_alignment:
            align_pairs(paths, ["SELECT x1, x2 FROM wanted"], run.workers)
            for x1, x2, *h in rows(engine, sql("aligned_words")):
                scores[x1, x2] = h
    width = len(parameters.weights)
    return Features(
        np.array([h for each in found.values() for h in each], np.float64).reshape(-1, min(5, width)),
        np.repeat(np.arange(len(found)), [len(each) for each in found.values()]),
        np.array([pair for pair, *_ in found], np.int64),
        np.array([scores[x1, x2] for _, x1, x2, _ in found], np.float64).reshape(len(found), max(0, width - 5)),
        np.array([n for *_, n in found], np.float64),
        len(pairs),
    )  # fmt: skip


def _batches(pairs: Sequence[Pair]) -> Iterator[Any]:
    """Yield the pairs in every way of numbering their slots."""
    import pyarrow

    rows = [(number, *variant) for number, pair in enumerate(pairs) for variant in sorted(set(variants(*pair)))]
    columns = [[row[i] for row in rows] for i in range(3)]
    yield pyarrow.RecordBatch.from_pydict(dict(zip(_schema().names, columns, strict=True)), schema=_schema())


def variants(source: str, target: str) -> Iterator[Pair]:
    """Yield a pair of patterns with the slots of each tag numbered in every way."""
    by_tag: dict[str, list[str]] = defaultdict(list)
    for word in source.split():
        if parts := slot_parts(word):
            by_tag[parts[0]].append(word)
    for orders in product(*(permutations(slots) for slots in by_tag.values())):
        renamed = {
            name: slot(tag, number) for tag, order in zip(by_tag, orders, strict=True) for number, name in enumerate(order, 1)
        }
        one, other = (" ".join(renamed.get(word, word) for word in side.split()) for side in (source, target))
        yield one, other


def _schema() -> Any:
    import pyarrow

    return pyarrow.schema([("pair", pyarrow.int64()), ("source", pyarrow.string()), ("target", pyarrow.string())])
