"""The application that shows the page to browsers on this machine, and to nobody else.

The address contains a random key: whoever does not know it, such as pages of other origins, gets nothing. There are no cookies
that a browser could send of its own accord.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from paragen.base.errors import ConfigError, ParagenError
from paragen.tuning.labels import Label
from paragen.tuning.page import Conflict, LabellingService, View
from paragen.tuning.page.questions import Answer
from paragen.web.files import PageFiles
from paragen.web.gate import Gate, Guests
from paragen.web.limits import BodyReader, json_of
from paragen.web.refusals import Faults, Refusal, error_response, plain_error_response
from paragen.web.settings import HttpLimits

ACTIONS = ("about", "figures", "open", "show", "again", "undo", "label")
"""What a page may ask for."""

_KINDS = {str: "a string", int: "a whole number", bool: "true or false"}


def answered(service: LabellingService, action: str, data: dict[str, Any]) -> View:
    """Do what the page asks.

    Parameters
    ----------
    action : one of ``ACTIONS``.

    Raises
    ------
    ConfigError : the request makes no sense.
    Conflict, OSError : as :class:`LabellingService` has them.
    """
    if action in ("about", "figures"):
        return service.about() if action == "about" else service.figures()
    name = _field(data, "annotator", str)
    if action == "open":
        return service.open(name, _field(data, "after", int))
    if action == "show":
        return service.show(name, _field(data, "index", int))
    if action == "again":
        return service.again(name, _field(data, "index", int))
    if action == "undo":
        return service.undo(name, _field(data, "id", str))
    label, reason, seen = (_field(data, field, str, missing=True) for field in ("label", "reason", "seen"))
    answer = Answer(label, reason, *(_field(data, field, bool, missing=True) for field in Label.JUDGEMENTS))
    return service.label(name, _field(data, "id", str), answer, seen=seen, follow=_field(data, "follow", str))


def _field(data: dict[str, Any], name: str, kind: type[Any], *, missing: bool = False) -> Any:
    """Return a field of a kind; None where it may be missing, and is."""
    value = data.get(name)
    if type(value) is not kind and not (missing and value is None):
        raise ConfigError(f"{name}: expected {_KINDS[kind]}.")
    return value


ADDRESS = "127.0.0.1"
LIMITS = HttpLimits(body_bytes=1 << 16)  # a label has a few hundred
_REMEDY = "Open the address that the terminal shows."
_FILES = PageFiles("paragen.tuning.page")


def application(service: LabellingService, port: int, explain: Callable[[OSError], str] = str) -> tuple[Starlette, str]:
    """Return the application, and the address of the page with its key.

    Parameters
    ----------
    service : answers the page's requests.
    port : of this machine, where the application will be reached.
    explain : explains an error of the operating system.
    """
    key = secrets.token_urlsafe(24)
    hosts = frozenset(f"{name}:{port}" for name in (ADDRESS, "localhost"))
    guests = Guests(hosts, pages_only=True, host_remedy=_REMEDY, origin_remedy=_REMEDY)
    app = Starlette(
        routes=_routes(service, explain),
        middleware=[Middleware(Gate, guests=guests), Middleware(Keyed, key=key), Middleware(Faults)],
        exception_handlers={Refusal: _refused, 404: _no_route, 405: _no_route},
    )
    app.router.redirect_slashes = False
    return app, f"http://{ADDRESS}:{port}/{key}/"


def _routes(service: LabellingService, explain: Callable[[OSError], str]) -> list[Route]:
    bodies = BodyReader(LIMITS)

    async def page(request: Request) -> Response:
        return _FILES.answer("label.html")

    async def agreement(request: Request) -> Response:
        return _FILES.answer("agreement.html")

    async def file(request: Request) -> Response:
        return _FILES.answer(request.path_params["name"])

    async def act(action: str, request: Request) -> Response:
        async with bodies.read(request) as body:
            data = json_of(body)
        try:
            found = await run_in_threadpool(answered, service, action, data)
        except Conflict as conflict:
            return error_response(409, str(conflict), view=conflict.view)
        except OSError as error:
            raise Refusal(507, explain(error), "disk") from None
        except ParagenError as error:
            raise Refusal(400, str(error), "request") from None
        return Response(json.dumps(found), media_type="application/json")  # ASCII: a sentence may have half a surrogate pair

    return [
        Route("/", page), Route("/agreement", agreement), Route("/page/{name}", file),
        *(Route(f"/{action}", partial(act, action), methods=["POST"]) for action in ACTIONS),
    ]  # fmt: skip


class Keyed:
    """Lets requests through to ``app`` whose paths begin with the key, as if there were none."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app, self._key = app, key.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "http":
            key, slash, _ = scope["path"].removeprefix("/").partition("/")
            if not (slash and secrets.compare_digest(key.encode(errors="replace"), self._key)):
                wrong = f"this address lacks the page's key. {_REMEDY}"
                await plain_error_response(403, wrong)(scope, receive, send)
                return
            scope = {**scope, "root_path": f"/{key}"}
        await self._app(scope, receive, send)


async def _refused(request: Request, error: Any) -> Response:
    return error_response(error.status, error.message, error.headers)


async def _no_route(request: Request, error: Any) -> Response:
    return plain_error_response(error.status_code, f"there is nothing here. {_REMEDY}", error.headers)
