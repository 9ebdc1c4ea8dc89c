"""Options for records whose fields label spans of their text, and notices about such fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from paragen.base.errors import FormatError
from paragen.cli.console import notice
from paragen.cli.options import bundled
from paragen.spans.units import UNITS

if TYPE_CHECKING:
    from paragen.spans.fields import Labels


@dataclass(frozen=True)
class SpanOptions:
    """Which fields of records label spans of their text.

    Parameters
    ----------
    spans, map_spans : fields with spans that stay, or that may change.
    spans_may_change : whether ``spans`` may change too.
    tokens : the field with the tokens of tags.
    offsets : the unit of offsets.
    """

    spans: Sequence[str] = ()
    map_spans: Sequence[str] = ()
    spans_may_change: bool = False
    tokens: str | None = None
    offsets: str = "characters"

    def check(self, jsonl: bool, markup: bool) -> None:
        """Raise click.UsageError for options that do not go together.

        Parameters
        ----------
        jsonl : whether the output has fields.
        markup : whether tags in the text mark what stays.
        """
        both = set(self.spans).intersection(self.map_spans)
        for wrong, problem in (
            (self.spans_may_change and not self.spans, "--spans-may-change says how --spans are taken: name their field."),
            (self.tokens is not None and not self.given, "--tokens are of tags: name the field of those with --spans."),
            (both, f"{', '.join(sorted(both))}: give either --spans or --map-spans."),
            (
                (self.map_spans or self.spans_may_change) and not jsonl,
                "spans that may change are for --format jsonl, which says where they are then.",
            ),
            (self.given and markup, "spans are of a text without tags: use either --markup or --spans."),
        ):
            if wrong:
                raise click.UsageError(problem)

    @property
    def given(self) -> bool:
        """Whether a field is named."""
        return bool(self.spans or self.map_spans)


span_options = bundled(
    SpanOptions, "spans",
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
    click.option(
        "--offsets", type=click.Choice(UNITS), default="characters",
        help="What offsets count: characters (code points) as in Python, UTF-16 units as in JavaScript, or bytes of UTF-8.",
    ),
)  # fmt: skip
"""Gives a verb the argument ``spans``, a :class:`SpanOptions`."""


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
