"""Asks applications without a network, message by message."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple


class Answered(NamedTuple):
    """What an application sent: its status, headers and body; and how many of the messages of a request it left unread."""

    status: int
    headers: dict[str, str]
    body: str
    unread: int


def asked(app: Any, *messages: Any, method: str = "GET", path: str = "/", headers: Any = ()) -> Answered:
    """Ask an application; after the messages it waits for more, which never come."""
    left, sent = list(messages), []

    async def receive():
        return left.pop(0) if left else await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    async def run():
        async with asyncio.timeout(20):
            await app(scope_of(method, path, headers), receive, send)

    asyncio.run(run())
    [begin, *parts] = sent
    assert begin["type"] == "http.response.start" and {part["type"] for part in parts} == {"http.response.body"}
    assert [part.get("more_body", False) for part in parts] == [True] * (len(parts) - 1) + [False]
    assert len(begin["headers"]) == len(dict(begin["headers"]))
    found = {name.decode(): value.decode() for name, value in begin["headers"]}
    return Answered(begin["status"], found, b"".join(part.get("body", b"") for part in parts).decode(), len(left))


def scope_of(method: str, path: str, headers: Any) -> dict[str, Any]:
    """What a server says of a request."""
    encoded = [(name.lower().encode(), value.encode()) for name, value in headers]
    path, _, query = path.partition("?")
    return {"type": "http", "method": method, "path": path, "query_string": query.encode(), "headers": encoded}


def part(data: bytes, more: bool = True) -> dict[str, Any]:
    """A message with a part of a body."""
    return {"type": "http.request", "body": data, "more_body": more}


GONE = {"type": "http.disconnect"}
