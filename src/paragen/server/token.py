"""The token that requests must present if the server requires one, so that not everyone who reaches the port can use it."""

from __future__ import annotations

import hmac
from collections.abc import Iterable

from fastapi import Depends
from starlette.requests import Request

from paragen.server.state import state_of
from paragen.web.refusals import Refusal


def check_token(request: Request, token: str, also: Iterable[str] = ()) -> None:
    """Raise Refusal unless a request presents the token, as a bearer token or in one of the places of another protocol.

    Comparisons take constant time.
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
