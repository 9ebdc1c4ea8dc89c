"""SIDE=VALUE arguments of verbs that read bitext."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from paragen.cli.console import Named, Reads, Writes, by_name

_SIDES = ("src", "tgt")


class Side(Named):
    """An argument ``SIDE=VALUE``; SIDE is src or tgt."""

    def __init__(self, value: str) -> None:
        super().__init__(value)
        self._metavar = f"SIDE={value}"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, object]:
        side, found = super().convert(value, param, ctx)
        if side not in _SIDES:
            self.fail(f"there is no side {side!r}; the sides are: {', '.join(_SIDES)}.", param, ctx)
        return side, found


class Cut(Side, Reads):
    """How a side is split into tokens: ``words``, or the file of a sentencepiece model."""

    def __init__(self) -> None:
        super().__init__("HOW")

    def paths(self, value: tuple[str, str]) -> list[str]:
        return [] if value[1] == "words" else [value[1]]


class WrittenSide(Side, Writes):
    """An output file for a side."""

    def __init__(self) -> None:
        super().__init__("FILE")

    def path(self, value: tuple[str, str]) -> str:
        return value[1]


def bitext_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for how a word-aligned bitext was split, and how long its sentences may be."""
    segment = click.option(
        "--segment", multiple=True, type=Cut(),
        help="How a side (src or tgt) was cut into tokens: words, or a sentencepiece model.  [default: at white space]",
    )  # fmt: skip
    max_sentence = click.option(
        "--max-sentence", type=click.IntRange(1, 2**31 - 1), default=250, metavar="N",
        help="Leave out pairs with more tokens on a side.",
    )  # fmt: skip
    return segment(max_sentence(command))


def by_side(pairs: Sequence[tuple[str, str]], option: str) -> tuple[str | None, str | None]:
    """Return the values for the source and the target side; refuse a side given twice."""
    found = by_name(pairs, option)
    return found.get("src"), found.get("tgt")
