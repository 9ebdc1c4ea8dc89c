"""Listening, and stopping without losing running requests."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from paragen.base.errors import ConfigError
from paragen.base.threads import ENDING
from paragen.web.connections import connection_class
from paragen.web.settings import HttpLimits

_STOPPING = 2.0  # seconds beyond the time limit of a request in which running requests may end
_ACCEPTED = 64  # connections at a time, so that what they send is read before hundreds of others are accepted
_QUEUED = 1024  # connections that the system holds until they are accepted


def listening(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 is any free one.

    Raises
    ------
    ConfigError : there is no such address here, or the port is taken or reserved.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family, backlog=_QUEUED)
    except (socket.gaierror, UnicodeError):  # the latter for an impossible name
        raise ConfigError(f"--host: {host!r} is no address or name of this machine. Leave it out for 127.0.0.1.") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            remedy = "Does it run already? Otherwise choose another port, or 0 for any free one."
            raise ConfigError(f"--port: {port} is in use. {remedy}") from None
        if error.errno == errno.EADDRNOTAVAIL:
            raise ConfigError(f"--host: {host} is not an address of this machine. Leave it out for 127.0.0.1.") from None
        if error.errno in (errno.EACCES, errno.EPERM):
            raise ConfigError(f"--port: {port} is reserved for the system. Choose one from 1024.") from None
        raise


def url_of(listener: socket.socket) -> str:
    """Return the URL of the server for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def server(
    app: ASGIApp, limits: HttpLimits, started: Callable[[], object] = lambda: None, stopping: Callable[[], object] = lambda: None
) -> uvicorn.Server:
    """Return a uvicorn server, to be run with a listening socket.

    It ends on SIGTERM, SIGINT, SIGHUP, or when its ``should_exit`` is set, after running requests have finished.

    Parameters
    ----------
    started : called once connections are answered.
    stopping : called before waiting for running requests.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # clients are told about their own errors
    config = uvicorn.Config(
        app, http=connection_class(limits), ws="none", loop="asyncio", log_config=None, access_log=False, server_header=False,
        date_header=True, proxy_headers=False, timeout_graceful_shutdown=round(limits.seconds + _STOPPING), lifespan="on",
        backlog=_ACCEPTED,
    )  # fmt: skip
    return _Server(config, started, stopping)


class _Server(uvicorn.Server):
    """uvicorn's server, which ends cleanly on a signal, and reports when it has started."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], object], stopping: Callable[[], object]) -> None:
        super().__init__(config)
        self._started, self._stopping = started, stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(_QUEUED)  # asyncio has but one number for what is queued and what is accepted at a time
        self._started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._stopping()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Let signals end the server and then the process, with success: uvicorn's own method raises them again."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        handled = [one for one in ENDING if signal.getsignal(one) is not signal.SIG_IGN]  # nohup ignores one
        before: dict[int, Any] = {one: signal.signal(one, self.handle_exit) for one in handled}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)
