"""Health and metrics of the server."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import paragen
from paragen.server.state import state_of
from paragen.server.token import check_token

router = APIRouter()


@router.get("/healthz")
async def healthz(request: Request) -> Response:
    """Say that the server answers; 503 while it shuts down. No token is needed."""
    if state_of(request).stopping:
        return JSONResponse({"status": "stopping"}, 503)
    return JSONResponse({"status": "ok", "version": paragen.__version__})


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Return counts and times in Prometheus' text format."""
    state = state_of(request)
    check_token(request, state.settings.token)
    return Response(state.metrics.text(), media_type="text/plain; version=0.0.4")
