"""Bodies: read within limits, and counted while they are held; JSON in them."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest
from starlette.requests import Request

from paragen.web.limits import BodyReader, json_of
from paragen.web.refusals import Refusal
from paragen.web.settings import HttpLimits

from .asking import GONE, part, scope_of

CLOSE = {"Connection": "close"}
FINITE = "expected finite numbers, as JSON has no others. Write null or a string in its place."
FEWER = "expected 10 or fewer. Send the texts in several requests."


def reader():
    return BodyReader(HttpLimits(body_bytes=10, bodies_bytes=15, read_seconds=0.01))


@asynccontextmanager
async def reading(bodies, *messages, length=None):
    """The body that comes in some messages, after which nothing comes any more."""
    left = list(messages)

    async def receive():
        return left.pop(0) if left else await asyncio.Event().wait()

    headers = [] if length is None else [("Content-Length", length)]
    async with asyncio.timeout(20), bodies.read(Request(scope_of("POST", "/", headers), receive)) as body:
        yield body


def refused(error):
    return error.status, error.message, error.reason, error.headers


@pytest.mark.parametrize(
    ("length", "messages", "status", "message", "reason", "headers"),
    [
        ("11", [], 413, f"body: found 11 bytes, {FEWER}", "body", CLOSE),
        ("7" * 21, [], 413, f"body: found {'7' * 20} bytes, {FEWER}", "body", CLOSE),
        (None, [part(b"1234567"), part(b"1234")], 413, f"body: found more than 10 bytes, {FEWER}", "body", CLOSE),
        (None, [part(b"123"), part(b"4")], 408, "body: only 4 bytes came in 0.01 s.", "slow", CLOSE),
        ("5", [part(b"123"), GONE], 400, "body: the connection ended before it did.", "gone", {}),
    ],
)  # fmt: skip
def test_bodies_that_are_refused(length, messages, status, message, reason, headers):
    bodies = reader()

    async def read():
        async with reading(bodies, *messages, length=length):
            raise AssertionError("it was read")

    with pytest.raises(Refusal) as error:
        asyncio.run(read())
    assert refused(error.value) == (status, message, reason, headers) and str(error.value) == message
    assert bodies.held == 0


def test_all_bodies_together():
    bodies = reader()

    async def read():
        async with reading(bodies, part(b"12345"), part(b"67890", more=False), length="10") as one:
            assert (one, bodies.held) == (b"1234567890", 10)
            async with reading(bodies, part(b"123"), part(b"45", more=False), length="no number") as other:
                assert (other, bodies.held) == (b"12345", 15)
            with pytest.raises(Refusal) as error:
                async with reading(bodies, part(b"123456", more=False)):
                    raise AssertionError("it was read")
            assert refused(error.value) == (
                429, "no room for another body now. Try again in 1 s.", "bodies", {"Retry-After": "1"},
            )  # fmt: skip
            assert bodies.held == 10

    asyncio.run(read())
    assert bodies.held == 0


def test_json():
    assert json_of(b'\xef\xbb\xbf{"a": [1.5, "\xc3\xa4", -1e308]}') == {"a": [1.5, "ä", -1e308]}
    for body, message in (
        (b'{"\xff"}', "body: found byte 0xff at 2, expected JSON in UTF-8."),
        (b'{"a": 1e309}', f"body: found the number 1e309, {FINITE}"),
        (b'{"a": -Infinity}', f"body: found the number -Infinity, {FINITE}"),
        (b'"a"', "body: found a string, expected a JSON object."),
    ):
        with pytest.raises(Refusal) as error:
            json_of(body)
        assert refused(error.value) == (400, message, "json", {})
