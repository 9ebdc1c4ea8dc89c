"""Labelled phrase pairs and their pivot, written to be read [CB08 section 3.1]: nested tuples, labels by their definition."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import NamedTuple

from ..extraction import reference as extraction
from ..pivot.reference import Pair, reference_pivot


class Node(NamedTuple):
    """A constituent, or a tag (its children: one token)."""

    label: str
    begin: int
    end: int
    children: tuple

    def __str__(self) -> str:
        return f"({self.label} {' '.join(map(str, self.children))})"

    def covering(self, begin: int, end: int) -> list[Node]:
        """The nodes that hold a span, innermost first."""
        if not self.begin <= begin < end <= self.end:
            return []
        below = [found for child in self.children if isinstance(child, Node) for found in child.covering(begin, end)]
        return [*below, self]

    def lacking(self, begin: int, end: int) -> str:
        """What the span, a part of this node, is called: the node, and what it lacks on either side."""
        left, right = [], []
        for child in self.children:
            inner_begin, inner_end = max(begin, child.begin), min(end, child.end)
            if child.end <= begin:
                left.append(child.label)
            elif child.begin >= end:
                right.append(child.label)
            elif (inner_begin, inner_end) != (child.begin, child.end):
                side = left if child.begin < begin else right
                side.append(f"({child.lacking(inner_begin, inner_end)})")
        return self.label + f"\\{' '.join(left)}" * bool(left) + f"/{' '.join(right)}" * bool(right)


def labels(tree: Node, begin: int, end: int, simple: bool, levels: int = 0) -> list[str]:
    """The labels of a span of leaves."""
    nodes = tree.covering(begin, end)
    exact = [node for node in nodes if (node.begin, node.end) == (begin, end)]
    if exact:
        return sorted({node.label for node in exact})
    if simple:
        return []
    return [node.lacking(begin, end) for node in nodes][: levels or None]


def random_tree(rng: random.Random, leaves: list[str], begin: int = 0) -> Node:
    """A tree over leaves, with chains of nodes over the same words."""
    end = begin + len(leaves)
    label = rng.choice(("S", "NP", "VP"))
    if rng.random() < 0.15:
        return Node(label, begin, end, (random_tree(rng, leaves, begin),))
    if len(leaves) == 1:
        return Node(rng.choice(("N", "V")), begin, end, (leaves[0],))
    cuts = sorted(rng.sample(range(1, len(leaves)), rng.randint(1, min(2, len(leaves) - 1))))
    pieces = zip([0, *cuts], [*cuts, len(leaves)], strict=True)
    return Node(label, begin, end, tuple(random_tree(rng, leaves[low:high], begin + low) for low, high in pieces))


class Parsed(NamedTuple):
    """The tree of a sentence, and the leaf that begins at each boundary of its words (None: within a leaf)."""

    tree: Node
    boundaries: list[int | None]

    def labels(self, begin: int, end: int, simple: bool, levels: int) -> list[str]:
        low, high = self.boundaries[begin], self.boundaries[end]
        return [] if low is None or high is None else labels(self.tree, low, high, simple, levels)


def random_parse(rng: random.Random, words: list[str]) -> Parsed | None:
    """A tree of a sentence, some leaves of which are two words; sometimes none."""
    if not words or rng.random() < 0.1:
        return None
    leaves: list[str] = []
    boundaries: list[int | None] = []
    for word in words:
        if leaves and boundaries[-1] is not None and rng.random() < 0.1:
            boundaries.append(None)
            leaves[-1] += word
        else:
            boundaries.append(len(leaves))
            leaves.append(word)
    return Parsed(random_tree(rng, leaves), [*boundaries, len(leaves)])


def phrase_table(bitext, parses: list[Parsed | None], simple: bool, levels: int = 0, of_source: bool = False) -> list[dict]:
    """The rows of a labelled phrase table, in its order."""

    def of(sentence: int, source: tuple[int, int], target: tuple[int, int]) -> list[str]:
        parse = parses[sentence]
        return parse.labels(*(source if of_source else target), simple, levels) if parse else []

    return extraction.phrase_table(bitext, labels=of)


def pivot(tables: list[list[dict]], side: str = "target", top: int = 20, **limits) -> list[tuple[str, str, float, str]]:
    """The rows of a labelled pivot, in its order: the pivot of each label by itself, and the best over all labels."""
    by_label: dict[str, list[list[Pair]]] = defaultdict(lambda: [[] for _ in tables])
    for number, table in enumerate(tables):
        for row in table:
            f, e = ("source", "target") if side == "target" else ("target", "source")
            alignment = row["alignment"]
            if side == "source":
                alignment = " ".join("-".join(reversed(link.split("-"))) for link in alignment.split())
            pair = Pair(
                row[f], row[e], row[f"p_{f}"], row[f"p_{e}"], row["count"], row[f"lex_{f}"], row[f"lex_{e}"], alignment
            )
            by_label[row["label"]][number].append(pair)
    rows = [
        (*row, label) for label, ones in by_label.items() for row in reference_pivot(ones, top=top, **limits)
    ]  # fmt: skip
    best: dict[str, dict[str, float]] = defaultdict(dict)
    for source, target, score, _ in rows:
        best[source][target] = max(score, best[source].get(target, 0.0))
    for source, found in best.items():
        ranked = sorted(found.items(), key=lambda item: (-item[1], item[0].encode()))
        rows += [(source, target, score, "") for target, score in ranked[:top]]
    return sorted(rows, key=lambda row: (row[0].encode(), row[3].encode(), -row[2], row[1].encode()))


