"""The option ``--copies``."""

from __future__ import annotations

import click

from paragen.io.formats import FORMATS

copies_option = click.option(
    "--copies", type=click.IntRange(1, 1_000_000), metavar="N",
    help="Write N changed variants of each sentence as JSONL records: its fields with the new text, a new id, and source_id and "
    "source_line, the id and line that each is from.",
)  # fmt: skip


def check_copies(copies: int, n: int, max_edits: int | None, explain: bool) -> None:
    """Raise click.BadParameter for options that do not go with ``--copies``."""
    chosen = click.get_current_context().get_parameter_source("form")
    form = click.get_current_context().params["form"]
    if not FORMATS[form].records and chosen is not click.core.ParameterSource.DEFAULT:
        raise click.BadParameter(f"records are written as jsonl, not as {form}: leave out --format.", param_hint="--copies")
    if n != 1:
        raise click.BadParameter(f"{copies} variants or the {n} best: use either --copies or -n.", param_hint="--copies")
    if explain:
        raise click.BadParameter("a record has no room for explanations; use -n with --format jsonl.", param_hint="--explain")
    if max_edits == 0:
        raise click.BadParameter("a variant has an edit at least.", param_hint="--max-edits")
