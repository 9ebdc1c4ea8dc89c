"""Runs a server of this process on a free port, for tests."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import uvicorn

from paragen.web.run import server, url_of
from paragen.web.settings import HttpLimits


class Served:
    """A server that answers; ``client`` asks it."""

    def __init__(self, url: str, app: Any, uvicorn_server: uvicorn.Server, thread: threading.Thread) -> None:
        self.url, self.app, self._server, self._thread = url, app, uvicorn_server, thread
        self.client = httpx.Client(base_url=url, timeout=60, trust_env=False)

    @property
    def port(self) -> int:
        return httpx.URL(self.url).port or 80

    @property
    def state(self) -> Any:
        return self.app.state.paragen

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
def served(
    app: Any, listener: socket.socket, limits: HttpLimits, url: str = "", stopping: Callable[[], object] = lambda: None
) -> Iterator[Served]:
    """Serve an application while the block runs."""
    begun, ended = threading.Event(), threading.Event()
    made = server(app, limits, begun.set, stopping)

    def run() -> None:
        try:
            made.run([listener])
        finally:
            ended.set()
            begun.set()

    thread = threading.Thread(target=run)
    thread.start()
    begun.wait()
    assert not ended.is_set(), "it did not begin"
    found = Served(url or url_of(listener), app, made, thread)
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
