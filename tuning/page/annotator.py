"""One annotator's answers so far, question by question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from paragen.tuning.labels import Label
from paragen.tuning.page.questions import Answer, Question
from paragen.tuning.page.store import LabelStore


class AnnotatorAnswers:
    """An annotator's answers.

    Parameters
    ----------
    questions : those asked; more may be added at the end.
    annotator : whose answers they are.
    """

    def __init__(self, questions: Sequence[Question], store: LabelStore, annotator: str) -> None:
        self._questions, self._store, self._annotator = questions, store, annotator
        self.clear()

    def clear(self) -> None:
        """Reload all answers from the store."""
        self._answers: list[str | None] = []
        self._counts: Counter[str] = Counter()
        self.extend()

    def extend(self) -> None:
        """Add questions that are new since the last call."""
        for index in range(len(self._answers), len(self._questions)):
            self._answers.append(None)
            self.update(index)

    def update(self, index: int) -> None:
        """Reload the answer to a question from the store."""
        answer = self.said(index)
        old, new = self._answers[index], answer.label if answer else None
        if old:
            self._counts[old] -= 1
        if new:
            self._counts[new] += 1
        self._answers[index] = new

    def said(self, index: int) -> Answer | None:
        """Return the answer to a question; None if there is no answer, or if its ids have different ones."""
        given = self._store.history.get(self._annotator, {})
        records = [given.get(name) for name in self._questions[index].ids]
        first = records[0]
        if first is None or first.label is None or any(record is None or record.label != first.label for record in records):
            return None
        judgements = (getattr(first, name, None) for name in Label.JUDGEMENTS)  # labels of paraphrases have none
        return Answer(first.label, first.reason, *judgements)

    @property
    def done(self) -> int:
        """How many questions have an answer."""
        return self._counts.total()

    def counts(self, labels: Sequence[str]) -> dict[str, int]:
        """Return how many answers have each label."""
        return {label: self._counts[label] for label in labels}

    def next_open(self, after: int) -> int | None:
        """Return the next question without an answer, wrapping around at the end; None if all have one."""
        first = max(0, min(after + 1, len(self._answers)))
        order = chain(range(first, len(self._answers)), range(first))
        return next((index for index in order if self._answers[index] is None), None)

    def next_of(self, labels: Sequence[str], after: int) -> int | None:
        """Return the next question with one of these answers; None if none follows."""
        return next((index for index in range(max(0, after + 1), len(self._answers)) if self._answers[index] in labels), None)
