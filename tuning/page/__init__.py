"""The labelling page: the service that answers its requests; beside it are the questions, the store of answers and the web app.

It hands out questions, takes labels, counts, and compares annotators. The application, ``app``, needs the extra ``label``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from threading import Lock
from typing import Any

from paragen.base.errors import ConfigError
from paragen.tuning.labels import SETTLED, Label, Labels, SentenceLabel, SentenceLabels, label_of
from paragen.tuning.labels.agreement import compared
from paragen.tuning.options import PageOptions
from paragen.tuning.page.questions import Answer, Question, Record, read_paraphrases, read_substitutes
from paragen.tuning.page.store import AnnotatorAnswers, LabelStore, checked_name

__all__ = ["Answer", "LabellingService", "checked_name", "read_paraphrases", "read_substitutes"]


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


View = dict[str, Any]

_EXPLAINED = {
    "meaning": "it says something else",
    "grammar": "the sentence is ungrammatical",
    "fixed expression": "the words belong together",
    "name": "part of a name",
    "syntactic": "the sentence is ungrammatical",
    "semantic": "the sentence makes no sense",
    "not a paraphrase": "a good sentence that says something else",
}


_JUDGEMENTS = {
    "meaning": {"asked": "Does it mean the same?", "good": "same meaning", "bad": "other meaning"},
    "grammar": {"asked": "Is it good English?", "good": "grammatical", "bad": "ungrammatical"},
}


class Conflict(Exception):
    """The question's answer has changed since the page showed it; ``view`` shows the new one."""

    def __init__(self, view: View) -> None:
        super().__init__("it was labelled meanwhile, perhaps in another tab. Press the key again to change it.")
        self.view = view


class LabellingService:
    """Questions and answers of all annotators, each blind to the others.

    All methods may be called from several threads.

    Parameters
    ----------
    questions : all possible questions.
    store : where answers go.
    options : what is asked, and whom. Of what annotators disagree on, their labels are shown; the answers are settled decisions.
    """

    def __init__(self, questions: Sequence[Question], store: LabelStore, options: PageOptions | None = None) -> None:
        options = options or PageOptions()
        if options.separate and options.sentences:
            raise ConfigError("meaning and grammar can be judged separately for substitutes only, not for whole paraphrases.")
        self._separate, self._settle = options.separate, options.settle
        self._all, self._store = questions, store
        self._kind: type[Any] = SentenceLabel if options.sentences else Label
        self._annotator = None if options.annotator is None else checked_name(options.annotator)
        if options.settle:
            self._annotator = SETTLED
        self._asked: list[Question] = [] if options.settle else list(questions)
        self._places = {name: index for index, question in enumerate(self._asked) for name in question.ids}
        self._by_annotator: dict[str, AnnotatorAnswers] = {}
        self._given: set[tuple[str, str]] = set()
        self._lock = Lock()
        store.listeners.append(self._update)

    def _update(self, record: Record | None) -> None:
        """Keep the answers in step with the file."""
        if record is None:
            for answers in self._by_annotator.values():
                answers.clear()
        elif record.annotator in self._by_annotator and record.id in self._places:
            self._by_annotator[record.annotator].update(self._places[record.id])

    @property
    def given(self) -> int:
        """How many questions were answered here, minus retracted answers."""
        with self._lock:  # an answer being written counts
            return len(self._given)

    @property
    def elsewhere(self) -> int:
        """How many labelled items of the file are not among the questions."""
        known = {name for question in self._all for name in question.ids}
        return sum(name not in known for name in self._store.labels)

    def about(self) -> View:
        """Return what the page needs before an annotator has given a name."""
        labels, reasons = self._kind.LABELS, self._kind.REASONS
        return {
            "annotator": self._annotator,
            "settle": self._settle,
            "labels": list(labels),
            "judgements": [{"name": name, **_JUDGEMENTS[name]} for name in Label.JUDGEMENTS] if self._separate else [],
            "reasons": [{"name": name, "explained": _EXPLAINED[name]} for name in reasons],
            "sentences": self._kind is SentenceLabel,
            "file": self._store.path,
        }

    def open(self, annotator: str, after: int = -1) -> View:
        """Return where an annotator resumes: the next question after ``after`` without an answer, wrapping around."""
        with self._lock:
            return self._view(annotator, self._answers_of(annotator).next_open(after))

    def show(self, annotator: str, index: int) -> View:
        """Return a question by its number, or the nearest one."""
        with self._lock:
            self._answers_of(annotator)
            return self._view(annotator, max(0, min(index, len(self._asked) - 1)) if self._asked else None)

    def again(self, annotator: str, index: int) -> View:
        """Return the next question after this one that the annotator was unsure about or skipped."""
        with self._lock:
            return self._view(annotator, self._answers_of(annotator).next_of(self._kind.LABELS[2:], index))

    def label(
        self, annotator: str, name: str, answer: Answer, *, seen: str | None, follow: str = "open"
    ) -> View:  # fmt: skip
        """Take an answer; return the next question.

        Parameters
        ----------
        name : the question's id.
        answer : with a label; or, if they are asked for, with meaning and grammar, which determine one.
        seen : :attr:`Answer.seen` of the answer that the page showed; None: it showed none.
        follow : "open": go to the next question without an answer; "undecided": to the next unsure or skipped; "stay".

        Raises
        ------
        ConfigError : there is no such question, label or reason.
        Conflict : the answer has changed in the meantime. Nothing is saved.
        OSError : it could not be saved.
        """
        with self._lock:
            answers, index = self._answers_of(annotator), self._index(name)
            answer = self._checked(answer)

            def check() -> None:
                said = answers.said(index)
                if (said.seen if said else None) != seen:
                    raise Conflict(self._view(annotator, index))

            self._store.append(self._asked[index].records(answer, annotator), check)
            self._given.add((annotator, name))
            if follow == "stay":
                return self._view(annotator, index)
            if follow == "undecided":
                return self._view(annotator, answers.next_of(self._kind.LABELS[2:], index))
            return self._view(annotator, answers.next_open(index))

    def undo(self, annotator: str, name: str) -> View:
        """Retract an answer; return its question.

        Raises
        ------
        ConfigError : there is no such question.
        OSError : it could not be saved.
        """
        with self._lock:
            answers, index = self._answers_of(annotator), self._index(name)
            question = self._asked[index]
            given = self._store.history.get(annotator, {})
            if answers.said(index) or any(item in given for item in question.ids):
                self._store.append(question.records(Answer(), annotator))
                self._given.discard((annotator, question.ids[0]))
            return self._view(annotator, index)

    def figures(self) -> View:
        """Return how well annotators agree on these questions."""
        with self._lock:
            self._store.refresh()
            chosen = of_questions(self._all, self._store.labels)
        return {"questions": len(self._all), **figures_of(chosen)}  # outside the lock: slow enough to hold up labelling

    def _answers_of(self, annotator: str) -> AnnotatorAnswers:
        if self._annotator is None:
            name = checked_name(annotator)
        elif annotator != self._annotator:
            raise ConfigError(f"annotator: found {annotator!r}, but this page was started for {self._annotator!r}. Reload it.")
        else:
            name = annotator
        self._store.refresh()
        if self._settle:
            self._find_disputes()
        if name not in self._by_annotator:
            self._by_annotator[name] = AnnotatorAnswers(self._asked, self._store, name)
        self._by_annotator[name].extend()
        return self._by_annotator[name]

    def _find_disputes(self) -> None:
        """Append questions that annotators have come to disagree on."""
        for question in self._all:
            if question.ids[0] not in self._places and any(map(self._store.labels.disputed, question.ids)):
                self._places.update(dict.fromkeys(question.ids, len(self._asked)))
                self._asked.append(question)

    def _index(self, name: str) -> int:
        if name not in self._places:
            raise ConfigError("found an item that is not on this page. Reload the page.")
        return self._places[name]

    def _checked(self, answer: Answer) -> Answer:
        """Return an answer with its label; raise ConfigError if the page does not ask for such an answer."""
        label, reason, meaning, grammar = answer
        if meaning is not None and grammar is not None and label is None and self._separate:
            return Answer(*label_of(meaning, grammar), meaning, grammar)
        if meaning is not None or grammar is not None or (self._separate and label in self._kind.LABELS[:2]):
            asked = "meaning and grammar" if self._separate else "one label"
            raise ConfigError(f"found {label!r}, meaning {meaning}, grammar {grammar}, expected {asked}. Reload the page.")
        if label not in self._kind.LABELS:
            raise ConfigError(f"found the label {label!r}, expected {', '.join(self._kind.LABELS)}.")
        bad = self._kind.LABELS[1]
        if reason is not None and (reason not in self._kind.REASONS or label != bad):
            known = ", ".join(self._kind.REASONS)
            raise ConfigError(f"found the reason {reason!r} for {label!r}, expected {known} for {bad!r}.")
        return answer

    def _view(self, annotator: str, index: int | None) -> View:
        name = self._annotator or checked_name(annotator)
        answers = self._by_annotator[name]
        view: View = {
            "annotator": name, "total": len(self._asked), "done": answers.done, "counts": answers.counts(self._kind.LABELS),
            "index": index, "item": None, "said": None, "last": self._last(name), "others": [],
        }  # fmt: skip
        if index is not None:
            question = self._asked[index]
            view["item"] = {"id": question.ids[0], **question.shown()}
            said = answers.said(index)
            view["said"] = said.shown() if said else None
            if self._settle:
                view["others"] = self._others(question)
        return view

    def _last(self, annotator: str) -> View | None:
        """Return the annotator's latest answer on this page, which undo retracts."""
        for name, record in reversed(self._store.history.get(annotator, {}).items()):
            if name in self._places:
                question = self._asked[self._places[name]]
                return {"id": question.ids[0], "change": question.change, "label": record.label, "reason": record.reason}
        return None

    def _others(self, question: Question) -> list[View]:
        """Return the annotators' labels, by name."""
        said: dict[str, Record] = {}
        for name in question.ids:
            said |= {who: record for who, record in self._store.labels.said(name).items() if who != SETTLED}
        return [{"annotator": who, "label": said[who].label, "reason": said[who].reason} for who in sorted(said)]
