"""How far annotators agree, for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paragen.tuning.labels import SETTLED, Labels, SentenceLabels
from paragen.tuning.labels.agreement import agreement, pairwise
from paragen.tuning.page.questions import Question


def compared(questions: Sequence[Question], labels: Labels | SentenceLabels) -> dict[str, Any]:
    """Count answers and compare annotators on the questions asked, each counted once.

    Returns
    -------
    Plain data: "annotators" (name, how many answers), "disputed" and "settled" (how many questions), "pairs": who, on how
    many questions both decided, share and kappa with 95 % intervals (None where undefined).
    """
    chosen: Labels | SentenceLabels = type(labels)()
    for question in questions:
        for record in labels.said(question.ids[0]).values():
            chosen.add(record)  # type: ignore[arg-type]
    disputed = [name for name in chosen if chosen.disputed(name)]
    given = chosen.counts().annotators
    pairs = pairwise(chosen)
    if len(pairs) > 1:
        pairs.append(agreement(chosen))
    return {
        "annotators": [{"name": name, "labels": count} for name, count in given.items() if name != SETTLED],
        "questions": len(questions),
        "disputed": len(disputed),
        "settled": sum(SETTLED in chosen.said(name) for name in disputed),
        "pairs": [pair.to_dict() for pair in pairs],
    }
