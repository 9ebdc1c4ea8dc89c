"""Processes a corpus of part files, resuming where an earlier run stopped."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from paragen.base.destination import StrPath
from paragen.base.settings import declared
from paragen.base.threads import thread_count
from paragen.cluster.counts import note_counts, noted_counts
from paragen.cluster.folder import Divided, divided, output_folder
from paragen.cluster.local import work_local
from paragen.cluster.parts import Part
from paragen.cluster.where import Where
from paragen.cluster.work import Answer, Outcome, Work, reference_to

if TYPE_CHECKING:
    from paragen.paraphraser import Paraphraser


@dataclass
class RunSummary:
    """The result of a run.

    Attributes
    ----------
    parts : how many part files the corpus has.
    there : how many of them were already done.
    done : how many part files this run has done.
    counts : how many ``sentences`` those had, and the other counts of the answers.
    counts_there : the same for those that were already done.
    uncounted : how many of these have no record of their counts.
    broken : the errors of the parts that could not be processed.
    """

    parts: int
    there: int
    done: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    counts_there: Counter[str] = field(default_factory=Counter)
    uncounted: int = 0
    broken: list[Exception] = field(default_factory=list)


def answer_parts(parts: Sequence[Part], folder: StrPath, paraphraser: Paraphraser, answer: Answer, where: Where) -> RunSummary:
    """Answer the sentences of part files, each part in its own file in ``folder``, with the same bytes as a single process.

    Parameters
    ----------
    parts : at least one; see `paragen.cluster.parts.find_parts`.
    folder : created, or left by an interrupted run: its finished parts stay, if all options are the same.
    paraphraser : must pickle.
    answer : answers each part.
    where : where the work is done, and how it is reported.

    Returns
    -------
    What was done. All parts have answers except the broken ones, whose errors it has.

    Raises
    ------
    FormatError : the first part is not what ``answer`` is for.
    ConfigError : see `paragen.cluster.folder.output_folder`.
    OSError : something cannot be written; finished parts stay.
    """
    declared(Where)["engine"].check("engine", where.engine)
    answer.check(parts[0])
    work = Work(reference_to(paraphraser), answer)
    job = f"{paraphraser.signature()}|{answer.options}"
    with output_folder(folder, job, parts, answer.kind) as todo:
        summary = RunSummary(len(parts), len(parts) - len(todo))
        there = [part.output(answer.kind) for part in parts if part not in todo]
        summary.counts_there, summary.uncounted = noted_counts(folder, there)
        tasks = _Tasks(todo, os.path.abspath(folder), answer, summary)
        where.progress(sum(part.size for part in parts) - sum(part.size for part in tasks.outputs))
        with closing(_outcomes(work, tasks.outputs, os.path.abspath(folder), where)) as outcomes:
            for outcome in outcomes:
                tasks.done(outcome)
    return summary


class _Tasks:
    """The parts and sections of a run; updates the summary as they are done.

    Attributes
    ----------
    outputs : the output file of each.
    """

    def __init__(self, todo: Mapping[Part, str], folder: str, answer: Answer, summary: RunSummary) -> None:
        self._folder, self._kind, self._summary = folder, answer.kind, summary
        self.outputs: dict[Part, str] = {}
        self._whole: dict[Part, Divided] = {}
        for part, output in todo.items():
            whole = divided(part, output, folder, part.output(answer.kind)) if answer.divides else None
            if whole is None:
                self.outputs[part] = output
                continue
            summary.counts_there.update(whole.counts)
            self.outputs.update((section, whole.outputs[section]) for section in whole.outputs if section in whole.left)
            self._whole.update(dict.fromkeys(whole.left, whole))
            if not whole.left:
                self._join(whole)

    def done(self, outcome: Outcome) -> None:
        """Record the outcome of one of them; raise its error if it concerns all."""
        if outcome.error is not None and not outcome.is_broken:
            raise outcome.error
        whole = self._whole.get(outcome.part)
        if outcome.error is None:
            self._summary.counts.update(outcome.counts)
            note_counts(self._folder, os.path.relpath(self.outputs[outcome.part], self._folder), outcome.counts)
        if whole is None:
            self._end(outcome.error)
            return
        whole.left.remove(outcome.part)
        if outcome.error is None:
            whole.counts.update(outcome.counts)
        else:
            whole.broken[outcome.part.begin] = outcome.error
        if not whole.left and whole.broken:
            self._end(whole.broken[min(whole.broken)])
        elif not whole.left:
            self._join(whole)

    def _join(self, whole: Divided) -> None:
        whole.join()
        if whole.counted:
            note_counts(self._folder, whole.part.output(self._kind), whole.counts)
        else:
            self._summary.uncounted += 1
        self._end(None)

    def _end(self, error: Exception | None) -> None:
        if error is None:
            self._summary.done += 1
        else:
            self._summary.broken.append(error)


def _outcomes(work: Work, todo: Mapping[Part, str], folder: str, where: Where) -> Generator[Outcome, None, None]:
    if where.engine == "local":
        return work_local(work, todo, thread_count(where.processes), where.progress)
    from paragen.cluster.spark import work_spark

    return work_spark(work, todo, folder, where)
