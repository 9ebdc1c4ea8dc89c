"""Runs a server of paraphrases on a free port, for tests."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from serving import Served, message, received, served

from paragen.server.app import application
from paragen.server.settings import Limits, Settings
from paragen.web.run import listening


@contextmanager
def running(paraphrasers: Any, threads: int = 1, limits: Limits | None = None, **settings: Any) -> Iterator[Served]:
    """A server with these paraphrasers by name, or one as "english"."""
    by_name = paraphrasers if isinstance(paraphrasers, dict) else {"english": paraphrasers}
    limits = limits or Limits()
    app = application(by_name, Settings(limits, threads, **settings))
    with listening("127.0.0.1", 0) as listener, served(app, listener, limits, stopping=app.state.paragen.stop) as found:
        yield found


@contextmanager
def counting(server: Served, **reasons: int) -> Iterator[None]:
    """Check how many requests are refused while the block runs, by reason."""
    before = _refusals(server)
    yield
    assert _refusals(server) - before == reasons


def _refusals(server: Served) -> Counter[str]:
    found = re.findall(r'^paragen_refusals_total\{reason="(.*)"\} (\d+)$', server.state.metrics.text(), re.MULTILINE)
    return Counter({reason: int(count) for reason, count in found})


class Held:
    """A scorer that lets no search begin until it is released: work whose time the test decides."""

    def __init__(self) -> None:
        self.begun, self.released = threading.Semaphore(0), threading.Event()

    def __call__(self, requests: Any, options: Any) -> list[float]:
        self.begun.release()
        self.released.wait()
        return [0.0 for number in range(len(requests)) for _ in range(*options.numbers(number))]


__all__ = ["Held", "counting", "message", "received", "running"]
