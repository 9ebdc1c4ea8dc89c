"""Internal errors of the server: logged, and not shown to clients."""

from __future__ import annotations

import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paragen.web.refusals import error_response

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
