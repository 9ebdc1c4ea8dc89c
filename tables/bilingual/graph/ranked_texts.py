"""Sorts texts on several threads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from paragen.tables.bilingual.graph.runs import on_each
from paragen.tables.builder import Run
from paragen.tables.engine.files import texts_of

_TEXTS = 50_000  # that a thread sorts at a time, about


def ranked_texts(columns: Sequence[Any], run: Run) -> tuple[Any, list[np.ndarray]]:
    """Return the distinct texts of columns in the order of their bytes, and the places among them of the texts of each column.

    Texts are divided by their first bytes, and threads sort each share by itself.

    Parameters
    ----------
    columns : pyarrow arrays of large_string.

    Returns
    -------
    pyarrow array, and int32 arrays as long as the columns.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = pa.chunked_array(columns, pa.large_string()).combine_chunks()
    prefixes = _prefixes(*texts_of(texts))
    bounds = np.unique(np.sort(prefixes[:: max(1, len(texts) // 10_000)])[:: max(1, 10_000 * _TEXTS // max(1, len(texts)))])
    share = np.searchsorted(bounds, prefixes, "right").astype(np.int32)
    order = np.argsort(share, kind="stable")
    begins = np.searchsorted(share[order], np.arange(len(bounds) + 2))

    def sort(number: int) -> tuple[Any, np.ndarray]:
        """Return the distinct texts of a share, sorted, and the places of its texts."""
        encoded = texts.take(pa.array(order[begins[number] : begins[number + 1]])).dictionary_encode()
        sorted_ = np.asarray(pc.sort_indices(encoded.dictionary))
        ranks = np.empty(len(sorted_), np.int32)
        ranks[sorted_] = np.arange(len(sorted_), dtype=np.int32)
        return encoded.dictionary.take(pa.array(sorted_)), ranks[np.asarray(encoded.indices)]

    found = on_each(range(len(bounds) + 1), sort, run)
    firsts = np.cumsum([0] + [len(distinct) for distinct, _ in found])
    places = np.empty(len(texts), np.int32)
    for number, (_, ranks) in enumerate(found):
        places[order[begins[number] : begins[number + 1]]] = ranks + firsts[number]
    ends = np.cumsum([len(column) for column in columns])[:-1]
    return pa.concat_arrays([distinct for distinct, _ in found]), np.split(places, ends)


def _prefixes(offsets: np.ndarray, data: np.ndarray) -> np.ndarray:
    """Return the first eight bytes of each text as a number that sorts as they do; shorter texts are padded with zeros."""
    found = np.zeros(len(offsets) - 1, np.uint64)
    padded = np.append(data, np.zeros(8, np.uint8))
    for byte in range(8):
        at = offsets[:-1] + byte
        found |= np.where(at < offsets[1:], padded[at], 0).astype(np.uint64) << np.uint64(56 - 8 * byte)
    return found
