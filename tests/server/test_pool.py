"""Work on threads: who is refused, who is given up, what is waited for."""

from __future__ import annotations

import asyncio
import threading

import pytest

from paragen.server.metrics import Metrics
from paragen.server.pool import EndedError, Job, WorkPool
from paragen.server.routes import written
from paragen.server.settings import Limits
from paragen.web.refusals import Refusal


class Client:
    """A request whose client sends some more messages once work has begun; then it waits."""

    def __init__(self, *kinds, begun=None):
        self.kinds, self.begun = list(kinds), begun

    async def receive(self):
        if self.begun is not None:
            await asyncio.to_thread(self.begun.wait)
        return {"type": self.kinds.pop(0)} if self.kinds else await asyncio.Event().wait()


def pool_of(threads=1, **limits):
    return WorkPool(threads, Limits(**limits), Metrics())


async def refusal(pool, work, client=None):
    with pytest.raises(Refusal) as error:
        await pool.run(client or Client(), work)
    return error.value.status, error.value.message, error.value.reason, error.value.headers


@pytest.mark.parametrize(("seconds", "after"), [(0.05, 1), (2.05, 3), (1000, 60)])
def test_when_to_try_again(monkeypatch, seconds, after):
    """Twenty requests on two threads, after one that took some seconds: the mean begins at 0.05 s, and moves by a tenth."""
    pool = pool_of(2, waiting=18, queue_seconds=0)
    released = threading.Event()

    async def run():
        with monkeypatch.context() as patch:
            patch.setattr("time.perf_counter", iter((10.0, 10.0 + seconds)).__next__)
            assert await pool.run(Client(), lambda job: "answer") == "answer"
        async with asyncio.timeout(20):
            asked = [asyncio.create_task(pool.run(Client(), lambda job: released.wait())) for _ in range(20)]
            await asyncio.sleep(0)
            message = f"20 requests are being answered or wait, which is all that may. Try again in {after} s."
            assert await refusal(pool, print) == (429, message, "busy", {"Retry-After": str(after)})
            released.set()
            assert await asyncio.gather(*asked) == [True] * 20
        pool.close()

    asyncio.run(run())


def test_who_is_gone_and_what_takes_too_long():
    ended, begun = [], threading.Event()

    def endless(job):
        begun.set()
        try:
            while True:
                job.check()
        finally:
            ended.append(job.ended)

    async def run():
        async with asyncio.timeout(20):
            client = Client("http.request", "http.disconnect", begun=begun)
            pool = pool_of()
            assert await refusal(pool, endless, client) == (499, "the client is gone.", "gone", {}) and not client.kinds
            pool.close()
            assert ended == [True]
            message = "no answer after 0.01 s. Send fewer or shorter texts, or a smaller n."
            pool = pool_of(seconds=0.01)
            assert await refusal(pool, endless) == (503, message, "timeout", {})
            pool.close()

    asyncio.run(run())
    assert set(ended) == {True}


def test_closing_waits_for_what_runs_and_begins_nothing():
    pool = pool_of()
    begun, released, done = threading.Event(), threading.Event(), []

    def work(job):
        begun.set()
        released.wait()
        done.append(job)

    async def run():
        async with asyncio.timeout(20):
            asked = [asyncio.create_task(pool.run(Client(), work)) for _ in range(2)]
            await asyncio.to_thread(begun.wait)
            closing = asyncio.create_task(asyncio.to_thread(pool.close))
            assert not (await asyncio.wait([closing], timeout=0.05))[0]
            released.set()
            await closing
            assert len(done) == 1
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(one) for one in answers] == [type(None), asyncio.CancelledError]

    asyncio.run(run())


def test_answers_are_written_a_few_at_a_time():
    """Until they are too long, or nobody waits for them any more."""
    records, job = list(range(1000, 1100)), Job()
    taken = []

    def answers(some):
        taken.append(len(some))
        return (f"{one}\n" for one in some)

    assert written(answers, records, job, 500) == [b"%d\n" % one for one in records]
    assert len(taken) > 1 and max(taken) < 100
    with pytest.raises(Refusal) as error:
        written(answers, records, job, 499)
    message = "answer: longer than 499 bytes. Send fewer or shorter texts, or ask for fewer results of each."
    assert (error.value.status, error.value.message, error.value.reason) == (413, message, "answer")
    job.ended = True
    with pytest.raises(EndedError):
        written(answers, records, job, 500)


def test_a_rush_queues_in_order():
    """Those that find no place are served in the order in which they came, those whose clients are gone left out."""
    pool = pool_of(waiting=1, queue_seconds=20)
    released, gone, done = threading.Event(), threading.Event(), []

    def work(number):
        def run(job):
            released.wait()
            done.append(number)
            return number

        return run

    async def run():
        async with asyncio.timeout(20):
            clients = [Client() for _ in range(30)]
            clients[7] = Client("http.disconnect", begun=gone)
            asked = [asyncio.create_task(pool.run(client, work(i))) for i, client in enumerate(clients)]
            await asyncio.sleep(0)
            gone.set()
            with pytest.raises(Refusal, match="the client is gone"):
                await asked[7]
            asked[11].cancel()
            released.set()
            await asyncio.wait(asked)
            assert done == [i for i in range(30) if i not in (7, 11)]
            assert await pool.run(Client(), lambda job: "free again") == "free again"
        pool.close()

    asyncio.run(run())


def test_who_queues_too_long_is_refused():
    pool, released = pool_of(waiting=0, queue_seconds=0.01), threading.Event()

    async def run():
        async with asyncio.timeout(20):
            asked = asyncio.create_task(pool.run(Client(), lambda job: released.wait()))
            await asyncio.sleep(0)
            assert (await refusal(pool, print))[::2] == (429, "busy")
            released.set()
            assert await asked
            assert await pool.run(Client(), lambda job: "free again") == "free again"
        pool.close()

    asyncio.run(run())
