"""Limits on requests, common to all servers, and a request's body, read within them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.requests import ClientDisconnect, Request

from paragen.base.errors import FormatError
from paragen.base.json_and_toml import json_kind, parse_json
from paragen.web.refusals import Refusal
from paragen.web.settings import HttpLimits


class BodyReader:
    """Reads bodies; ``held`` is the number of bytes that all of them together take.

    Parameters
    ----------
    limits : of bytes and seconds.
    """

    def __init__(self, limits: HttpLimits) -> None:
        self._limits, self.held = limits, 0

    @asynccontextmanager
    async def read(self, request: Request) -> AsyncIterator[bytes]:
        """Yield the body, which counts as held until the block ends.

        Raises
        ------
        Refusal : it is too long (413: the rest is not read), too slow (408), cut off (400), or there is no room (429).
        """
        held: list[int] = []
        try:
            yield await self._in_time(request, held)
        finally:
            self.held -= sum(held)

    async def _in_time(self, request: Request, held: list[int]) -> bytes:
        seconds = self._limits.read_seconds
        try:
            async with asyncio.timeout(seconds):
                return await self._read(request, held)
        except TimeoutError:
            message = f"body: only {sum(held)} bytes came in {seconds:g} s."
            raise Refusal(408, message, "slow", {"Connection": "close"}) from None

    async def _read(self, request: Request, held: list[int]) -> bytes:
        most = self._limits.body_bytes
        announced = request.headers.get("content-length", "")
        if announced.isdecimal() and int(announced[:20]) > most:
            raise _too_long(f"{announced[:20]} bytes", most)
        parts = []
        try:
            async for part in request.stream():
                parts.append(part)
                held.append(len(part))
                self.held += len(part)
                if sum(held) > most:
                    raise _too_long(f"more than {most} bytes", most)
                if self.held > self._limits.bodies_bytes:
                    raise Refusal(429, "no room for another body now. Try again in 1 s.", "bodies", {"Retry-After": "1"})
        except ClientDisconnect:
            raise Refusal(400, "body: the connection ended before it did.", "gone") from None
        return b"".join(parts)


def _too_long(found: str, most: int) -> Refusal:
    message = f"body: found {found}, expected {most} or fewer. Send the texts in several requests."
    return Refusal(413, message, "body", {"Connection": "close"})  # the rest is not read


def json_of(body: bytes) -> dict[str, Any]:
    """Return the JSON object of a body.

    Raises
    ------
    Refusal : not UTF-8, not JSON, nested too deeply, NaN, an unpaired surrogate, or not an object.
    """
    expected = "a JSON object"
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"body: found byte 0x{body[error.start]:02x} at {error.start}, expected JSON in UTF-8."
        raise Refusal(400, message, "json") from None
    try:
        data = parse_json(text, "body", expected, finite=True)
    except FormatError as error:
        raise Refusal(400, str(error), "json") from None
    if not isinstance(data, dict):
        raise Refusal(400, f"body: found {json_kind(data)}, expected {expected}.", "json")
    return data
