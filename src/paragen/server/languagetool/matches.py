"""Suggestions as matches, in the format of LanguageTool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from paragen.server.languagetool.annotated import Annotated
from paragen.server.languagetool.parameters import Check
from paragen.server.languagetool.suggestions import Suggestion

CATEGORY = {"id": "PARAPHRASE", "name": "Paraphrases"}
_CONTEXT = 40  # characters on either side of a match
_LINE_END = re.compile(r"[\r\n]")


def rule_id(table: str) -> str:
    """Return the rule id by which clients may disable a table."""
    return "PARAGEN_" + re.sub(r"\W", "_", table).upper()


def matches(check: Check, found: Iterable[Suggestion]) -> Iterator[dict[str, Any]]:
    """Yield the matches of those suggestions whose rules are enabled."""
    for one in found:
        if check.allows(rule_id(one.table), CATEGORY["id"]):
            yield _match(check.document, one)


def _match(document: Annotated, one: Suggestion) -> dict[str, Any]:
    offset, length = document.place(one.begin, one.end)
    licence = f" ({one.licence})" if one.licence else ""
    return {
        "message": _message(one.replacements[0][1]),
        "shortMessage": "Other words",
        "replacements": [_replacement(*replacement) for replacement in one.replacements],
        "offset": offset,
        "length": length,
        "context": _context(document, one),
        "sentence": document.plain[slice(*one.sentence)],
        "type": {"typeName": "Hint"},
        "rule": {
            "id": rule_id(one.table),
            "description": f"Paraphrases from the table {one.table}{licence}",
            "issueType": "style",
            "category": CATEGORY,
            "isPremium": False,
        },
        "ignoreForIncompleteSentence": True,
        "contextForSureMatch": -1,
    }


def _message(confidence: float | None) -> str:
    if confidence is None:
        return "This can be said in other words."
    return f"This can be said in other words ({100 * confidence:.0f} % sure)."


def _replacement(value: str, confidence: float | None) -> dict[str, Any]:
    return {"value": value} if confidence is None else {"value": value, "confidence": confidence}


def _context(document: Annotated, one: Suggestion) -> dict[str, Any]:
    """Return the text around a match, with line ends as spaces, and the place of the match in it."""
    begin = document.original(one.begin)
    end = begin + one.end - one.begin
    first, last = max(0, begin - _CONTEXT), min(len(document.whole), end + _CONTEXT)
    lead = "..." if first else ""
    text = lead + _LINE_END.sub(" ", document.whole[first:last]) + ("..." if last < len(document.whole) else "")
    return {"text": text, "offset": len(lead) + document.units(first, begin)[1], "length": document.units(begin, end)[1]}
