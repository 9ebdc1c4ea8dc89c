"""Forbids edits that cross a barrier, a position that no edit may cross; see :class:`paragen.Request`."""

from __future__ import annotations

from collections.abc import Sequence

from paragen.decoder.derivation import Substitute
from paragen.decoder.options import Options
from paragen.rewriting.sentence import Sentence


def forbid_crossing(sentences: Sequence[Sentence], options: Options) -> None:
    """Forbid the options of sentences that cross a barrier, or that cannot be written without crossing one.

    The language model still sees the whole sentence, so the words beside a barrier are scored with those beyond it.
    """
    import numpy as np  # slower to import than most lines are to decode

    mask = np.zeros(len(options), dtype=np.uint8)
    begins, ends = np.asarray(options.begins), np.asarray(options.ends)
    for number, sentence in enumerate(sentences):
        first, last = options.numbers(number)
        if sentence.barriers and first < last:
            barriers = np.asarray(sentence.barriers)
            begin, end = begins[first:last], ends[first:last]
            across = np.searchsorted(barriers, begin, "right") < np.searchsorted(barriers, end, "left")
            mask[first:last] = across
            beside = ~across & (np.isin(begin, barriers) | np.isin(end, barriers))
            for k in (np.flatnonzero(beside) + first).tolist():
                step = Substitute(int(begins[k]), int(ends[k]), 0, options.words(k), 0.0)
                mask[k] = sentence.renderer.crosses(step)
    options.forbid(mask.tobytes())
