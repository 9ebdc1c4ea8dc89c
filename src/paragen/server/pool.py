"""Work on threads: bounded, with a deadline, and cancelled when nobody waits for it any more."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from starlette.requests import Request

from paragen.base.threads import checked_by
from paragen.server.metrics import Metrics
from paragen.server.settings import Limits
from paragen.web.refusals import Refusal

Result = TypeVar("Result")
_GONE = "the client is gone."


class EndedError(BaseException):
    """Raised in work that is cancelled because nobody waits for its result."""


class Job:
    """A piece of work, which may be cancelled."""

    def __init__(self) -> None:
        self.ended = False

    def check(self) -> None:
        """Raise EndedError if nobody waits for the result; work calls this at regular intervals."""
        if self.ended:
            raise EndedError


class WorkPool:
    """Threads beside the event loop.

    Parameters
    ----------
    threads : how many.
    limits : how many requests may wait for one, how long others may queue for a place among these, and how long a request may
        take.
    metrics : for the numbers of running and waiting requests.
    """

    def __init__(self, threads: int, limits: Limits, metrics: Metrics) -> None:
        self._threads, self._limits = threads, limits
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="answering")
        self._admitted = 0  # requests that wait for a thread or run
        self._queue: deque[asyncio.Future[None]] = deque()  # requests that wait to be admitted, the first come first
        self._mean = 0.05  # seconds of work, a moving average
        metrics.gauge("paragen_running", lambda: min(self._admitted, threads))
        metrics.gauge("paragen_waiting", lambda: max(0, self._admitted - threads) + len(self._queue))

    async def run(self, request: Request, work: Callable[[Job], Result]) -> Result:
        """Return what ``work`` returns, run on a thread.

        Raises
        ------
        Refusal : too many wait already, also after a while (429), it takes too long (503), or the client is gone (499).
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._limits.seconds
        gone = loop.create_task(_gone(request))
        try:
            await self._admit(gone)
            return await self._worked(work, gone, deadline)
        finally:
            gone.cancel()

    async def _admit(self, gone: asyncio.Task[None]) -> None:
        """Wait for a place among the requests that wait for a thread or run; a short rush is served, not refused."""
        if self._admitted < self._threads + self._limits.waiting:
            self._admitted += 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queue.append(place)
        try:
            both: set[asyncio.Future[None]] = {place, gone}
            await asyncio.wait(both, timeout=self._limits.queue_seconds, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                raise Refusal(499, _GONE, "gone")
            if not place.done():
                after = str(min(60, max(1, math.ceil(self._admitted * self._mean / self._threads))))
                message = f"{self._admitted} requests are being answered or wait, which is all that may. Try again in {after} s."
                raise Refusal(429, message, "busy", {"Retry-After": after})
        except BaseException:
            if place.done():
                self._leave()
            else:
                self._queue.remove(place)
            raise

    async def _worked(self, work: Callable[[Job], Result], gone: asyncio.Task[None], deadline: float) -> Result:
        """Return what ``work`` returns for a request that was admitted."""
        job, loop = Job(), asyncio.get_running_loop()
        submitted = self._pool.submit(self._timed, job, work)

        def left(_: object) -> None:
            with suppress(RuntimeError):  # the loop has ended: the server was stopped twice
                loop.call_soon_threadsafe(self._leave)

        submitted.add_done_callback(left)
        answer = asyncio.wrap_future(submitted)
        try:
            both: set[asyncio.Future[Any]] = {answer, gone}
            await asyncio.wait(both, timeout=deadline - loop.time(), return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                seconds, result = answer.result()
                self._mean += 0.1 * (seconds - self._mean)
                return result
            if gone.done():
                raise Refusal(499, _GONE, "gone")
            seconds = self._limits.seconds
            raise Refusal(503, f"no answer after {seconds:g} s. Send fewer or shorter texts, or a smaller n.", "timeout")
        finally:
            job.ended = True
            submitted.cancel()  # if it has not begun
            answer.cancel()

    def _leave(self) -> None:
        """Give the place of work that has ended or never began to who queues first; abandoned work holds its own until its thread
        is free."""
        if self._queue:
            self._queue.popleft().set_result(None)
        else:
            self._admitted -= 1

    @staticmethod
    def _timed(job: Job, work: Callable[[Job], Result]) -> tuple[float, Result]:
        begin = time.perf_counter()
        job.check()
        with checked_by(job.check):
            result = work(job)
        return time.perf_counter() - begin, result

    def close(self) -> None:
        """Wait for running work."""
        self._pool.shutdown(wait=True, cancel_futures=True)


async def _gone(request: Request) -> None:
    """Wait until the client has disconnected; the body has been read, so nothing else can arrive."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
