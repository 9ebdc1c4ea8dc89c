"""The labels of spans, slowly: trees are pairs of a label and either a token or a list of trees."""

from __future__ import annotations

import random
from dataclasses import dataclass

Nested = tuple[str, "str | list[Nested]"]
LABELS = ("S", "NP", "VP", "PP", "ADVP", ".", ",", "NP-SBJ-1", "VP=2", "ADVP|PRT", "-LRB-")
OUTER = ("", "ROOT", "TOP")


@dataclass
class Node:
    label: str
    begin: int
    end: int
    children: list[Node]


def written(tree: Nested) -> str:
    label, below = tree
    return f"({label} {below if isinstance(below, str) else ' '.join(map(written, below))})"


def random_tree(random: random.Random, depth: int = 0) -> Nested:
    """A tree with unary chains, traces, what they leave empty, functions, and artificial roots anywhere."""
    if depth and random.random() < 0.2 + depth * 0.1:
        return ("-NONE-", "*T*") if random.random() < 0.1 else (random.choice(LABELS), random.choice("abc"))
    label = random.choice(OUTER if random.random() < 0.15 or not depth else LABELS)
    return label, [random_tree(random, depth + 1) for _ in range(random.choice((1, 1, 2, 2, 3, 4)))]


def nodes_of(tree: Nested, begin: int = 0) -> list[Node]:
    """The nodes that a tree is read to: one, none for what is empty, or those below an artificial root."""
    label, below = tree
    if isinstance(below, str):
        return [] if label == "-NONE-" else [Node(stripped(label), begin, begin + 1, [])]
    children: list[Node] = []
    for child in below:
        children += nodes_of(child, children[-1].end if children else begin)
    if not children or label in OUTER:
        return children
    return [Node(stripped(label), begin, children[-1].end, children)]


def stripped(label: str) -> str:
    return label if label.startswith("-") else label.split("-")[0].split("=")[0].split("|")[0]


def labels(tops: list[Node], begin: int, end: int, simple: bool = False, levels: int = 0) -> list[str]:
    """The labels of a span, as the header of the kernel defines them."""
    covering: list[Node] = []  # outermost first
    level = tops
    while over := [node for node in level if node.begin <= begin and end <= node.end]:
        covering += over
        level = over[0].children
    exact = [node for node in covering if (node.begin, node.end) == (begin, end)]
    if exact:
        return list(dict.fromkeys(node.label for node in exact))
    if simple:
        return []
    return [label(node, begin, end) for node in covering[::-1]][: levels or None]


def label(node: Node, begin: int, end: int) -> str:
    left, right = lacking(node, begin, end)
    return node.label + ("\\" + " ".join(left) if left else "") + ("/" + " ".join(right) if right else "")


def lacking(node: Node, begin: int, end: int) -> tuple[list[str], list[str]]:
    """What a node lacks on either side of a span that takes a part of it."""
    left: list[str] = []
    right: list[str] = []
    for child in node.children:
        if child.end <= begin:
            left.append(child.label)
        elif child.begin >= end:
            right.append(child.label)
        elif child.begin < begin or child.end > end:
            (left if lacking(child, begin, end)[0] else right).append(f"({label(child, begin, end)})")
    return left, right
