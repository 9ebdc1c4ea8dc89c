"""How well annotators agree, for the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from paragen.tuning.labels import SETTLED, Labels, SentenceLabels
from paragen.tuning.labels.agreement import compared
from paragen.tuning.page.questions import Question


def of_questions(questions: Sequence[Question], labels: Labels | SentenceLabels) -> Labels | SentenceLabels:
    """Return the labels of the questions, counting each question once."""
    chosen: Labels | SentenceLabels = type(labels)()
    for question in questions:
        for record in labels.said(question.ids[0]).values():
            chosen.add(record)  # type: ignore[arg-type]
    return chosen


def figures_of(chosen: Labels | SentenceLabels) -> dict[str, Any]:
    """Count answers and compare annotators.

    Returns
    -------
    Plain data: "annotators" (name and number of answers), "disputed" and "settled" (numbers of questions), "pairs": who, how
    many questions both decided, share and kappa with 95 % intervals (None if undefined), and what was judged: the "verdict", and
    "meaning" and "grammar" if these were judged separately.
    """
    given = Counter(who for name in chosen for who in chosen.said(name))
    disputed = [name for name in chosen if chosen.disputed(name)]
    return {
        "annotators": [{"name": name, "labels": count} for name, count in sorted(given.items()) if name != SETTLED],
        "disputed": len(disputed),
        "settled": sum(SETTLED in chosen.said(name) for name in disputed),
        "pairs": [{"of": of, **pair.to_dict()} for of, pairs in compared(chosen).items() for pair in pairs],
    }
