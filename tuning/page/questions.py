"""The questions: each change to a sentence once, grouped by sentence, in segments that a page can mark."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError
from paragen.base.input_files import Skips, placed_lines
from paragen.tuning.labels import Label, SentenceLabel, now, paraphrase_id
from paragen.tuning.labels.files import Place, json_object, read_items

Segment = tuple[str, str]
"""Kind and text: "same", "old" (replaced), "new" (in its place), "gap" (what was left out, in words)."""

_CONTEXT = 1500  # characters shown on either side of a change: as many as a person can still take in
_SHOWN_CHANGES = 4
_SHOWN_CHANGE = 60


def rewritten(text: str, edits: Sequence[tuple[int, int, str]]) -> list[Segment]:
    """Return the sentence with each old text followed by the new one.

    Parameters
    ----------
    edits : (begin, end, after), in characters of the text, from left to right.
    """
    found: list[Segment] = []
    for kind, part, after in _parts(text, edits):
        found.append((kind, part))
        if kind == "old":
            found.append(("new", after))
    return _shortened(found)


def original(text: str, edits: Sequence[tuple[int, int, str]]) -> list[Segment]:
    """Return the original sentence, with the old texts marked."""
    return _shortened([(kind, part) for kind, part, _ in _parts(text, edits)])


def change_of(pairs: Sequence[tuple[str, str]]) -> str:
    """Return changes in one line, shortened to fit: ``big → large``."""
    shown = [f"{_brief(before)} → {_brief(after)}" for before, after in pairs[:_SHOWN_CHANGES]]
    return ", ".join(shown) + (f" and {len(pairs) - _SHOWN_CHANGES} more" if len(pairs) > _SHOWN_CHANGES else "")


def _brief(text: str) -> str:
    text = " ".join(text[: 4 * _SHOWN_CHANGE].split())
    return text if len(text) <= _SHOWN_CHANGE else text[: _SHOWN_CHANGE - 1] + "…"


def _parts(text: str, edits: Sequence[tuple[int, int, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield kind, text and replacement; white space that old and new share belongs to neither."""
    done = 0
    for begin, end, after in edits:
        before = text[begin:end]
        lead = _shared_space(before, after)
        trail = _shared_space(before[lead:][::-1], after[lead:][::-1])
        yield "same", text[done : begin + lead], ""
        yield "old", before[lead : len(before) - trail], after[lead : len(after) - trail]
        done = end - trail
    yield "same", text[done:], ""


def _shared_space(one: str, other: str) -> int:
    """Return the length of the white space that both have at the beginning."""
    length = 0
    while length < min(len(one), len(other)) and one[length] == other[length] and one[length].isspace():
        length += 1
    return length


def _shortened(segments: list[Segment]) -> list[Segment]:
    """Leave out empty segments and text too far from any change."""
    found: list[Segment] = []
    last = len(segments) - 1
    for i, (kind, text) in enumerate(segments):
        head = 0 if i == 0 else _CONTEXT
        tail = 0 if i == last else _CONTEXT
        if len(text) <= 2 * _CONTEXT:
            found.append((kind, text))
            continue
        missing = f"… {len(text) - head - tail} characters …"
        found += [(kind, text[:head]), ("gap", missing), (kind, text[len(text) - tail :])]
    return [(kind, text) for kind, text in found if text]


Record = Label | SentenceLabel


class Answer(NamedTuple):
    """An annotator's answer to a question; see :class:`paragen.tuning.labels.Label`. Without a label it retracts."""

    label: str | None = None
    reason: str | None = None
    meaning: bool | None = None
    grammar: bool | None = None

    @property
    def seen(self) -> str | None:
        """The part that must not have changed since the page showed it."""
        if self.meaning is None and self.grammar is None:
            return self.label
        return f"{self.label}, meaning {self.meaning}, grammar {self.grammar}"

    def shown(self) -> dict[str, Any]:
        """Return it as plain data."""
        data: dict[str, Any] = {"label": self.label, "reason": self.reason}
        if self.meaning is not None or self.grammar is not None:
            data |= {"meaning": self.meaning, "grammar": self.grammar, "seen": self.seen}
        return data


class Question(Protocol):
    """One change to a sentence, and the ids under which answers to it are kept."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the items it stands for; the first is its own."""

    @property
    def change(self) -> str:
        """The change in one line."""

    def shown(self) -> dict[str, Any]:
        """Return what the page shows, as plain data."""

    def records(self, answer: Answer, annotator: str) -> list[Any]:
        """Return the labels that an answer makes, one for each id."""


@dataclass(frozen=True, slots=True)
class SubstituteQuestion:
    """A substitute in a sentence.

    Parameters
    ----------
    ids, places : of items that change a sentence in the same way: *big* for *large*, *the big* for *the large*.
    """

    ids: tuple[str, ...]
    places: tuple[Place, ...]

    @property
    def _closest(self) -> Place:
        return min(self.places, key=lambda place: place.end - place.begin)

    @property
    def change(self) -> str:
        place = self._closest
        return change_of([(place.before, place.after)])

    def shown(self) -> dict[str, Any]:
        place = self._closest
        edits = [(place.begin, place.end, place.after)]
        return {"change": self.change, "result": rewritten(place.text, edits), "original": original(place.text, edits)}

    def records(self, answer: Answer, annotator: str) -> list[Label]:
        time, judgements = now(), (answer.meaning, answer.grammar)
        return [
            Label(
                name, answer.label, answer.reason, annotator, time, place.text, place.begin, place.end, place.after, *judgements
            )
            for name, place in zip(self.ids, self.places, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class ParaphraseQuestion:
    """A paraphrase of a sentence.

    Parameters
    ----------
    edits : (begin, end, after) of each, in characters of the sentence, from left to right.
    """

    text: str
    result: str
    edits: tuple[tuple[int, int, str], ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return (paraphrase_id(self.text, self.result),)

    @property
    def change(self) -> str:
        return change_of([(self.text[begin:end], after) for begin, end, after in self.edits])

    def shown(self) -> dict[str, list[Segment] | str]:
        edits = list(self.edits)
        return {"change": self.change, "result": rewritten(self.text, edits), "original": original(self.text, edits)}

    def records(self, answer: Answer, annotator: str) -> list[SentenceLabel]:
        return [SentenceLabel(self.ids[0], answer.label, answer.reason, annotator, now(), self.text, self.result)]


def read_substitutes(path: StrPath, skips: Skips) -> list[SubstituteQuestion]:
    """Read items of ``paragen substitutes``, plain or compressed.

    Returns
    -------
    The questions; sentences, and the questions of each, are in the order of their first items.

    Raises
    ------
    FormatError : a line is not an item, or no item is left.
    """
    sentences: dict[str, dict[str, list[tuple[str, Place]]]] = {}
    texts: dict[str, str] = {}  # one copy of each sentence
    for item in read_items(path, skips):
        place = item.place
        text = texts.setdefault(place.text, place.text)
        result = text[: place.begin] + place.after + text[place.end :]
        same = sentences.setdefault(text, {}).setdefault(result, [])
        same.append((item.id, Place(text, place.begin, place.end, place.after)))
    found = [
        SubstituteQuestion(tuple(name for name, _ in same), tuple(place for _, place in same))
        for results in sentences.values()
        for same in results.values()
    ]
    _refuse_none(path, found, skips, "items of paragen substitutes", "paragen substitutes < sentences.txt > items.jsonl")
    return found


def read_paraphrases(path: StrPath, skips: Skips) -> list[ParaphraseQuestion]:
    """Read the output of ``paragen decode --format jsonl``; see :func:`read_substitutes`.

    Paraphrases that change nothing are left out, as are those that do not match their edits.
    """
    sentences: dict[str, dict[str, ParaphraseQuestion]] = {}
    for question in _paraphrases(os.fspath(path), skips):
        sentences.setdefault(question.text, {}).setdefault(question.result, question)
    found = [question for results in sentences.values() for question in results.values()]
    command = "paragen decode -n 10 --format jsonl < sentences.txt > nbest.jsonl"
    _refuse_none(path, found, skips, "paraphrases of paragen decode --format jsonl", command)
    return found


def _refuse_none(path: StrPath, found: list[Any], skips: Skips, expected: str, command: str) -> None:
    if not found:
        left_out = f", {'; '.join(skips.messages())}" if skips.counts else ""
        raise FormatError(os.fspath(path), f"nothing to label{left_out}", expected, f"Make them with: {command}.")


def _paraphrases(name: str, skips: Skips) -> Iterator[ParaphraseQuestion]:
    for where, line in placed_lines(name, "paraphrases of paragen decode --format jsonl: one JSON object per line"):
        data = json_object(line.encode(), where, "a paraphrase")
        source, text, edits = data.get("source"), data.get("text"), data.get("edits")
        if not (isinstance(source, str) and isinstance(text, str) and isinstance(edits, list)):
            remedy = "Leave out --sentences for items of paragen substitutes." if "begin" in data else ""
            expected = "an object with source, text and edits, from paragen decode"
            raise FormatError(where, "something other than a paraphrase", expected, remedy)
        if source == text:
            skips.add("paraphrases that change nothing", where)
            continue
        changes = list(_edits(edits))
        if len(changes) != len(edits) or not _makes(source, changes, text):
            skips.add("paraphrases whose edits no longer match their text", where, text)
            continue
        yield ParaphraseQuestion(source, text, tuple((begin, end, after) for begin, end, _, after in changes))


def _edits(edits: Iterable[Any]) -> Iterator[tuple[int, int, str, str]]:
    """Yield begin, end, before and after of the edits that have them."""
    for edit in edits:
        if isinstance(edit, dict):
            begin, end, before, after = (edit.get(name) for name in ("begin", "end", "before", "after"))
            if type(begin) is type(end) is int and isinstance(before, str) and isinstance(after, str):
                yield begin, end, before, after


def _makes(text: str, edits: list[tuple[int, int, str, str]], result: str) -> bool:
    """Return whether the edits are in order, replace what they say they replace, and turn the text into the result."""
    if any(not 0 <= begin <= end <= len(text) or text[begin:end] != before for begin, end, before, _ in edits):
        return False
    if any(one[1] > other[0] for one, other in pairwise(edits)):
        return False
    ends = [0, *(end for _, end, _, _ in edits)]
    kept = [text[end:begin] + after for end, (begin, _, _, after) in zip(ends, edits, strict=False)]
    return "".join(kept) + text[ends[-1] :] == result
