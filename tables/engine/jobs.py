"""Runs Spark jobs, reports their progress, and cancels them on an interrupt."""

from __future__ import annotations

import errno
import os
import re
import threading
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from paragen.base.errors import MissingPackageError, ParagenError
from paragen.tables.engine import Progress

Result = TypeVar("Result")

_POLL = 0.2  # seconds between checks of progress
_GRACE = 10.0  # seconds for cancelled jobs to end


class Jobs:
    """Runs work that starts jobs of a SparkContext, one piece at a time.

    Parameters
    ----------
    context : the SparkContext.
    progress : called with the name of the work and the share of its tasks that are done.
    """

    def __init__(self, context: Any, progress: Progress | None) -> None:
        self._context, self._progress = context, progress

    def run(self, name: str, work: Callable[[], Result]) -> Result:
        """Return what ``work`` returns; it runs in a separate thread, so that an interrupt can end it."""
        group = f"paragen-{uuid.uuid4().hex}"
        results: list[Result] = []
        errors: list[BaseException] = []

        def act() -> None:
            try:
                self._context.setJobGroup(group, f"paragen: {name}", interruptOnCancel=True)
                results.append(work())
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=act, name="paragen-spark", daemon=True)
        thread.start()
        try:
            self._watch(name, group, thread)
        except BaseException:
            with suppress(Exception):  # Java may have ended
                self._context.cancelJobGroup(group)
                thread.join(_GRACE)
            raise
        if errors:
            raise _translated(errors[0])
        if self._progress:
            self._progress(name, 1.0)
        return results[0]

    def _watch(self, name: str, group: str, thread: threading.Thread) -> None:
        shown = 0.0
        while thread.is_alive():
            thread.join(_POLL)
            if self._progress and thread.is_alive():
                shown = max(shown, self._share(group))
                self._progress(name, shown)

    def _share(self, group: str) -> float:
        """Return how much of the tasks known so far is done; more may follow."""
        tracker = self._context.statusTracker()
        jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(group)]
        stages = {stage for job in jobs if job for stage in job.stageIds}
        found = [stage for stage in map(tracker.getStageInfo, stages) if stage]
        share: float = sum(stage.numCompletedTasks for stage in found) / max(1, sum(stage.numTasks for stage in found))
        return share


def _translated(error: BaseException) -> BaseException:
    """Return the error to raise: ours for Spark's, any other unchanged."""
    from py4j.protocol import Py4JError, Py4JNetworkError
    from pyspark.errors import AnalysisException, PySparkException

    if isinstance(error, (Py4JNetworkError, ConnectionError)):
        return ParagenError("spark: Java has ended, perhaps out of memory. Give more with --memory.")
    if isinstance(error, (Py4JError, PySparkException)) and not isinstance(error, AnalysisException):
        return explained(error)
    return error


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
