"""Units that co-occur: phrases, and features together with a phrase that has them [MM12]_ eq. 15 to 17."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paragen.tables.bilingual.graph.features import Features


@dataclass(frozen=True, eq=False)
class Units:
    """The units of each phrase: the phrase itself, then its tag sequences, then its stem sequences.

    Parameters
    ----------
    phrases, tags, stems : how many vertices there are of each kind; they are numbered in this order.
    offsets : int64, one more than phrases; where the units of each begin and end.
    vertex : int32, of each unit.
    shares : float64, the sequence's share of the phrase's sequences of that kind; 1 for the phrase itself.
    """

    phrases: int
    tags: int
    stems: int
    offsets: np.ndarray
    vertex: np.ndarray
    shares: np.ndarray

    @classmethod
    def of(cls, features: Features) -> Units:
        """Return the units of phrases with these features."""
        tags, stems = features.tags, features.stems
        phrases = len(tags)
        first_stem = phrases + len(tags.texts)
        offsets = np.arange(phrases + 1) + tags.offsets + stems.offsets
        vertex, shares = np.empty(offsets[-1], np.int32), np.empty(offsets[-1])
        vertex[offsets[:-1]], shares[offsets[:-1]] = np.arange(phrases), 1.0
        for sequences, first, before in (
            (tags, phrases, offsets[:-1] + 1),
            (stems, first_stem, offsets[:-1] + 1 + np.diff(tags.offsets)),
        ):
            lengths = np.diff(sequences.offsets)
            places = np.arange(len(sequences.ids)) + np.repeat(before - sequences.offsets[:-1], lengths)
            vertex[places], shares[places] = sequences.ids + np.int32(first), sequences.shares
        return cls(phrases, len(tags.texts), len(stems.texts), offsets, vertex, shares)
