"""Single connections: what they are told, when they are dropped. Their clock and their client are made up."""

from __future__ import annotations

import inspect
import json
import socket

import pytest
import uvicorn
from uvicorn.server import ServerState

from paragen.web.connections import connection_class
from paragen.web.settings import HttpLimits


class Clock:
    """Calls what is to be called later when told to; starts no work, but knows of which requests it should."""

    def __init__(self):
        self.timers, self.now, self.started = [], 0.0, []

    def time(self):
        return self.now

    def call_soon(self, call):
        self.call_later(0, call)

    def call_later(self, seconds, call, *args):
        timer = Timer(seconds, call, args)
        self.timers.append(timer)
        return timer

    def create_task(self, work, **_):
        self.started.append(inspect.getcoroutinelocals(work)["self"])
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
        self.written, self.waiting, self.closed, self.aborted, self.options = b"", 0, False, False, []

    def get_extra_info(self, name):
        return self if name == "socket" else None

    def setsockopt(self, *option):
        self.options.append(option)

    def getsockname(self):
        return ("127.0.0.1", 80)

    getpeername = getsockname
    family = socket.AF_INET

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
        self.config = uvicorn.Config(lambda scope: None, log_config=None, ws=None)
        self.state, self.kind = ServerState(), connection_class(self.limits)

    def connected(self, now=0.0):
        clock, client = Clock(), Client()
        clock.now = now
        made = self.kind(self.config, self.state, {}, _loop=clock)
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
    """What was told to a client that was then let go."""
    assert client.closed and not client.aborted and [name for _, name in clock.due()] == ["_check_taken"]
    clock.tick()
    assert client.aborted, "it took nothing"
    status, [kind, _, *headers], message = told(client)
    assert kind == "content-type: application/json"
    return status, headers, message


def answered(made):
    """The application has answered what the connection was asked."""
    made.cycle.response_started = made.cycle.response_complete = True
    made.on_response_complete()


CLOSE = "connection: close"
HEAD = b"GET / HTTP/1.1\r\nHost: x\r\n"


LONG = "headers or trailers: found more than 50 bytes, expected 50 or fewer."
TOO_LONG = ("431 Request Header Fields Too Large", [CLOSE], LONG)


def test_answers_are_sent_at_once():
    """Their bodies do not wait until the client has confirmed their headers."""
    assert Server().connected()[1].options == [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]


def test_the_one_that_waits_longest_makes_room():
    server = Server(connections=2)
    opened = [server.connected(now) for now in (1.0, 2.0, 3.0)]
    assert [client.closed for _, client, _ in opened] == [True, False, False]
    status, [_, _, *headers], message = told(opened[0][1])
    assert (status, headers) == ("429 Too Many Requests", [CLOSE, "retry-after: 1"])
    assert message == "2 connections are open, which is all that may."
    for made, _, _ in opened[1:]:
        made.connection_lost(None)
    assert not server.connected()[1].closed


@pytest.mark.parametrize(
    ("sent", "dropped"),
    [
        (b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n", True), (b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n12345678", True),
        (b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n123456789", False), (HEAD, True), (HEAD + b"\r\n", False), (b"\r\n", True),
    ],
)  # fmt: skip
def test_no_request_that_has_come_whole_makes_room(sent, dropped):
    server = Server(connections=1)
    made, first, _ = server.connected()
    made.data_received(sent)
    _, second, _ = server.connected(9.0)
    assert (first.closed, second.closed) == (dropped, not dropped)


def test_steady_clients_make_no_room():
    """Neither who sends a body, nor who takes an answer, at 512 bytes a second or more."""
    server = Server(connections=1)
    made, first, clock = server.connected()
    made.data_received(b"POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n")
    made.data_received(b"a" * 5120)
    clock.now = 10.0
    assert server.connected(10.0)[1].closed and not first.closed
    assert not server.connected(10.1)[1].closed and first.closed, "but below that they do"

    server = Server(connections=1)
    made, first, clock = server.connected()
    made.data_received(HEAD + b"\r\n")
    first.waiting = 100_000
    made.pause_writing()
    answered(made)
    first.waiting -= 5120
    assert server.connected(10.0)[1].closed and not first.closed
    assert not server.connected(10.1)[1].closed and first.aborted


def test_headers_that_are_too_long():
    """However many come in one packet, or each in many."""
    line = b"GET / HTTP/1.1\r\n"
    for data in (line + b"X: y\r\n" * 5000, line + b"X:" + b" " * 100_000, b"GET /" + b"a" * 100, b"\r\n" * 26):
        for step in (1, 7, len(data)):
            made, client, clock = Server(header_bytes=50).connected()
            for at in range(0, len(data), step):
                if not client.closed:
                    made.data_received(data[at : at + step])
            assert refused(client, clock) == TOO_LONG
            assert made.cycle is None
    for more, closed in ((b"", False), (b"y", True)):
        made, client, _ = Server(header_bytes=50).connected()
        head = HEAD + b"X: " + b"y" * (50 - len(HEAD) - 7) + more + b"\r\n\r\n"
        made.data_received(head)
        assert (client.closed, made.cycle is None) == (closed, closed) and len(head) == 50 + closed


def test_trailers_are_limited_and_no_headers():
    chunks = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n"
    for trailers in (b"Host: y\r\n" * 5000, b"X: " + b"y" * 5000, b"X" * 5000):
        for step in (7, len(trailers)):
            made, client, clock = Server(header_bytes=50).connected()
            made.data_received(chunks)
            for at in range(0, len(trailers), step):
                if not client.closed:
                    made.data_received(trailers[at : at + step])
            assert refused(client, clock) == TOO_LONG
            assert made.scope["headers"] == [(b"transfer-encoding", b"chunked")] and made.cycle.body == b"hello"
    made, client, _ = Server(header_bytes=50).connected()
    made.data_received(chunks + b"Host: y\r\nExpect: 100-continue\r\n\r\n")
    assert not client.closed and not made.cycle.more_body and made.scope["headers"] == [(b"transfer-encoding", b"chunked")]


def test_a_body_is_no_header():
    made, client, _ = Server(header_bytes=50).connected()
    made.data_received(b"POST / HTTP/1.1\r\nContent-Length: 10000\r\n\r\n" + b"a" * 10000)
    assert not client.closed and len(made.cycle.body) == 10000
    answered(made)
    made.data_received(HEAD + b"X: " + b"y" * (50 - len(HEAD) - 3))
    assert not client.closed
    made.data_received(b"y")
    assert client.closed


def test_requests_wait_unparsed_for_their_turn():
    """A packet of thousands takes no more memory than its bytes; all are answered, in order."""
    made, client, clock = Server().connected()
    made.data_received(b"".join(b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n" % number for number in range(5000)))
    paths = []
    while clock.started:
        assert len(clock.started) == 1 and len(made.pipeline) < 50
        request = clock.started.pop()
        paths.append(request.scope["path"])
        request.response_started = request.response_complete = True
        made.on_response_complete()
        while ("_read_on" in {name for _, name in clock.due()}) or ("<lambda>" in {name for _, name in clock.due()}):
            clock.tick()
    assert paths == [f"/{number}" for number in range(5000)]


def test_what_is_no_request():
    made, client, clock = Server().connected()
    made.data_received(b"\x16\x03\x01")
    assert refused(client, clock) == ("400 Bad Request", [CLOSE], "this is not HTTP/1.1.")
    made.data_received(b"\x16\x03\x01")  # what else is on its way
    assert clock.due() == [], "and told once"


def test_what_is_no_request_after_one_that_is():
    """The answer to the first comes first."""
    made, client, clock = Server().connected()
    made.data_received(HEAD + b"\r\n" + b"\x16\x03\x01")
    assert not client.written and not client.closed
    made.data_received(HEAD + b"\r\n")
    client.write(b"first")
    answered(made)
    assert client.closed and client.written.startswith(b"first")
    client.written = client.written.removeprefix(b"first")
    assert refused(client, clock)[0] == "400 Bad Request"


def test_headers_that_are_too_slow():
    refusal = ("408 Request Timeout", [CLOSE], "headers: not there after 1.5 s.")
    made, client, clock = Server(read_seconds=1.5).connected()
    assert clock.due() == [(1.5, "_too_slow")]
    made.data_received(HEAD)
    timers = clock.timers[:]
    made.data_received(b"X: y\r\n")
    assert clock.due() == [(1.5, "_too_slow")] and clock.timers == timers
    clock.tick()
    assert refused(client, clock) == refusal

    made, client, clock = Server(read_seconds=1.5).connected()
    made.data_received(HEAD + b"\r\n")
    assert clock.due() == [], "a body and an answer have limits of their own"
    made.data_received(HEAD)
    assert clock.due() == [], "while the request before is answered"
    answered(made)
    assert clock.due() == [(1.5, "_too_slow")]
    clock.tick()
    assert refused(client, clock) == refusal


@pytest.mark.parametrize(
    ("request_", "more"),
    [
        (HEAD + b"\r\n", b"\r\n"), (b"POST / HTTP/1.1\r\nContent-Length: 100\r\n\r\n", b"a"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\na\r\n"),
    ],
)  # fmt: skip
def test_idle_connections_are_closed_whatever_they_send(request_, more):
    """Line ends between two requests, or what is left of a body that nobody reads."""
    made, client, clock = Server(read_seconds=1.5).connected()
    made.data_received(request_)
    answered(made)
    timers = clock.timers[:]
    assert clock.due() == [(1.5, "_too_slow")]
    for _ in range(3):
        made.data_received(more)
        assert clock.timers == timers and clock.due() == [(1.5, "_too_slow")]
    clock.tick()
    assert client.closed and not client.aborted and not client.written and clock.due() == [(1.5, "_check_taken")]
    clock.tick()
    assert client.aborted


def test_a_client_that_takes_no_answer_is_dropped():
    made, client, clock = Server(read_seconds=1.5).connected()
    made.data_received(HEAD + b"\r\n")
    client.waiting = 100
    made.pause_writing()
    answered(made)
    for waiting in (99, 98):
        assert clock.due() == [(1.5, "_check_taken")]
        client.waiting = waiting
        made._look()  # as one that comes does, if too many are open
        made.data_received(b"\r\n")
        clock.tick()
        assert not client.aborted
    made.resume_writing()
    assert clock.due() == [(1.5, "_too_slow")]
    made.pause_writing()
    clock.tick()
    assert client.aborted and clock.due() == []


@pytest.mark.parametrize("paused", [False, True])
def test_nothing_is_watched_of_a_connection_that_has_ended(paused):
    server = Server()
    made, _, clock = server.connected()
    if paused:
        made.pause_writing()
    made.connection_lost(OSError())
    assert clock.due() == [] and not server.kind._opened


def test_a_closing_connection_must_take_its_last_answer():
    for end in ("eof_received", "shutdown"):
        made, client, clock = Server(read_seconds=1.5).connected()
        client.waiting = 10
        getattr(made, end)()
        assert client.closed and clock.due() == [(1.5, "_check_taken")]
        clock.tick()
        assert client.aborted
