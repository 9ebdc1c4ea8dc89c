"""How answers are written: the format, and which parts."""

from __future__ import annotations

from dataclasses import dataclass

import click

from paragen.cli.options import bundled


@dataclass(frozen=True)
class Style:
    """How answers are written.

    Parameters
    ----------
    form : "text", "nbest" or "jsonl".
    explain : whether to add each edit's gain and each feature's share of the score.
    changed_only : whether to write only changed sentences.
    diff : whether to show the source with its edits in place.
    color : whether ``diff`` uses colour: "auto", "always" or "never".
    """

    form: str = "text"
    explain: bool = False
    changed_only: bool = False
    diff: bool = False
    color: str = "auto"

    @property
    def is_own(self) -> bool:
        """Whether the answers have the form of the input."""
        return self.form == "text" and not (self.explain or self.diff)

    def check(self) -> None:
        """Raise click.BadParameter for options that exclude each other."""
        if self.explain and self.form == "nbest":
            problem = "there is no room for explanations in nbest; choose text or jsonl."
            raise click.BadParameter(problem, param_hint="--explain")
        if self.diff and (self.explain or self.form != "text"):
            other = "--explain shows edits in its own way" if self.explain else f"{self.form} lists edits in its own way"
            raise click.BadParameter(f"{other}: use either.", param_hint="--diff")
        if self.color != "auto" and not self.diff:
            raise click.BadParameter("there is nothing to colour but --diff.", param_hint="--color")

    def check_documents(self, several: bool) -> None:
        """Raise click.BadParameter for options that do not suit documents; ``several``: several answers for each sentence."""
        for unsuitable, option in ((several, "-n"), (self.changed_only, "--changed-only")):
            if unsuitable and self.is_own:
                problem = "a document is written whole, with one paraphrase of all it says: choose --format jsonl."
                raise click.BadParameter(problem, param_hint=option)

    def check_in_place(self, several: bool) -> None:
        """Raise click.BadParameter for options that do not suit --in-place; ``several``: several answers for each sentence."""
        for unsuitable, option in (
            (several, "-n"), (self.form == "nbest", "--format"), (self.explain, "--explain"),
            (self.changed_only, "--changed-only"), (self.diff, "--diff"),
        ):  # fmt: skip
            if unsuitable:
                problem = "a file that is replaced has one paraphrase of each sentence: leave it out, or write to -o."
                raise click.BadParameter(problem, param_hint=option)


style_options = bundled(
    Style, "style",
    click.option(
        "--format", "form", type=click.Choice(["text", "nbest", "jsonl"]), default="text",
        help="text: one line each (with -n an empty line after each sentence's); nbest: Moses' lists; jsonl: everything.",
    ),
    click.option("--explain", is_flag=True, help="Show each edit with its table and gain, and each feature's part in the score."),
    click.option("--changed-only", is_flag=True, help="Write only what was changed; ids still count all lines."),
    click.option("--diff", is_flag=True, help="Show in each sentence which words are [-deleted-] and {+inserted+}."),
    click.option(
        "--color", type=click.Choice(["auto", "always", "never"]), default="auto",
        help="Colours instead of marks with --diff; auto: on a terminal, unless the variable NO_COLOR is set.",
    ),
)  # fmt: skip
"""Gives a verb the argument ``style``, a :class:`Style`."""
