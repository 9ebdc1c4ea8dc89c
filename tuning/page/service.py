"""Answers what the page asks: it hands out questions, takes labels, and counts."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any

from paragen.base.errors import ConfigError
from paragen.tuning.labels import SETTLED, Label, SentenceLabel
from paragen.tuning.page.annotator import Sheet
from paragen.tuning.page.figures import compared, of_questions
from paragen.tuning.page.names import checked_name
from paragen.tuning.page.questions import Question, Record
from paragen.tuning.page.store import LabelStore

View = dict[str, Any]

_EXPLAINED = {
    "meaning": "it says something else",
    "grammar": "the sentence is ungrammatical",
    "fixed expression": "the words belong together",
    "name": "a part of a name",
    "syntactic": "the sentence is ungrammatical",
    "semantic": "the sentence makes no sense",
    "not a paraphrase": "a good sentence that says something else",
}


class Conflict(Exception):
    """The question has another answer by now than the page has shown; ``view`` shows it."""

    def __init__(self, view: View) -> None:
        super().__init__("Not saved: it was labelled meanwhile, perhaps in another tab. Press the key again to change it.")
        self.view = view


class Desk:
    """Questions and answers of all annotators, each blind to the others.

    All of it may be called by several threads.

    Parameters
    ----------
    questions : what can be asked.
    store : where answers go.
    annotator : the only one who may answer; None: whoever gives a name.
    settle : ask what annotators disagree on, and show what they said; the answers are settled decisions.
    """

    def __init__(
        self, questions: Sequence[Question], store: LabelStore, *, annotator: str | None = None, settle: bool = False,
        sentences: bool = False,
    ) -> None:  # fmt: skip
        self._all, self._store, self._settle = questions, store, settle
        self._kind: type[Any] = SentenceLabel if sentences else Label
        self._annotator = SETTLED if settle else checked_name(annotator) if annotator is not None else None
        self._asked: list[Question] = [] if settle else list(questions)
        self._places = {name: index for index, question in enumerate(self._asked) for name in question.ids}
        self._sheets: dict[str, Sheet] = {}
        self._given: set[tuple[str, str]] = set()
        self._lock = Lock()
        store.listeners.append(self._hear)

    def _hear(self, record: Record | None) -> None:
        """Keep sheets true to the file."""
        if record is None:
            for sheet in self._sheets.values():
                sheet.clear()
        elif record.annotator in self._sheets and record.id in self._places:
            self._sheets[record.annotator].update(self._places[record.id])

    @property
    def given(self) -> int:
        """How many questions were answered here, less those taken back."""
        with self._lock:  # an answer that is being written counts
            return len(self._given)

    @property
    def elsewhere(self) -> int:
        """How many labelled items of the file are none of the questions."""
        known = {name for question in self._all for name in question.ids}
        return sum(name not in known for name in self._store.labels)

    def about(self) -> View:
        """Return what the page needs to know before anybody has a name."""
        labels, reasons = self._kind.LABELS, self._kind.REASONS
        return {
            "annotator": self._annotator,
            "settle": self._settle,
            "labels": list(labels),
            "reasons": [{"name": name, "explained": _EXPLAINED[name]} for name in reasons],
            "sentences": self._kind is SentenceLabel,
            "file": self._store.path,
        }

    def open(self, annotator: str, after: int = -1) -> View:
        """Return where an annotator goes on: the first question after that one without an answer, or the first of all."""
        with self._lock:
            return self._view(annotator, self._sheet(annotator).next_open(min(after, len(self._asked) - 1)))

    def show(self, annotator: str, index: int) -> View:
        """Return a question by its number; the nearest there is."""
        with self._lock:
            self._sheet(annotator)
            return self._view(annotator, max(0, min(index, len(self._asked) - 1)) if self._asked else None)

    def again(self, annotator: str, index: int) -> View:
        """Return the next question after this one that the annotator was unsure of or has skipped."""
        with self._lock:
            return self._view(annotator, self._sheet(annotator).next_of(self._kind.LABELS[2:], index))

    def label(
        self, annotator: str, name: str, label: str, reason: str | None, *, seen: str | None, follow: str = "open"
    ) -> View:  # fmt: skip
        """Take an answer; return the next question.

        Parameters
        ----------
        name : the question's.
        seen : the answer that the page has shown; None: none.
        follow : "open": go to the next question without an answer; "undecided": to the next unsure or skipped; "stay".

        Raises
        ------
        ConfigError : there is no such question, label or reason.
        Conflict : the answer is another by now. Nothing is saved.
        OSError : it could not be saved.
        """
        with self._lock:
            sheet, index = self._sheet(annotator), self._index(name)
            self._check(label, reason)
            said = sheet.said(index)
            if (said[0] if said else None) != seen:
                raise Conflict(self._view(annotator, index))
            self._store.append(self._asked[index].records(label, reason, annotator))
            self._given.add((annotator, name))
            if follow == "stay":
                return self._view(annotator, index)
            if follow == "undecided":
                return self._view(annotator, sheet.next_of(self._kind.LABELS[2:], index))
            return self._view(annotator, sheet.next_open(index))

    def undo(self, annotator: str, name: str) -> View:
        """Take an answer back; return its question.

        Raises
        ------
        ConfigError : there is no such question.
        OSError : that could not be saved.
        """
        with self._lock:
            sheet, index = self._sheet(annotator), self._index(name)
            question = self._asked[index]
            given = self._store.history.get(annotator, {})
            if sheet.said(index) or any(item in given for item in question.ids):
                self._store.append(question.records(None, None, annotator))
                self._given.discard((annotator, question.ids[0]))
            return self._view(annotator, index)

    def figures(self) -> View:
        """Return how far annotators agree on these questions."""
        with self._lock:
            self._store.refresh()
            chosen = of_questions(self._all, self._store.labels)
        return {"questions": len(self._all), **compared(chosen)}  # takes long enough to hold up who labels

    def _sheet(self, annotator: str) -> Sheet:
        if self._annotator is None:
            name = checked_name(annotator)
        elif annotator != self._annotator:
            raise ConfigError(f"annotator: found {annotator!r}, but this page was started for {self._annotator!r}. Reload it.")
        else:
            name = annotator
        self._store.refresh()
        if self._settle:
            self._find_disputes()
        if name not in self._sheets:
            self._sheets[name] = Sheet(self._asked, self._store, name)
        self._sheets[name].extend()
        return self._sheets[name]

    def _find_disputes(self) -> None:
        """Ask what annotators have come to disagree on, after what is asked already."""
        for question in self._all:
            if question.ids[0] not in self._places and any(map(self._store.labels.disputed, question.ids)):
                self._places.update(dict.fromkeys(question.ids, len(self._asked)))
                self._asked.append(question)

    def _index(self, name: str) -> int:
        if name not in self._places:
            raise ConfigError("found an item that is not on this page. Reload it.")
        return self._places[name]

    def _check(self, label: str, reason: str | None) -> None:
        if label not in self._kind.LABELS:
            raise ConfigError(f"found the label {label!r}, expected {', '.join(self._kind.LABELS)}.")
        bad = self._kind.LABELS[1]
        if reason is not None and (reason not in self._kind.REASONS or label != bad):
            known = ", ".join(self._kind.REASONS)
            raise ConfigError(f"found the reason {reason!r} for {label!r}, expected {known} for {bad!r}.")

    def _view(self, annotator: str, index: int | None) -> View:
        name = self._annotator or checked_name(annotator)
        sheet = self._sheets[name]
        view: View = {
            "annotator": name, "total": len(self._asked), "done": sheet.done, "counts": sheet.counts(self._kind.LABELS),
            "index": index, "item": None, "said": None, "last": self._last(name), "others": [],
        }  # fmt: skip
        if index is not None:
            question = self._asked[index]
            view["item"] = {"id": question.ids[0], **question.shown()}
            view["said"] = _answer(sheet.said(index))
            if self._settle:
                view["others"] = self._others(question)
        return view

    def _last(self, annotator: str) -> View | None:
        """Return the annotator's latest answer on this page: what undo takes back."""
        for name, record in reversed(self._store.history.get(annotator, {}).items()):
            if name in self._places:
                question = self._asked[self._places[name]]
                return {"id": question.ids[0], "change": question.change, "label": record.label, "reason": record.reason}
        return None

    def _others(self, question: Question) -> list[View]:
        """Return what annotators said, by their names."""
        said: dict[str, Record] = {}
        for name in question.ids:
            said |= {who: record for who, record in self._store.labels.said(name).items() if who != SETTLED}
        return [{"annotator": who, "label": said[who].label, "reason": said[who].reason} for who in sorted(said)]


def _answer(said: tuple[str, str | None] | None) -> View | None:
    return {"label": said[0], "reason": said[1]} if said else None
