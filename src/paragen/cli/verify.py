"""``paragen verify``."""

from __future__ import annotations

import click

from paragen.cli.console import ModelName, Verb


@click.command(cls=Verb)
@click.argument("model", type=ModelName())
def verify(model: str) -> None:
    """Check every checksum and offset of a model.

    Exit code 0: MODEL is whole. 1: it is not; the message says what is wrong.

    Example: paragen verify model
    """
    from paragen.model import Model

    opened = Model.open(model)
    opened.verify()
    click.echo(f"{model}: whole ({len(opened.tables)} tables, {opened.lm_info.order}-gram model, signature {opened.signature})")
