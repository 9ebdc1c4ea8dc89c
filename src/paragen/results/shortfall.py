"""How many of the paraphrases that were asked for were found."""

from __future__ import annotations

from collections.abc import Iterable

ASKED, FEWER, NONE, FOUND = "asked", "fewer", "none", "found"
"""Names of counts: sentences with words, those with fewer paraphrases than asked for, those without any, and paraphrases."""


def shortfall(n: int, unchanged: Iterable[bool]) -> dict[str, int]:
    """Return the counts of one sentence.

    Parameters
    ----------
    n : how many paraphrases were asked for.
    unchanged : of each result, whether it is the sentence itself, which is no paraphrase.
    """
    found = sum(not same for same in unchanged)
    return {ASKED: 1, FEWER: int(found < n), NONE: int(not found), FOUND: found}
