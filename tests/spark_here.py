"""A stand-in for Spark that does tasks one after the other in the process of a test, without Java."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest


class SparkHere:
    """What paragen asks of a SparkContext.

    Attributes
    ----------
    jobs : the description of each job, what it was to work on, and in how many pieces.
    tried : what the tasks worked on, once for each attempt.
    task : what a task runs within, for tests that make it another machine.
    """

    def __init__(self, files: Path) -> None:
        self.master, self.defaultParallelism, self.attempts = "spark://here:7077", 1, 2
        self.jobs: list[tuple[str, list[Any], int]] = []
        self.tried: list[Any] = []
        self.task: Callable[[], Any] = ExitStack
        self._files, self._name = files, ""

    def join(self, java: Path, patch: pytest.MonkeyPatch) -> None:
        """Be the Spark that runs in this process already."""
        from pyspark import SparkContext, SparkFiles
        from pyspark.sql import SparkSession

        (java / "bin").mkdir(parents=True)
        (java / "bin" / "java").touch(0o755)
        patch.setenv("JAVA_HOME", str(java))
        session = SimpleNamespace(conf=SimpleNamespace(set=lambda key, value: None), sparkContext=self)
        session.newSession = lambda: session
        patch.setattr(SparkContext, "_active_spark_context", self)
        patch.setattr(SparkSession, "builder", SimpleNamespace(getOrCreate=lambda: session))
        patch.setattr(SparkFiles, "_root_directory", str(self._files))
        patch.setattr(SparkFiles, "_is_running_on_worker", True)

    def getConf(self) -> Any:
        return SimpleNamespace(get=lambda name, default: {"spark.task.maxFailures": str(self.attempts)}.get(name, default))

    def setJobGroup(self, group: str, description: str, interruptOnCancel: bool) -> None:
        self._name = description

    def statusTracker(self) -> Any:
        """Say nothing of what is done before all is."""
        return SimpleNamespace(getJobIdsForGroup=lambda group: [], getStageInfo=lambda stage: None)

    def addArchive(self, address: str) -> None:
        path, _, name = address.removeprefix("file://").partition("#")
        with zipfile.ZipFile(path) as packed:
            packed.extractall(self._files / name)

    def parallelize(self, items: Iterable[Any], slices: int) -> Any:
        items = list(items)
        self.jobs.append((self._name, items, slices))
        return SimpleNamespace(map=lambda task: SimpleNamespace(collect=lambda: [self._done(task, item) for item in items]))

    def _done(self, task: Callable[[Any], Any], item: Any) -> Any:
        from pyspark import TaskContext

        for attempt in range(self.attempts):
            TaskContext._taskContext = SimpleNamespace(attemptNumber=lambda attempt=attempt: attempt)
            self.tried.append(item)
            try:
                with self.task():
                    return task(item)
            except Exception:
                if attempt + 1 == self.attempts:
                    raise
            finally:
                TaskContext._taskContext = None
        return None
