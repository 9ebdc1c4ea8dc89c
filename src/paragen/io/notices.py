"""Messages to the user of the command line while a verb works: notices, and its progress through the inputs."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

_SHOWN_EVERY = 0.1  # seconds
_BAR = "{desc}: {percentage:3.0f}%{postfix} |{bar:20}| {elapsed}, {remaining} left"
_NO_BAR = "{desc}{postfix}, {elapsed}"
STANDARD_INPUT = "-"
"""The name of standard input among names of files."""
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


class Pace:
    """Shows the progress of a verb.

    Parameters
    ----------
    bar : a bar of tqdm, which counts bytes on disk.
    what : what is done.
    files : how many there are.
    """

    def __init__(self, bar: Any, what: str, files: int) -> None:
        self._bar, self._what, self._files = bar, what, files
        self._file = self._sentences = 0
        self._begin = time.monotonic()

    def begin(self, name: str) -> None:
        """Show which input is next."""
        self._file += 1
        if self._files > 1:
            self._bar.set_description_str(f"{self._what} {self._file}/{self._files} {os.path.basename(name)}", refresh=False)

    def done(self, size: float, sentences: int) -> None:
        """Add bytes on disk and sentences that were answered."""
        self._sentences += sentences
        rate = self._sentences / max(time.monotonic() - self._begin, _SHOWN_EVERY)
        self._bar.set_postfix_str(f"{self._sentences:,} sentences, {rate:,.0f}/s", refresh=False)
        self._bar.update(size)


@contextmanager
def pace(files: Sequence[str], output: str | None, in_place: bool, what: str) -> Iterator[Pace | None]:
    """Yield the display of a verb's progress; None without a terminal, with ``--quiet``, or if answers go to the terminal.

    Parameters
    ----------
    files : the inputs, "-" for standard input.
    output : the file that is written; None: standard output.
    in_place : whether the inputs are replaced.
    what : a word for the work.
    """
    if is_quiet() or not sys.stderr.isatty():
        yield None
        return
    to_files = in_place or output is not None
    sizes = [size_on_disk(path) for path in files]
    known = [size for size in sizes if size is not None]
    unknown = len(known) < len(sizes)
    typed = STANDARD_INPUT in files and sys.stdin is not None and sys.stdin.isatty()
    shown_elsewhere = to_files or not (unknown or sys.stdout.isatty())
    if typed or not shown_elsewhere:
        yield None
        return
    from tqdm import tqdm

    with tqdm(
        total=None if unknown else sum(known), desc=what, leave=False, file=sys.stderr, mininterval=_SHOWN_EVERY,
        bar_format=_NO_BAR if unknown else _BAR, dynamic_ncols=True,
    ) as bar:  # fmt: skip
        yield Pace(bar, what, len(files))


def size_on_disk(path: str) -> int | None:
    """Return the size of a regular file, or of that behind standard input; None for anything else."""
    try:
        status = os.fstat(sys.stdin.fileno()) if path == STANDARD_INPUT else os.stat(path)
    except (OSError, ValueError, AttributeError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None
