"""Runs a server of this process on a free port, for tests."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn

from paragen.server.app import application
from paragen.server.run import listening, server, url_of
from paragen.server.settings import Limits, Settings


class Running:
    """A server that answers; ``client`` asks it."""

    def __init__(self, url: str, app: Any, uvicorn_server: uvicorn.Server, thread: threading.Thread) -> None:
        self.url, self.state, self._server, self._thread = url, app.state.paragen, uvicorn_server, thread
        self.client = httpx.Client(base_url=url, timeout=60, trust_env=False)

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def post(self, path: str, **data: Any) -> httpx.Response:
        return self.client.post(path, json=data)

    def connected(self) -> socket.socket:
        """A connection of one's own, on which nothing has been sent."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=60)

    def spoken(self, data: bytes, wait: bool = True) -> bytes:
        """What comes back for some bytes, until the server closes the connection."""
        with self.connected() as connection:
            connection.sendall(data)
            return received(connection) if wait else b""

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()


def received(connection: socket.socket) -> bytes:
    parts = []
    while True:
        try:
            part = connection.recv(1 << 16)
        except ConnectionResetError:
            part = b""
        if not part:
            return b"".join(parts)
        parts.append(part)


@contextmanager
def running(paraphrasers: Any, threads: int = 1, limits: Limits | None = None, **settings: Any) -> Iterator[Running]:
    """A server with these paraphrasers by name, or one as "english"."""
    by_name = paraphrasers if isinstance(paraphrasers, dict) else {"english": paraphrasers}
    app = application(by_name, Settings(limits or Limits(), threads, **settings))
    begun = threading.Event()
    with listening("127.0.0.1", 0) as listener:
        url, made = url_of(listener), server(app, begun.set)
        thread = threading.Thread(target=made.run, args=([listener],))
        thread.start()
        begun.wait()
        found = Running(url, app, made, thread)
        try:
            yield found
        finally:
            found.client.close()
            found.stop()


def message(response: httpx.Response) -> str:
    """What an answer says was wrong."""
    error = response.json()["error"]
    assert error["status"] == response.status_code
    return error["message"]


class Held:
    """A scorer that lets no search begin until it is released: work whose time the test decides."""

    def __init__(self) -> None:
        self.begun, self.released = threading.Semaphore(0), threading.Event()

    def __call__(self, requests: Any, options: Any) -> list[float]:
        self.begun.release()
        self.released.wait()
        return [0.0 for number in range(len(requests)) for _ in range(*options.numbers(number))]
