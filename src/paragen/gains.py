"""How much each edit of a derivation is worth."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from paragen.decoder.pieces import piece_ends

if TYPE_CHECKING:
    from paragen.sentence import Sentence

_WINDOW = 32
"""Words on each side of an edit that its gain is computed on; a language model sees fewer (its order less one)."""


def gains(
    decoder: Any, sentence: Sentence, derivation: Any, weights: Mapping[str, float], floors: Sequence[float]
) -> tuple[float, ...]:
    """Return for each edit how much lower the score of the whole would be if its words were copied instead.

    Parameters
    ----------
    decoder : what rescores derivations.
    sentence : whose lines, and pieces of long lines, were searched as sentences of their own.
    derivation : one of its derivations.
    weights : of the features, in their order: ``lm``, the tables, the others.
    floors : of the tables, in their order.
    """
    words, steps = sentence.words, derivation.steps
    ends = _piece_ends(sentence)
    uses = [0] * len(floors)
    for step in steps:
        uses[step.table] += 1
    found = []
    for k, step in enumerate(steps):
        if step.words == tuple(words[step.begin : step.end]):
            continue
        at = bisect_right(ends, step.begin)
        begin, near, end = _window(steps, k, ends[at - 1] if at else 0, ends[at])
        moved = [s._replace(begin=s.begin - begin, end=s.end - begin) for s in near]
        here = moved[near.index(step)]
        cut = words[begin:end]
        with_edit = decoder.rescore(cut, moved).features
        without = decoder.rescore(cut, [s for s in moved if s is not here]).features
        lost = [a - b for a, b in zip(with_edit, without, strict=True)]
        # Whether a table's floor comes back is a matter of the whole sentence, not of the window.
        lost[1 + step.table] = step.score - (floors[step.table] if uses[step.table] == 1 else 0.0)
        found.append(sum(weight * value for weight, value in zip(weights.values(), lost, strict=True)))
    return tuple(found)


def _piece_ends(sentence: Sentence) -> list[int]:
    """Return the number of words before the end of each piece that was searched by itself."""
    ends: list[int] = []
    begin = 0
    for end in sentence.line_ends():
        ends += [begin + last for last in piece_ends(sentence.words[begin:end])]
        begin = end
    return ends


def _window(steps: Sequence[Any], k: int, first_word: int, last_word: int) -> tuple[int, list[Any], int]:
    """Return where the window around step ``k`` begins, the steps wholly in it, and where it ends."""
    begin, end = max(first_word, steps[k].begin - _WINDOW), min(last_word, steps[k].end + _WINDOW)
    first = k
    while first > 0 and steps[first - 1].begin >= begin:
        first -= 1
    if first > 0:
        begin = max(begin, steps[first - 1].end)
    last = k + 1
    while last < len(steps) and steps[last].end <= end:
        last += 1
    if last < len(steps):
        end = min(end, steps[last].begin)
    return begin, list(steps[first:last]), end
