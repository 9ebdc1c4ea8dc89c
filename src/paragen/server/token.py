"""The token that requests must show, where the server asks for one: whoever else may reach the port has to know it."""

from __future__ import annotations

import hmac
from collections.abc import Iterable

from fastapi import Depends
from starlette.requests import Request

from paragen.server.state import state_of
from paragen.web.refusals import Refusal


def check_token(request: Request, token: str, also: Iterable[str] = ()) -> None:
    """Raise Refusal unless a request shows the token: as a bearer's, or in one of the places of another protocol.

    All comparisons take the same time, whatever is shown.
    """
    if not token:
        return
    kind, _, shown = request.headers.get("authorization", "").partition(" ")
    given = [shown.strip() if kind.lower() == "bearer" else "", *also]
    if not any([hmac.compare_digest(one.encode(), token.encode()) for one in given]):
        message = "token: this server asks for one. Send it as `Authorization: Bearer TOKEN`."
        raise Refusal(401, message, "token", {"WWW-Authenticate": "Bearer"})


def _check(request: Request) -> None:
    check_token(request, state_of(request).settings.token)


token_needed = Depends(_check)
"""The dependency of routes that require the token as a bearer token."""
