"""The application: routes, errors, and the middleware before them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

import paragen
from paragen.base.errors import ParagenError
from paragen.paraphraser import Paraphraser
from paragen.server import page, routes
from paragen.server.languagetool import routes as languagetool
from paragen.server.metrics import Measured, Metrics, resident_bytes
from paragen.server.openapi import describe
from paragen.server.pool import WorkPool
from paragen.server.settings import Settings
from paragen.server.state import Served, State, state_of
from paragen.web.gate import Gate
from paragen.web.limits import BodyReader
from paragen.web.refusals import Faults, Refusal, error_response, plain_error_response

ROUTERS = (routes.operations, routes.router, languagetool.router, page.router)
"""All routes."""


def application(paraphrasers: Mapping[str, Paraphraser], settings: Settings) -> FastAPI:
    """Return the application that answers requests.

    Parameters
    ----------
    paraphrasers : by the names that requests use; the first answers requests without a name.

    Raises
    ------
    ConfigError : there is no paraphraser.
    """
    state = _state(paraphrasers, settings)
    app = FastAPI(
        title="paragen", version=paragen.__version__, description="Says sentences in other words.", lifespan=_lifespan,
        docs_url=None, redoc_url=None, openapi_url=None,  # those pages load third-party scripts; ours is page/static/api.html
    )  # fmt: skip
    app.state.paragen = state
    for router in ROUTERS:
        app.include_router(router)
    app.add_api_route("/openapi.json", _openapi, include_in_schema=False)
    app.add_middleware(Faults)
    app.add_middleware(Gate, guests=settings.guests)
    app.add_middleware(Measured, metrics=state.metrics)  # added last, so it sees everything, refusals too
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(ParagenError, _unusable)
    app.add_exception_handler(HTTPException, _no_route)
    return app


def _state(paraphrasers: Mapping[str, Paraphraser], settings: Settings) -> State:
    metrics = Metrics()
    metrics.gauge("process_resident_memory_bytes", resident_bytes)
    for name, one in paraphrasers.items():
        metrics.count("paragen_model_info", model=name, checksum=one.model.signature, version=paragen.__version__)
    limits = settings.limits
    bodies = BodyReader(limits)
    metrics.gauge("paragen_body_bytes", lambda: bodies.held)
    return State(
        settings, Served(paraphrasers, limits.variants), metrics, WorkPool(settings.threads, limits, metrics), bodies,
    )  # fmt: skip


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    yield
    await asyncio.to_thread(app.state.paragen.pool.close)


async def _openapi(request: Request) -> Response:
    from starlette.responses import JSONResponse

    return JSONResponse(describe(request.app, bool(state_of(request).settings.token)))


async def _refused(request: Request, error: Any) -> Response:
    state_of(request).metrics.count("paragen_refusals_total", reason=error.reason)
    respond = plain_error_response if request.url.path.startswith("/v2/") else error_response
    return respond(error.status, error.message, error.headers)


async def _unusable(request: Request, error: Any) -> Response:
    return await _refused(request, Refusal(422, str(error), "options"))


async def _no_route(request: Request, error: Any) -> Response:
    path = request.url.path[:100]
    expected = "See /openapi.json."
    if error.status_code == 404:
        return error_response(404, f"{path}: there is nothing here. {expected}")
    if error.status_code == 405:
        return error_response(405, f"{path}: does not answer {request.method}. {expected}", error.headers)
    return error_response(error.status_code, str(error.detail), error.headers)
