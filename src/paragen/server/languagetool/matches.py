"""The edits of a text, each with alternatives, as matches in the format of LanguageTool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from os.path import commonprefix
from typing import Any

from paragen.base.threads import CHUNK
from paragen.paraphraser import Paraphraser
from paragen.results import Candidate, Edit
from paragen.server.languagetool.request import Annotated, Check
from paragen.server.pool import Job
from paragen.server.sentences import one_line
from paragen.settings.request import Ranking, Request, Span, around

_MOST = 10  # replacements for an edit


@dataclass
class Suggestion:
    """A span that may be reworded, and its replacements.

    Parameters
    ----------
    sentence : its span in the plain text; begin, end : the span to replace.
    replacements : the best first, each with its confidence, if the model has a fit.
    table, licence : of the best.
    """

    sentence: Span
    begin: int
    end: int
    table: str
    licence: str
    replacements: list[tuple[str, float | None]] = field(default_factory=list)


def suggestions(paraphraser: Paraphraser, document: Annotated, sentences: Sequence[Span], job: Job) -> Iterator[Suggestion]:
    """Yield the edits of the best paraphrase of each sentence, as separate changes, from left to right.

    Each has further substitutes for the same words, at least as sure as the model or the server requires. None crosses markup.
    """
    ranking = Ranking("fit" if paraphraser.has_fit else "lm")
    for first in range(0, len(sentences), CHUNK):
        job.check()
        taken = sentences[first : first + CHUNK]
        requests = []
        for begin, end in taken:
            before, after = around(document.plain, begin, end)
            text, kept = one_line(document.plain[begin:end]), document.kept(begin, end)
            requests.append(Request(text, kept, before=before, after=after))
        edits = [found[0].edits for found in paraphraser.rewrite_batch(requests)]
        changed = [i for i, found in enumerate(edits) if found]
        job.check()
        listed = dict(zip(changed, paraphraser.substitutes_batch([requests[i] for i in changed], ranking), strict=True))
        for i in changed:
            yield from _of_sentence(document, taken[i], edits[i], listed[i])


def _of_sentence(document: Annotated, sentence: Span, edits: Sequence[Edit], listed: Sequence[Candidate]) -> Iterator[Suggestion]:
    past = 0
    text, by_id = document.plain[slice(*sentence)], {one.id: one for one in listed}
    ranked = sorted(listed, key=lambda one: -one.score)
    for edit in edits:
        alone = by_id.get(edit.id, edit)  # as the only change to the sentence, which is how it is offered
        if alone.begin < past:  # two edits share an article; only as edits of one paraphrase do they not overlap
            alone = edit
        begin, end, after = alone.begin, alone.end, alone.after
        if begin < past:
            continue
        past = end
        values = {after: edit.confidence}
        for one in ranked:
            if begin <= one.begin and one.end <= end:  # for part of the words: keep the rest
                values.setdefault(text[begin : one.begin] + one.after + text[one.end : end], one.confidence)
        values.pop(text[begin:end], None)
        lead, tail = _shared([text[begin:end], *islice(values, _MOST)])
        found = Suggestion(sentence, sentence[0] + begin + lead, sentence[0] + end - tail, edit.table, edit.licence)
        if not document.crosses(found.begin, found.end) and one_line(before := text[begin + lead : end - tail]) == before:
            found.replacements = [(one[lead : len(one) - tail], sure) for one, sure in islice(values.items(), _MOST)]
            yield found


def _shared(texts: Sequence[str]) -> tuple[int, int]:
    """Return the number of characters, in whole words, that all texts share at their beginning and end, leaving each a word."""
    lead = max(0, commonprefix(texts).rfind(" ") + 1)
    rests = [text[lead:] for text in texts]
    if not all(rests):
        return 0, 0
    return lead, max(0, commonprefix([rest[::-1] for rest in rests]).rfind(" ") + 1)


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
