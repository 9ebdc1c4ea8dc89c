"""Hugging Face's datasets: a function for ``Dataset.map(…, batched=True)``.

It pickles to the same bytes in every process, as its paraphraser does, so ``map`` finds its caches again and can send it to
other processes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from paragen.adapters.cells import rewritten
from paragen.base.errors import ConfigError
from paragen.decoder.settings import Bounds

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser


class Rewrite:
    """Adds a column of paraphrases to batches.

    Parameters
    ----------
    paraphraser : rewrites the texts.
    column : the column of texts and nulls.
    into : the column of their paraphrases; may be ``column`` itself.
    n : how many of each. With 1, texts; with more, lists of at least one text, best first.
    spans : the column of the spans of each text that stay, in any form that ``paragen decode --spans`` reads, or null.
    spans_into : the column for these spans with their offsets in the paraphrase, with ``n`` above 1 a list for each paraphrase;
        None: ``spans`` itself if the paraphrases replace the texts, otherwise ``into`` + "_" + ``spans``.
    spans_may_change : whether the text of spans may change.
    bounds : see :meth:`paragen.Paraphraser.rewrite`.

    Raises
    ------
    ConfigError : a number out of range, or ``spans_into`` without ``spans``.
    """

    def __init__(
        self, paraphraser: Paraphraser, column: str = "text", into: str = "paraphrase", n: int = 1, *, spans: str | None = None,
        spans_into: str | None = None, spans_may_change: bool = False, **bounds: Unpack[Bounds],
    ) -> None:
        if spans is None and (spans_into is not None or spans_may_change):
            raise ConfigError("spans_into, spans_may_change: they say how spans are taken: name their column.")
        paraphraser.pipe([], n, **bounds)  # raises for a number out of range now
        self._paraphraser, self._column, self._into, self._n, self._bounds = paraphraser, column, into, n, bounds
        self._spans, self._may_change = spans, spans_may_change
        self._spans_into = spans and (spans_into or (spans if into == column else f"{into}_{spans}"))

    def __call__(self, batch: Mapping[str, Sequence[Any]], rows: Sequence[int] | None = None) -> dict[str, list[Any]]:
        """Return the new columns of a batch; ``rows``, from ``with_indices=True``, are the row numbers for errors.

        Raises
        ------
        ConfigError : there is no such column, or a value is neither a text nor null.
        FormatError : something that is not a span of its text.
        """
        for name in (self._column, self._spans):
            if name is not None and name not in batch:
                raise ConfigError(f"column: no column {name!r}. The columns are {', '.join(map(repr, batch))}.")

        def where(k: int) -> str:
            return f"column {self._column!r}, row {k} of its batch" if rows is None else f"column {self._column!r}, row {rows[k]}"

        cells = batch[self._column]
        if isinstance(cells, str):
            raise ConfigError(f"column {self._column!r}: found one text, expected a batch. Use map(…, batched=True).")
        spans = None if self._spans is None else batch[self._spans]
        found = list(rewritten(self._paraphraser, cells, self._n, 1, where, spans, self._may_change, **self._bounds))
        columns = {self._into: [one.text for one in found]}
        return columns if self._spans_into is None else columns | {self._spans_into: [one.spans for one in found]}
