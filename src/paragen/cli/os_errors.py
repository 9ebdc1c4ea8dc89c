"""Adds remedies to errors of the operating system, which only say what went wrong."""

from __future__ import annotations

import errno
import os

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
    """Return ``file: reason. Remedy.``"""
    reason = f"{error.strerror or error}."
    if error.filename is not None:
        reason = f"{error.filename if isinstance(error.filename, int) else os.fsdecode(error.filename)}: {reason}"
    return f"{reason} {REMEDIES.get(error.errno or 0, '')}".rstrip()
