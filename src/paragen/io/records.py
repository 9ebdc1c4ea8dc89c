"""Records: the requests in lines of input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from paragen.base.errors import FormatError
from paragen.base.json_and_toml import json_kind, json_or_none, parse_json
from paragen.io.lines import Line
from paragen.settings.request import Request, Span
from paragen.spans.formats import text_place
from paragen.text.protection import strip_markup

if TYPE_CHECKING:
    from paragen.io.lines import Frame
    from paragen.io.spans import SpanFields
    from paragen.spans.fields import Labels


class Record(NamedTuple):
    """A sentence to rewrite, and the other fields of its line (None if the line was plain text)."""

    number: int
    end: str
    request: Request
    fields: dict[str, Any] | None
    blank: bool = False  # an empty line of JSONL input
    frame: Frame | None = None
    labels: Labels | None = None


class RecordReader:
    """Turns lines into records.

    Parameters
    ----------
    field : the field, or dotted path, of the sentence in JSONL input; None: each file is text, or, if its first line is a JSON
        object, JSONL with the field "text".
    jsonl : whether the output is JSONL; if so, input that begins like JSON is JSONL too.
    markup : whether ``<keep>…</keep>`` marks what stays.
    spans : which fields label spans of the text; the input is then JSONL.
    same_form : whether the output must be JSONL exactly if the input is.
    begins : returns where the sentences of a text begin, to be rewritten by themselves; None: texts are not split.
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
        text, fields, labels, where = line.text, None, None, f"{line.name}:{line.row}"
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
        """Return the record of a sentence that is not a whole line."""
        if self._given:
            remedy = "Leave out --field and --spans, or choose --as lines."
            raise FormatError(line.where, "a row of a table", "a JSON object", remedy)
        text, keep = strip_markup(line.text, line.where) if self._markup else (line.text, frame.keep)
        fields = frame.fields() if self._jsonl else None
        breaks = self._begins(text) if frame.breaks is None else frame.breaks
        before, after = frame.context
        request = Request(text, keep, where=line.where, breaks=breaks, before=before, after=after)
        return Record(line.number, line.end, request, fields, frame=frame)

    def finish(self) -> None:
        """Raise FormatError if a field that was named for its spans was in no record."""
        if self._spans is not None:
            self._spans.finish(self._name)

    def _fields(self, line: Line, field: str, where: str) -> dict[str, Any]:
        expected = f"a JSON object with the text in {field!r}"
        plain = self._given and not line.text.lstrip("\ufeff \t").startswith("{")
        remedy = "Is this plain text? Then leave out --field." if plain else "Fix the line, or leave it out."
        fields = parse_json(line.text.lstrip("\ufeff"), where, expected, remedy, halves=True, long=True, finite=True)
        if not isinstance(fields, dict):
            raise FormatError(where, json_kind(fields), expected, "Write one object a line.")
        return fields


def detected_field(first: str, jsonl: bool, where: str) -> str | None:
    """Return the field that holds the text, if the first line of the input is a JSON object; None if it is plain text.

    Parameters
    ----------
    jsonl : whether the output is JSONL: then even a line that is only the beginning of JSON is not plain text.

    Raises
    ------
    FormatError : it is JSON, but has no field "text".
    """
    line = first.strip("\ufeff \t")
    found = json_or_none(line) if line.startswith(("{", "[")) else None
    if isinstance(found, dict):
        if isinstance(found.get("text"), str):
            return "text"
        fields = f"a JSON object with the fields {', '.join(map(repr, found)) or '(none)'}"
        raise FormatError(where, fields, "plain text, or the text in a field 'text'", "Name the field of the text with --field.")
    if isinstance(found, list) and found and all(isinstance(item, dict) for item in found):
        raise FormatError(where, "a JSON list", "plain text, or one JSON object a line", "Write it so: `jq -c '.[]' FILE`.")
    if found is None and (line.startswith('{"') or (jsonl and line in ("{", "["))):
        kind = "list" if line == "[" else "object"
        remedy = f"Fix it, or write each object on one line: `jq -c '{'.[]' if kind == 'list' else '.'}' FILE`."
        raise FormatError(where, f"the beginning of a JSON {kind}", "plain text, or one whole JSON object a line", remedy)
    return None
