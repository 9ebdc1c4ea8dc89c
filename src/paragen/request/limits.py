"""Keyword arguments for rewriting a sentence: how many paraphrases, within what bounds, and what is known about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypedDict

from paragen.request.request import Span
from paragen.request.sense import Sense


class Bounds(TypedDict, total=False):
    """How many edits, and how the paraphrases of a list differ; see :meth:`paragen.Paraphraser.rewrite`."""

    min_edits: int
    max_edits: int | None
    distinct_by: str


class Limits(Bounds, total=False):
    """Those, and how many paraphrases of a sentence."""

    n: int


class Known(TypedDict, total=False):
    """What is known about a sentence; see :class:`paragen.Request`."""

    keep: Iterable[Span]
    force: Iterable[tuple[int, int, str]]
    sense: Sense | Sequence[Sense] | None
    annotations: Mapping[str, Any]
