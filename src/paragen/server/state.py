"""The state that the routes of one server share."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from paragen.server.metrics import Metrics
from paragen.server.pool import WorkPool
from paragen.server.served import Served
from paragen.server.settings import Settings
from paragen.web.body import BodyReader


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
