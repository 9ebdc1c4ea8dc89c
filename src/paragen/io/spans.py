"""Records whose fields label spans of their text: which fields, and notices about others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from paragen.base.errors import FormatError
from paragen.base.settings import Settings, flag, group, one_of, text
from paragen.io.notices import notice
from paragen.spans.formats import UNITS

if TYPE_CHECKING:
    from paragen.spans.fields import Labels


@group
class SpanOptions(Settings):
    """Which fields of records label spans of their text; see `paragen decode --help`."""

    spans: Sequence[str] = text(
        (), many="list", metavar="FIELD",
        help="The input is JSONL, and this field holds spans of the text, which stay and come back with their new offsets: "
        "[begin, end, …], objects with start and end, or BIO tags.",
    )
    map_spans: Sequence[str] = text((), many="list", metavar="FIELD", help="As --spans, but what is in these spans may change.")
    spans_may_change: bool = flag(help="Take --spans for --map-spans.")
    tokens: str | None = text(
        None, metavar="FIELD", help="The field with the tokens that BIO tags are of.  [default: the text, split at white space]"
    )
    offsets: str = one_of(
        UNITS[0], UNITS,
        help="What offsets count: characters (code points) as in Python, UTF-16 units as in JavaScript, or bytes of UTF-8.",
    )

    @property
    def given(self) -> bool:
        """Whether a field is named."""
        return bool(self.spans or self.map_spans)


class SpanFields:
    """Reads the labels of records, and reports fields that become stale, once each.

    Parameters
    ----------
    options : the named fields.
    written : whether the fields of records are written.
    copies : whether a copy of the record is written for each paraphrase.
    """

    def __init__(self, options: SpanOptions, written: bool, copies: bool) -> None:
        self._kept, self._mapped = tuple(options.spans), tuple(options.map_spans)
        if options.spans_may_change:
            self._kept, self._mapped = (), self._kept + self._mapped
        self._tokens, self._offsets, self._written, self._copies = options.tokens, options.offsets, written, copies
        self._missing = dict.fromkeys((*self._kept, *self._mapped))
        self._seen: tuple[str, ...] = ()
        self._told: set[str] = set()

    @property
    def given(self) -> bool:
        """Whether a field is named."""
        return bool(self._kept or self._mapped)

    @property
    def rewritten(self) -> bool:
        """Whether the text field is replaced by the paraphrase."""
        return self.given or self._copies

    def read(self, fields: Mapping[str, Any], text: str, where: str) -> Labels:
        """Return the labels of a record; raise FormatError for spans that its text (field ``text``) does not have."""
        from paragen.spans.fields import Labels, Names

        labels = Labels(fields, Names(text, self._kept, self._mapped, self._tokens, self._offsets), where)
        if self._missing:
            self._seen = self._seen or tuple(fields)
            for name in labels.named:
                self._missing.pop(name, None)
        return labels

    def tell_unnamed(self, fields: Mapping[str, Any], text: str, labels: Labels | None, where: str) -> None:
        """Report fields that look like spans of the text, but are not named."""
        if not self._written or not any(isinstance(value, (list, dict)) for value in fields.values()):
            return
        from paragen.spans.fields import suspects

        found = labels.unnamed() if labels is not None else suspects(fields, len(text), None)
        for name, spans in found:
            if name not in self._told:
                self._told.add(name)
                kind = "spans of the text" if spans else "a value for each token"
                remedy = f"name it with --spans {name}, or leave it out" if spans else "leave it out"
                stale = "It comes back as it is, wrong where the text changes"
                notice(f"{where}: the field {name} seems to hold {kind}. {stale}: {remedy}.")

    def finish(self, name: str) -> None:
        """Raise FormatError for a field that was in no record."""
        if self._missing and self._seen:
            found = f"only the fields {', '.join(self._seen)}"
            raise FormatError(name, found, f"spans in {', '.join(self._missing)}", "Name their field with --spans.")
