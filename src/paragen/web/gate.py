"""Which hosts and origins are admitted, and the headers that protect answers from misuse.

A server trusts nobody merely because a request comes from this machine: any page open in a browser can send one.

- **Host.** ``evil.example`` can point its name at 127.0.0.1 (DNS rebinding); its pages then have the same origin as the server.
  Their requests still say ``Host: evil.example``. An address in place of the name cannot be rebound.
- **Origin.** Browsers say which page sends a cross-origin request. Pages that are not on the list are refused, not merely kept
  from reading the answer: otherwise the work would still be done.
- **Sec-Fetch-Site.** Browsers send no origin with images, frames, links and the like, but say that another site asks for them
  (Fetch Metadata Request Headers, W3C). They are refused, too. Only a link may open a page: one without a query, so without work.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paragen.web.refusals import error_response

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


@dataclass(frozen=True)
class Guests:
    """Who may use a server.

    Parameters
    ----------
    hosts : its names, or each with the port: ``NAME:PORT``.
    addresses : whether any IP address is accepted in place of a name.
    origins : of pages that may use it besides its own: ``SCHEME://HOST[:PORT]``, ``SCHEME://*`` for all of a scheme, or ``*``.
    pages_only : whether only its own pages may send anything; programs other than browsers, which send no origin, may not.
    host_remedy, origin_remedy : advice in the messages of refusals.
    """

    hosts: frozenset[str]
    addresses: bool = False
    origins: tuple[str, ...] = ()
    pages_only: bool = False
    host_remedy: str = ""
    origin_remedy: str = ""

    def wrong_host(self, given: list[str]) -> str:
        """Return what is wrong with the Host headers of a request; "" for nothing."""
        found = _HOST.fullmatch(given[0]) if len(given) == 1 else None
        if found is None:
            return f"host: found {', '.join(given)[:100]!r}, expected one Host header with a name or address."
        name = found[1].lower().rstrip(".")
        if {name, found[0].lower()} & self.hosts or (self.addresses and _is_address(name.strip("[]"))):
            return ""
        return f"host: {found[0][:100]!r} is not a name of this server. {self.host_remedy}"

    def wrong_origin(self, method: str, headers: Headers) -> str:
        """Return what is wrong with the Origin header of a request; "" for nothing."""
        origin = headers.get("origin", "")
        unsaid = not origin and self.pages_only and method not in ("GET", "HEAD")
        if unsaid or (foreign(headers) and not any(_matches(origin, pattern) for pattern in self.origins)):
            return f"origin: {origin[:100]!r} may not ask this server. {self.origin_remedy}"
        return ""

    def wrong_site(self, scope: Scope, headers: Headers) -> str:
        """Return what is wrong with the site whose page sends a request without saying its origin; "" for nothing."""
        site = headers.get("sec-fetch-site", "")
        if headers.get("origin") or site not in ("cross-site", "same-site") or "*" in self.origins or _opens_page(scope, headers):
            return ""
        return f"sec-fetch-site: {site!r} may not ask this server without an origin. {self.origin_remedy}"


class Gate:
    """Passes the requests of guests on to ``app``, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp, guests: Guests) -> None:
        self._app, self._guests = app, guests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        wrong_origin = self._guests.wrong_origin(scope["method"], headers) or self._guests.wrong_site(scope, headers)
        origin, added = foreign(headers), dict(_SAFE)
        if origin and not wrong_origin:
            added |= {"access-control-allow-origin": origin, "vary": "Origin", "cross-origin-resource-policy": "cross-origin"}

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in added.items():
                    found.setdefault(name, value)
            await send(message)

        if wrong := self._guests.wrong_host(headers.getlist("host")) or wrong_origin:
            await error_response(403, wrong)(scope, receive, sent)
        elif origin and scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            private = "access-control-request-private-network" in headers  # a public page that asks a local server
            more = {"Access-Control-Allow-Private-Network": "true"} if private else {}
            await Response(status_code=204, headers=_PREFLIGHT | more)(scope, receive, sent)
        else:
            await self._app(scope, receive, sent)


def foreign(headers: Headers) -> str:
    """Return the origin of the page that sent a request, "" if the server itself sent it, or no page did."""
    origin, host = headers.get("origin", ""), headers.get("host", "").lower()
    return "" if origin.lower() in (f"http://{host}", f"https://{host}") else origin


def _opens_page(scope: Scope, headers: Headers) -> bool:
    """Return whether a request is that of a link which a person followed, and can ask for no work."""
    document = (headers.get("sec-fetch-mode"), headers.get("sec-fetch-dest")) == ("navigate", "document")
    return document and scope["method"] in ("GET", "HEAD") and not scope.get("query_string")


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
