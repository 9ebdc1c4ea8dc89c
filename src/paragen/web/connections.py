"""Limits on a single connection: time, length of its headers, and how many may be open.

A connection waits for its client in one of three ways, and one timer bounds each of them, whatever the client sends:

- **for a head**: from the first moment, from the end of an answer, or from the first byte of a request, until the headers are
  complete. What is left of a body that nobody reads comes in that time, too.
- **for a body** that the application reads: :mod:`paragen.web.limits` has the time.
- **for room**: the client does not take what was written.

If too many are open, the one that has waited longest, and whose client is not sending or taking steadily, makes room for a new
one: however many do nothing but hold connections open, others get in.
"""

from __future__ import annotations

import http
import socket
from asyncio import TimerHandle, Transport
from collections.abc import Callable

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from paragen.web.refusals import error_body
from paragen.web.settings import HttpLimits

_PIECE = 1024  # bytes that are parsed at a time
_STEADY = 512  # bytes a second of a client that is slow, but in earnest


def connection_class(limits: HttpLimits) -> type[HttpToolsProtocol]:
    """Return a connection class with these limits; uvicorn makes an instance for each connection."""
    return type("Connection", (_Connection,), {"limits": limits, "_opened": {}})


class _Flow(FlowControl):
    """Asks ``resume`` to read on, which first parses what was left."""

    def __init__(self, transport: Transport, resume: Callable[[], object]) -> None:
        super().__init__(transport)
        self._resume = resume

    def resume_reading(self) -> None:
        if self.read_paused:
            self._resume()


class _Connection(HttpToolsProtocol):
    """Closes connections whose headers are too slow or too long, that do not read their answers, or that exceed the number
    allowed. (Bodies have their own limits, see :mod:`paragen.web.limits`.)"""

    limits: HttpLimits
    _opened: dict[_Connection, None]  # of this server, since the longest time first
    _timer: TimerHandle | None = None
    _since = 0.0  # when the client began to do what is waited for
    _moved = 0  # bytes that it has sent or taken since
    _taking = False  # whether it has yet to take what was written
    _left = 0  # bytes that it had yet to take when last looked
    _checked = 0  # of those it has taken, when the time last ran out
    _in_head = True  # whether a request's headers are not complete, so that no answer to it has begun
    _framing = 0  # bytes since the last one of a body, or since a message or its headers ended
    _unparsed: bytearray  # what has come, but has to wait until the requests before are answered
    _refusal: bytes | None = None  # what ends the connection once requests before it are answered

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if (connected := transport.get_extra_info("socket")) is not None:
            # Or the body of an answer waits until the client has confirmed its headers, which takes 40 ms.
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.flow = _Flow(transport, lambda: self.loop.call_soon(self._read_on))
        self._unparsed = bytearray()
        self._watch()
        self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        self._opened.pop(self, None)
        super().connection_lost(exc)

    def eof_received(self) -> None:
        self._close()

    def shutdown(self) -> None:
        super().shutdown()
        self._watch()

    # What the client sends

    def data_received(self, data: bytes) -> None:
        self._unparsed += data
        self._parse()

    def _read_on(self) -> None:
        """Parse what was left, then let more come; not while requests wait for their turn."""
        if self.flow.read_paused and not self.pipeline:
            self.flow.read_paused = False
            self._parse()
            if not self.flow.read_paused:
                self.transport.resume_reading()

    def _parse(self) -> None:
        """Parse what has come, in pieces, until reading is paused, or headers are too long."""
        while self._unparsed and not self.flow.read_paused and not self.transport.is_closing():
            if self._refusal is not None:
                self._unparsed.clear()
            elif self._framing == self.limits.header_bytes:
                most = self.limits.header_bytes
                self._refuse(431, f"headers or trailers: found more than {most} bytes, expected {most} or fewer.")
            else:
                piece = bytes(self._unparsed[: min(_PIECE, self.limits.header_bytes - self._framing)])
                del self._unparsed[: len(piece)]
                self._framing += len(piece)
                self._moved += len(piece)
                super().data_received(piece)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True
        if not self._answering:
            self._watch()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # a trailer is no header: it must not change what was checked, or be kept
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._framing = False, 0
        super().on_headers_complete()
        self._watch()

    def on_body(self, body: bytes) -> None:
        self._framing = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._framing = 0
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "this is not HTTP/1.1.")

    # What it is sent

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._unset_keepalive_if_required()  # `_timer` it is that runs
        self._watch()
        self._end()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch()

    # What is waited for

    @property
    def _answering(self) -> bool:
        """Whether there is a request whose answer is not complete."""
        return bool(self.pipeline) or (self.cycle is not None and not self.cycle.response_complete)

    def _watch(self) -> None:
        """Start the time of what is waited for now. That of an answer to be taken goes on whatever else happens."""
        taking = self.flow.write_paused or self.transport.is_closing()
        if taking and self._taking:
            return
        self._stop()
        self._opened.pop(self, None)
        if not self._gone:
            self._opened[self] = None
        self._taking, self._since, self._moved, self._checked = taking, self.loop.time(), 0, 0
        if taking:
            self._left = self.transport.get_write_buffer_size()
            self._timer = self.loop.call_later(self.limits.read_seconds, self._check_taken)
        elif not self._answering:
            self._timer = self.loop.call_later(self.limits.read_seconds, self._too_slow)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_slow(self) -> None:
        self._refuse(408, f"headers: not there after {self.limits.read_seconds:g} s.")

    def _check_taken(self) -> None:
        """Drop the connection if the client has taken nothing for a while."""
        self._look()
        if self._moved > self._checked:
            self._checked = self._moved
            self._timer = self.loop.call_later(self.limits.read_seconds, self._check_taken)
        else:
            self.transport.abort()

    def _look(self) -> None:
        """Count what the client has taken since the last look."""
        left = self.transport.get_write_buffer_size()
        self._moved += max(0, self._left - left)
        self._left = left

    # How many may wait

    def _make_room(self) -> None:
        """Drop one connection if more are open than may.

        It is the one that waits for its client for the longest time, among those whose clients do not send or take steadily (at
        the least this one). A request that has come whole is not dropped.
        """
        number = self.limits.connections
        if len(self._opened) <= number:
            return
        now = self.loop.time()
        dropped = next(one for one in self._opened if one._waits and not one._steady(now))
        dropped._refuse(429, f"{number} connections are open, which is all that may.", b"retry-after: 1\r\n")
        if not dropped._gone:  # its client takes nothing
            dropped.transport.abort()
        self._opened.pop(dropped, None)

    @property
    def _gone(self) -> bool:
        """Whether it is closed but for the loop to say so."""
        return self.transport.is_closing() and not self.transport.get_write_buffer_size()

    @property
    def _waits(self) -> bool:
        """Whether it waits for its client, rather than its client for an answer."""
        return self._taking or not self._answering or (not self.pipeline and self.cycle.more_body)

    def _steady(self, now: float) -> bool:
        if self._taking:
            self._look()
        return self._moved >= _STEADY * max(1.0, now - self._since)

    # How it ends

    def _refuse(self, status: int, message: str, headers: bytes = b"") -> None:
        """End the connection; say why, if there is a request that has no answer."""
        body = error_body(status, message)
        phrase = http.HTTPStatus(status).phrase.encode()
        self._refusal = (
            b"HTTP/1.1 %d %s\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n%s\r\n%s"
            % (status, phrase, len(body), headers, body)
        )
        self._end()

    def _end(self) -> None:
        """Close a connection that is refused, once the requests before are answered."""
        broken = self._answering and not self.pipeline and self.cycle.more_body  # the request whose body is refused
        if self._refusal is None or self.transport.is_closing() or (self._answering and not broken):
            return
        if self._in_head or (broken and not self.cycle.response_started):
            self.transport.write(self._refusal)
        self._close()

    def _close(self) -> None:
        self.transport.close()
        self._watch()
