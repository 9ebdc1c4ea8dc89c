"""A slow reading of [MM12] eq. 1 to 19 and 21, equation by equation, and of our means, and random tables to try it on."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from itertools import combinations

import numpy as np
import pyarrow as pa

from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.components import Components
from paragen.tables.bilingual.graph.decompose import Clusters
from paragen.tables.bilingual.graph.features import Features, Sequences
from paragen.tables.bilingual.graph.options import GraphOptions

Counts = dict[tuple[int, int], float]  # n(s,t)
Rows = dict[tuple[int, int], list[int]]  # component, vertex -> clusters
Feature = tuple[str, str]  # kind, sequence


def graph_of(counts: Counts, sources: int, targets: int) -> BipartiteGraph:
    """A graph of n(s,t); t is numbered from 0."""
    both: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for (s, t), n in sorted(counts.items()):
        both[s].append((sources + t, n))
        both[sources + t].append((s, n))
    lists = [sorted(both[vertex]) for vertex in range(sources + targets)]
    return BipartiteGraph(
        pa.array([f"s{i:03}" for i in range(sources)] + [f"t{i:03}" for i in range(targets)]), sources,
        np.cumsum([0] + [len(row) for row in lists]).astype(np.int64),
        np.array([other for row in lists for other, _ in row], np.int32), np.array([n for row in lists for _, n in row], float),
    )  # fmt: skip


def parts_of(graph: BipartiteGraph, rows: Rows, decomposed: list[bool]) -> tuple[Components, Clusters]:
    members: dict[int, list[int]] = defaultdict(list)
    for component, vertex in sorted(rows):
        members[component].append(vertex)
    flat = [
        (component, vertex, cluster) for (component, vertex), clusters in sorted(rows.items()) for cluster in sorted(clusters)
    ]
    sizes = [len(members[component]) for component in range(len(decomposed))]
    lengths = np.bincount([component for component, _, _ in flat], minlength=len(decomposed))
    columns = [np.array(column, np.int32) for column in zip(*flat, strict=True)]
    components = Components(
        graph.vertices, np.cumsum([0, *sizes]).astype(np.int64),
        np.array([vertex for _, vertex in sorted(rows)], np.int32), np.array(decomposed),
    )  # fmt: skip
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return components, Clusters(graph.vertices, graph.paraphrased, offsets, *columns)


def features_of(tags: list[dict[str, float]], stems: list[dict[str, float]]) -> Features:
    return Features(_sequences(tags), _sequences(stems))


def _sequences(phrases: list[dict[str, float]]) -> Sequences:
    texts = sorted({text for phrase in phrases for text in phrase})
    ids = [texts.index(text) for phrase in phrases for text in sorted(phrase)]
    counts = [phrase[text] for phrase in phrases for text in sorted(phrase)]
    offsets = np.cumsum([0] + [len(phrase) for phrase in phrases]).astype(np.int64)
    return Sequences(pa.array(texts, pa.string()), offsets, np.array(ids, np.int32), np.array(counts, float))


class Table:
    """A random phrase table with components and clusters that overlap, and features that some phrases lack."""

    def __init__(self, rng: random.Random, sources: int = 14, targets: int = 12, components: int = 4) -> None:
        self.sources, self.targets = sources, targets
        self.counts: Counts = {
            (s, t): float(rng.choice((1, 1, 1, 2, 3, 8))) for s in range(sources) for t in range(targets) if rng.random() < 0.25
        }
        for s in range(sources):
            self.counts.setdefault((s, rng.randrange(targets)), 1.0)
        self.rows: Rows = {}
        whole = rng.random() < 0.3
        self.decomposed = [not whole] * components
        for component in range(components):
            for vertex in range(sources + targets):
                if vertex % components == component if whole else rng.random() < 0.6 or vertex in (0, sources):
                    clusters = sorted(rng.sample(range(3), rng.choice((1, 1, 1, 2))))
                    self.rows[component, vertex] = clusters
        self.tags = [_some(rng, ["NN", "VB", "DT NN"]) for _ in range(sources)]
        self.stems = [_some(rng, ["a", "b", "c", "d", "e f"]) for _ in range(sources)]

    @property
    def graph(self) -> BipartiteGraph:
        return graph_of(self.counts, self.sources, self.targets)

    @property
    def features(self) -> Features:
        return features_of(self.tags, self.stems)


def _some(rng: random.Random, texts: list[str]) -> dict[str, float]:
    return {text: float(rng.randint(1, 9)) for text in rng.sample(texts, rng.choice((0, 1, 1, 2, 3)))}


class Reading:
    """What the equations say of a table."""

    def __init__(self, table: Table, options: GraphOptions) -> None:
        self.table, self.options = table, options

    def idf(self, x: int, y: int) -> float:
        """Eq. 1, with c(x,x') as section 2.2 redefines it."""
        rows, of_d = self.table.rows, [c for c, decomposed in enumerate(self.table.decomposed) if decomposed]
        if len(of_d) < 2:
            return math.inf
        together = sum(bool(set(rows.get((c, x), ())) & set(rows.get((c, y), ()))) for c in of_d)
        c_x, c_y = (sum((c, vertex) in rows for c in of_d) for vertex in (x, y))
        return math.log(2 * together * len(of_d) / (c_x + c_y)) / math.log(len(of_d)) if together else -math.inf

    def strength(self, component: int, s: int, cluster: int) -> float:
        """Eq. 2."""
        return sum(
            n for (one, t), n in self.table.counts.items()
            if one == s and cluster in self.table.rows.get((component, self.table.sources + t), ())
        )  # fmt: skip

    def graphs(self, component: int) -> list[tuple[int, list[int], dict[tuple[int, int], float], dict[int, float]]]:
        """Of each graph its cluster, its phrases, w(s -> s') of eq. 3, and the strength of each phrase in all its subgraphs."""
        rows, sources = self.table.rows, self.table.sources
        ours = {v: clusters for (c, v), clusters in rows.items() if c == component and v < sources}
        targets = sorted(
            {cluster for (c, v), clusters in rows.items() if c == component and v >= sources for cluster in clusters}
        )
        found = []
        for cluster in sorted({cluster for clusters in ours.values() for cluster in clusters}):
            phrases = sorted(v for v, clusters in ours.items() if cluster in clusters)
            common: dict[tuple[int, int], list[int]] = {}
            for s, other in combinations(phrases, 2):
                shared = [T for T in targets if self.strength(component, s, T) and self.strength(component, other, T)]
                if shared and self.idf(s, other) > self.options.min_idf:
                    common[s, other] = common[other, s] = shared
            left = set(phrases)
            for first in phrases:
                if first not in left:
                    continue
                reached, todo = {first}, [first]
                while todo:
                    at = todo.pop()
                    for one, other in common:
                        if one == at and other not in reached:
                            reached.add(other)
                            todo.append(other)
                left -= reached
                if 2 <= len(reached) <= self.options.max_phrases:
                    weights = {
                        pair: sum(self.strength(component, pair[1], T) for T in shared)
                        for pair, shared in common.items() if pair[0] in reached
                    }  # fmt: skip
                    whole = {
                        s: sum(
                            self.strength(component, s, T)
                            for T in sorted({T for (one, _), shared in common.items() if one == s for T in shared})
                        )
                        for s in reached
                    }
                    found.append((cluster, sorted(reached), weights, whole))
        return found

    def walk(
        self, component: int, phrases: list[int], edges: dict[tuple[int, int], float], whole: dict[int, float]
    ) -> tuple[list[tuple[str, object]], np.ndarray]:
        """The vertices of a graph with features and inflation, and the weights of eq. 3 to 6."""
        table = self.table
        inflated = [
            s for s in phrases
            if any(
                one == s and n >= self.options.inflation and (component, table.sources + t) in table.rows
                for (one, t), n in table.counts.items()
            )
        ]  # fmt: skip
        w: dict[tuple[object, object], float] = {(("phrase", a), ("phrase", b)): weight for (a, b), weight in edges.items()}
        to_features: dict[tuple[tuple[str, object], tuple[str, object]], float] = {}
        for s in phrases:
            out = [weight for (a, _), weight in edges.items() if a == s]
            back = [weight for (_, b), weight in edges.items() if b == s]
            weight = sum(out) / len(out) + abs(sum(out) - sum(back)) + len(out) + 1
            for kind, sequences in (("tags", table.tags[s]), ("stems", table.stems[s])):
                for text, n in sequences.items():
                    to_features[("phrase", s), (kind, text)] = weight * n / sum(sequences.values())
        for i in inflated:
            for s in phrases:
                w[("phrase", s), ("inflation", i)] = 1
                w[("inflation", i), ("phrase", s)] = whole[s]
            for other in inflated:
                if other != i:
                    w[("inflation", i), ("inflation", other)] = 1
        for i in inflated:
            out = [weight for (a, _), weight in w.items() if a == ("inflation", i)]
            back = [weight for (_, b), weight in w.items() if b == ("inflation", i)]
            for kind in ("inflation tags", "inflation stems"):
                to_features[("inflation", i), (kind, i)] = sum(out) / len(out) + abs(sum(out) - sum(back)) + len(out) + 1
        for _, f in list(to_features):
            users = [user for user, feature in to_features if feature == f]
            for user in users:
                w[f, user] = 1 / len(users)
        w |= to_features
        order = {"phrase": 0, "inflation": 1, "tags": 2, "stems": 3, "inflation tags": 4, "inflation stems": 4}
        vertices = sorted({a for a, _ in w} | {b for _, b in w}, key=lambda v: (order[v[0]], v[1], v[0] == "inflation stems"))
        matrix = np.array([[w.get((a, b), 0.0) for b in vertices] for a in vertices])
        return vertices, matrix


def commute_times(weights: np.ndarray) -> np.ndarray:
    """Eq. 7 and 20, with numpy's own inverse and eigenvectors."""
    n = len(weights)
    transitions = weights / weights.sum(axis=1, keepdims=True)
    system = np.vstack([np.eye(n) - transitions.T, np.ones(n)])
    stationary = np.linalg.lstsq(system, np.append(np.zeros(n), 1.0), rcond=None)[0]
    z = np.linalg.inv(np.eye(n) - transitions + np.outer(np.ones(n), stationary))
    return np.array([
        [(z[v, v] - z[u, v]) / stationary[v] + (z[u, u] - z[v, u]) / stationary[u] for v in range(n)] for u in range(n)
    ])  # fmt: skip


def counts_of(times: np.ndarray) -> np.ndarray:
    """Eq. 8 to 12; the smallest is 1."""
    n = len(times)
    if n == 2:
        return np.array([[0.0, 1.0], [1.0, 0.0]])
    p = np.full((n, n), 1 / (n - 1))
    np.fill_diagonal(p, 0)
    for _ in range(1100):
        around = (times * p).sum(axis=1, keepdims=True) - times * p
        counts = np.divide(around + around.T, 2 * times, out=np.zeros((n, n)), where=~np.eye(n, dtype=bool))
        last, p = p, counts / counts.sum(axis=1, keepdims=True)
        if np.abs(p - last).max() < 1e-12:
            break
    return np.asarray(counts / counts[~np.eye(n, dtype=bool)].min())


Unit = tuple[int, str, str]  # a phrase, and "phrase" or the kind and text of its feature


def pair_counts(reading: Reading, component: int) -> dict[tuple[Unit, Unit], float]:
    """Eq. 13: of each pair of units, in both directions; the phrases of a graph that share a feature share its counts."""
    table = reading.table
    found: dict[tuple[Unit, Unit], float] = defaultdict(float)
    for _, phrases, edges, whole in reading.graphs(component):
        vertices, weights = reading.walk(component, phrases, edges, whole)
        counts = counts_of(commute_times(weights))
        units: list[tuple[Unit, tuple[str, object]]] = [((s, "phrase", ""), ("phrase", s)) for s in phrases]
        for kind, sequences in (("tags", table.tags), ("stems", table.stems)):
            units += [((s, kind, text), (kind, text)) for s in phrases for text in sequences[s]]
        users = {vertex: sum(other == vertex for _, other in units) for _, vertex in units}
        for u, at in units:
            for v, to in units:
                if at != to:
                    found[u, v] += counts[vertices.index(at), vertices.index(to)] / users[at] / users[to]
    return found


def _by_unit(reading: Reading) -> dict[Unit, dict[int, dict[Unit, float]]]:
    found: dict[Unit, dict[int, dict[Unit, float]]] = defaultdict(lambda: defaultdict(dict))
    for component in range(len(reading.table.decomposed)):
        for (u, v), n in pair_counts(reading, component).items():
            found[u][component][v] = n
    return found


def interpolated(reading: Reading) -> dict[tuple[Unit, Unit], float]:
    """Eq. 14 to 18: each term of the sums over C."""
    found: dict[tuple[Unit, Unit], float] = {}
    for u, components in _by_unit(reading).items():
        p = {c: {v: n / sum(row.values()) for v, n in row.items()} for c, row in components.items()}
        others = sorted({v for row in components.values() for v in row})
        weights, last = {c: 1 / len(components) for c in components}, -math.inf
        for _ in range(200):
            mixed = {x: sum(p[c].get(x, 0) * weights[c] for c in components) for x in others}
            likelihood = sum(map(math.log, mixed.values())) / len(others)
            if likelihood - last < 1e-9:
                break
            last = likelihood
            weights = {c: sum(p[c].get(x, 0) * weights[c] / mixed[x] for x in others) / len(others) for c in components}
        for v in others:
            mixed_v = sum(p[c].get(v, 0) * weights[c] for c in components)
            found[u, v] = sum(components[c].get(v, 0) * p[c].get(v, 0) * weights[c] / mixed_v for c in components)
    return found


Vertex = tuple[str, object]  # "phrase" and its number, or a kind of feature and its text


def vertex_of(unit: Unit) -> Vertex:
    return ("phrase", unit[0]) if unit[1] == "phrase" else (unit[1], unit[2])


def distributions(counts: dict[tuple[Unit, Unit], float]) -> dict[Vertex, dict[Vertex, float]]:
    """n(u,v) of eq. 15 to 17."""
    found: dict[Vertex, dict[Vertex, float]] = defaultdict(lambda: defaultdict(float))
    for (u, v), n in counts.items():
        found[vertex_of(u)][vertex_of(v)] += n
    return found


def means(reading: Reading) -> dict[Vertex, dict[Vertex, float]]:
    """m(v|u): the sum of p_C(v|u) of eq. 14 over all C of a phrase u, and over the units of v, by the number of these C."""
    found: dict[Vertex, dict[Vertex, float]] = defaultdict(lambda: defaultdict(float))
    for u, components in _by_unit(reading).items():
        if u[1] == "phrase":
            for row in components.values():
                for v, n in row.items():
                    found[vertex_of(u)][vertex_of(v)] += n / sum(row.values()) / len(components)
    return found


def ranked(
    table: Table, counts: dict[Vertex, dict[Vertex, float]], mean: dict[Vertex, dict[Vertex, float]], rank: str, top: int
) -> list[tuple[str, str, float, float, float, float, float]]:
    """Source, target, score, count and three probabilities: eq. 19 and 21, or the means and their product."""
    found = []
    for s in range(table.sources):
        row = counts.get(("phrase", s), {})
        total = sum(row.values())
        p = {v: n / total for v, n in row.items()} if rank == "sum" else mean.get(("phrase", s), {})
        ours: list[tuple[str, str, float, float, float, float, float]] = []
        for (kind, other), n in row.items():
            if kind != "phrase":
                continue
            assert isinstance(other, int)
            tags, stems = (
                sum(p.get((name, text), 0) * k / sum(texts.values()) for text, k in texts.items())
                for name, texts in (("tags", table.tags[other]), ("stems", table.stems[other]))
            )
            ours.append((f"s{s:03}", f"s{other:03}", 0.0, n, p[kind, other], tags, stems))
        least = min((each[5] for each in ours if each[5] > 0), default=1.0)
        scores = [sum(each[4:]) if rank == "sum" else each[4] * (each[5] or least) for each in ours]
        ours = [(*each[:2], score / sum(scores), *each[3:]) for each, score in zip(ours, scores, strict=True)]
        found += sorted(ours, key=lambda each: (-round(each[2], 9), each[1]))[:top]
    return found
