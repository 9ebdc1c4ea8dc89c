"""Hugging Face's datasets: a function for ``Dataset.map(…, batched=True)``.

It pickles to the same bytes in every process, as its paraphraser does, so ``map`` finds its caches again and can send it to
other processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from paragen.adapters.cells import rewritten
from paragen.base.errors import ConfigError
from paragen.request import Bounds

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser


class Rewrite:
    """Adds a column of paraphrases to batches.

    Parameters
    ----------
    paraphraser : rewrites the texts.
    column : the column of texts and nulls.
    into : the column of their paraphrases; may be ``column`` itself.
    n : how many of each. With 1 texts; with more lists of texts, best first, each with one text at least.
    bounds : see :meth:`paragen.Paraphraser.rewrite`.

    Raises
    ------
    ConfigError : a number out of range.
    """

    def __init__(
        self, paraphraser: Paraphraser, column: str = "text", into: str = "paraphrase", n: int = 1, **bounds: Unpack[Bounds]
    ) -> None:
        paraphraser.pipe([], n, **bounds)  # finds a number out of range now
        self._paraphraser, self._column, self._into, self._n, self._bounds = paraphraser, column, into, n, bounds

    def __call__(self, batch: Mapping[str, Sequence[Any]], rows: Sequence[int] | None = None) -> dict[str, list[Any]]:
        """Return the new column of a batch; ``rows``, which ``with_indices=True`` gives, are what errors call its rows.

        Raises
        ------
        ConfigError : there is no such column, or a value is neither a text nor null.
        """
        if self._column not in batch:
            raise ConfigError(f"column: no column {self._column!r}. The columns are {', '.join(map(repr, batch))}.")

        def where(k: int) -> str:
            return f"column {self._column!r}, row {k} of its batch" if rows is None else f"column {self._column!r}, row {rows[k]}"

        cells = batch[self._column]
        if isinstance(cells, str):
            raise ConfigError(f"column {self._column!r}: found one text, expected a batch. Use map(…, batched=True).")
        return {self._into: list(rewritten(self._paraphraser, cells, self._n, 1, where, **self._bounds))}
