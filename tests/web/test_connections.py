"""Single connections: what they are told, when they are dropped. Their clock and their client are made up."""

from __future__ import annotations

import json

import pytest
import uvicorn
from uvicorn.server import ServerState

from paragen.web.connections import connection_class
from paragen.web.limits import HttpLimits

FLUSH = 5.0


class Clock:
    """Calls what is to be called later when told to; starts no work."""

    def __init__(self):
        self.timers = []

    def call_later(self, seconds, call, *args):
        timer = Timer(seconds, call, args)
        self.timers.append(timer)
        return timer

    def create_task(self, work, **_):
        work.close()
        return Task()

    def due(self):
        """What is to be called, and when."""
        return [(timer.seconds, timer.call.__name__) for timer in self.timers if not timer.cancelled]

    def tick(self):
        """Call the first that is to be called."""
        timer = next(timer for timer in self.timers if not timer.cancelled)
        timer.cancel()
        timer.call(*timer.args)


class Task:
    def add_done_callback(self, call):
        pass


class Timer:
    def __init__(self, seconds, call, args):
        self.seconds, self.call, self.args, self.cancelled = seconds, call, args, False

    def cancel(self):
        self.cancelled = True


class Client:
    """The transport to a client, which takes what it likes."""

    def __init__(self):
        self.written, self.waiting, self.closed, self.aborted = b"", 0, False, False

    def get_extra_info(self, name):
        return None

    def write(self, data):
        assert not self.closed
        self.written += data

    def is_closing(self):
        return self.closed

    def close(self):
        self.closed = True

    def abort(self):
        self.closed = self.aborted = True

    def get_write_buffer_size(self):
        return self.waiting

    def pause_reading(self):
        pass

    resume_reading = pause_reading


class Server:
    """Connections to one server, which answers nothing by itself."""

    def __init__(self, **limits):
        self.limits = HttpLimits(**limits)
        self.config = uvicorn.Config(lambda scope: None, log_config=None, ws=None, timeout_keep_alive=7)
        self.state = ServerState()

    def connected(self):
        clock, client = Clock(), Client()
        made = connection_class(self.limits)(self.config, self.state, {}, _loop=clock)
        made.connection_made(client)
        return made, client, clock


def told(client):
    """The status, the headers and the message that a client got."""
    head, _, body = client.written.partition(b"\r\n\r\n")
    status, *headers = head.decode().split("\r\n")
    assert f"content-length: {len(body)}" in headers
    error = json.loads(body)["error"]
    assert status.startswith(f"HTTP/1.1 {error['status']} ")
    return status.removeprefix("HTTP/1.1 "), headers, error["message"]


def refused(client, clock):
    """What was told to a client that was then let go, at once or, if it takes nothing, soon."""
    assert client.closed and not client.aborted and clock.due() == [(FLUSH, "abort")]
    clock.tick()
    assert client.aborted
    status, [kind, _, *headers], message = told(client)
    assert kind == "content-type: application/json"
    return status, headers, message


CLOSE = "connection: close"
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"


def test_too_many_are_refused():
    server = Server(connections=2)
    opened = [server.connected() for _ in range(3)]
    assert [client.closed for _, client, _ in opened] == [False, False, True]
    assert refused(*opened[2][1:]) == (
        "429 Too Many Requests", [CLOSE, "retry-after: 1"], "2 connections are open, which is all that may.",
    )  # fmt: skip
    for made, _, _ in opened[1:]:
        made.connection_lost(None)
    assert not server.connected()[1].closed


def test_headers_that_are_too_long():
    refusal = ("431 Request Header Fields Too Large", [CLOSE], "headers: found more than 20 bytes, expected fewer.")
    for begin, more in ((HEAD, b"X: y\r\n"), (b"", b"\r\n")):
        made, client, clock = Server(header_bytes=20).connected()
        made.data_received(begin)
        for data in (more * 20)[:20], b"\r":
            assert not client.closed
            made.data_received(data[:7])
            made.data_received(data[7:])
        assert refused(client, clock) == refusal


def test_what_came_before_headers_is_not_counted():
    made, client, _ = Server(header_bytes=20).connected()
    made.data_received(b"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n")
    made.cycle.response_complete = True
    made.data_received(b"a" * 99)
    made.data_received(b"a" + HEAD)
    made.data_received(b"X: " + b"y" * 17)
    assert not client.closed
    made.data_received(b"y")
    assert client.closed


def test_what_is_no_request():
    made, client, clock = Server().connected()
    made.data_received(b"\x16\x03\x01")
    assert refused(client, clock) == ("400 Bad Request", [CLOSE], "this is not HTTP/1.1.")
    made.data_received(b"\x16\x03\x01")  # what else is on its way
    assert clock.due() == [], "and told once"


def test_headers_that_are_too_slow():
    refusal = ("408 Request Timeout", [CLOSE], "headers: not there after 1.5 s.")
    made, client, clock = Server(read_seconds=1.5).connected()
    assert clock.due() == [(1.5, "_too_slow")]
    made.data_received(HEAD)
    assert clock.due() == [(1.5, "_too_slow")]
    clock.tick()
    assert refused(client, clock) == refusal

    made, client, clock = Server(read_seconds=1.5).connected()
    made.data_received(HEAD + b"\r\n")
    assert clock.due() == [], "a body and an answer have limits of their own"
    made.data_received(HEAD)
    clock.tick()
    assert not client.closed and clock.due() == [(1.5, "_too_slow")], "while the request before is answered"
    made.cycle.response_complete = True
    clock.tick()
    assert refused(client, clock) == refusal


def test_a_client_that_takes_no_answer_is_dropped():
    made, client, clock = Server(read_seconds=1.5).connected()
    made.data_received(HEAD + b"\r\n")
    client.waiting = 100
    made.pause_writing()
    for waiting in (99, 98):
        assert clock.due() == [(1.5, "_watch_answer")]
        client.waiting = waiting
        clock.tick()
        assert not client.aborted
    made.resume_writing()
    assert clock.due() == []
    made.pause_writing()
    clock.tick()
    assert client.aborted and clock.due() == []


@pytest.mark.parametrize("paused", [False, True])
def test_nothing_is_watched_of_a_connection_that_has_ended(paused):
    made, _, clock = Server().connected()
    if paused:
        made.pause_writing()
    made.connection_lost(OSError())
    assert clock.due() == []


def test_idle_connections_are_closed():
    made, client, clock = Server(read_seconds=1.5).connected()
    made.data_received(HEAD + b"\r\n")
    made.cycle.response_complete = True
    made.on_response_complete()
    assert clock.due() == [(7, "timeout_keep_alive_handler")]
    clock.tick()
    assert client.closed and not client.aborted and clock.due() == [(FLUSH, "abort")]
    clock.tick()
    assert client.aborted
