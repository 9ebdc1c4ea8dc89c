"""Limits on a single connection: time, length of its headers, and how many may be open."""

from __future__ import annotations

import http
from asyncio import TimerHandle, Transport

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from paragen.web.limits import HttpLimits
from paragen.web.refusals import error_body

_FLUSH = 5.0  # seconds for the client to take the last bytes before the connection is closed


def connection_class(limits: HttpLimits) -> type[HttpToolsProtocol]:
    """Return a connection class with these limits; uvicorn makes an instance for each connection."""
    return type("Connection", (_Connection,), {"limits": limits})


class _Connection(HttpToolsProtocol):
    """Closes connections whose headers are too slow or too long, that do not read their answers, or that exceed the number
    allowed. (Bodies have their own limits, see :mod:`paragen.web.body`.)"""

    limits: HttpLimits
    _head_timer: TimerHandle | None = None  # runs from the first byte of a request to the end of its headers
    _answer_timer: TimerHandle | None = None  # runs while the client does not read what we write
    _head_bytes = 0
    _began = False  # whether a request began in the bytes at hand

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.limits.connections:
            self._refuse(429, f"{self.limits.connections} connections are open, which is all that may.", b"retry-after: 1\r\n")
        else:
            self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_head()
        self._stop_answer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._began = False
        super().data_received(data)
        if self._head_timer is not None and not self._began:
            self._head_bytes += len(data)
            if self._head_bytes > self.limits.header_bytes:
                self._refuse(431, f"headers: found more than {self.limits.header_bytes} bytes, expected fewer.")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._began, self._head_bytes = True, 0
        self._expect_head()

    def on_headers_complete(self) -> None:
        self._stop_head()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "this is not HTTP/1.1.")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_answer(self.transport.get_write_buffer_size() + 1)

    def resume_writing(self) -> None:
        self._stop_answer()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.loop.call_later(_FLUSH, self.transport.abort)

    def _expect_head(self) -> None:
        self._stop_head()
        self._head_timer = self.loop.call_later(self.limits.read_seconds, self._too_slow)

    def _stop_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_answer(self) -> None:
        if self._answer_timer is not None:
            self._answer_timer.cancel()
            self._answer_timer = None

    def _too_slow(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:  # the previous answer is still being written
            self._expect_head()
        else:
            self._refuse(408, f"headers: not there after {self.limits.read_seconds:g} s.")

    def _watch_answer(self, before: int) -> None:
        """Drop the connection if the client has read nothing for a while."""
        waiting = self.transport.get_write_buffer_size()
        if waiting < before:
            self._answer_timer = self.loop.call_later(self.limits.read_seconds, self._watch_answer, waiting)
        else:
            self.transport.abort()

    def _refuse(self, status: int, message: str, headers: bytes = b"") -> None:
        self._stop_head()
        if self.transport.is_closing():
            return
        body = error_body(status, message)
        phrase = http.HTTPStatus(status).phrase.encode()
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n%s\r\n%s"
            % (status, phrase, len(body), headers, body)
        )
        self.transport.close()
        self.loop.call_later(_FLUSH, self.transport.abort)
