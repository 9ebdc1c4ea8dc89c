"""Answers that say what was wrong."""

from __future__ import annotations

import asyncio

import pytest
from starlette.responses import Response

from paragen.web.refusals import Faults, LingeringResponse, error_response, plain_error_response

from .asking import GONE, asked, part


def test_errors_as_json():
    answer = asked(error_response(429, 'found "\ud800"', {"Retry-After": "1"}, view=[1]), part(b"1"))
    assert answer == (
        429, {"retry-after": "1", "content-type": "application/json", "content-length": "70"},
        '{"error": {"status": 429, "message": "found \\"\\ud800\\""}, "view": [1]}', 1,
    )  # fmt: skip
    assert asked(error_response(404, "nothing"), part(b"1")).unread == 1


def test_errors_as_text():
    answer = asked(plain_error_response(400, "found ä \ud800", {"X": "y"}), part(b"1"))
    headers = {"x": "y", "content-type": "text/plain; charset=utf-8", "content-length": "22"}
    assert answer == (400, headers, "Error: found ä \\ud800", 1)


@pytest.mark.parametrize(("response", "body"), [(error_response, '{"error": {"status": 413, "message": "long"}}'),
                                                (plain_error_response, "Error: long")])  # fmt: skip
def test_who_is_still_sending_can_read_that_it_may_stop(response, body):
    """What comes is thrown away: to its end, until the client is gone, or for a while."""
    for messages, left in (
        ([part(b"1"), part(b"2"), part(b"3", more=False), part(b"4")], 1), ([part(b"1"), GONE, part(b"2")], 1), ([GONE], 0),
    ):  # fmt: skip
        answer = asked(response(413, "long", {"Connection": "close"}), *messages)
        assert (answer.status, answer.headers["connection"], answer.body, answer.unread) == (413, "close", body, left)


def test_nobody_waits_for_long(monkeypatch):
    monkeypatch.setattr(LingeringResponse, "seconds", 0.01)
    assert asked(error_response(413, "long", {"Connection": "close"}), part(b"1")).unread == 0


def test_a_fault_before_an_answer_is_logged(caplog):
    async def broken(scope, receive, send):
        assert await receive() == part(b"1")
        raise ZeroDivisionError("of the server")

    answer = asked(Faults(broken), part(b"1"), method="PUT", path="/broken")
    assert (answer.status, answer.body) == (
        500, '{"error": {"status": 500, "message": "an error of the server, not of the request; its log says which."}}',
    )  # fmt: skip
    [record] = caplog.records
    assert record.getMessage() == "PUT /broken failed" and record.exc_info[0] is ZeroDivisionError


def test_a_fault_later_ends_the_connection(caplog):
    async def broken(scope, receive, send):
        await Response("begun")(scope, receive, send)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asked(Faults(broken))

    async def starting(*given):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(Faults(starting)({"type": "lifespan"}, None, None))
    assert not caplog.records
