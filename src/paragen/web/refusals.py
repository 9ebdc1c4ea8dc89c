"""Refused requests and errors of our own, and what the client is told."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Refusal(Exception):
    """A request that is not answered.

    Parameters
    ----------
    status : of HTTP.
    message : what was found, what was expected, what to do about it.
    reason : one word, for the metrics.
    headers : additional headers.
    """

    def __init__(self, status: int, message: str, reason: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status, self.message, self.reason, self.headers = status, message, reason, dict(headers or {})


def error_body(status: int, message: str, **more: Any) -> bytes:
    """Return the body of an error answer."""
    return json.dumps({"error": {"status": status, "message": message}, **more}).encode()  # ASCII: a message may quote anything


def error_response(status: int, message: str, headers: Mapping[str, str] | None = None, **more: Any) -> Response:
    """Return an error answer; one that closes the connection lingers until the client has noticed."""
    return _kind(headers)(error_body(status, message, **more), status, headers, "application/json")


def plain_error_response(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error answer in plain text, as LanguageTool's server does: its clients take any JSON for matches."""
    return _kind(headers)(f"Error: {message}".encode("utf-8", "backslashreplace"), status, headers, "text/plain")


def _kind(headers: Mapping[str, str] | None) -> type[Response]:
    return LingeringResponse if headers and headers.get("Connection") == "close" else Response


class LingeringResponse(Response):
    """An answer to a request whose body is not read to its end.

    A connection that is closed with bytes unread is reset, and the client may never see the answer. So further input is read and
    discarded for a moment, to give the client time to read the answer.
    """

    seconds = 1.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer, then wait for the client to stop."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        try:
            async with asyncio.timeout(self.seconds):
                while (await receive()).get("more_body"):  # neither the last part nor the end of the connection has it
                    pass
        except TimeoutError:
            pass
        await send({"type": "http.response.body"})


_LOG = logging.getLogger("paragen.web")


class Faults:
    """Answers 500 if ``app`` fails, and continues."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception:
            if scope["type"] != "http" or begun:
                raise
            _LOG.exception("%s %s failed", scope["method"], scope["path"])
            await error_response(500, "an error of the server, not of the request; its log says which.")(scope, receive, send)
