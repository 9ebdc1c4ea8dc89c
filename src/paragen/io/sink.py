"""Where answers go: standard output, a file that appears when complete, or the input files, which are replaced.

At any moment the name of a replaced file has the complete old contents or the complete new.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, ParagenError

if TYPE_CHECKING:
    from paragen.io.source import Input


_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS)


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
    suffix : for the names of backups; see :func:`replaced_file`.
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


def check_replaceable(path: StrPath, suffix: str) -> None:
    """Find out before the work whether :func:`replaced_file` will be able to replace a file.

    Raises
    ------
    ConfigError : not a regular file, or its backup exists.
    OSError : it is missing or write-protected, or nothing can be created beside it.
    """
    target = _target(path)
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise ConfigError(f"{os.fspath(path)}: found a device or a pipe, expected a file that can be replaced. Name one.")
    for needed in (target, target.parent):
        if not os.access(needed, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path if needed is target else needed))
    if suffix and os.path.lexists(backup := _backup(target, suffix)):
        raise ConfigError(f"{backup} exists and would be overwritten. Move it away, or choose another suffix.")


@contextmanager
def replaced_file(path: StrPath, suffix: str = "") -> Iterator[IO[bytes]]:
    """Yield a file to write to that takes the place of another if the block succeeds.

    Its mode is kept, and its owner and group as far as the system allows. A symbolic link stays, and the file it points to is
    replaced; other hard links keep the old contents.

    Parameters
    ----------
    suffix : what is appended to the file's name for a backup of the old contents; "": no backup.

    Raises
    ------
    ConfigError : the backup exists.
    ParagenError : somebody else has changed the file in the meantime; it stays as it is.
    """
    from paragen.base.output_files import atomic_file
    from paragen.base.threads import interrupts_held_back

    target = _target(path)
    before = os.stat(target)
    with ExitStack() as until_replaced, atomic_file(target) as file:
        yield file
        with suppress(PermissionError):
            os.fchown(file.fileno(), before.st_uid, before.st_gid)
        os.fchmod(file.fileno(), stat.S_IMODE(before.st_mode))
        file.flush()
        os.fsync(file.fileno())  # before the backup, as this may fail
        until_replaced.enter_context(interrupts_held_back())
        if _version(os.stat(target)) != _version(before):
            raise ParagenError(f"{os.fspath(path)}: it was changed while it was read, and stays as it is. Run it again.")
        if suffix:
            _keep(target, _backup(target, suffix))


def _target(path: StrPath) -> Path:
    """Return the file that a symbolic link points to, or else the path as it is."""
    return Path(os.path.realpath(path) if os.path.islink(path) else path)


def _version(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _backup(target: Path, suffix: str) -> Path:
    return target.with_name(target.name + suffix)


def _keep(target: Path, backup: Path) -> None:
    """Give the old contents a second name, which remains when the first is taken over by the new contents."""
    try:
        os.link(target, backup)
    except FileExistsError:
        raise ConfigError(f"{backup} exists and would be overwritten. Move it away, or choose another suffix.") from None
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        from shutil import copy2

        copy2(target, backup)
