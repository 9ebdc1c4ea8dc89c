"""Where answers go: standard output, a file that appears when complete, or the input files, which are replaced."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import IO, TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from paragen.io.source import Input


class Sink(Protocol):
    """Takes answers, in the order of the inputs."""

    def write(self, given: Input, answers: Iterable[bytes]) -> None:
        """Write the next answers to sentences of an input."""


class StreamSink:
    """Writes all answers to one stream, each piece at once.

    Parameters
    ----------
    stream : stays open.
    live : whether somebody may be waiting for each answer.
    """

    def __init__(self, stream: IO[bytes], live: bool) -> None:
        self._stream, self._live = stream, live

    def write(self, given: Input, answers: Iterable[bytes]) -> None:
        """Write the next answers."""
        for data in answers:
            self._stream.write(data)
        if self._live:
            self._stream.flush()


class InPlaceSink:
    """Replaces each input by its answers, compressed as it was, when the next input begins or at the end.

    Parameters
    ----------
    suffix : for the names of backups; see :func:`paragen.base.in_place.replaced_file`.
    """

    def __init__(self, suffix: str) -> None:
        self._suffix, self._given, self._opened = suffix, "", ExitStack()
        self._file: IO[bytes]

    def __enter__(self) -> InPlaceSink:
        return self

    def __exit__(self, *error: Any) -> bool | None:
        return self._opened.__exit__(*error)

    def write(self, given: Input, answers: Iterable[bytes]) -> None:
        """Write the next answers."""
        if given.name != self._given:
            self._opened.close()
            self._given, self._file = given.name, self._replacing(given)
        self._file.writelines(answers)

    def _replacing(self, given: Input) -> IO[bytes]:
        from paragen.base.compression import compressed
        from paragen.base.in_place import replaced_file

        file = self._opened.enter_context(replaced_file(given.name, self._suffix))
        return self._opened.enter_context(compressed(file, given.stream.compression))


@contextmanager
def opened_sink(path: str | None, heading: bytes, in_place: str | None = None) -> Iterator[Sink]:
    """Open the output that answers are written to.

    Parameters
    ----------
    path : the file to write, atomically; None: standard output.
    heading : written before everything else.
    in_place : replace the inputs instead, keeping backups with this suffix unless it is empty.
    """
    if in_place is not None:
        with InPlaceSink(in_place) as replacing:
            yield replacing
        return
    if path is None:
        stream = sys.stdout.buffer if sys.stdout else open(1, "wb")  # noqa: SIM115
        stream.write(heading)
        yield StreamSink(stream, live=True)
        return
    from paragen.base.compression import compressed, compression_of_name
    from paragen.base.output_files import atomic_file

    with atomic_file(path) as file, compressed(file, compression_of_name(path)) as packed:
        packed.write(heading)
        yield StreamSink(packed, live=False)
