"""How many paraphrases a sentence gets, and how much of it they change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from paragen.cli.declared import bundled

if TYPE_CHECKING:
    from paragen.settings.request import Limits


@dataclass(frozen=True)
class Bounds:
    """How many paraphrases a sentence gets, and how much of it they change; see :meth:`paragen.Paraphraser.rewrite`."""

    n: int = 1
    min_edits: int = 0
    max_edits: int | None = None
    distinct_by: str = "text"

    def check(self) -> None:
        """Raise click.BadParameter if the bounds exclude everything."""
        if self.max_edits is not None and self.max_edits < self.min_edits:
            raise click.BadParameter(f"{self.max_edits} is less than --min-edits {self.min_edits}.", param_hint="--max-edits")

    @property
    def limits(self) -> Limits:
        """The same as arguments of the library."""
        return {"n": self.n, "min_edits": self.min_edits, "max_edits": self.max_edits, "distinct_by": self.distinct_by}


bounds_options = bundled(
    Bounds, "bounds",
    click.option("-n", "n", type=click.IntRange(1, 1_000_000), default=1, help="Paraphrases of each sentence, all different."),
    click.option(
        "--min-edits", type=click.IntRange(0, 255), default=0, help="Make so many edits where the sentence offers them."
    ),
    click.option("--max-edits", type=click.IntRange(0, 255), help="Make no more edits than this."),
    click.option(
        "--distinct-by", type=click.Choice(["text", "edits"]), default="text",
        help="How the paraphrases of a list differ: in their text, or each by an edit that none before has.",
    ),
)  # fmt: skip
"""Gives a verb the argument ``bounds``, a :class:`Bounds`."""
