"""Reads Penn treebank brackets, and finds the chunks of trees."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.lines import numbered_lines
from paragen.tables.io.skips import Skips
from paragen.tables.parses.chunks import TokenChunks
from paragen.tables.parses.chunks_collector import Collector, Span

EXPECTED = "trees in Penn treebank brackets, as (S (NP (DT the) (NN end)) (. .))"
_PIECES = re.compile(r"[()]|[^\s()]+")
_LABEL = re.compile(r"[^-=|]+")
_BARE = re.compile(r"\(([^\s()]+) ([()])\)")
_TRACE = "-NONE-"
_VERBS = frozenset(("MD", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"))
_PARTICLES = frozenset(("RP", "PRT"))
_ADVERBS = frozenset(("RB", "ADVP"))
_MOST_TOKENS = 100_000


@dataclass
class Node:
    """A constituent or, without children, a tagged token.

    Attributes
    ----------
    label : without functions and indices (NP for NP-SBJ-1).
    begin, end : its tokens, half-open.
    children : in order.
    """

    label: str
    begin: int
    end: int = 0
    children: list[Node] = field(default_factory=list)


@dataclass
class Tree:
    """A parsed sentence.

    Attributes
    ----------
    tokens, tags : of the sentence, without traces.
    nodes : all constituents, those within others after them.
    """

    tokens: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)


def read_brackets(path: StrPath, skips: Skips) -> TokenChunks:
    """Read the chunks of a file of trees: the trees of a line, or one that takes several lines, are a unit.

    An empty line, or ``()``, is a unit without text; where the first tree takes several lines, empty lines only separate trees.
    A line whose brackets do not fit together is a unit without text too, and counted in ``skips``.

    Raises
    ------
    FormatError : the first unit is no tree, or, where trees take several lines, any of them.
    """
    collector = Collector()
    path = os.fspath(path)
    several = _takes_several_lines(path)
    seen = False
    for number, text in _joined_lines(path) if several else numbered_lines(path, EXPECTED):
        try:
            for tree in parse_trees(text, f"{path}:{number}"):
                collector.add(tree.tokens, tree.tags, tree_chunks(tree))
                seen = True
        except FormatError as error:
            if several or not seen:
                raise
            skips.add("lines that are no trees", f"{path}:{number}", error.found)
        collector.end_unit()
    return collector.finish()


def _takes_several_lines(path: str) -> bool:
    """Tell whether the first tree, which shows how the file is laid out, goes on after its first line."""
    first = next((line for _, line in numbered_lines(path, EXPECTED) if line.strip()), "")
    return _depth(_escaped(first)) > 0


def _joined_lines(path: str) -> Iterator[tuple[int, str]]:
    """Yield the trees of a file in which they take several lines, with the number of their first."""
    lines: list[str] = []
    depth, first = 0, 0
    for number, line in numbered_lines(path, EXPECTED):
        if not lines:
            first = number
            if not line.strip():
                continue
        lines.append(line)
        depth += _depth(_escaped(line))
        if depth < 0:
            raise FormatError(f"{path}:{number}", "a bracket that closes nothing", EXPECTED)
        if depth == 0:
            yield first, " ".join(lines)
            lines = []
    if lines:
        raise FormatError(f"{path}:{first}", "a tree that does not end", EXPECTED, "Is the file whole?")


def _depth(line: str) -> int:
    return line.count("(") - line.count(")")


def _escaped(text: str) -> str:
    """Name brackets that stand as tokens, which some parsers forget."""
    return _BARE.sub(lambda match: f"({match[1]} {'-LRB-' if match[2] == '(' else '-RRB-'})", text)


def parse_trees(text: str, where: str = "tree") -> list[Tree]:
    """Parse trees that stand one after the other.

    Raises
    ------
    FormatError : text that is no tree, at ``where``.
    """
    trees: list[Tree] = []
    tree, open_nodes, pieces = Tree(), list[Node](), _PIECES.findall(_escaped(text))
    i = 0
    while i < len(pieces):
        piece = pieces[i]
        i += 1
        if piece == "(":
            labelled = i < len(pieces) and pieces[i] not in "()"
            match = _LABEL.match(pieces[i]) if labelled else None
            label = match[0] if match else pieces[i] if labelled else ""
            i += labelled
            if i < len(pieces) and pieces[i] not in "()" and labelled:
                i = _leaf(pieces, i, label, tree, open_nodes, where)
                continue
            node = Node(label, len(tree.tokens))
            _attach(node, tree, open_nodes)
            open_nodes.append(node)
        elif piece == ")" and open_nodes:
            open_nodes.pop().end = len(tree.tokens)
        else:
            raise FormatError(where, f"{piece!r} outside of brackets", EXPECTED)
        if not open_nodes:
            trees.append(tree)
            tree = Tree()
    if open_nodes or tree.tokens:
        raise FormatError(where, "a tree that does not end", EXPECTED)
    return trees


def _leaf(pieces: list[str], i: int, tag: str, tree: Tree, open_nodes: list[Node], where: str) -> int:
    """Take a tagged token; return where to read on."""
    if i + 1 >= len(pieces) or pieces[i + 1] != ")":
        raise FormatError(where, f"{' '.join(pieces[i : i + 2])!r} after the tag {tag}", "a tag and one token, as (NN house)")
    if tag == _TRACE:
        return i + 2
    begin = len(tree.tokens)
    if begin == _MOST_TOKENS:
        raise FormatError(where, f"more than {_MOST_TOKENS} tokens", "a sentence a tree")
    _attach(Node(pieces[i - 1], begin, begin + 1), tree, open_nodes)
    tree.tokens.append(pieces[i])
    tree.tags.append(pieces[i - 1])
    return i + 2


def _attach(node: Node, tree: Tree, open_nodes: list[Node]) -> None:
    if open_nodes:
        open_nodes[-1].children.append(node)
    if node.end == 0:
        tree.nodes.append(node)


def tree_chunks(tree: Tree) -> list[Span]:
    """Return the chunks of a tree.

    They are the constituents NP, VP, PP, ADJP and ADVP, low and high ones; of a prepositional phrase also the preposition with
    the lowest noun phrase alone (*in the house* of *in the house of the king*); and verb groups (*has not been built*).
    Possessives (*the king 's*) and infinitives with *to* are left out.
    """
    spans: list[Span] = []
    inside: set[int] = set()  # verb phrases that continue the group of the one above
    for node in tree.nodes:
        if not node.children or node.begin == node.end:
            continue
        if node.label == "VP":
            if id(node) not in inside:
                spans += _verb_group(node, inside)
            if node.children[0].label == "TO":
                continue
        elif node.label == "NP" and tree.tags[node.end - 1] == "POS":
            continue
        elif node.label == "PP":
            spans += _short_prepositional(node)
        spans.append((node.label, node.begin, node.end))
    return spans


def _verb_group(top: Node, inside: set[int]) -> list[Span]:
    """Return auxiliaries, adverbs between them, verb and particle of a verb phrase and those right below it."""
    begin = end = -1
    node: Node | None = top
    while node is not None:
        below = None
        if any(child.label == "CC" for child in node.children):
            break
        for child in node.children:
            if child.label == "VP":
                below = child
                inside.add(id(child))
                break
            if child.label in _VERBS:
                begin, end = (child.begin if begin < 0 else begin), child.end
            elif child.label in _PARTICLES and end == child.begin:
                end = child.end
            elif child.label not in _ADVERBS and child.label != "TO":
                break
        node = below
    return [("VP", begin, end)] if begin >= 0 else []


def _short_prepositional(node: Node) -> list[Span]:
    """Return the preposition with the first and lowest noun phrase, where that is less than the whole."""
    low = node.children[-1]
    while low.label == "NP" and low.children and low.children[0].label == "NP":
        low = low.children[0]
    return [("PP", node.begin, low.end)] if low.label == "NP" and low.end < node.end else []
