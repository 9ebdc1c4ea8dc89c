"""The inputs that a verb reads line by line: standard input, or files named on the command line, plain or compressed."""

from __future__ import annotations

import errno
import io
import os
import select
import stat
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from paragen.base.errors import ConfigError
from paragen.cli.console import InputFile, notice

if TYPE_CHECKING:
    from paragen.base.unpacked import Unpacked

STANDARD_INPUT = "-"

files_argument = click.argument("files", nargs=-1, type=InputFile(), metavar="[FILE…]")


@dataclass
class Input:
    """One input, open.

    Parameters
    ----------
    name : its name in errors.
    path : the file; None for standard input.
    stream : its bytes, unpacked, as they arrive.
    """

    name: str
    path: str | None
    stream: Unpacked

    def on_disk(self, size: int) -> float:
        """Return an estimate of the bytes on disk for that many bytes of text."""
        return size * self.stream.taken / max(self.stream.given, 1)

    @property
    def more_waits(self) -> bool:
        """Whether reading would not block; a stream that cannot tell is taken for a file, which does not."""
        if self.stream.waiting:
            return True
        try:
            return bool(select.select([self.stream], [], [], 0)[0])
        except (OSError, ValueError, AttributeError, TypeError):
            return True


def check_inputs(files: Sequence[str], printed: bool) -> None:
    """Find problems with any file before the work begins.

    Parameters
    ----------
    printed : whether answers go to standard output.

    Raises
    ------
    click.UsageError : standard input is named twice.
    ConfigError : standard output goes to one of them, as in ``paragen decode a >> a``, which would never end.
    OSError : a file is missing, is a folder or may not be read.
    """
    if list(files).count(STANDARD_INPUT) > 1:
        raise click.UsageError("Standard input (-) can be read only once.")
    for path in files:
        if path == STANDARD_INPUT:
            continue
        if stat.S_ISDIR(os.stat(path).st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if not os.access(path, os.R_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    for path in files or [STANDARD_INPUT]:
        if printed and _is_output(path):
            name = "standard input" if path == STANDARD_INPUT else path
            raise ConfigError(f"{name}: it is read, and standard output goes there. Write to another file, or use --in-place.")


def _is_output(path: str) -> bool:
    """Return whether this file is regular and the target of standard output."""
    try:
        read = os.fstat(sys.stdin.fileno()) if path == STANDARD_INPUT else os.stat(path)
        written = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return False
    return stat.S_ISREG(read.st_mode) and os.path.samestat(read, written)


def inputs(files: Sequence[str]) -> Iterator[Input]:
    """Open one file after another; each is closed when the next is asked for."""
    for path in files:
        with opened(path) as given:
            yield given


@contextmanager
def opened(path: str) -> Iterator[Input]:
    """Open a file, or standard input for "-"; whatever its name, it may be compressed."""
    from paragen.base.unpacked import Unpacked

    if path == STANDARD_INPUT:
        source: Any = sys.stdin.buffer if sys.stdin else open(0, "rb")  # noqa: SIM115 - closed: an OSError that says so
        if source.isatty():
            notice("reading sentences from the terminal, one a line; end with Ctrl-D.")
        yield Input("standard input", None, Unpacked("standard input", source, live=True))
        return
    with io.FileIO(path) as file:
        yield Input(path, path, Unpacked(path, cast(BinaryIO, file), live=True))


def size_on_disk(path: str) -> int | None:
    """Return the size of a regular file, or of that behind standard input; None for anything else."""
    try:
        status = os.fstat(sys.stdin.fileno()) if path == STANDARD_INPUT else os.stat(path)
    except (OSError, ValueError, AttributeError):
        return None
    return status.st_size if stat.S_ISREG(status.st_mode) else None
