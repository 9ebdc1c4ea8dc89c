"""SIDE=VALUE arguments of verbs that read bitext."""

from __future__ import annotations

from collections.abc import Sequence

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


segment_option = click.option(
    "--segment", "segments", multiple=True, type=Cut(),
    help="How a side (src or tgt) is cut into tokens: words, or a sentencepiece model.  [default: at white space]",
)  # fmt: skip


def by_side(pairs: Sequence[tuple[str, str]], option: str) -> tuple[str | None, str | None]:
    """Return the values for the source and the target side; refuse a side given twice."""
    found = by_name(pairs, option)
    return found.get("src"), found.get("tgt")
