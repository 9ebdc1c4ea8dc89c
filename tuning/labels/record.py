"""A single judgement: of a substitute, or of a whole paraphrase."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar, Self, TypeVar

from paragen.base.errors import FormatError
from paragen.base.json_and_toml import json_kind

SETTLED = "settled"
"""The annotator whose label decides where others disagree; nobody else may use the name."""

Data = dict[str, Any]
Field = TypeVar("Field", str, int)


def now() -> str:
    """Return the current time in the format of labels: UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def paraphrase_id(text: str, result: str) -> str:
    """Return the id of a paraphrase, which depends on the sentence and the paraphrase, and on nothing else."""
    key = f"{len(text)}\0{text}{result}"
    return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


@dataclass(frozen=True, slots=True)
class Label:
    """An annotator's label of a substitute.

    Parameters
    ----------
    id : the item's id, see :func:`paragen.results.substitute_id`.
    label : one of ``LABELS``; None retracts the annotator's previous label.
    reason : why it is incorrect, one of ``REASONS``.
    annotator : who gave the label.
    time : when, in UTC; None if that is not known.
    text, begin, end, after : the sentence, the range of characters that is replaced, and the text that replaces it.
    meaning, grammar : if judged separately [BC05 section 3.2], whether the meaning is kept and whether the sentence is
        grammatical; the substitute is correct if both hold. None: not asked.
    """

    LABELS: ClassVar = ("correct", "incorrect", "unsure", "skip")
    REASONS: ClassVar = ("meaning", "grammar", "fixed expression", "name")
    JUDGEMENTS: ClassVar = ("meaning", "grammar")

    id: str
    label: str | None
    reason: str | None
    annotator: str
    time: str | None
    text: str
    begin: int
    end: int
    after: str
    meaning: bool | None = None
    grammar: bool | None = None

    @property
    def result(self) -> str:
        """The sentence with the substitute."""
        return self.text[: self.begin] + self.after + self.text[self.end :]

    @property
    def verdict(self) -> bool | None:
        """Whether it is correct; None if the annotator did not decide."""
        return _verdict(self)

    def to_json(self) -> str:
        """Return it as a line of a labels file, without the line end; omits judgements that were not asked for."""
        data = {name: getattr(self, name) for name in self.__slots__}
        return _json({name: value for name, value in data.items() if value is not None or name not in self.JUDGEMENTS})

    @classmethod
    def parse(cls, data: Data, where: str) -> Self:
        """Make a label of the fields of a line.

        Raises
        ------
        FormatError : a field is missing or malformed.
        """
        if "result" in data and "begin" not in data:
            remedy = "Labels of sentences belong in a separate file."
            raise FormatError(where, "the label of a sentence", "labels of substitutes", remedy)
        text, begin, end = _text(data, "text", where), _field(data, "begin", int, where), _field(data, "end", int, where)
        if not 0 <= begin < end <= len(text):
            raise FormatError(where, f"the span {begin} to {end} of {len(text)} characters", "one within the text")
        reason = _one_of(data.get("reason"), cls.REASONS, "reason", where)
        text = sys.intern(text)  # many labels share a sentence
        name_and_label = _name_and_label(cls, data, where)
        meaning, grammar = (_judgement(data, name, where) for name in cls.JUDGEMENTS)
        check_judgements(name_and_label[1], meaning, grammar, where)
        who = _annotator_and_time(data, where)
        return cls(*name_and_label, reason, *who, text, begin, end, _text(data, "after", where), meaning, grammar)


@dataclass(frozen=True, slots=True)
class SentenceLabel:
    """An annotator's label of a paraphrase.

    Parameters
    ----------
    id : see :func:`paraphrase_id`.
    label : one of ``LABELS``; None retracts the annotator's previous label.
    error : why it is unacceptable, one of ``REASONS``: the kinds of [Z08 section 6.2].
    annotator, time : as in a :class:`Label`.
    text, result : the sentence, and the paraphrase.
    """

    LABELS: ClassVar = ("acceptable", "unacceptable", "unsure", "skip")
    REASONS: ClassVar = ("syntactic", "semantic", "not a paraphrase")

    id: str
    label: str | None
    error: str | None
    annotator: str
    time: str | None
    text: str
    result: str

    @property
    def reason(self) -> str | None:
        """The error, under the name used for substitutes."""
        return self.error

    @property
    def verdict(self) -> bool | None:
        """Whether it is acceptable; None if the annotator did not decide."""
        return _verdict(self)

    def to_json(self) -> str:
        """Return it as a line of a labels file, without the line end."""
        return _json({name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def parse(cls, data: Data, where: str) -> Self:
        """Make a label of the fields of a line.

        Raises
        ------
        FormatError : a field is missing or malformed.
        """
        if "result" not in data and "begin" in data:
            remedy = "Labels of substitutes belong in a separate file."
            raise FormatError(where, "the label of a substitute", "labels of sentences", remedy)
        error = _one_of(data.get("error"), cls.REASONS, "error", where)
        name_and_label, who = _name_and_label(cls, data, where), _annotator_and_time(data, where)
        return cls(*name_and_label, error, *who, _text(data, "text", where), _text(data, "result", where))


def label_of(meaning: bool, grammar: bool) -> tuple[str, str | None]:
    """Return the label and reason that follow from two judgements; if both are bad, the reason is the meaning."""
    if meaning and grammar:
        return "correct", None
    return "incorrect", "grammar" if meaning else "meaning"


def check_judgements(label: str | None, meaning: bool | None, grammar: bool | None, where: str) -> None:
    """Raise FormatError if a substitute is labelled correct but its meaning or grammar is not."""
    if label == "correct" and False in (meaning, grammar):
        raise FormatError(where, "a correct substitute whose meaning or grammar is wrong", "an incorrect one")


def _verdict(record: Label | SentenceLabel) -> bool | None:
    good, bad = record.LABELS[:2]
    return True if record.label == good else False if record.label == bad else None


def _json(data: Data) -> str:
    line = json.dumps(data, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:  # a lone surrogate, which JSON can hold and UTF-8 cannot
        return json.dumps(data)
    return line


def _name_and_label(kind: type[Label | SentenceLabel], data: Data, where: str) -> tuple[str, str | None]:
    name = _text(data, "id", where)
    if not name:
        raise FormatError(where, "an empty id", "the name of an item")
    if "label" not in data:
        raise FormatError(where, "no 'label'", f"{', '.join(kind.LABELS)} or null")
    return name, _one_of(data["label"], kind.LABELS, "label", where)


def _annotator_and_time(data: Data, where: str) -> tuple[str, str | None]:
    annotator = _text(data, "annotator", where)
    if not annotator.strip():
        raise FormatError(where, "an empty annotator", "a name")
    return sys.intern(annotator), None if data.get("time") is None else _text(data, "time", where)


def _text(data: Data, name: str, where: str) -> str:
    return _field(data, name, str, where)


def _field(data: Data, name: str, kind: type[Field], where: str) -> Field:
    value = data.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        found = f"{json_kind(value)} as {name!r}" if name in data else f"no {name!r}"
        raise FormatError(where, found, "a string" if kind is str else "a whole number", "Is this a labels file?")
    return value


def _judgement(data: Data, name: str, where: str) -> bool | None:
    value = data.get(name)
    if value is not None and not isinstance(value, bool):
        raise FormatError(where, f"{json_kind(value)} as {name!r}", "true, false or null")
    return value


def _one_of(value: Any, known: tuple[str, ...], name: str, where: str) -> str | None:
    if value is not None and value not in known:
        raise FormatError(where, f"the {name} {json.dumps(value)[:60]}", f"{', '.join(known)} or null")
    return value  # type: ignore[no-any-return]
