"""Options for records whose fields label spans of their text."""

from __future__ import annotations

import click

from paragen.cli.declared import bundled
from paragen.io.spans import SpanOptions
from paragen.spans.formats import UNITS

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
"""Gives a verb the argument ``spans``, a :class:`paragen.io.spans.SpanOptions`."""


def check_spans(spans: SpanOptions, jsonl: bool, markup: bool) -> None:
    """Raise click.UsageError for options that do not go together.

    Parameters
    ----------
    jsonl : whether the output has fields.
    markup : whether tags in the text mark what stays.
    """
    both = set(spans.spans).intersection(spans.map_spans)
    for wrong, problem in (
        (spans.spans_may_change and not spans.spans, "--spans-may-change says how --spans are taken: name their field."),
        (spans.tokens is not None and not spans.given, "--tokens are of tags: name the field of those with --spans."),
        (both, f"{', '.join(sorted(both))}: give either --spans or --map-spans."),
        (
            (spans.map_spans or spans.spans_may_change) and not jsonl,
            "spans that may change are for --format jsonl, which says where they are then.",
        ),
        (spans.given and markup, "spans are of a text without tags: use either --markup or --spans."),
    ):
        if wrong:
            raise click.UsageError(problem)
