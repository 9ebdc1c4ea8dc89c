"""What people said of substitutes and of paraphrases, and what follows where several said something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic, Self, TypeVar

from paragen.base.destination import StrPath
from paragen.substitutes import substitute_id
from paragen.tuning.labels.reading import label_lines
from paragen.tuning.labels.record import SETTLED, Label, SentenceLabel, paraphrase_id

Record = TypeVar("Record", Label, SentenceLabel)


@dataclass(frozen=True)
class Counts:
    """How many items people said something of.

    Attributes
    ----------
    good, bad : correct and incorrect ones (acceptable and unacceptable paraphrases).
    undecided : those nobody decided: unsure or skipped.
    disputed : those annotators disagree on, and nobody has settled.
    settled : those of all these that were settled.
    labels : how many labels there are: at most one of each annotator and item.
    annotators : how many each annotator has given.
    reasons : how many of each reason.
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
        """All of them."""
        return self.good + self.bad + self.undecided + self.disputed


@dataclass(frozen=True)
class Dispute(Generic[Record]):
    """An item that annotators disagree on: what each of them said, in the order they first did."""

    id: str
    said: dict[str, Record]


class Judgements(Generic[Record]):
    """Labels of items by their names.

    An annotator's last label of an item counts. All who said correct or incorrect must agree, or the item counts as
    unlabelled until the annotator "settled" says what it is; those unsure have no vote.

    Parameters
    ----------
    majority : let the greater number decide; a tie does not.

    Attributes
    ----------
    warnings : what the reader of a report should know of: lines left out, labels that can match nothing.
    """

    def __init__(self, majority: bool = False) -> None:
        self._majority = majority
        self._said: dict[str, dict[str, Record]] = {}
        self._texts: dict[str, dict[str, None]] = {}
        self.warnings: list[str] = []

    def add(self, record: Record) -> None:
        """Count a label, in the place of what its annotator said of the item before."""
        said = self._said.setdefault(record.id, {})
        if record.label is not None:
            said[record.annotator] = record
            self._texts.setdefault(record.text, {})[record.id] = None
            return
        said.pop(record.annotator, None)
        if not said:
            del self._said[record.id]
            ids = self._texts.get(record.text, {})
            ids.pop(record.id, None)
            if not ids:
                self._texts.pop(record.text, None)

    def __len__(self) -> int:
        return len(self._said)

    def __contains__(self, name: object) -> bool:
        return name in self._said

    def __iter__(self) -> Iterator[str]:
        """Give the names of the items that someone has said something of, in the order of their first labels."""
        return iter(self._said)

    def verdict(self, name: str, of: str = "verdict") -> bool | None:
        """Return whether an item is correct (acceptable); None where that is not known.

        ``of`` may be "meaning" or "grammar" instead, of substitutes where these were judged each by itself.
        """
        said = self._said.get(name)
        if not said:
            return None
        if SETTLED in said:
            return getattr(said[SETTLED], of)  # type: ignore[no-any-return]
        votes = [getattr(record, of) for record in said.values()]
        good, bad = votes.count(True), votes.count(False)
        if good and bad and not self._majority:
            return None
        return None if good == bad else good > bad

    def said(self, name: str) -> dict[str, Record]:
        """Return what each annotator last said of an item."""
        return dict(self._said.get(name, {}))

    def annotators(self) -> list[str]:
        """Return who said something, in the order of their names; not "settled", which is no opinion of its own."""
        return sorted({annotator for said in self._said.values() for annotator in said} - {SETTLED})

    def disputed(self, name: str) -> bool:
        """Tell whether annotators disagree on an item, settled or not."""
        votes = {record.verdict for annotator, record in self._said.get(name, {}).items() if annotator != SETTLED}
        return {True, False} <= votes

    def disputes(self) -> list[Dispute[Record]]:
        """Return the items that annotators disagree on and that are not settled (not decided by the majority, if it may)."""
        return [
            Dispute(name, dict(said))
            for name, said in self._said.items()
            if SETTLED not in said and self.disputed(name) and self.verdict(name) is None
        ]

    def texts(self) -> list[str]:
        """Return the distinct sentences with a label, in the order of their first labels."""
        return list(self._texts)

    def of(self, text: str) -> list[str]:
        """Return the names of a sentence's items, in the order of their first labels."""
        return list(self._texts.get(text, ()))

    def counts(self) -> Counts:
        """Count the items and the labels."""
        verdicts: Counter[str] = Counter()
        annotators: Counter[str] = Counter()
        reasons: Counter[str] = Counter()
        for name, said in self._said.items():
            verdict = self.verdict(name)
            open_kind = "disputed" if self.disputed(name) and SETTLED not in said else "undecided"
            verdicts[open_kind if verdict is None else "good" if verdict else "bad"] += 1
            verdicts["settled"] += SETTLED in said
            annotators.update(said.keys())
            reasons.update(record.reason for record in said.values() if record.reason)
        return Counts(
            verdicts["good"], verdicts["bad"], verdicts["undecided"], verdicts["disputed"], verdicts["settled"],
            annotators.total(), dict(sorted(annotators.items())), dict(sorted(reasons.items())),
        )  # fmt: skip

    @staticmethod
    def _name(record: Record) -> str:
        """Return the name that a record's item should have."""
        raise NotImplementedError

    @classmethod
    def _read(cls, kind: type[Record], paths: tuple[StrPath, ...], majority: bool) -> Self:
        found = cls(majority)
        strange, first = 0, ""
        for path in paths:
            for where, data in label_lines(path, found.warnings):
                record = kind.parse(data, where)
                if record.id != found._name(record):
                    strange += 1
                    first = first or where
                found.add(record)
        if strange:
            found.warnings.append(f"{strange} labels whose id is not that of their text: no edit will match (first: {first})")
        return found


class Labels(Judgements[Label]):
    """Labels of substitutes; see :class:`Judgements`."""

    def place(self, name: str) -> Label:
        """Return a label of an item, whoever gave it: it knows sentence and span.

        Raises
        ------
        KeyError : nobody said anything of it.
        """
        return next(iter(self._said[name].values()))

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return the distinct spans of a sentence, in characters, that have a correct or incorrect substitute, in order."""
        places = (self.place(name) for name in self.of(text) if self.verdict(name) is not None)
        return sorted({(place.begin, place.end) for place in places})

    def contradictions(self) -> list[tuple[str, str]]:
        """Return pairs of items that make the same sentence of a sentence and have different verdicts.

        The same change may be read off two spans: *the big house* for *the large house* is *big* for *large*.
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
    def _name(record: Label) -> str:
        return substitute_id(record.text, record.begin, record.end, record.after)


class SentenceLabels(Judgements[SentenceLabel]):
    """Labels of paraphrases; see :class:`Judgements`."""

    def of_paraphrase(self, text: str, result: str) -> bool | None:
        """Return whether a paraphrase of a sentence is acceptable; None where that is not known."""
        return self.verdict(paraphrase_id(text, result))

    def errors(self, text: str, result: str) -> dict[str, float]:
        """Return why a paraphrase is unacceptable, by kind [Z08 section 6.2]; of several kinds each in its share.

        Empty where it is not unacceptable, or nobody said why. The kind that was settled is the only one.
        """
        name = paraphrase_id(text, result)
        if self.verdict(name) is not False:
            return {}
        said = self.said(name)
        records = [said[SETTLED]] if SETTLED in said else list(said.values())
        kinds = Counter(record.error for record in records if record.verdict is False and record.error)
        return {kind: count / kinds.total() for kind, count in kinds.items()}

    @staticmethod
    def _name(record: SentenceLabel) -> str:
        return paraphrase_id(record.text, record.result)


def read_labels(*paths: StrPath, majority: bool = False) -> Labels:
    """Read the labels of substitutes from one or more files; of several, later lines count.

    Parameters
    ----------
    majority : where annotators disagree and nobody has settled it, let the greater number decide.

    Raises
    ------
    FormatError : a line is malformed; a last line cut by a kill is only a warning.
    """
    return Labels._read(Label, paths, majority)


def read_sentence_labels(*paths: StrPath, majority: bool = False) -> SentenceLabels:
    """Read the labels of paraphrases; see :func:`read_labels`."""
    return SentenceLabels._read(SentenceLabel, paths, majority)
