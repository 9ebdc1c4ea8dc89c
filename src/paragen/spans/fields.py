"""Fields of a record that label spans of its text: read, protected from change, and updated for its paraphrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from paragen.base.errors import FormatError
from paragen.results import Paraphrase
from paragen.results.span_mapping import Change, SpanMap
from paragen.settings.request import Span
from paragen.spans import formats
from paragen.spans.tags import aligned, are_tags, new_tokens, read_chunks, retagged, words


class Names(NamedTuple):
    """Which fields of a record hold text, tokens and spans, by name or dotted path.

    Parameters
    ----------
    text : the text; a list of tokens is joined with spaces.
    kept : spans that stay as they are.
    mapped : spans that may change.
    tokens : the tokens that tags refer to; None: the text if it is a list, or else its words, split at white space.
    unit : unit of the spans' offsets, one of :data:`paragen.spans.formats.UNITS`.
    """

    text: str
    kept: Sequence[str] = ()
    mapped: Sequence[str] = ()
    tokens: str | None = None
    unit: str = "characters"


class Labels:
    """The labels of one record: what must stay in its text, and its fields for a paraphrase.

    Parameters
    ----------
    record : the fields.
    names : which of them hold what.
    where : names the record in errors: a file and line.

    Attributes
    ----------
    text : the text of the record.
    keep : the spans of it that stay as they are.
    named : the fields with spans that the record has.

    Raises
    ------
    FormatError : the text or the tokens are missing, or something is not a span of the text; the error names field and index.
    """

    def __init__(self, record: Mapping[str, Any], names: Names, where: str) -> None:
        self._record, self._where = record, f"{where}: " if where else ""
        self._text = formats.text_place(record, names.text, where)
        value = self._text.value
        self.text: str = value if isinstance(value, str) else " ".join(value)
        self._tokens = self._read_tokens(names)
        self._unit, offsets = names.unit, formats.Offsets(self.text, names.unit)
        self._fields: list[_Field] = []
        self.named: list[str] = []
        for kept, path in [*((True, path) for path in names.kept), *((False, path) for path in names.mapped)]:
            for place in formats.places(record, path):
                self.named.append(path)
                if place.value is not None:
                    self._fields.append(_Field(place, kept, self._read(place, offsets)))
        kept_spans = (span for field in self._fields if field.kept for span in field.labels.spans)
        self.keep: list[Span] = [part for span in kept_spans for part in _spans_to_keep(span, self.text)]

    def fields(self, paraphrase: Paraphrase) -> dict[str, Any]:
        """Return the fields of the record for a paraphrase: with its text, tokens and spans."""
        return self.changed(paraphrase.text, paraphrase.edits)

    def changed(self, text: str, changes: Sequence[Change]) -> dict[str, Any]:
        """Return the fields of the record for another text.

        Parameters
        ----------
        changes : the changes from the record's text to that one, in order.
        """
        values: list[tuple[formats.Place, Any]] = [(self._text, text)]
        tokens, mapped = words(text), SpanMap(changes)
        if self._tokens is not None:
            tokens = new_tokens(self._tokens.spans, changes, text)
            values.append((self._tokens.place, [text[begin:end] for begin, end in tokens]))
        new = _Text(text, formats.Offsets(text, self._unit), tokens)
        for place, kept, labels in self._fields:
            spans = [_kept_place(self.text, text, mapped, span) if kept else mapped(*span) for span in labels.spans]
            values.append((place, labels.moved(spans, new)))
        return formats.replaced(self._record, values)

    @property
    def labelling(self) -> list[str]:
        """The top-level fields of the record that hold spans or tokens."""
        places = [self._tokens.place] if self._tokens is not None else []
        return list(dict.fromkeys(str(place.trail[0]) for place in [*places, *(field.place for field in self._fields)]))

    def unnamed(self) -> list[tuple[str, bool]]:
        """Return the :func:`suspects` that are not among the named fields."""
        ours = {place.path for place in (self._text, *(field.place for field in self._fields))}
        if self._tokens is not None:
            ours.add(self._tokens.place.path)
        n_tokens = len(self._tokens.spans) if self._tokens is not None else None
        return [(name, spans) for name, spans in suspects(self._record, len(self.text), n_tokens) if name not in ours]

    def _read_tokens(self, names: Names) -> _Tokens | None:
        if isinstance(self._text.value, list):
            return _Tokens(self._text, _joined_spans(self._text.value))
        if names.tokens is None:
            return None
        place = next(formats.places(self._record, names.tokens), None)
        if place is None or not isinstance(place.value, list):
            raise formats.missing(f"{self._where}{names.tokens}", self._record, place, "a list of tokens", "--tokens")
        return _Tokens(place, aligned(place.value, self.text, f"{self._where}{place.name}"))

    def _read(self, place: formats.Place, offsets: formats.Offsets) -> _Labels:
        name, value = f"{self._where}{place.name}", place.value
        if isinstance(value, list) and value and not any(isinstance(item, (list, dict)) for item in value):
            numbers = len(value) != 2 and all(isinstance(item, int) for item in value)
            if self._tokens is not None or numbers or all(isinstance(item, str) for item in value):
                tokens = self._tokens.spans if self._tokens is not None else words(self.text)
                return _Tags(value, tokens, name)
        return _Spans(value, self.text, offsets, name)


class _Tokens(NamedTuple):
    """The field that holds the tokens, and where they are in the text."""

    place: formats.Place
    spans: list[Span]


class _Text(NamedTuple):
    """A text with its offsets and tokens."""

    text: str
    offsets: formats.Offsets
    tokens: Sequence[Span]


class _Labels(Protocol):
    """The value of a field, read."""

    spans: list[Span]

    def moved(self, spans: Sequence[Span], new: _Text) -> Any:
        """Return the value for another text, with the spans at these places."""


class _Field(NamedTuple):
    place: formats.Place
    kept: bool
    labels: _Labels


class _Spans:
    """A list of spans, a single span, or columns of spans."""

    def __init__(self, value: Any, text: str, offsets: formats.Offsets, name: str) -> None:
        self._value, self._rows = value, formats.rows(value)
        self._single = self._rows is None and not formats.are_several(value)
        self._given: Sequence[Any] = [value] if self._single else value if self._rows is None else self._rows
        if self._single:
            self._items = [formats.read_span(value, text, offsets, name)]
        else:
            self._items = formats.read_spans(self._given, text, offsets, name)
        self.spans = [item.span for item in self._items if item is not None]

    def moved(self, spans: Sequence[Span], new: _Text) -> Any:
        left = iter(spans)
        given = zip(self._given, self._items, strict=True)
        found = [old if item is None else item.moved(next(left), new.text, new.offsets) for old, item in given]
        return found[0] if self._single else found if self._rows is None else formats.columns(self._value, found)


class _Tags:
    """BIO tags."""

    def __init__(self, tags: list[Any], tokens: Sequence[Span], name: str) -> None:
        if len(tags) != len(tokens):
            remedy = "Name the field of the tokens with --tokens."
            raise FormatError(name, f"{len(tags)} tags", f"{len(tokens)}, one for each token", remedy)
        self._chunks = read_chunks(tags, name)
        self.spans = [(tokens[chunk.begin][0], tokens[chunk.end - 1][1]) for chunk in self._chunks]

    def moved(self, spans: Sequence[Span], new: _Text) -> list[str]:
        return retagged(self._chunks, spans, new.tokens)


def suspects(value: Any, length: int, n_tokens: int | None = None, name: str = "", depth: int = 8) -> Iterator[tuple[str, bool]]:
    """Yield the fields in JSON data that look as if they held spans of a text, or one value for each of its tokens.

    Parameters
    ----------
    length : of the text, in characters.
    n_tokens : how many tokens it has, if that is known.
    name : of the data.
    depth : how deep to search.

    Yields
    ------
    The dotted path of a field, as in errors, and whether it looks like spans or tags of spans.
    """
    if isinstance(value, list):
        spans = formats.looks_like_spans(value, length) or (are_tags(value) and any(tag != "O" for tag in value))
        if spans or len(value) == n_tokens:
            yield name, spans
            return
        for item in value if depth else ():
            if isinstance(item, dict):
                yield from suspects(item, length, n_tokens, name, depth - 1)
    elif isinstance(value, dict) and depth:
        if name and formats.looks_like_spans(formats.rows(value) or [value], length):
            yield name, True
            return
        for key, item in value.items():
            if isinstance(item, (dict, list)):
                yield from suspects(item, length, n_tokens, f"{name}.{key}" if name else key, depth - 1)


def _joined_spans(tokens: Sequence[str]) -> list[Span]:
    """Return where tokens are once they are joined with spaces."""
    found: list[Span] = []
    position = 0
    for token in tokens:
        found.append((position, position + len(token)))
        position += len(token) + 1
    return found


def _spans_to_keep(span: Span, text: str) -> list[Span]:
    """Return what to keep so that a span stays: the span itself; if it is white space, its ends, which no edit may cross."""
    begin, end = span
    return [span] if text[begin:end].strip() else [(begin, begin), (end, end)]


def _kept_place(source: str, text: str, mapped: SpanMap, span: Span) -> Span:
    """Return where a kept span is now: without white space at its ends if an edit beside it removed that."""
    words, now = source[slice(*span)], mapped(*span)
    if text[slice(*now)] == words or not words.strip():
        return now
    begin = span[0] + len(words) - len(words.lstrip())
    return mapped(begin, begin + len(words.strip()))
