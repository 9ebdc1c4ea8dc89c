"""The trees of the English side of a bitext, in step with its lines."""

from __future__ import annotations

import os
from collections import Counter
from itertools import islice
from typing import Any

import numpy as np

from paragen.base.errors import FormatError
from paragen.tables.bilingual.extraction.batches import bitext_schema, sentences_of
from paragen.tables.bilingual.extraction.kernel import TREE_GOOD, TREE_NONE
from paragen.tables.bilingual.extraction.label_options import LabelOptions
from paragen.tables.parses.trees import Tree, tree_texts


class TreesBeside:
    """One reading of a file of trees.

    Parameters
    ----------
    labels : name the file, the side that it is of, and what becomes of a tree that cannot be used.

    Attributes
    ----------
    counts : how many of the pairs asked for have no tree ("none"), or one that was skipped ("bad").
    """

    def __init__(self, labels: LabelOptions) -> None:
        self._path, self._side, self._skip = os.fspath(labels.trees), labels.side, labels.skip_bad_trees
        self._texts, self._read = tree_texts(self._path), 0
        self.counts: Counter[str] = Counter()

    def join(self, pairs: Any, usable: Any) -> Any:
        """Return a batch of sentence pairs with a further column, their trees: the next ones, empty if a usable pair has none."""
        trees = list(islice(self._texts, pairs.num_rows))
        self._read += len(trees)
        if len(trees) < pairs.num_rows:
            raise self._uneven("fewer trees than the bitext has lines")
        texts = [text for _, text in trees]
        verdicts = sentences_of(_with_trees(pairs, texts)).judge_trees(self._side == "source")
        none = verdicts == TREE_NONE
        self.counts["none"] += int((none & usable).sum())
        words = pairs.column(self._side)
        for row in np.flatnonzero((verdicts != TREE_GOOD) & ~none & usable).tolist():
            if not self._skip:
                number, text = trees[row]
                Tree(text, f"{self._path}:{number}").match(words[row].as_py().split())
            self.counts["bad"] += 1
            texts[row] = ""
        return _with_trees(pairs, texts)

    def end(self) -> None:
        """Raise FormatError if trees are left."""
        if next(self._texts, None) is not None:
            raise self._uneven("more trees than the bitext has lines")

    def _uneven(self, found: str) -> FormatError:
        return FormatError(
            self._path, f"{found}, after {self._read} of them", "a tree for each line, () where a sentence has none",
            "Tree n belongs to line n of the bitext: find where they go apart.",
        )  # fmt: skip


def _with_trees(pairs: Any, texts: list[str]) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([*pairs.columns, pa.array(texts, pa.string())], schema=bitext_schema(trees=True))
