"""Words as vectors, from running text: positive pointwise mutual information of words near one another, cut to its first
dimensions [LG14]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

_WINDOW = 4       # words on either side; one d words away counts 1 / d
_LEAST = 8        # occurrences of a word that gets a vector
_MOST = 30_000    # words
_SMOOTHED = 0.75  # exponent of context frequencies, which raises those of rare ones a little [LG14 section 3.1]

Vectors = dict[str, tuple[list[float], list[float]]]


def vectors(lines: Iterable[str], size: int) -> Vectors:
    """Return for each word what it is like and what stands around it, of length 1; spaces separate the words of a line."""
    from scipy.sparse import coo_matrix, csr_matrix
    from sklearn.utils.extmath import randomized_svd

    sentences = [line.split() for line in lines]
    counts = Counter(word for words in sentences for word in words)
    names = [word for word, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count >= _LEAST][:_MOST]
    number = {word: i for i, word in enumerate(names)}
    flat = np.array([i for words in sentences for i in (*(number.get(word, -1) for word in words), *[-1] * _WINDOW)], np.int64)
    near = csr_matrix((len(names), len(names)), dtype=np.float64)
    for distance in range(1, _WINDOW + 1):
        left, right = flat[:-distance], flat[distance:]
        known = (left >= 0) & (right >= 0)
        seen = coo_matrix((np.full(int(known.sum()), 1 / distance), (left[known], right[known])), shape=near.shape).tocsr()
        near = near + seen + seen.T
    rows, columns = np.asarray(near.sum(1)).ravel(), np.asarray(near.sum(0)).ravel() ** _SMOOTHED
    columns *= rows.sum() / columns.sum()
    cells = near.tocoo()
    value = np.log(cells.data * rows.sum() / (rows[cells.row] * columns[cells.col]))
    positive = value > 0
    information = csr_matrix((value[positive], (cells.row[positive], cells.col[positive])), shape=near.shape)
    left, strength, right = randomized_svd(information, size, n_iter=4, random_state=0)
    like, around = _of_length_one(left * np.sqrt(strength)), _of_length_one(right.T * np.sqrt(strength))
    return {word: (like[i].tolist(), around[i].tolist()) for word, i in number.items()}


def _of_length_one(rows: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: np.ndarray = rows / np.maximum(length, 1e-12)
    return scaled
