"""Where answers go: standard output, or a file that appears when all is written."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Protocol

import click

from paragen.cli.console import OutputFile

if TYPE_CHECKING:
    from paragen.cli.inputs import Input

output_option = click.option(
    "-o", "output", type=OutputFile(), metavar="OUT",
    help="Write to OUT, which appears when all is done; compressed if it ends in .gz, .bz2, .xz or .zst.  "
    "[default: standard output]",
)


class Output(Protocol):
    """Takes answers, in the order of the inputs."""

    def write(self, given: Input, answers: Iterable[bytes]) -> None:
        """Write the next answers to sentences of an input."""


class Stream:
    """Writes all answers to one stream, each piece at once.

    Parameters
    ----------
    stream : stays open.
    live : somebody may be waiting for each answer.
    """

    def __init__(self, stream: IO[bytes], live: bool) -> None:
        self._stream, self._live = stream, live

    def write(self, given: Input, answers: Iterable[bytes]) -> None:
        """Write the next answers."""
        for data in answers:
            self._stream.write(data)
        if self._live:
            self._stream.flush()


@contextmanager
def opened_output(path: str | None, heading: bytes) -> Iterator[Output]:
    """Give what writes answers, below a heading, to a file, whole or not at all, or to standard output."""
    if path is None:
        stream = sys.stdout.buffer if sys.stdout else open(1, "wb")  # noqa: SIM115
        stream.write(heading)
        yield Stream(stream, live=True)
        return
    from paragen.base.compressed import compressed, compression_of_name
    from paragen.base.packfile import atomic_file

    with atomic_file(path) as file, compressed(file, compression_of_name(path)) as packed:
        packed.write(heading)
        yield Stream(packed, live=False)
