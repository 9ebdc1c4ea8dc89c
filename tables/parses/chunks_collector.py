"""Gathers tokens and chunks, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paragen.tables.parses.chunks import LABELS, TokenChunks

_LABEL = {label: number for number, label in enumerate(LABELS)}

Span = tuple[str, int, int]
"""Label, begin and end, in the tokens of a sentence."""


class Collector:
    """Makes the arrays of a text of its sentences."""

    def __init__(self) -> None:
        self._forms: dict[str, int] = {}
        self._tags: dict[str, int] = {}
        self._form: list[int] = []
        self._tag: list[int] = []
        self._unit_tokens = [0]
        self._chunks: list[tuple[int, int, int]] = []

    def add(self, tokens: Sequence[str], tags: Sequence[str], spans: Sequence[Span]) -> None:
        """Add a sentence to the unit that is open; spans of other labels are dropped."""
        before = len(self._form)
        self._form += [self._forms.setdefault(token, len(self._forms)) for token in tokens]
        self._tag += [self._tags.setdefault(tag, len(self._tags)) for tag in tags]
        self._chunks += [(before + begin, before + end, _LABEL[label]) for label, begin, end in spans if label in _LABEL]

    def end_unit(self) -> None:
        """Close a unit, which may be empty."""
        self._unit_tokens.append(len(self._form))

    def finish(self) -> TokenChunks:
        """Return all units that were closed."""
        begin, end, label = np.array(self._chunks, np.int64).reshape(-1, 3).T
        form, tag, unit_tokens = (np.array(column, np.int64) for column in (self._form, self._tag, self._unit_tokens))
        return TokenChunks(list(self._forms), list(self._tags), form, tag, unit_tokens, begin, end, label)
