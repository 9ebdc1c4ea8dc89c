"""What the routes of one server share, and the token that requests must present if it requires one."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from fastapi import Depends
from starlette.requests import Request

from paragen.server.metrics import Metrics
from paragen.server.pool import WorkPool
from paragen.server.served import Served
from paragen.server.settings import Settings
from paragen.web.limits import BodyReader
from paragen.web.refusals import Refusal


@dataclass
class State:
    """Everything that outlives a request.

    Parameters
    ----------
    stopping : whether the server is shutting down.
    """

    settings: Settings
    served: Served
    metrics: Metrics
    pool: WorkPool
    bodies: BodyReader
    stopping: bool = False

    def stop(self) -> None:
        """Mark the server as shutting down."""
        self.stopping = True


def state_of(request: Request) -> State:
    """Return the state of the server that a request came to."""
    state: State = request.app.state.paragen
    return state


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
