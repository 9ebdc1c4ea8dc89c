"""Finds the chunks of trees in Penn brackets."""

from __future__ import annotations

import os

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Skips
from paragen.tables.parses.chunks import Collector, Span, TokenChunks
from paragen.tables.parses.trees import Tree, tree_texts

_VERBS = frozenset(("MD", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"))
_PARTICLES = frozenset(("RP", "PRT"))
_ADVERBS = frozenset(("RB", "ADVP"))


class _Node:
    """A constituent or, without children, a tag: its label, its leaves, half-open, and what is right below it."""

    __slots__ = ("begin", "children", "end", "label")

    def __init__(self, label: str, begin: int, end: int) -> None:
        self.label, self.begin, self.end = label, begin, end
        self.children: list[_Node] = []


def read_tree_chunks(path: StrPath, skips: Skips) -> TokenChunks:
    """Read the chunks of a file of trees: each sentence is a unit, and one without a tree is a unit without text.

    A line whose brackets do not fit together is a unit without text too, and counted in ``skips``, unless it is the first; see
    `tree_texts`.

    Raises
    ------
    FormatError : the first unit is no tree, or brackets on several lines do not fit together.
    """
    collector = Collector()
    name = os.fspath(path)
    seen = False
    for number, text in tree_texts(path):
        try:
            tree = Tree(text, f"{name}:{number}")
        except FormatError as error:
            if not seen:
                raise
            skips.add("lines that are not trees", error.where, error.found)
        else:
            collector.add(tree.leaves, tree.tags, tree_chunks(tree))
            seen = seen or len(tree) > 0
        collector.end_unit()
    return collector.finish()


def tree_chunks(tree: Tree) -> list[Span]:
    """Return the chunks of a tree.

    They are the constituents NP, VP, PP, ADJP and ADVP, low and high ones; of a prepositional phrase also the preposition with
    the lowest noun phrase alone (*in the house* of *in the house of the king*); and verb groups (*has not been built*).
    Possessives (*the king 's*) and infinitives with *to* are left out.
    """
    spans: list[Span] = []
    inside: set[_Node] = set()  # verb phrases that continue the group of the one above
    tags = tree.tags
    for node in _nodes(tree):
        if not node.children:
            continue
        if node.label == "VP":
            if node not in inside:
                spans += _verb_group(node, inside)
            if node.children[0].label == "TO":
                continue
        elif node.label == "NP" and tags[node.end - 1] == "POS":
            continue
        elif node.label == "PP":
            spans += _short_prepositional(node)
        spans.append((node.label, node.begin, node.end))
    return spans


def _nodes(tree: Tree) -> list[_Node]:
    nodes: list[_Node] = []
    for label, begin, end, parent in tree.nodes:
        node = _Node(label, begin, end)
        if parent >= 0:
            nodes[parent].children.append(node)
        nodes.append(node)
    return nodes


def _verb_group(top: _Node, inside: set[_Node]) -> list[Span]:
    """Return auxiliaries, adverbs between them, verb and particle of a verb phrase and those right below it."""
    begin = end = -1
    node: _Node | None = top
    while node is not None:
        below = None
        if any(child.label == "CC" for child in node.children):
            break
        for child in node.children:
            if child.label == "VP":
                below = child
                inside.add(child)
                break
            if child.label in _VERBS:
                begin, end = (child.begin if begin < 0 else begin), child.end
            elif child.label in _PARTICLES and end == child.begin:
                end = child.end
            elif child.label not in _ADVERBS and child.label != "TO":
                break
        node = below
    return [("VP", begin, end)] if begin >= 0 else []


def _short_prepositional(node: _Node) -> list[Span]:
    """Return the preposition with the first and lowest noun phrase, where that is less than the whole."""
    low = node.children[-1]
    while low.label == "NP" and low.children and low.children[0].label == "NP":
        low = low.children[0]
    return [("PP", node.begin, low.end)] if low.label == "NP" and low.end < node.end else []
