"""Options for records whose fields label spans of their text, and what is said about those fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from paragen.base.errors import FormatError
from paragen.cli.console import notice

if TYPE_CHECKING:
    from paragen.spans.fields import Labels

_OPTIONS = (
    click.option(
        "--spans", multiple=True, metavar="FIELD",
        help="The input is JSONL, and this field holds spans of the text, which stay and come back with their new offsets: "
        "[begin, end, …], objects with start and end, or BIO tags.",
    ),
    click.option("--map-spans", multiple=True, metavar="FIELD", help="As --spans, but what is in these spans may change."),
    click.option("--spans-may-change", is_flag=True, help="Take --spans for --map-spans."),
    click.option(
        "--tokens", metavar="FIELD",
        help="The field with the tokens that BIO tags are of.  [default: the text, split at white space]",
    ),
)  # fmt: skip


def span_options(function: Any) -> Any:
    """Give a verb the options for spans in the fields of records."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


class SpanFields:
    """Reads the labels of records, and says once for each field what comes back stale.

    Parameters
    ----------
    kept, mapped : fields with spans that stay, or may change.
    tokens : the field with the tokens of tags.
    written : whether the fields of records are written.
    copies : whether a copy of the record is written for each paraphrase.

    Raises
    ------
    click.UsageError : options that do not belong together.
    """

    def __init__(
        self, spans: Sequence[str], map_spans: Sequence[str], may_change: bool, tokens: str | None, written: bool, copies: bool
    ) -> None:
        if may_change and not spans:
            raise click.UsageError("--spans-may-change says how --spans are taken: name their field.")
        if tokens is not None and not (spans or map_spans):
            raise click.UsageError("--tokens are of tags: name the field of those with --spans.")
        both = set(spans).intersection(map_spans)
        if both:
            raise click.UsageError(f"{', '.join(sorted(both))}: give either --spans or --map-spans.")
        self._kept, self._mapped = ((), (*spans, *map_spans)) if may_change else (tuple(spans), tuple(map_spans))
        if self._mapped and not written:
            raise click.UsageError("spans that may change are for --format jsonl, which says where they are then.")
        self._tokens, self._written, self._copies = tokens, written, copies
        self._missing = dict.fromkeys((*self._kept, *self._mapped))
        self._seen: tuple[str, ...] = ()
        self._told: set[str] = set()

    @property
    def given(self) -> bool:
        """Whether a field is named."""
        return bool(self._kept or self._mapped)

    @property
    def rewritten(self) -> bool:
        """Whether the field of the text comes back with the paraphrase."""
        return self.given or self._copies

    def read(self, fields: Mapping[str, Any], text: str, where: str) -> Labels:
        """Return the labels of a record; raise FormatError for spans that its text, the field ``text``, does not have."""
        from paragen.spans.fields import Labels, Names

        labels = Labels(fields, Names(text, self._kept, self._mapped, self._tokens), where)
        if self._missing:
            self._seen = self._seen or tuple(fields)
            for name in labels.named:
                self._missing.pop(name, None)
        return labels

    def tell_unnamed(self, fields: Mapping[str, Any], text: str, labels: Labels | None, where: str) -> None:
        """Say what looks like spans of the text, but is not named as such."""
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
