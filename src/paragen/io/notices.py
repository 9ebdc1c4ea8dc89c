"""Notices for the user of the command line, and whether there is one to be told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

QUIET, LOG = "paragen.quiet", "paragen.log"
"""What the options ``--quiet`` and ``--log`` leave in the context of a command."""


def is_quiet() -> bool:
    """Return whether ``--quiet`` was given."""
    return bool(click.get_current_context().meta.get(QUIET))


@contextmanager
def unnoticed() -> Iterator[None]:
    """Suppress notices, for worker processes, which have no command line."""
    with click.Context(click.Command("work")) as context:
        context.meta[QUIET] = True
        yield


def notice(text: str) -> None:
    """Print a notice for the user, unless ``--quiet``; append it to the file of ``--log``."""
    if log := click.get_current_context().meta.get(LOG):
        with open(log, "a", encoding="utf-8") as file:
            file.write(f"{text}\n")
    if not is_quiet():
        click.echo(f"paragen: {text}", err=True)
