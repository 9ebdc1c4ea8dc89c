"""Tables whose pairs have syntactic labels, and a tree to look at them by."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

FIGURE_2 = "(SBARQ (WHADVP (WRB How)) (SQ (VBP do) (NP (PRP we)) (VP (VB create) (NP (JJ equal) (NNS rights)))) (. ?))"
"""The tree of [CB08 figure 2], its end made up."""
QUESTION = "How do we create equal rights?"

ROWS = [
    ("equal", "fair", 0.5, "JJ"), ("equal", "same", 0.25, "JJ"),
    ("equal", "the same", 0.75, "ADJP"), ("equal", "fair", 0.125, "ADJP"),
    ("create equal", "provide equal", 0.25, "VP/(NP/NNS)"), ("create equal", "creating equal", 0.5, "VP/(NP/NNS)"),
    ("create equal", "creating equal", 0.5, "SQ\\VBP NP/(VP/(NP/NNS))"),
    ("create equal", "promote equal", 0.75, "VP/(NP/NNS) PP"), ("rights", "entitlements", 0.5, "NN"),
    ("we", "our people", 0.5, "NP"), ("we", "us", 0.25, "PRP"), ("we", "our people", 0.25, "PRP"),
]  # fmt: skip
"""Source, target, score and label."""

PLAIN = "equal ||| fair ||| 0.25\nrights ||| laws ||| 0.25\n"

_WORDS = sorted({word for source, target, *_ in ROWS for word in f"{source} {target}".split()} | {"how", "do", "laws", "?", "."})
ARPA = "\\data\\\nngram 1={}\n\n\\1-grams:\n-4\t<unk>\n-99\t<s>\n-1\t</s>\n{}\n\n\\end\\\n".format(
    len(_WORDS) + 3, "\n".join(f"-2\t{word}" for word in _WORDS)
)


def write_labelled(path: Path, rows: Iterable[tuple[str, str, float, str]]) -> None:
    """Write a labelled table, and for each pair a row without a label: the best of its scores [CB08 eq. 10]."""
    pytest.importorskip("pyarrow")
    import pyarrow
    from pyarrow import parquet

    rows = list(rows)
    best: dict[tuple[str, str], float] = {}
    for source, target, score, _ in rows:
        best[source, target] = max(score, best.get((source, target), 0.0))
    rows += [(*pair, score, "") for pair, score in best.items()]
    columns = dict(zip(("source", "target", "score", "label"), map(list, zip(*rows, strict=True)), strict=True))
    parquet.write_table(pyarrow.table(columns), path)
