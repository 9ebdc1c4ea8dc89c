"""Explains errors of Spark without its stack traces."""

from __future__ import annotations

import errno
import os
import re

from paragen.base.errors import MissingPackageError, ParagenError

_FULL = ("No space left on device", "Disk quota exceeded")
_MEMORY = (
    "OutOfMemoryError", "UNABLE_TO_ACQUIRE_MEMORY", "ExecutorLostFailure", "Python worker exited unexpectedly",
    "SparkContext was shut down", "stopped SparkContext", "SparkContext.dagScheduler()",
)  # fmt: skip
_ABSENT = re.compile(r"ModuleNotFoundError: No module named '([\w.]+)'|Cannot run program \"([^\"]+)\"")
_CAUSE = re.compile(r"^Caused by: (?:[\w.$]+: )?(.+)$", re.MULTILINE)
_CALL = "An error occurred while calling"


def explained(error: Exception) -> Exception:
    """Return the error to raise for one that Spark raised."""
    text = full_text(error)
    if any(sign in text for sign in _FULL):
        return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if absent := _ABSENT.search(text):
        name = absent[1] or absent[2]
        return MissingPackageError(
            f"{name} is not found on a Spark worker. Install paragen there with its extra spark, as docs/cluster.md says; "
            "PYSPARK_PYTHON names the Python that has it."
        )
    if any(sign in text for sign in _MEMORY):
        lost = f"one of its processes was lost, perhaps out of memory ({reason(error)})"
        return ParagenError(f"spark: {lost}. Give more with --memory.")
    return ParagenError(f"spark: {reason(error)}.")


def reason(error: Exception) -> str:
    """Return the innermost cause of an error, in one line."""
    text = full_text(error)
    if causes := _CAUSE.findall(text):
        return str(causes[-1]).strip().rstrip(".")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith(_CALL)]
    return (lines or [type(error).__name__])[0].removeprefix(": ").rstrip(".")


def full_text(error: Exception) -> str:
    """Return everything known about an error, including Java's stack trace."""
    try:
        return f"{error}\n{getattr(error, '_stackTrace', '') or ''}"
    except Exception:  # Java has ended, so it cannot be asked
        return type(error).__name__
