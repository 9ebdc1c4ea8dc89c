"""Turns a sentence pair that cannot be used into the error a user reads."""

from __future__ import annotations

from paragen.base.errors import FormatError
from paragen.tables.bilingual.extraction.kernel import BadSentencePair

_SWAPPED = "Are source and target swapped, or tokens cut otherwise (--segment) than when words were aligned?"


def explain(bad: BadSentencePair, line: int, source: str, target: str, alignment: str) -> FormatError:
    """Return the error for ``bad``, found in ``line`` of the files of a bitext."""
    where = f"{alignment}:{line}"
    if bad.problem in ("source_not_text", "target_not_text"):
        side = source if bad.problem == "source_not_text" else target
        return FormatError(f"{side}:{line}", "broken UTF-8 or NUL", "UTF-8 text", "Convert it with iconv.")
    if bad.problem in ("source_range", "target_range"):
        in_source = bad.problem == "source_range"
        side, letter, words = ("source", "i", bad.source_words) if in_source else ("target", "j", bad.target_words)
        found = f"the link {bad.link!r} to a {side} of {words} token{'s' * (words != 1)}"
        return FormatError(where, found, f"links i-j with {letter} below that", _SWAPPED)
    remedy = "Is this the file of links? `paragen align` makes one, from Giza++ files too."
    return FormatError(where, repr(bad.link), "links i-j, as 0-0 1-2 2-1", remedy)

