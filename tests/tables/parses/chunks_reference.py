"""The rules that find chunks in dependency trees, written to be read."""

from __future__ import annotations

from paragen.tables.parses.chunks_files import part_of, relation_of
from paragen.tables.parses.options import LABELS

NOUN, VERB, ADJECTIVE, ADVERB = 1, 2, 3, 4
PREMODIFIER, NAME, CASE, AUXILIARY, ADVMOD, PARTICLE, CORE, _, SUBJECT, BREAK = range(1, 11)


class Tree:
    """A sentence: tags, relations, and the place of each head, -1 for the root."""

    def __init__(self, tags: list[str], relations: list[str], heads: list[int]) -> None:
        self.parts = [part_of(tag) for tag in tags]
        self.relations = [relation_of(relation) for relation in relations]
        self.heads = heads
        self.below: dict[int, set[int]] = {i: set() for i in range(len(heads))}
        for i in range(len(heads)):
            above = i
            while above >= 0:
                self.below[above].add(i)
                above = heads[above]

    def children(self, head: int) -> list[tuple[int, int, int]]:
        """Begin, end and relation of the children whose words stand together."""
        spans = []
        for child, above in enumerate(self.heads):
            begin, end = min(self.below[child]), max(self.below[child]) + 1
            if above == head and end - begin == len(self.below[child]):
                spans.append((begin, end, self.relations[child]))
        return spans

    def left(self, head: int, start: int, relations: set[int]) -> list[tuple[int, int]]:
        """Children next to one another that end at ``start``, from right to left: where each begins, and its relation."""
        found = []
        while step := next(((b, r) for b, e, r in self.children(head) if e == start and r in relations), None):
            found.append(step)
            start = step[0]
        return found

    def right(self, head: int, start: int, relations: set[int]) -> list[tuple[int, int]]:
        found = []
        while step := next(((e, r) for b, e, r in self.children(head) if b == start and r in relations), None):
            found.append(step)
            start = step[0]
        return found


def reference_chunks(tree: Tree) -> set[tuple[int, int, str]]:
    """Begin, end and label of the chunks."""
    return {span for head in range(len(tree.heads)) for span in _of_head(tree, head)}


def _of_head(tree: Tree, head: int) -> list[tuple[int, int, str]]:
    part, relation = tree.parts[head], tree.relations[head]
    within = relation in (PREMODIFIER, NAME)
    governed = any(above == head and i < head and tree.relations[i] == CASE for i, above in enumerate(tree.heads))
    if part == NOUN and (not within or governed):
        begin = _last(tree.left(head, head, {PREMODIFIER}), head)
        end = _last(tree.right(head, head + 1, {NAME}), head + 1)
        first = _last(tree.left(head, begin, {CASE}), begin)
        spans = [(begin, "NP")] + [(first, "PP")] * (first < begin)
        return _with_complements(tree, head, spans, first, end)
    if part == VERB and not within and relation != AUXILIARY:
        begin = _auxiliaries(tree, head, head)
        end = _last(tree.right(head, head + 1, {PARTICLE}), head + 1)
        after = tree.right(head, end, set(range(11)) - {SUBJECT, BREAK})
        core = _last([step for step in after if step[1] == CORE], end)
        return [(begin, to, "VP") for to in (end, core, _last(after, end))]
    if part == ADJECTIVE and not within:
        begin = _last(tree.left(head, head, {ADVMOD}), head)
        return _with_complements(tree, head, [(begin, "ADJP")], begin, head + 1)
    if part == ADVERB and relation == ADVMOD:
        return [(_last(tree.left(head, head, {ADVMOD}), head), head + 1, "ADVP")]
    return []


def _with_complements(tree: Tree, head: int, spans: list, first: int, end: int) -> list[tuple[int, int, str]]:
    """The spans as they are, and with what follows; with a copula before them, that is the verb phrase's."""
    to = _last(tree.right(head, end, set(range(11)) - {SUBJECT, BREAK}), end)
    found = [(begin, end, label) for begin, label in spans]
    verb = _auxiliaries(tree, head, first)
    if verb < first:
        return [*found, (verb, end, "VP"), (verb, to, "VP")]
    return found + [(begin, to, label) for begin, label in spans]


def _auxiliaries(tree: Tree, head: int, start: int) -> int:
    """Where the auxiliaries before a head begin, with adverbs between; ``start`` without any."""
    return _last([step for step in tree.left(head, start, {AUXILIARY, ADVMOD}) if step[1] == AUXILIARY], start)


def _last(steps: list[tuple[int, int]], otherwise: int) -> int:
    return steps[-1][0] if steps else otherwise


assert LABELS[:3] == ("NP", "VP", "PP")
