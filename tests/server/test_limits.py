"""Bounds: of bodies, texts, answers, time, places, and what is done beyond them."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from command_line import wait_until

import paragen
from paragen.base.errors import ConfigError
from paragen.base.threads import MAX_THREADS, pause
from paragen.server.settings import Limits, Settings

from .running import Held, counting, message, received, running


@pytest.fixture(scope="module")
def narrow(english_model):
    limits = Limits(
        body_bytes=5_000, texts=3, text_characters=100, characters=150, answer_bytes=20_000, read_seconds=0.3, header_bytes=2_000,
    )  # fmt: skip
    with running(paragen.load(english_model), limits=limits) as found:
        yield found


def test_too_much_is_refused(narrow):
    def refused(reason="texts", path="paraphrase", **data):
        with counting(narrow, **{reason: 1}):
            response = narrow.post(f"/v1/{path}", **data)
        assert response.status_code == 413
        return message(response)

    assert refused(texts=["a"] * 4) == "texts: found 4, expected 3 or fewer. Send several requests."
    assert refused(text="a" * 101) == "text: found 101 characters, expected 100 or fewer. Split it into sentences."
    assert refused(texts=["b", "a" * 101]) == "texts[1]: found 101 characters, expected 100 or fewer. Split it into sentences."
    assert refused(texts=["a" * 80, "a" * 80]) == "texts: found 160 characters, expected 150 or fewer. Send several requests."
    expected = "answer: longer than 20000 bytes. Send fewer or shorter texts, or ask for fewer results of each."
    assert refused("answer", text="big " * 25, n=100) == expected
    assert refused(path="sentences", texts=["a"] * 4) == "texts: found 4, expected 3 or fewer. Send several requests."
    too_long = "texts: found 151 characters, expected 150 or fewer. Send several requests."
    assert refused(path="sentences", texts=["a" * 75, "a" * 76]) == too_long
    assert refused("wording", text="a", always={"a" * 50: "b" * 50}, blocked=["c" * 25], keep_phrases=["d" * 26]) == (
        "always, blocked, keep_phrases: found 151 characters, expected 150 or fewer. Give them to the server itself."
    )


def test_as_much_as_may_be(narrow):
    wording = {"always": {"a" * 50: "b" * 50}, "blocked": ["c" * 25], "keep_phrases": ["d" * 25]}
    answer = narrow.post("/v1/paraphrase", texts=["a" * 100, "b" * 49, ""], **wording)
    assert [len(found) for found in answer.json()["results"]] == [1, 1, 1]
    assert narrow.post("/v1/sentences", texts=["a" * 150, "", ""]).json()["results"] == [[[0, 150]], [], []]


def test_long_bodies_are_refused_before_they_are_read(narrow):
    """Whether their length is announced or not, and the client sees why."""
    head = b"POST /v1/paraphrase HTTP/1.1\r\nHost: localhost\r\n"
    with narrow.connected() as connection:
        connection.sendall(head + b"Content-Length: 100000000\r\n\r\n")
        answer = received(connection)  # not a byte of the body was sent
    assert b" 413 " in answer and b"found 100000000 bytes, expected 5000 or fewer" in answer and b"connection: close" in answer
    with narrow.connected() as connection:
        connection.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n")
        chunk = b"1000\r\n" + b" " * 0x1000 + b"\r\n"
        connection.sendall(chunk * 2)
        answer = received(connection)
    assert b" 413 " in answer and b"found more than 5000 bytes" in answer
    assert narrow.client.get("/metrics").text.count("paragen_body_bytes 0\n") == 1


def test_slow_clients_are_refused(narrow):
    head = b"POST /v1/paraphrase HTTP/1.1\r\nHost: localhost\r\n"
    assert b" 408 " in narrow.spoken(head)
    answer = narrow.spoken(head + b"Content-Length: 10\r\n\r\n{")
    assert b" 408 " in answer and b"body: only 1 bytes came in 0.3 s." in answer
    assert b" 408 " in narrow.spoken(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET /heal"), "the second of two"


def test_what_is_no_request(narrow):
    assert b" 400 " in narrow.spoken(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 3)
    assert b" 431 " in narrow.spoken(b"GET /healthz HTTP/1.1\r\nX: " + b"a" * 1_000 + b"b" * 300_000)
    assert b" 431 " in narrow.spoken(b"GET /" + b"a" * 400_000)
    assert narrow.client.get("/healthz").json()["status"] == "ok"


def answer_on(connection):
    """One whole answer of a connection that goes on."""
    answer = b""
    while not answer.endswith(b"}"):
        answer += connection.recv(10_000)
    return answer


def test_connections_beyond_the_bound_take_the_place_of_idle_ones(english_model):
    with running(paragen.load(english_model), limits=Limits(connections=2)) as server:
        with server.connected() as one, server.connected() as two:
            for connection in (one, two):
                connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert b" 200 " in answer_on(connection)
            assert b" 200 " in server.spoken(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert one.recv(10_000) == b"", "the one that waits longest made room"
            two.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in answer_on(two)
        with server.connected() as one, server.connected(), server.connected():
            answer = one.recv(10_000)
            assert b" 429 " in answer and b"retry-after: 1" in answer, "who has never asked is told"


def test_overload_is_refused_and_nothing_admitted_is_lost(english_model):
    held, limits = Held(), Limits(waiting=3, queue_seconds=0)
    with (
        running(paragen.load(english_model, scorers={"held": held}), threads=2, limits=limits) as server,
        ThreadPoolExecutor(5) as clients,
    ):
        asked = [clients.submit(server.post, "/v1/paraphrase", text="A big house.", n=i + 1) for i in range(5)]
        wait_until(lambda: server.state.pool._admitted == 5)
        refused = server.post("/v1/paraphrase", text="A big house.")
        metrics = server.client.get("/metrics").text
        held.released.set()
        answers = [one.result() for one in asked]
    assert refused.status_code == 429 and int(refused.headers["retry-after"]) >= 1
    assert message(refused).startswith("5 requests are being answered or wait, which is all that may. Try again in ")
    assert "paragen_running 2\n" in metrics and "paragen_waiting 3\n" in metrics
    assert 'paragen_refusals_total{reason="busy"} 1\n' in metrics
    assert [len(answer.json()["results"][0]) for answer in answers] == [1, 2, 3, 4, 5]


def test_work_that_takes_too_long_is_ended(english_model):
    ended = threading.Event()

    def endless(requests, options):
        try:
            while True:
                pause()
        finally:
            ended.set()

    with running(paragen.load(english_model, scorers={"endless": endless}), limits=Limits(seconds=0.2)) as server:
        response = server.post("/v1/paraphrase", text="A big house.")
        assert response.status_code == 503
        assert message(response) == "no answer after 0.2 s. Send fewer or shorter texts, or a smaller n."
        ended.wait()
        wait_until(lambda: server.state.pool._admitted == 0)


def test_work_of_clients_that_are_gone_is_ended(english_model):
    """Running work ends, waiting work never begins."""
    held = Held()
    with running(paragen.load(english_model, scorers={"held": held})) as server:
        body = b'{"texts": [' + b", ".join([b'"A big house."'] * 100) + b"]}"
        head = b"POST /v1/paraphrase HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body)
        with server.connected() as one, server.connected() as two:
            one.sendall(head + body)
            held.begun.acquire()
            two.sendall(head + body)
            wait_until(lambda: server.state.pool._admitted == 2)
        wait_until(lambda: server.state.bodies.held == 0)  # both are known to be gone
        wait_until(lambda: server.state.pool._admitted == 1)
        held.released.set()
        wait_until(lambda: server.state.pool._admitted == 0)
    assert not held.begun.acquire(blocking=False), "the first goes no further than the texts at hand, the second never began"


def test_stopping_finishes_what_runs(english_model):
    held = Held()
    with running(paragen.load(english_model, scorers={"held": held})) as server, ThreadPoolExecutor(2) as clients:
        asked = clients.submit(server.post, "/v1/paraphrase", text="A big house.")
        held.begun.acquire()
        stopped = clients.submit(server.stop)
        wait_until(lambda: server.state.stopping)
        time.sleep(0.2)
        assert not stopped.done()
        held.released.set()
        assert asked.result().json()["results"][0][0]["text"] == "A large house."
        stopped.result()
        with pytest.raises(RuntimeError, match="shutdown"):  # no thread is left
            server.state.pool._pool.submit(print)


def test_settings_that_cannot_be_used():
    for wrong in ({"n": 0}, {"seconds": float("nan")}, {"waiting": -1}):
        with pytest.raises(ConfigError, match=next(iter(wrong))):
            Limits(**wrong)
    origins = "expected SCHEME://HOST[:PORT], SCHEME://*, null or *."
    token = "token: found spaces, control characters or letters beyond ASCII, which no header can carry."
    for wrong, expected in (
        ({"threads": 0}, f"threads: found 0, expected 1 to {MAX_THREADS}."),
        ({"threads": MAX_THREADS + 1}, f"threads: found {MAX_THREADS + 1}, expected 1 to {MAX_THREADS}."),
        ({"token": "a b"}, token), ({"token": "a\x7f"}, token), ({"token": "\u00e4"}, token),
        ({"origins": ("*", "example.org")}, f"origin: found 'example.org', {origins}"),
        ({"origins": ("https://*.example.org",)}, f"origin: found 'https://*.example.org', {origins}"),
    ):  # fmt: skip
        with pytest.raises(ConfigError) as error:
            Settings(**wrong)
        assert str(error.value) == expected
    for threads in (1, MAX_THREADS):
        assert Settings(threads=threads, origins=("*", "null", "https://a:1", "moz-extension://*")).threads == threads
