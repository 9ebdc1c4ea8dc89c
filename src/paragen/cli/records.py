"""What a line of input asks for, and how each output format writes the answer."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from paragen.base.errors import FormatError
from paragen.base.json_text import json_kind, json_or_none
from paragen.cli.lines import Line
from paragen.cli.marks import Marks, chosen_marks, marked
from paragen.cli.style import Style
from paragen.paraphraser import Limits, Paraphraser
from paragen.request import Request, Span
from paragen.results import Explanation, Paraphrase
from paragen.spans.paths import text_place
from paragen.text.protect import strip_markup

if TYPE_CHECKING:
    from paragen.cli.frames import Frame
    from paragen.cli.spans import SpanFields
    from paragen.spans.fields import Labels

_Found = TypeVar("_Found")
_OURS = ("source", "text", "score", "unchanged", "has_tree", "features", "edits", "rank", "parts", "input")


class Record(NamedTuple):
    """A sentence to rewrite, and what its line held besides (None where the line was plain text)."""

    number: int
    end: str
    request: Request
    fields: dict[str, Any] | None
    blank: bool = False  # an empty line of JSONL input
    frame: Frame | None = None
    labels: Labels | None = None

    def check_forced(self) -> None:
        """Raise FormatError if a wording is forced over a span that stays."""
        if self.labels is not None and self.request.force:
            self.labels.check_forced(self.request.force)


class RecordReader:
    """Turns lines into records.

    Parameters
    ----------
    field : the input is JSONL and this field, or dotted path, holds the sentence; None: it is text, or JSONL with the field
        "text" if its first line is a JSON object, in each of several files.
    jsonl : the output is JSONL, and so is the input if it begins like JSON.
    markup : ``<keep>…</keep>`` says what stays.
    spans : which fields label spans of the text; the input is then JSONL.
    same_form : the output must be JSONL if the input is, and only then.
    begins : says where the sentences of a text begin, which are rewritten by themselves; None: they are not.
    """

    def __init__(
        self, field: str | None, jsonl: bool, markup: bool, spans: SpanFields | None = None, same_form: bool = False,
        begins: Callable[[str], Sequence[int]] | None = None,
    ) -> None:
        self._same_form, self._begins = same_form, begins or (lambda text: ())
        self._given = field is not None or (spans is not None and spans.given)
        self._field, self._markup, self._name = "text" if self._given and field is None else field, markup, ""
        self._spans, self._detect, self._jsonl = spans, False, jsonl

    def read(self, line: Line) -> Record:
        """Return the record of a line; raise FormatError for one that cannot be read."""
        if line.frame is not None:
            return self._framed(line, line.frame)
        text, fields, labels, where = line.text, None, None, line.where
        if line.row == 1:
            self._name, self._detect = line.name, not self._given
            self._field = self._field if self._given else None
        if self._detect and text.strip("\ufeff \t"):
            self._detect = False
            self._field = detected_field(text, self._jsonl, where)
        if self._same_form and self._jsonl != (self._field is not None) and text.strip("\ufeff \t"):
            found, expected = ("text", "JSONL") if self._jsonl else ("JSONL", "text")
            remedy = "Leave out --format jsonl." if self._jsonl else "Choose --format jsonl, or write to another file: -o."
            raise FormatError(where, found, f"{expected}, as --in-place leaves a file what it is", remedy)
        keep: Sequence[Span] = ()
        if self._field is not None:
            if not text.strip("\ufeff \t"):
                return Record(line.number, line.end, Request(text, where=where), None, blank=True)
            fields = self._fields(line, self._field, where)
            place = text_place(fields, self._field, where)
            if self._spans is not None and (self._spans.rewritten or isinstance(place.value, list)):
                labels = self._spans.read(fields, self._field, where)
                text, keep = labels.text, labels.keep
            else:
                text = place.value if isinstance(place.value, str) else " ".join(place.value)
            if self._markup and not isinstance(place.value, str):
                raise FormatError(where, "a list of tokens", "a text, as tags are in texts only", "Leave out --markup.")
            if self._spans is not None:
                self._spans.tell_unnamed(fields, text, labels, where)
        if self._markup:
            text, keep = strip_markup(text, where)
        return Record(line.number, line.end, Request(text, keep, where=where, breaks=self._begins(text)), fields, labels=labels)

    def _framed(self, line: Line, frame: Frame) -> Record:
        """Return the record of a sentence that is not a line of its own."""
        if self._given:
            remedy = "Leave out --field and --spans, or choose --as lines."
            raise FormatError(line.where, "a row of a table", "a JSON object", remedy)
        text, keep = strip_markup(line.text, line.where) if self._markup else (line.text, frame.keep)
        fields = frame.fields() if self._jsonl else None
        breaks = self._begins(text) if frame.breaks is None else frame.breaks
        return Record(line.number, line.end, Request(text, keep, where=line.where, breaks=breaks), fields, frame=frame)

    def finish(self) -> None:
        """Raise FormatError if a field that was named for its spans was in no record."""
        if self._spans is not None:
            self._spans.finish(self._name)

    def _fields(self, line: Line, field: str, where: str) -> dict[str, Any]:
        expected = f"a JSON object with the text in {field!r}"
        try:
            fields = json.loads(line.text.lstrip("\ufeff"), parse_constant=_no_number, parse_float=_finite)
        except _BadNumberError as error:
            remedy = "Write null or a string in its place."
            raise FormatError(where, f"the number {error}", "finite numbers, as JSON has no others", remedy) from None
        except (ValueError, RecursionError) as error:
            plain = self._given and not line.text.lstrip("\ufeff \t").startswith("{")
            remedy = "Is this plain text? Then leave out --field." if plain else "Mend the line, or leave it out."
            raise FormatError(where, f"invalid JSON ({error})", expected, remedy) from None
        if not isinstance(fields, dict):
            raise FormatError(where, json_kind(fields), expected, "Write one object a line.")
        return fields


class _BadNumberError(ValueError):
    """NaN, or a number that no double holds."""


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _no_number(text)


def _no_number(name: str) -> Any:
    raise _BadNumberError(name)


def detected_field(first: str, jsonl: bool, where: str) -> str | None:
    """Return the field that holds the text, if the first line of the input is a JSON object; None if it is plain text.

    Parameters
    ----------
    jsonl : the output is JSONL: a line that is only the beginning of JSON is no plain text either.

    Raises
    ------
    FormatError : it is JSON, but what the text is, it does not say.
    """
    line = first.strip("\ufeff \t")
    found = json_or_none(line)
    if isinstance(found, dict):
        if isinstance(found.get("text"), str):
            return "text"
        fields = f"a JSON object with the fields {', '.join(map(repr, found)) or '(none)'}"
        raise FormatError(where, fields, "plain text, or the text in a field 'text'", "Name the field of the text with --field.")
    if isinstance(found, list) and found and all(isinstance(item, dict) for item in found):
        raise FormatError(where, "a JSON list", "plain text, or one JSON object a line", "Write it so: `jq -c '.[]' FILE`.")
    if found is None and (line.startswith('{"') or (jsonl and line in ("{", "["))):
        kind = "list" if line == "[" else "object"
        remedy = f"Mend it, or write each object on one line: `jq -c {'.[]' if kind == 'list' else '.'} FILE`."
        raise FormatError(where, f"the beginning of a JSON {kind}", "plain text, or one whole JSON object a line", remedy)
    return None


Counted = Callable[[Iterable[Any], Callable[[Any], bool]], Iterator[Any]]
Answer = Callable[[Sequence[Record]], Iterator[str]]
"""Makes of some records what is written for them."""


def answerer(
    paraphraser: Paraphraser, style: Style, limits: Limits, output: str | None = None, counted: Counted | None = None
) -> Answer:
    """Return what rewrites records and writes the answers in some style to a file, or standard output.

    ``counted`` takes answers and how to tell what is unchanged, and gives the answers on.
    """
    n = limits.get("n", 1)

    def paraphrases(records: Sequence[Record]) -> Iterator[tuple[Record, list[Paraphrase]]]:
        pairs: Any = zip(records, paraphraser.rewrite_batch(_requests(records), **limits), strict=True)
        pairs = counted(pairs, lambda one: one.unchanged) if counted is not None else pairs
        return _changed(pairs, lambda one: one.unchanged) if style.changed_only else pairs

    def explanations(records: Sequence[Record]) -> Iterator[tuple[Record, list[Explanation]]]:
        pairs: Any = zip(records, paraphraser.explain_batch(_requests(records), **limits), strict=True)
        pairs = counted(pairs, lambda one: one.paraphrase.unchanged) if counted is not None else pairs
        return _changed(pairs, lambda one: one.paraphrase.unchanged) if style.changed_only else pairs

    if style.form == "jsonl":
        if style.explain:
            return lambda records: (
                _jsonl(record, [(e.paraphrase, e.to_dict()) for e in found], n) for record, found in explanations(records)
            )
        return lambda records: (_jsonl(record, [(p, p.to_dict()) for p in found], n) for record, found in paraphrases(records))
    if style.explain:
        return lambda records: (_explained(paraphraser.weights, *answer) for answer in explanations(records))
    if style.form == "nbest":
        return lambda records: (_nbest(paraphraser.features, *answer) for answer in paraphrases(records))
    if style.diff:
        marks = chosen_marks(style.color, output)
        return lambda records: (_marked(*answer, n, marks) for answer in paraphrases(records))
    return lambda records: (_text(*answer, n) for answer in paraphrases(records))


def _changed(
    pairs: Iterable[tuple[Record, list[_Found]]], unchanged: Callable[[_Found], bool]
) -> Iterator[tuple[Record, list[_Found]]]:
    """Give the records that have a paraphrase with edits, and those paraphrases."""
    for record, found in pairs:
        if changed := [one for one in found if not unchanged(one)]:
            yield record, changed


def _requests(records: Sequence[Record]) -> list[Request]:
    for record in records:
        record.check_forced()
    return [record.request for record in records]


def _line(record: Record, text: str) -> str:
    """Return a text without the line ends that JSON input may bring."""
    return text if record.fields is None and record.frame is None else _one_line(text)


def _text(record: Record, found: Iterable[Paraphrase], n: int) -> str:
    """One line, or row; with n > 1 one for each paraphrase, and below lines an empty one that ends the list."""
    end = record.end if n == 1 else record.end or "\n"
    if record.frame is not None:
        return "".join(record.frame.around(paraphrase) + end for paraphrase in found)
    return _list(record, [_line(record, paraphrase.text) for paraphrase in found], n)


def _marked(record: Record, found: Iterable[Paraphrase], n: int, marks: Marks) -> str:
    """The same, but for rows, with the edits shown in the source."""
    return _list(record, [_line(record, marked(paraphrase, marks)) for paraphrase in found], n)


def _list(record: Record, lines: Sequence[str], n: int) -> str:
    if n == 1:
        end = record.end or ("" if record.frame is None else "\n")
        return "".join(line + end for line in lines)
    end = record.end or "\n"
    return "".join(line + end for line in lines if record.request.text) + end


def _nbest(names: Sequence[str], record: Record, found: Iterable[Paraphrase]) -> str:
    """Moses' format: ``id ||| text ||| name= value … ||| score``, sums unweighted, six digits."""
    end = record.end or "\n"
    pattern = " ".join(f"{name.replace('%', '%%')}= %.6g" for name in names)
    return "".join(
        f"{record.number - 1} ||| {_line(record, paraphrase.text)} ||| {pattern % paraphrase.values}"
        f" ||| {paraphrase.score:.6g}{end}"
        for paraphrase in found
    )


def _jsonl(record: Record, found: Iterable[tuple[Paraphrase, dict[str, Any]]], n: int) -> str:
    """One object a paraphrase; an empty line of JSONL input stays empty."""
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
    """Return what a JSON line holds: the fields of the input, then ours; theirs of the same names go to "input"."""
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
