"""A sample of query pairs to label, from which the weight and the threshold of the similarity can be chosen."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np

from paragen.base.destination import StrPath
from paragen.tables.calibration.labelled import write_candidates
from paragen.tables.resources.kernel import SimilarQueries
from paragen.tables.resources.queries.log import QueryLog, Sets

PAIRS = 1000

_QUERIES = 20_000  # whose pairs are considered
_OF_EACH = 50
_BINS = 5  # of either similarity

_Pair = tuple[int, int, float, float]


def write_sample(log: QueryLog, destination: StrPath, beta: float, max_sharing: int) -> int:
    """Write pairs that share a word or a document, spread over all degrees of similarity; return how many.

    The sample is drawn by checksums of the text, so the same log gives the same sample. It is spread evenly over the
    similarities rather than over the queries, as hardly similar pairs are by far the most frequent.

    Parameters
    ----------
    log : the queries.
    destination : see `write_candidates`; the similarities are ``content`` and ``click``.
    beta : weight that selects which of a query's many pairs are considered: the 50 most similar ones.
    max_sharing : words and documents shared by more queries do not make pairs.
    """
    drawn = sorted(_spread(log, _pairs(log, beta, max_sharing)), key=lambda pair: (log.queries[pair[0]], log.queries[pair[1]]))
    rows = ((log.queries[p], log.queries[q], content, click) for p, q, content, click in drawn)
    return write_candidates(rows, destination, ("content", "click"))


def _pairs(log: QueryLog, beta: float, max_sharing: int) -> Iterator[_Pair]:
    """Yield pairs with their similarities."""
    words, documents = log.words, log.documents
    finder = SimilarQueries(
        words.begin, words.items, documents.begin, documents.items, words.size, documents.size,
        beta=min(max(beta, 0.1), 0.9), threshold=0.0, top=_OF_EACH, max_sharing=min(max_sharing, len(log.queries)),
    )  # fmt: skip
    sample = sorted(range(len(log.queries)), key=lambda p: (_draw(log.queries[p]), p))[:_QUERIES]
    counts, neighbours, _ = finder.find(np.array(sample, np.uint32))
    seen: set[tuple[int, int]] = set()
    for p, q in zip(np.repeat(sample, counts).tolist(), neighbours.tolist(), strict=True):
        if (q, p) not in seen:
            seen.add((p, q))
            yield p, q, _overlap(words, p, q), _overlap(documents, p, q)


def _spread(log: QueryLog, pairs: Iterator[_Pair]) -> list[_Pair]:
    """Take pairs from every degree of either similarity in turn."""
    bins: dict[tuple[int, int], list[_Pair]] = {}
    for pair in pairs:
        bins.setdefault((int(pair[2] * _BINS), int(pair[3] * _BINS)), []).append(pair)
    for found in bins.values():
        found.sort(key=lambda pair: (_draw(f"{log.queries[pair[0]]}\t{log.queries[pair[1]]}"), pair))
    taken = [found[row] for row in range(PAIRS) for _, found in sorted(bins.items()) if row < len(found)]
    return taken[:PAIRS]


def _draw(text: str) -> int:
    return zlib.crc32(text.encode())


def _overlap(sets: Sets, p: int, q: int) -> float:
    one, other = sets.of(p), sets.of(q)
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0
