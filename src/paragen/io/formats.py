"""The formats of answers, and the answers to records in each of them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

if TYPE_CHECKING:
    from paragen.io.records import Record
    from paragen.paraphraser import Paraphraser
    from paragen.results import Explanation, Paraphrase
    from paragen.settings.request import Limits

_Found = TypeVar("_Found")
_OURS = ("source", "text", "score", "unchanged", "has_tree", "features", "edits", "rank", "parts", "input")


class Format(NamedTuple):
    """A format of answers.

    Parameters
    ----------
    name : as on the command line.
    records : whether answers are JSON objects, as the inputs then are if they look so.
    unencodable : how to write an unpaired surrogate, which JSON allows and UTF-8 does not.
    """

    name: str
    records: bool = False
    unencodable: str = "replace"

    def encoded(self, text: str) -> bytes:
        """Return the bytes of an answer; bytes that were not UTF-8 are restored."""
        try:
            return text.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            return text.encode("utf-8", self.unencodable)


TEXT, NBEST, TSV = Format("text"), Format("nbest"), Format("tsv")
JSONL = Format("jsonl", records=True, unencodable="backslashreplace")
FORMATS = {form.name: form for form in (TEXT, NBEST, TSV, JSONL)}


@dataclass(frozen=True)
class Style:
    """How answers are written.

    Parameters
    ----------
    form : "text", "nbest" or "jsonl".
    explain : whether to add each edit's gain and each feature's share of the score.
    changed_only : whether to write only changed sentences.
    diff : whether to show the source with its edits in place.
    color : whether ``diff`` uses colour: "auto", "always" or "never".
    """

    form: str = "text"
    explain: bool = False
    changed_only: bool = False
    diff: bool = False
    color: str = "auto"

    @property
    def format(self) -> Format:
        """The format of the answers."""
        return FORMATS[self.form]

    @property
    def is_own(self) -> bool:
        """Whether the answers have the form of the input."""
        return self.form == "text" and not (self.explain or self.diff)


class Marks(NamedTuple):
    """The marks before and after deleted words, and inserted ones."""

    deleted: tuple[str, str]
    inserted: tuple[str, str]


PLAIN = Marks(("[-", "-]"), ("{+", "+}"))
"""Those of wdiff and `git diff --word-diff`."""

COLOURED = Marks(("\033[9;31m", "\033[m"), ("\033[32m", "\033[m"))
"""Red and struck out, and green."""


def chosen_marks(color: str, output: str | None) -> Marks:
    """Return the marks for "always", "never" or "auto": coloured on a terminal, unless the variable NO_COLOR is set.

    Parameters
    ----------
    output : the file that is written; None: standard output.
    """
    if color == "auto":
        terminal = output is None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        return COLOURED if terminal and not os.environ.get("NO_COLOR") else PLAIN
    return COLOURED if color == "always" else PLAIN


def marked(paraphrase: Paraphrase, marks: Marks) -> str:
    """Return the source of a paraphrase with the deleted and inserted words of each edit marked; words it keeps appear once."""
    from paragen.results.word_diff import word_diff

    parts: list[str] = []
    for before, after, edit in word_diff(paraphrase.source, paraphrase.edits):
        if edit is None:
            parts.append(before)
            continue
        parts += (f"{left}{text}{right}" for text, (left, right) in zip((before, after), marks, strict=True) if text)
    return "".join(parts)


Counted = Callable[[Iterable[Any], Callable[[Any], bool]], Iterator[Any]]
Answer = Callable[[Sequence[Any]], Iterator[str]]
"""Returns the output for some records."""


def answerer(
    paraphraser: Paraphraser, style: Style, limits: Limits, output: str | None = None, counted: Counted | None = None
) -> Answer:
    """Return a function that rewrites records and formats the answers for a file, or standard output.

    ``counted`` wraps answers to count them; its second argument tells whether an answer is unchanged.
    """
    find: Callable[..., Any] = paraphraser.explain_batch if style.explain else paraphraser.rewrite_batch
    without_edits = style.is_own or (style.form == "nbest" and not style.explain)
    unchanged = attrgetter("paraphrase.unchanged" if style.explain else "unchanged")
    written = _writer(paraphraser, style, limits.get("n", 1), output)

    def answer(records: Sequence[Record]) -> Iterator[str]:
        bare = without_edits and all(record.frame is None for record in records)
        found = (paraphraser.wordings_batch if bare else find)([record.request for record in records], **limits)
        pairs: Any = zip(records, found, strict=True)
        pairs = counted(pairs, unchanged) if counted is not None else pairs
        pairs = _changed(pairs, unchanged) if style.changed_only else pairs
        return (written(record, found) for record, found in pairs)

    return answer


def _writer(paraphraser: Paraphraser, style: Style, n: int, output: str | None) -> Callable[[Record, list[Any]], str]:
    """Return a function that formats the results for a record: paraphrases, or explanations if requested."""
    if style.format.records:
        if style.explain:
            return lambda record, found: _jsonl(record, [(one.paraphrase, one.to_dict()) for one in found], n)
        return lambda record, found: _jsonl(record, [(one, one.to_dict()) for one in found], n)
    if style.explain:
        return partial(_explained, paraphraser.weights)
    if style.form == "nbest":
        return partial(_nbest, paraphraser.features)
    if style.diff:
        return partial(_marked, chosen_marks(style.color, output), n)
    return partial(_text, n)


def _changed(
    pairs: Iterable[tuple[Record, list[_Found]]], unchanged: Callable[[_Found], bool]
) -> Iterator[tuple[Record, list[_Found]]]:
    """Yield the records that have a paraphrase with edits, and those paraphrases."""
    for record, found in pairs:
        if changed := [one for one in found if not unchanged(one)]:
            yield record, changed


def _line(record: Record, text: str) -> str:
    """Return a text without line ends, which JSON input may contain."""
    return text if record.fields is None and record.frame is None else _one_line(text)


def _text(n: int, record: Record, found: Iterable[Any]) -> str:
    """Return one line or row; with n > 1, one for each paraphrase, and an empty line that ends a list of lines.

    Lines are made from wordings; rows and other text with a frame, from paraphrases.
    """
    end = record.end if n == 1 else record.end or "\n"
    if record.frame is not None:
        return "".join(record.frame.around(paraphrase) + end for paraphrase in found)
    return _list(record, [_line(record, paraphrase.text) for paraphrase in found], n)


def _marked(marks: Marks, n: int, record: Record, found: Iterable[Paraphrase]) -> str:
    """Return the same, except for rows, with the edits shown in the source."""
    return _list(record, [_line(record, marked(paraphrase, marks)) for paraphrase in found], n)


def _list(record: Record, lines: Sequence[str], n: int) -> str:
    if n == 1:
        end = record.end or ("" if record.frame is None else "\n")
        return "".join(line + end for line in lines)
    end = record.end or "\n"
    return "".join(line + end for line in lines if record.request.text) + end


def _nbest(names: Sequence[str], record: Record, found: Iterable[Any]) -> str:
    """Return wordings or paraphrases in Moses' format: ``id ||| text ||| name= value … ||| score``; unweighted, six digits."""
    end = record.end or "\n"
    pattern = " ".join(f"{name.replace('%', '%%')}= %.6g" for name in names)
    return "".join(
        f"{record.number - 1} ||| {_line(record, paraphrase.text)} ||| {pattern % paraphrase.values}"
        f" ||| {paraphrase.score:.6g}{end}"
        for paraphrase in found
    )


def _jsonl(record: Record, found: Iterable[tuple[Paraphrase, dict[str, Any]]], n: int) -> str:
    """Return one object for each paraphrase; an empty line of JSONL input stays empty."""
    if record.blank:
        return record.request.text + record.end
    lines = []
    for rank, (paraphrase, data) in enumerate(found, 1):
        line = _data(record, paraphrase, data)
        if n > 1:
            line["rank"] = rank
        lines.append(json.dumps(line, ensure_ascii=False, allow_nan=False) + (record.end or "\n"))
    return "".join(lines)


def _data(record: Record, paraphrase: Paraphrase, ours: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a JSON line: those of the input, then ours; input fields with our names go to "input"."""
    fields, text = record.fields or {}, record.request.text
    if record.labels is not None:
        fields, text = record.labels.fields(paraphrase), paraphrase.text
    data: dict[str, Any] = {"id": record.number - 1}
    data.update((name, value) for name, value in fields.items() if name not in _OURS)
    data.update(ours)
    hidden = {name: value for name, value in fields.items() if name in _OURS and value != text}
    if hidden:
        data["input"] = hidden
    return data


def _explained(weights: Mapping[str, float], record: Record, found: Iterable[Explanation]) -> str:
    end = record.end or "\n"
    lines: list[str] = []
    for explanation in found:
        lines += _explanation_lines(weights, record.number, explanation)
        lines.append("")
    return "".join(line + end for line in lines)


def _explanation_lines(weights: Mapping[str, float], number: int, explanation: Explanation) -> Iterator[str]:
    paraphrase = explanation.paraphrase
    yield f"line {number}   {_one_line(paraphrase.source)}"
    yield f"  text   {_one_line(paraphrase.text)}"
    yield f"  score  {paraphrase.score:.6g}"
    if paraphrase.has_tree is not None:
        yield f"  tree   {'yes' if paraphrase.has_tree else 'none: labels did not limit the edits'}"
    if paraphrase.unchanged:
        yield "  no edit"
    for edit, gain in zip(paraphrase.edits, explanation.gains, strict=True):
        change = f"{edit.before.strip()} -> {edit.after.strip()}"
        yield f"  edit   {_one_line(change)}   table {edit.table}   score {edit.score:g}   gain {gain:+.6g}"
    width = max(map(len, explanation.parts))
    for name, part in explanation.parts.items():
        value = paraphrase.features[name]
        yield f"  part   {name:<{width}}  {part:>11.6g} = {weights[name]:g} x {value:.6g}"


def _one_line(text: str) -> str:
    return " ".join(text.splitlines()) if "\n" in text or "\r" in text else text
