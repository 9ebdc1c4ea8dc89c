"""How large the parts of a build are, and what its counts are like: Figures 5, 6 and 9 of [MM12], with their power laws."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.packages import optional_package
from paragen.base.plots import plot
from paragen.tables.bilingual.graph.bipartite import ReadGraph
from paragen.tables.bilingual.graph.decompose import Decomposition, component_sizes
from paragen.tables.bilingual.graph.ranking import Distributions, Interpolation
from paragen.tables.bilingual.graph.steps import ORDER, Steps

_STARTS = 200  # values that are tried, at most
_LEAST = 50  # numbers in the tail: fewer fit anything


@dataclass(frozen=True)
class PowerLaw:
    """A power law that numbers follow from ``start`` on.

    Attributes
    ----------
    exponent : a, of p(x) proportional to x^-a.
    error : its standard error.
    start : x_min.
    tail : how many numbers are at least that.
    distance : Kolmogorov-Smirnov, of these numbers from the law.
    """

    exponent: float
    error: float
    start: float
    tail: int
    distance: float

    def to_dict(self) -> dict[str, Any]:
        """Return the fit as plain data."""
        return asdict(self)

    def at_rank(self, rank: np.ndarray) -> np.ndarray:
        """Return how large the number at a rank of the tail should be; ranks count from 1."""
        return np.asarray(self.start * (rank / self.tail) ** (-1 / (self.exponent - 1)))


def fit_power_law(numbers: np.ndarray) -> PowerLaw | None:
    """Fit a power law to the tail of numbers above 0; None if there are too few different ones.

    The exponent is the most likely one [CSN09]_ (eq. 3.1, 3.5), discrete if all numbers are whole. The tail begins where the
    distance of the numbers from their law is the least (eq. 3.9); it has 50 numbers or more.

    Raises
    ------
    MissingPackageError : scipy is not installed.
    """
    optional_package("scipy.special", "graph: power laws", "bitext")
    values, repeats = np.unique(numbers, return_counts=True)
    values = values.astype(np.float64)
    in_tail = repeats[::-1].cumsum()[::-1]
    starts = np.flatnonzero((in_tail >= _LEAST) & (np.arange(len(values)) < len(values) - 1))
    if not len(starts):
        return None
    if len(starts) > _STARTS:
        starts = np.unique(starts[np.searchsorted(values[starts], np.geomspace(values[starts[0]], values[starts[-1]], _STARTS))])
    law = _discrete if (values == np.floor(values)).all() else _continuous
    fits = []
    for first in starts:
        tail, n = values[first:], int(in_tail[first])
        exponent, at, below = law(tail, float(repeats[first:] @ np.log(tail)) / n)
        shares = np.concatenate([[0], repeats[first:].cumsum()]) / n
        distance = max(np.abs(shares[1:] - at).max(), np.abs(shares[:-1] - below).max())
        fits.append(PowerLaw(exponent, (exponent - 1) / math.sqrt(n), float(tail[0]), n, float(distance)))
    return min(fits, key=lambda each: each.distance)


def _continuous(tail: np.ndarray, mean_log: float) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the exponent, and the law's probability up to each value, and below it."""
    exponent = 1 + 1 / (mean_log - math.log(tail[0]))
    at = 1 - (tail / tail[0]) ** (1 - exponent)
    return exponent, at, at


def _discrete(tail: np.ndarray, mean_log: float) -> tuple[float, np.ndarray, np.ndarray]:
    from scipy.optimize import minimize_scalar
    from scipy.special import zeta

    found = minimize_scalar(lambda a: math.log(zeta(a, tail[0])) + a * mean_log, bounds=(1.0001, 30), method="bounded")
    exponent = float(found.x)
    all_ = zeta(exponent, tail[0])
    return exponent, 1 - zeta(exponent, tail + 1) / all_, 1 - zeta(exponent, tail) / all_


_POINTS = 300  # of a curve


@dataclass(frozen=True, eq=False)
class Ranked:
    """Numbers, the largest first, and the power law that they follow; None if there are too few."""

    numbers: np.ndarray
    law: PowerLaw | None

    @classmethod
    def of(cls, numbers: np.ndarray) -> Ranked:
        """Rank numbers, and fit a power law."""
        return cls(np.sort(numbers)[::-1], fit_power_law(numbers))

    def to_dict(self) -> dict[str, Any]:
        """Return how many numbers there are, the largest, the median, and their law."""
        n = len(self.numbers)
        largest, median = (float(self.numbers[0]), float(self.numbers[n // 2])) if n else (None, None)
        return {"number": n, "largest": largest, "median": median, "law": self.law.to_dict() if self.law else None}


@dataclass(frozen=True, eq=False)
class GraphStatistics:
    """What a build of paraphrases by commute times produced.

    Attributes
    ----------
    entries, one_to_one : phrase pairs of the tables; how many are 1-1, and so left out.
    components : sizes of the components of the phrase table P [MM12 figure 5 a].
    decomposed : sizes of the parts that giants were decomposed into, before merging [figure 5 b].
    sub_phrase_tables : sizes of sub-phrase-tables: those, merged, and the other components of P [figure 6].
    pairs : n(u,v) of pairs of phrases, tag sequences and stem sequences [figure 9].
    phrase_pairs : n(u,v) of pairs of phrases only.
    steps : seconds that each step took, and the build's peak memory in bytes by then.
    """

    entries: int
    one_to_one: int
    components: Ranked
    decomposed: Ranked
    sub_phrase_tables: Ranked
    pairs: Ranked
    phrase_pairs: Ranked
    steps: dict[str, tuple[float, int]]

    @property
    def ranked(self) -> dict[str, Ranked]:
        """All sizes and counts by name."""
        return {
            "components": self.components, "decomposed components": self.decomposed, "sub-phrase-tables": self.sub_phrase_tables,
            "pairs": self.pairs, "pairs of phrases": self.phrase_pairs,
        }  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return all as plain data."""
        return {
            "entries": self.entries, "one_to_one": self.one_to_one,
            **{name: ranked.to_dict() for name, ranked in self.ranked.items()},
            "steps": {name: {"seconds": seconds, "peak_memory": memory} for name, (seconds, memory) in self.steps.items()},
        }  # fmt: skip


def graph_statistics(folder: StrPath) -> GraphStatistics:
    """Return the statistics of a build whose steps were kept in a folder.

    Raises
    ------
    ConfigError : no such folder, or the build has not ended.
    FormatError : what was kept has been altered.
    MissingPackageError : scipy is not installed.
    """
    steps = Steps(folder)
    distributions = steps.read("distributions", Interpolation).distributions
    decomposition = steps.read("components", Decomposition)
    read = steps.read("graph", ReadGraph)
    about = {name: steps.about(name) for name in ORDER}
    return GraphStatistics(
        read.entries, read.one_to_one, Ranked.of(component_sizes(read.graph)), Ranked.of(decomposition.unmerged),
        Ranked.of(decomposition.components.sizes), Ranked.of(distributions.counts), Ranked.of(_phrase_pairs(distributions)),
        {name: (float(step["seconds"]), int(step["peak_memory"])) for name, step in about.items()},
    )  # fmt: skip


def _phrase_pairs(distributions: Distributions) -> np.ndarray:
    """Return the counts of pairs of phrases."""
    rows = slice(0, int(distributions.offsets[distributions.phrases]))
    return distributions.counts[rows][distributions.others[rows] < distributions.phrases]


def write_plot(path: StrPath, found: GraphStatistics) -> None:
    """Draw Figures 5, 6 and 9 of [MM12], numbers by their ranks with their power laws, as SVG or PNG depending on the file name.

    Raises
    ------
    MissingPackageError : matplotlib is not installed.
    """
    ranked = found.ranked
    groups = [
        ("Components", "vertices", ("components", "decomposed components")),
        ("Sub-phrase-tables", "vertices", ("sub-phrase-tables",)),
        ("Pairs", "count", ("pairs", "pairs of phrases")),
    ]
    with plot(path, 10, 3.6) as figure:
        for axes, (title, unit, names) in zip(figure.subplots(1, len(groups)), groups, strict=True):
            for name, colour in zip(names, ("tab:blue", "tab:orange"), strict=False):
                _curve(axes, name, ranked[name], colour)
            axes.set(xscale="log", yscale="log", xlabel="rank", ylabel=unit)
            axes.set_title(title, loc="left")
            axes.grid(alpha=0.25)
            if axes.lines:
                bottom, top = axes.get_ylim()
                axes.set_ylim(bottom, top * (top / bottom) ** 0.2)  # room for the legend
                axes.legend(frameon=False, fontsize=7, loc="upper right")


def _curve(axes: Any, name: str, ranked: Ranked, colour: str) -> None:
    """Draw numbers by rank as points, and their power law as a line."""
    n = len(ranked.numbers)
    if not n:
        return
    ranks = np.unique(np.geomspace(1, n, _POINTS).astype(np.int64))
    label = f"{n:,} {name}" + (f", exponent {ranked.law.exponent:.2f}" if ranked.law else "")
    axes.plot(ranks, ranked.numbers[ranks - 1], ".", markersize=3.5, color=colour, label=label)
    if ranked.law:
        tail = np.unique([*ranks[ranks < ranked.law.tail], ranked.law.tail])
        axes.plot(tail, ranked.law.at_rank(tail), "-", linewidth=1, color="black")
