"""Ranks paraphrases by how probable they, their tags and their stems are, given the phrase [MM12]_.

Counts and probabilities of pairs over all sub-phrase-tables are eq. 14 to 19, the score is eq. 21.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.arrays import (
    check_array,
    check_ascending,
    check_offsets,
    chunks,
    in_threads,
    place_in_run,
    share_of_run,
)
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.count import PairCounts, Units
from paragen.tables.bilingual.graph.count_kernel import interpolate as interpolate_units
from paragen.tables.bilingual.graph.features import Features
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.builder import Run, TableSummary
from paragen.tables.engine.files import write_parquet
from paragen.tables.io.writing import publish_table

_CHUNK = 1_000_000  # rows of units or of distributions at a time


@dataclass(frozen=True, eq=False)
class Distributions:
    """n(u,v) of eq. 15 to 17, for any two of phrases, tag sequences and stem sequences; m(v|u) for phrases u.

    m(v|u) is the mean of p_C(v|u) of eq. 14 over the sub-phrase-tables C of u, 0 where v is not in C; that of a feature v is the
    sum of those with each phrase that has it. So the m(v|u) of a phrase u add up to 1. Unlike p(v|u) of eq. 19 they are small for
    a v that is in only one of many C.

    Parameters
    ----------
    phrases, tags, stems : how many vertices there are of each kind; they are numbered in this order.
    offsets : int64, one more than vertices; where the row of each vertex u begins and ends.
    others : int32, the vertices v of a row, ascending.
    counts : float64, n(u,v); above 0.
    means : float64, m(v|u); as long as the rows of phrases are, which come first.

    Raises
    ------
    Unexpected : the arrays do not fit together.
    """

    phrases: int
    tags: int
    stems: int
    offsets: np.ndarray
    others: np.ndarray
    counts: np.ndarray
    means: np.ndarray

    def __post_init__(self) -> None:
        vertices = self.phrases + self.tags + self.stems
        check_offsets("offsets", self.offsets, len(self.others), vertices)
        check_array("others", self.others, np.int32, below=vertices)
        check_array("counts", self.counts, np.float64, len(self.others))
        check_ascending("others", self.others, self.offsets)
        check_array("means", self.means, np.float64, int(self.offsets[self.phrases]))
        if (self.means > 1 + 1e-6).any():
            raise Unexpected("means that are not probabilities", "numbers above 0, and at most 1")

    @property
    def probabilities(self) -> np.ndarray:
        """p(v|u) of eq. 19, float64."""
        return share_of_run(self.counts, self.offsets)


@dataclass(frozen=True, eq=False)
class Interpolation:
    """Distributions, and the graphs that their counts come from.

    Attributes
    ----------
    graphs, too_large, unsettled : see `PairCounts`.
    """

    distributions: Distributions
    graphs: int
    too_large: int
    unsettled: int


def interpolate(counts: PairCounts, run: Run) -> Interpolation:
    """Interpolate the counts of all sub-phrase-tables, eq. 14 to 18, where p(C|u) is the most likely by EM.

    The counts of a feature are the sums of those with each phrase that has it, eq. 16 and 17.
    """
    vertices = counts.phrases + counts.tags + counts.stems
    units = np.argsort(counts.vertex, kind="stable")
    begins = np.searchsorted(counts.vertex[units], np.arange(vertices + 1))
    rows = np.concatenate([[0], np.cumsum(np.diff(counts.offsets)[units])])[begins]

    def interpolate_range(begin: int, end: int) -> tuple[np.ndarray, ...]:
        return interpolate_units(
            counts.offsets, counts.component, counts.other, counts.counts, counts.vertex, units, begins[begin : end + 1],
            max(0, min(end, counts.phrases) - begin),
        )  # fmt: skip

    parts = in_threads(interpolate_range, rows, _CHUNK, run, "interpolation")
    lengths, others, found, means = (np.concatenate(column) for column in zip(*parts, strict=True))
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    distributions = Distributions(counts.phrases, counts.tags, counts.stems, offsets, others, found, means)
    return Interpolation(distributions, counts.graphs, counts.too_large, counts.unsettled)


@dataclass(frozen=True, eq=False)
class Ranked:
    """Paraphrases, by phrase, then the best first.

    Attributes
    ----------
    source, target : vertices.
    score : the product of p_phrase and p_tags, or the sum of the three, eq. 21; divided so that those of a phrase add up to 1
        before only the best are taken. In the product, a paraphrase without tags takes the least p_tags of the phrase's other
        paraphrases; if none has tags, p_phrase alone is the score.
    count : n(source, target) of eq. 15.
    p_phrase, p_tags, p_stems : how probable the paraphrase, its tags and its stems are, given the phrase: for the product the
        means m(v|u) of `Distributions`, for the sum p(v|u) of eq. 19. For a paraphrase with several sequences, the mean
        weighted by how often it has each; 0 without any.
    """

    source: np.ndarray
    target: np.ndarray
    score: np.ndarray
    count: np.ndarray
    p_phrase: np.ndarray
    p_tags: np.ndarray
    p_stems: np.ndarray


def write_paraphrases(
    graph: BipartiteGraph, features: Features, distributions: Distributions, destination: StrPath, options: GraphOptions, run: Run
) -> TableSummary:
    """Write the best paraphrases of each phrase: ``source ||| target ||| score`` where the name ends in .txt or .txt.gz, else
    Parquet with the columns of `Ranked`, and `licence` if there is one. The table appears whole or not at all.
    """
    pairs = phrases = 0

    def batches() -> Iterator[Any]:
        nonlocal pairs, phrases
        for ranked in rank(features, distributions, options, run):
            pairs += len(ranked.source)
            phrases += len(np.unique(ranked.source))
            yield _batch(graph, ranked, options.licence)

    publish_table(destination, batches, lambda path: write_parquet(batches(), path), replace=options.replace)
    return TableSummary(pairs=pairs, phrases=phrases)


def _batch(graph: BipartiteGraph, ranked: Ranked, licence: str) -> Any:
    import pyarrow as pa

    columns = {name: pa.array(column) for name, column in vars(ranked).items()}
    columns |= {name: graph.phrases.take(columns[name]).cast(pa.string()) for name in ("source", "target")}
    if licence:
        columns["licence"] = pa.array([licence] * len(ranked.source), pa.string())
    return pa.RecordBatch.from_pydict(columns)


def rank(features: Features, distributions: Distributions, options: GraphOptions, run: Run) -> Iterator[Ranked]:
    """Yield the best paraphrases of some phrases at a time, at least once."""
    units = Units.of(features)
    more = run.counter("ranking", float(distributions.phrases))
    for begin, end in chunks(distributions.offsets[: distributions.phrases + 1], _CHUNK) or [(0, 0)]:
        yield _best(_all_paraphrases(units, distributions, begin, end, options.rank == "product"), options.top)
        if more:
            more(end - begin)


def _all_paraphrases(units: Units, distributions: Distributions, begin: int, end: int, product: bool) -> Ranked:
    """Return all paraphrases of the phrases from begin to end, by phrase and paraphrase."""
    offsets = distributions.offsets[begin : end + 1]
    rows = slice(int(offsets[0]), int(offsets[-1]))
    u = np.repeat(np.arange(begin, end), np.diff(offsets))
    v, counts = distributions.others[rows].astype(np.int64), distributions.counts[rows]
    probabilities = distributions.means[rows] if product else counts / np.bincount(u - begin, counts)[u - begin]
    vertices = units.phrases + units.tags + units.stems
    keys = u * vertices + v  # ascending
    ours = v < units.phrases
    source, target, count = u[ours], v[ours], counts[ours]
    # the units of each paraphrase, one after the other: the phrase itself, its tag sequences, its stem sequences
    n_units = units.offsets[target + 1] - units.offsets[target]
    pair = np.repeat(np.arange(len(target)), n_units)
    unit = np.arange(len(pair)) - np.repeat(np.cumsum(n_units) - n_units, n_units) + units.offsets[target][pair]
    wanted = source[pair] * vertices + units.vertex[unit]
    places = np.searchsorted(keys, wanted)
    found = np.zeros(len(pair))
    there = places < len(keys)
    there[there] = keys[places[there]] == wanted[there]
    found[there] = probabilities[places[there]] * units.shares[unit[there]]
    kind = np.searchsorted([units.phrases, units.phrases + units.tags], units.vertex[unit], "right")
    phrase, tags, stems = (np.bincount(pair[kind == k], found[kind == k], len(target)) for k in range(3))
    score = phrase * _with_least(source - begin, tags, end - begin) if product else phrase + tags + stems
    score /= np.bincount(source - begin, score, end - begin)[source - begin]
    return Ranked(source, target, np.minimum(score, 1.0), count, phrase, tags, stems)


def _with_least(source: np.ndarray, tags: np.ndarray, sources: int) -> np.ndarray:
    """Replace 0 by the least p_tags of the phrase's paraphrases; by 1 if all are 0."""
    least = np.full(sources, np.inf)
    np.minimum.at(least, source[tags > 0], tags[tags > 0])
    least[least == np.inf] = 1.0
    return np.where(tags > 0, tags, least[source])


def _best(ranked: Ranked, top: int) -> Ranked:
    score = ranked.score.astype(np.float32)  # equal scores may differ by rounding errors
    order = np.lexsort((ranked.target, -score, ranked.source))
    order = order[place_in_run(ranked.source[order]) < top]
    return Ranked(*(column[order] for column in vars(ranked).values()))
