"""Labels of substitutes and of paraphrases, and the verdicts that follow from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from paragen.results import substitute_id
from paragen.tuning.labels.record import SETTLED, Label, SentenceLabel, paraphrase_id

Record = TypeVar("Record", Label, SentenceLabel)


@dataclass(frozen=True)
class Counts:
    """Counts of labelled items.

    Attributes
    ----------
    good, bad : correct and incorrect ones (acceptable and unacceptable paraphrases).
    undecided : those nobody decided: unsure or skipped.
    disputed : those annotators disagree on and nobody has settled.
    settled : those among all these that were settled.
    labels : how many labels there are: at most one per annotator and item.
    annotators : how many labels each annotator has given.
    reasons : how many labels give each reason.
    """

    good: int
    bad: int
    undecided: int
    disputed: int
    settled: int
    labels: int
    annotators: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)

    @property
    def items(self) -> int:
        """The total."""
        return self.good + self.bad + self.undecided + self.disputed


@dataclass(frozen=True)
class Dispute(Generic[Record]):
    """An item that annotators disagree on, with the label of each, in the order in which they first labelled it."""

    id: str
    said: dict[str, Record]


class Judgements(Generic[Record]):
    """Labels of items, by item id.

    An annotator's last label of an item counts. All annotators who said correct or incorrect must agree; otherwise the item
    counts as unlabelled until the annotator "settled" decides. Unsure annotators have no vote.

    Parameters
    ----------
    majority : let the majority decide; a tie stays open.

    Attributes
    ----------
    warnings : for the reader of a report: lines left out, labels that can match nothing.
    """

    def __init__(self, majority: bool = False) -> None:
        self._majority = majority
        self._by_item: dict[str, dict[str, Record]] = {}
        self._texts: dict[str, dict[str, None]] = {}
        self.warnings: list[str] = []

    def add(self, record: Record) -> None:
        """Add a label; it replaces the annotator's previous label of the item."""
        by_annotator = self._by_item.setdefault(record.id, {})
        if record.label is not None:
            by_annotator[record.annotator] = record
            self._texts.setdefault(record.text, {})[record.id] = None
            return
        by_annotator.pop(record.annotator, None)
        if not by_annotator:
            del self._by_item[record.id]
            ids = self._texts.get(record.text, {})
            ids.pop(record.id, None)
            if not ids:
                self._texts.pop(record.text, None)

    def __len__(self) -> int:
        return len(self._by_item)

    def __contains__(self, name: object) -> bool:
        return name in self._by_item

    def __iter__(self) -> Iterator[str]:
        """Return the ids of the labelled items, in the order of their first labels."""
        return iter(self._by_item)

    def verdict(self, name: str, of: str = "verdict") -> bool | None:
        """Return whether an item is correct (acceptable); None if that is not known.

        ``of`` may be "meaning" or "grammar" instead, for substitutes where these were judged separately.
        """
        by_annotator = self._by_item.get(name)
        if not by_annotator:
            return None
        if SETTLED in by_annotator:
            return getattr(by_annotator[SETTLED], of)  # type: ignore[no-any-return]
        votes = [getattr(record, of) for record in by_annotator.values()]
        good, bad = votes.count(True), votes.count(False)
        if good and bad and not self._majority:
            return None
        return None if good == bad else good > bad

    def said(self, name: str) -> dict[str, Record]:
        """Return each annotator's last label of an item."""
        return dict(self._by_item.get(name, {}))

    def annotators(self) -> list[str]:
        """Return the annotators in alphabetical order, without "settled", which is not an opinion of its own."""
        return sorted({annotator for by_annotator in self._by_item.values() for annotator in by_annotator} - {SETTLED})

    def disputed(self, name: str) -> bool:
        """Return whether annotators disagree on an item, settled or not."""
        votes = {record.verdict for annotator, record in self._by_item.get(name, {}).items() if annotator != SETTLED}
        return {True, False} <= votes

    def disputes(self) -> list[Dispute[Record]]:
        """Return the items that annotators disagree on and that are not settled (nor decided by majority, if that is allowed)."""
        return [
            Dispute(name, dict(by_annotator))
            for name, by_annotator in self._by_item.items()
            if SETTLED not in by_annotator and self.disputed(name) and self.verdict(name) is None
        ]

    def texts(self) -> list[str]:
        """Return the distinct sentences with a label, in the order of their first labels."""
        return list(self._texts)

    def of(self, text: str) -> list[str]:
        """Return the ids of a sentence's items, in the order of their first labels."""
        return list(self._texts.get(text, ()))

    def counts(self) -> Counts:
        """Count the items and the labels."""
        verdicts: Counter[str] = Counter()
        annotators: Counter[str] = Counter()
        reasons: Counter[str] = Counter()
        for name, by_annotator in self._by_item.items():
            verdict = self.verdict(name)
            open_kind = "disputed" if self.disputed(name) and SETTLED not in by_annotator else "undecided"
            verdicts[open_kind if verdict is None else "good" if verdict else "bad"] += 1
            verdicts["settled"] += SETTLED in by_annotator
            annotators.update(by_annotator.keys())
            reasons.update(record.reason for record in by_annotator.values() if record.reason)
        return Counts(
            verdicts["good"], verdicts["bad"], verdicts["undecided"], verdicts["disputed"], verdicts["settled"],
            annotators.total(), dict(sorted(annotators.items())), dict(sorted(reasons.items())),
        )  # fmt: skip

    @staticmethod
    def name(record: Record) -> str:
        """Return the id that a record's item should have."""
        raise NotImplementedError


class Labels(Judgements[Label]):
    """Labels of substitutes; see :class:`Judgements`."""

    def place(self, name: str) -> Label:
        """Return any label of an item, for its sentence and span.

        Raises
        ------
        KeyError : the item has no label.
        """
        return next(iter(self._by_item[name].values()))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the distinct spans of a sentence, in characters, that have a correct or incorrect substitute, in order."""
        places = (self.place(name) for name in self.of(text) if self.verdict(name) is not None)
        return sorted({(place.begin, place.end) for place in places})

    def contradictions(self) -> list[tuple[str, str]]:
        """Return pairs of items that change a sentence in the same way but have different verdicts.

        The same change may be described by two spans: *the big house* for *the large house* is *big* for *large*.
        """
        found = []
        for text in self._texts:
            first: dict[str, str] = {}
            for name in self.of(text):
                if (verdict := self.verdict(name)) is not None:
                    other = first.setdefault(self.place(name).result, name)
                    if self.verdict(other) != verdict:
                        found.append((other, name))
        return found

    @staticmethod
    def name(record: Label) -> str:
        return substitute_id(record.text, record.begin, record.end, record.after)


class SentenceLabels(Judgements[SentenceLabel]):
    """Labels of paraphrases; see :class:`Judgements`."""

    def of_paraphrase(self, text: str, result: str) -> bool | None:
        """Return whether a paraphrase of a sentence is acceptable; None if that is not known."""
        return self.verdict(paraphrase_id(text, result))

    def errors(self, text: str, result: str) -> dict[str, float]:
        """Return why a paraphrase is unacceptable: kinds of error [Z08 section 6.2] with their shares.

        Empty if it is not unacceptable, or nobody said why. A settled kind is the only one.
        """
        name = paraphrase_id(text, result)
        if self.verdict(name) is not False:
            return {}
        by_annotator = self.said(name)
        records = [by_annotator[SETTLED]] if SETTLED in by_annotator else list(by_annotator.values())
        kinds = Counter(record.error for record in records if record.verdict is False and record.error)
        return {kind: count / kinds.total() for kind, count in kinds.items()}

    @staticmethod
    def name(record: SentenceLabel) -> str:
        return paraphrase_id(record.text, record.result)
