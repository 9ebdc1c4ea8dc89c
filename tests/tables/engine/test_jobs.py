"""What an engine does while its work goes on elsewhere: progress, errors and interrupts, without Spark."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from paragen.base.errors import ParagenError
from paragen.tables.engine.duck import interruptibly
from paragen.tables.engine.jobs import Jobs

pytest.importorskip("pyspark")


class Context:
    """A SparkContext with two jobs, of which one is not known yet, whose stages share one stage."""

    def __init__(self):
        self.groups, self.cancelled, self.done = [], [], threading.Event()

    def setJobGroup(self, group, description, interruptOnCancel):
        self.groups.append((group, description, interruptOnCancel))

    def cancelJobGroup(self, group):
        self.cancelled.append(group)
        self.done.set()

    def statusTracker(self):
        stages = {1: SimpleNamespace(numCompletedTasks=1, numTasks=2), 2: SimpleNamespace(numCompletedTasks=2, numTasks=10)}
        return SimpleNamespace(
            getJobIdsForGroup=lambda group: [7, 8, 9] if group == self.groups[-1][0] else [],
            getJobInfo={7: SimpleNamespace(stageIds=[1, 2]), 8: None, 9: SimpleNamespace(stageIds=[2, 3])}.get,
            getStageInfo=stages.get,
        )


def test_the_share_of_tasks_is_told_until_all_is_done():
    context, told = Context(), []

    def progress(*args):
        told.append(args)
        context.done.set()

    assert Jobs(context, progress).run("counting", lambda: context.done.wait(60) and 42) == 42
    assert told[0] == ("counting", 0.25) and told[-1] == ("counting", 1.0)
    Jobs(context, progress).run("again", lambda: None)
    groups, descriptions, interrupts = zip(*context.groups, strict=True)
    assert len(set(groups)) == 2 and descriptions == ("paragen: counting", "paragen: again") and all(interrupts)


def test_what_the_work_raises_is_raised():
    from py4j.protocol import Py4JNetworkError

    def fails(error):
        def work():
            raise error

        return work

    jobs = Jobs(Context(), None)
    with pytest.raises(KeyError, match="mine"):
        jobs.run("failing", fails(KeyError("mine")))
    for error in Py4JNetworkError("gone"), ConnectionResetError():
        with pytest.raises(ParagenError, match=r"^spark: Java has ended, perhaps out of memory. Give more with --memory.$"):
            jobs.run("failing", fails(error))


def test_an_interrupt_cancels_the_jobs_of_the_work():
    context = Context()

    def progress(*args):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Jobs(context, progress).run("counting", lambda: context.done.wait(60))
    assert context.cancelled == [context.groups[0][0]]


def test_native_work_ticks_fails_and_is_cancelled():
    done, cancelled = threading.Event(), []

    def interrupt():
        raise KeyboardInterrupt

    def cancel():
        cancelled.append(True)
        done.set()

    assert interruptibly(lambda: done.wait(60) and 42, cancel, done.set) == 42 and not cancelled
    with pytest.raises(ZeroDivisionError):
        interruptibly(lambda: 1 // 0, cancel)
    done.clear()
    with pytest.raises(KeyboardInterrupt):
        interruptibly(lambda: done.wait(60), cancel, interrupt)
    assert cancelled == [True]
