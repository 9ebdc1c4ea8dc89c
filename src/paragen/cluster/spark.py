"""Part files processed by the executors of a Spark cluster."""

from __future__ import annotations

import os
import secrets
import zipfile
from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paragen.base.errors import ParagenError
from paragen.base.output_files import scratch_directory
from paragen.base.settings import parse_memory
from paragen.cluster.parts import Part
from paragen.cluster.where import Where
from paragen.cluster.work import Outcome, Work, largest_first, sendable
from paragen.tables.engine import Progress
from paragen.tables.engine.jobs import Jobs
from paragen.tables.engine.session import is_local, spark_session, task_attempts
from paragen.tables.engine.worker import attempt_number

_PARTS = "parts"
_STOP = ".paragen.stop"
_PROBES = 4  # tasks for each core that check whether its machine has the model


def work_spark(work: Work, todo: Mapping[Part, str], folder: str, where: Where) -> Generator[Outcome, None, None]:
    """Yield the outcome of each part, once all are done: one task for each part, the largest first.

    Every executor maps the model where it finds it; if one does not find it, all are sent an archive, which Spark unpacks once
    per executor. A part whose executor is lost is begun again by another.

    Parameters
    ----------
    todo : the output file of each part; all machines see its folder, and those of the parts, under these names.
    folder : the folder of answers.
    where : which Spark, with how much memory, and how it is reported.

    Raises
    ------
    ConfigError : the master does not exist, or cannot be reached.
    MissingPackageError : pyspark or Java is not installed.
    ParagenError : Spark gave up.
    """
    if not todo:
        return
    items = [(part, todo[part]) for part in sorted(todo, key=largest_first)]
    with scratch_directory() as scratch, spark_session(scratch, where.master, parse_memory(where.memory)) as session:
        context = session.sparkContext
        jobs = Jobs(context, _progress(where, sum(part.size for part in todo)))
        reachable = _reachable(context, jobs, work, scratch, where)
        task = Task(reachable, os.path.join(folder, _STOP), task_attempts(context))
        try:
            found = jobs.run(_PARTS, lambda: context.parallelize(items, len(items)).map(task).collect())
        finally:
            with suppress(FileNotFoundError):
                os.unlink(task.stop)
        yield from (outcome for outcome in found if outcome)


def _progress(where: Where, total: int) -> Progress:
    """Return a function that turns shares of parts into bytes and reports them."""
    told = 0.0

    def report(step: str, share: float) -> None:
        nonlocal told
        if step == _PARTS and share > told:
            where.progress((share - told) * total)
            told = share

    return report


@dataclass(frozen=True)
class Task:
    """Processes one part on an executor; ``stop`` is a file that cancels the remaining parts."""

    work: Work
    stop: str
    attempts: int

    def __call__(self, item: tuple[Part, str]) -> Outcome | None:
        part, output = item
        if os.path.exists(self.stop):
            return None
        try:
            return Outcome(part, self.work(part, output))
        except Exception as error:
            if not isinstance(error, ParagenError) and attempt_number() < self.attempts:
                raise
            outcome = Outcome(part, error=sendable(error))
            if not outcome.is_broken:
                with suppress(OSError):
                    open(self.stop, "wb").close()
            return outcome


def _reachable(context: Any, jobs: Jobs, work: Work, scratch: Path, where: Where) -> Work:
    """Return work whose model every executor can open; ship the model if some lack it."""
    model = work.model
    if is_local(context.master):
        return work
    count = max(2, _PROBES * context.defaultParallelism)
    here = jobs.run("model", lambda: context.parallelize(range(count), count).map(lambda _: model.is_here()).collect())
    if all(here):
        where.tell(f"the executors read the model in {model.path} on their own machines")
        return work
    where.tell("the executors were sent the model")
    return replace(work, model=replace(model, archive=ship(context, model.path, model.checksum, scratch)))


def ship(context: Any, path: str, checksum: str, scratch: Path) -> str:
    """Send all executors a model as an archive, which they unpack; return its name there."""
    name = f"paragen-{checksum}-{secrets.token_hex(4)}"  # unique in a shared Spark
    archive = scratch / f"{name}.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(Path(path).iterdir()):
            if file.is_file():
                packed.write(file, file.name)
    context.addArchive(f"{archive.as_uri()}#{name}")
    return name
