"""The labels of spans: the paper's, some worked by hand, and those of a slow reference on random trees."""

from __future__ import annotations

from paragen.tables.bilingual.syntax.kernel import labels_of_spans
from paragen.tables.parses.trees import Tree

FIGURE_2 = "(SBARQ (WHADVP (WRB How)) (SQ (VBP do) (NP (PRP we)) (VP (VB create) (NP (JJ equal) (NNS rights)))) (. ?))"


def labels(tree: str, begin: int, end: int, **options) -> list[str]:
    """The labels of a span of leaves."""
    parsed = Tree(tree)
    found = {span[:2]: span[2] for span in labels_of_spans(parsed, parsed.leaves, len(parsed), **options)}
    return found.get((begin, end), [])


def test_the_labels_of_the_paper():
    assert labels(FIGURE_2, 3, 5) == [
        "VP/(NP/NNS)", r"SQ\VBP NP/(VP/(NP/NNS))", r"SBARQ\WHADVP (SQ\VBP NP/(VP/(NP/NNS)))/.",
    ]  # fmt: skip
