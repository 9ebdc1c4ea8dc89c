"""Which hosts, origins and tokens are let in.

The server trusts nobody merely because a request comes from this machine: any page open in a browser can send one.

- **Host.** A page of ``evil.example`` can have its name point at 127.0.0.1 (DNS rebinding), and is then of the same origin as the
  server. Its requests still say ``Host: evil.example``. An address in the place of the name cannot be rebound.
- **Origin.** Browsers say which page sends a request to another origin than its own. Pages that are not on the list are refused,
  rather than only kept from reading the answer: the work would be done all the same.
- **Token.** Whoever else may reach the port has to know it.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from ipaddress import ip_address

from fastapi import Depends
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paragen.server.refusals import Refusal, error_response
from paragen.server.settings import Settings
from paragen.server.state import state_of

_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\[\]:/@\s]+)(?::\d{1,5})?")
_SAFE = {
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
"""Headers of every answer that does not set them itself."""
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, POST",
    "Access-Control-Allow-Headers": "authorization, content-type, accept",
    "Access-Control-Max-Age": "600",
}


class Gate:
    """Lets requests through to ``app`` whose host and origin are among those of ``settings``."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = {"localhost", *(host.lower().rstrip(".") for host in settings.hosts)}
        self._origins = settings.origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = self._foreign(headers)
        added = dict(_SAFE)
        if origin and self._allowed(origin):
            added |= {"access-control-allow-origin": origin, "vary": "Origin", "cross-origin-resource-policy": "cross-origin"}

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in added.items():
                    found.setdefault(name, value)
            await send(message)

        if wrong := self._wrong_host(headers.getlist("host")):
            await error_response(403, wrong)(scope, receive, sent)
        elif origin and not self._allowed(origin):
            message = f"origin: {origin[:100]!r} may not ask this server. Start it with --origin to let its pages do so."
            await error_response(403, message)(scope, receive, sent)
        elif origin and scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            private = "access-control-request-private-network" in headers  # a public page that asks a local server
            more = {"Access-Control-Allow-Private-Network": "true"} if private else {}
            await _preflight(more)(scope, receive, sent)
        else:
            await self._app(scope, receive, sent)

    def _wrong_host(self, given: list[str]) -> str:
        """Return what is wrong with the Host header; "" for nothing."""
        found = _HOST.fullmatch(given[0]) if len(given) == 1 else None
        if found is None:
            return f"host: found {', '.join(given)[:100]!r}, expected one Host header with a name or address."
        name = found[1].lower().rstrip(".")
        if name in self._hosts or _is_address(name.strip("[]")):
            return ""
        return f"host: {name[:100]!r} is not a name of this server. Start it with --allow-host to add one."

    def _foreign(self, headers: Headers) -> str:
        """Return the origin of the page that sent a request, "" if the server itself sent it, or no page did."""
        origin = headers.get("origin", "")
        host = headers.get("host", "")
        return "" if origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}") else origin

    def _allowed(self, origin: str) -> bool:
        return any(_matches(origin, pattern) for pattern in self._origins)


def _matches(origin: str, pattern: str) -> bool:
    if pattern == "*":
        return True
    return origin == pattern or (pattern.endswith("://*") and origin.startswith(pattern[:-1]))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _preflight(more: dict[str, str]) -> ASGIApp:
    from starlette.responses import Response

    return Response(status_code=204, headers=_PREFLIGHT | more)


def check_token(request: Request, token: str, also: Iterable[str] = ()) -> None:
    """Raise Refusal unless a request shows the token: as a bearer's, or in one of the places of another protocol.

    All comparisons take the same time, whatever is shown.
    """
    if not token:
        return
    kind, _, shown = request.headers.get("authorization", "").partition(" ")
    given = [shown.strip() if kind.lower() == "bearer" else "", *also]
    if not any([hmac.compare_digest(one.encode("utf-8", "surrogatepass"), token.encode()) for one in given]):
        message = "token: this server asks for one. Send it as `Authorization: Bearer TOKEN`."
        raise Refusal(401, message, "token", {"WWW-Authenticate": "Bearer"})


def _check(request: Request) -> None:
    check_token(request, state_of(request).settings.token)


token_needed = Depends(_check)
"""The dependency of routes that require the token as a bearer token."""
