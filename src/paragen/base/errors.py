"""The errors paragen raises; each says where, what was found, what was expected and what to do."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable


class ParagenError(Exception):
    """Base of all errors a user can cause or fix."""


class FormatError(ParagenError, ValueError):
    """A file or line that is not what it should be.

    Parameters
    ----------
    where : the file, with its line (``tables/ppdb.gz:1043``) or section where known.
    found, expected : what is there and what should be.
    remedy : what the user can do about it.
    """

    def __init__(self, where: str, found: str, expected: str, remedy: str = "") -> None:
        message = f"{where}: found {found}, expected {expected}."
        super().__init__(f"{message} {remedy}".rstrip())
        self.where, self.found, self.expected, self.remedy = where, found, expected, remedy

    def __reduce__(self) -> tuple[type[FormatError], tuple[str, str, str, str]]:
        return type(self), (self.where, self.found, self.expected, self.remedy)


class ConfigError(ParagenError, ValueError):
    """An unusable option or weight, or combination of them."""


class MissingPackageError(ParagenError, ImportError):
    """An optional package is needed; the message names the command that installs it."""


class Unexpected(ValueError):
    """What was found and what was expected; a caller that knows the place makes a FormatError of it."""

    def __init__(self, found: str, expected: str) -> None:
        super().__init__(f"found {found}, expected {expected}")
        self.found, self.expected = found, expected

    def __reduce__(self) -> tuple[type[Unexpected], tuple[str, str]]:
        return type(self), (self.found, self.expected)


def shown(text: str, width: int = 60) -> str:
    """Return a text in quotation marks for a message, truncated to ``width`` characters."""
    return repr(text if len(text) <= width else text[:width] + "…")


def first_line(error: BaseException) -> str:
    """Return the first line of another library's error message, without its full stop."""
    return (str(error).splitlines() or [""])[0].rstrip(".")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a question that names the nearest of the known words; "" if none is near."""
    from difflib import get_close_matches

    near = get_close_matches(word, list(known), 1)
    return f" Did you mean {near[0]!r}?" if near else ""


REMEDIES = {
    errno.ENOENT: "Check its name and the folder it is in.",
    errno.EISDIR: "Name a file, not a folder.",
    errno.ENOTDIR: "Part of the path is not a folder: check it.",
    errno.EACCES: "Check who may read or write it (ls -l), or choose another place.",
    errno.EPERM: "Check who may read or write it (ls -l), or choose another place.",
    errno.EROFS: "Choose a place that can be written to.",
    errno.ENOSPC: "Make room and run it again.",
    errno.EDQUOT: "Make room within your quota and run it again.",
    errno.EMFILE: "Raise the limit of open files (ulimit -n) and run it again.",
    errno.ENFILE: "Close other programs and run it again.",
    errno.ENAMETOOLONG: "Choose a shorter name.",
    errno.EFBIG: "Raise the limit of file sizes (ulimit -f), or choose another disk.",
    errno.EIO: "The disk or the connection to it is failing: see the system's log, then run it again.",
}


def os_error_text(error: OSError) -> str:
    """Return ``file: reason. Remedy.`` for an error of the operating system, which itself says only what went wrong."""
    reason = f"{error.strerror or error}."
    if error.filename is not None:
        reason = f"{error.filename if isinstance(error.filename, int) else os.fsdecode(error.filename)}: {reason}"
    return f"{reason} {REMEDIES.get(error.errno or 0, '')}".rstrip()
