"""Pairs in columns, the packer's input."""

from __future__ import annotations

from array import array
from typing import Any

from paragen.tables.store.packer import Packer


class PairColumns:
    """Collects the pairs of a table; ``patterns``: its phrases may have slots."""

    def __init__(self, patterns: bool = False) -> None:
        self._patterns = patterns
        self._texts = [bytearray() for _ in range(3)]  # sources, targets, labels
        self._ends = [array("q", [0]) for _ in range(3)]
        self._scores = array("d")

    def append(self, source: str, target: str, score: float, label: str = "") -> None:
        """Add a pair; ``label``: the syntactic label of its source."""
        for text, ends, piece in zip(self._texts, self._ends, (source, target, label), strict=True):
            text += piece.encode()
            ends.append(len(text))
        self._scores.append(score)

    def add(self, packer: Packer) -> None:
        """Begin a table of these pairs in a packer."""
        import numpy as np  # not needed to pack files

        packer.begin_table(0, self._patterns)
        sources, targets, labels = (np.frombuffer(bytes(text) or b"\0", np.uint8) for text in self._texts)
        source_ends, target_ends, label_ends = (np.asarray(ends) for ends in self._ends)
        scores: Any = np.asarray(self._scores)
        more = (label_ends, labels) if self._texts[2] else ()
        add: Any = packer.add_columns
        add(source_ends, sources, target_ends, targets, scores, *more)
