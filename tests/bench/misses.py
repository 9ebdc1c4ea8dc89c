"""What a candidate is that nobody accepted: which filter would have left it out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judged import JudgedTarget

FORM = "another form of the target"
WITHIN = "contains the target, or lies in it"
FUNCTION = "function words, punctuation"
JUDGED = "refused by people"
UNKNOWN = "unknown to them"
KINDS = (FORM, WITHIN, FUNCTION, JUDGED, UNKNOWN)

_FUNCTION = frozenset(
    """
    a an the this that these those some any all of to in on at by for from with into upon up out off over as and or but if so
    then than it is are was were be been being am do does did done don't doesn't didn't have has had will would shall should
    can could may might must not no i you he she we they him her them us me my mine your his its our their who whom which what
    when where there here 's 're 've 'll 'd 'm
    """.split()  # noqa: SIM905
)
_LETTER = re.compile(r"[^\W_]")


def miss_kind(target: JudgedTarget, candidate: str) -> str:
    """Return which of :data:`KINDS` a candidate is, the first that holds."""
    if target.has_form(candidate):
        return FORM
    if f" {target.target} " in f" {candidate} " or f" {candidate} " in f" {target.target} ":
        return WITHIN
    if all(word in _FUNCTION or not _LETTER.search(word) for word in candidate.split(" ")):
        return FUNCTION
    return UNKNOWN if target.verdict(candidate) is None else JUDGED
