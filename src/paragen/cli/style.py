"""Options for how answers are written: the format, and which parts."""

from __future__ import annotations

import click

from paragen.cli.declared import bundled
from paragen.io.formats import ONE_IN_PLACE, Style


def check_style(style: Style) -> None:
    """Raise click.BadParameter for options that exclude each other."""
    own_way = {"--diff": "--explain shows edits in its own way: use either."} if style.explain else {}
    for option, asked in (("--explain", style.explain), ("--diff", style.diff)):
        if asked and (problem := {**style.format.refuses, **own_way}.get(option)):
            raise click.BadParameter(problem, param_hint=option)
    if style.color != "auto" and not style.diff:
        raise click.BadParameter("there is nothing to colour but --diff.", param_hint="--color")


def check_documents(style: Style, several: bool) -> None:
    """Raise click.BadParameter for options that do not suit documents; ``several``: several answers for each sentence."""
    for unsuitable, option in ((several, "-n"), (style.changed_only, "--changed-only")):
        if unsuitable and style.is_own:
            problem = "a document is written whole, with one paraphrase of all it says: choose --format jsonl."
            raise click.BadParameter(problem, param_hint=option)


def check_in_place(style: Style, several: bool) -> None:
    """Raise click.BadParameter for options that do not suit --in-place; ``several``: several answers for each sentence."""
    for unsuitable, option in (
        (several, "-n"), ("--in-place" in style.format.refuses, "--format"), (style.explain, "--explain"),
        (style.changed_only, "--changed-only"), (style.diff, "--diff"),
    ):  # fmt: skip
        if unsuitable:
            raise click.BadParameter(ONE_IN_PLACE, param_hint=option)


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
"""Gives a verb the argument ``style``, a :class:`paragen.io.formats.Style`."""
