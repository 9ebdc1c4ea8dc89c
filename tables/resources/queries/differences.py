"""Phrases from similar queries: the parts in which two with the same beginning or end differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paragen.tables.io.writing import Pair


def differences(pairs: Iterable[Pair], min_contexts: int) -> Iterator[Pair]:
    """Yield the differing parts of similar queries: *cheap* and *low cost* for *cheap flights* and *low cost flights*.

    Parameters
    ----------
    pairs : similar queries.
    min_contexts : in how many different contexts the parts must stand, since two queries may differ in anything.

    Returns
    -------
    Pairs whose score is the highest similarity of two queries that differ so.
    """
    contexts: dict[tuple[str, str], dict[str, float]] = {}
    for source, target, score in pairs:
        if parts := _parted(source.split(" "), target.split(" ")):
            found = contexts.setdefault(parts[:2], {})
            found[parts[2]] = max(score, found.get(parts[2], 0.0))
    for (one, other), found in contexts.items():
        if len(found) >= min_contexts:
            yield one, other, max(found.values())


def _parted(one: list[str], other: list[str]) -> tuple[str, str, str] | None:
    """Return the parts in which two queries differ, and their context; None if there is no context, or one contains the other."""
    shorter = min(len(one), len(other))
    before = next((k for k in range(shorter) if one[k] != other[k]), shorter)
    after = next((k for k in range(shorter - before) if one[-1 - k] != other[-1 - k]), shorter - before)
    if before + after in (0, shorter):
        return None
    end, other_end = len(one) - after, len(other) - after
    around = " ".join([*one[:before], "_", *one[end:]])
    return " ".join(one[before:end]), " ".join(other[before:other_end]), around
