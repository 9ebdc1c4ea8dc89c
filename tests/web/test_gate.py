"""Who is let in, and with which headers answers go out."""

from __future__ import annotations

import asyncio
import json

import pytest
from starlette.responses import Response

from paragen.web.gate import Gate, Guests

from .asking import asked, part

HOST = ("Host", "Localhost:80")
PAGE = "https://pages.example"
PAGES = Guests(frozenset({"localhost:80"}), pages_only=True, origin_remedy="Ask elsewhere.")
GUESTS = Guests(
    frozenset({"localhost", "one.example"}), True, (PAGE, "moz-extension://*", "null"),
    host_remedy="Add it.", origin_remedy="Add it.",
)  # fmt: skip
SAFE = {
    "x-content-type-options": "nosniff", "cache-control": "no-store", "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}  # fmt: skip


async def app(scope, receive, send):
    await Response(scope["method"] + (await receive())["body"].decode(), 203, {"Referrer-Policy": "origin"})(scope, receive, send)


def let(guests, *headers, method="GET"):
    return asked(Gate(app, guests), part(b"!"), method=method, headers=headers)


def refusal(guests, *headers, method="GET"):
    answer = let(guests, *headers, method=method)
    assert answer.status == 403 and SAFE.items() <= answer.headers.items() and "vary" not in answer.headers
    return json.loads(answer.body)["error"]["message"]


def test_headers_of_answers():
    answer = let(GUESTS, HOST)
    own = {"referrer-policy": "origin", "content-length": str(len(answer.body))}
    assert answer == (203, SAFE | own | {"cross-origin-resource-policy": "same-origin"}, "GET!", 0)
    for origin in (PAGE, "moz-extension://0-1", "null"):
        others = {"access-control-allow-origin": origin, "vary": "Origin", "cross-origin-resource-policy": "cross-origin"}
        assert let(GUESTS, HOST, ("Origin", origin)) == (203, SAFE | own | others, "GET!", 0)


def test_preflights():
    """Only of pages of elsewhere; all else goes through."""
    asks = ("Access-Control-Request-Method", "POST")
    allowed = {
        "access-control-allow-methods": "GET, POST", "access-control-allow-headers": "authorization, content-type, accept",
        "access-control-max-age": "600", "access-control-allow-origin": PAGE, "vary": "Origin",
        "cross-origin-resource-policy": "cross-origin",
    }  # fmt: skip
    answer = let(GUESTS, HOST, ("Origin", PAGE), asks, method="OPTIONS")
    assert answer == (204, SAFE | allowed, "", 1)
    private = ("Access-Control-Request-Private-Network", "true")
    answer = let(GUESTS, HOST, ("Origin", PAGE), asks, private, method="OPTIONS")
    assert answer == (204, SAFE | allowed | {"access-control-allow-private-network": "true"}, "", 1)
    for method, *headers in (("OPTIONS", asks), ("OPTIONS", ("Origin", PAGE)), ("GET", ("Origin", PAGE), asks), ("GET", asks)):
        assert let(GUESTS, HOST, *headers, method=method).body == f"{method}!"


@pytest.mark.parametrize(
    ("guests", "hosts", "message"),
    [
        (GUESTS, [], "host: found '', expected one Host header with a name or address."),
        (GUESTS, ["localhost", "b"], "host: found 'localhost, b', expected one Host header with a name or address."),
        (GUESTS, ["a b" * 50], f"host: found {('a b' * 50)[:100]!r}, expected one Host header with a name or address."),
        (GUESTS, ["Two.example:80"], "host: 'Two.example:80' is not a name of this server. Add it."),
        (GUESTS, [".localhost"], "host: '.localhost' is not a name of this server. Add it."),
        (GUESTS, ["a" * 101], f"host: {'a' * 100!r} is not a name of this server. Add it."),
        (PAGES, ["localhost"], "host: 'localhost' is not a name of this server. "),
        (PAGES, ["localhost:8"], "host: 'localhost:8' is not a name of this server. "),
        (PAGES, ["127.0.0.1"], "host: '127.0.0.1' is not a name of this server. "),
    ],
)  # fmt: skip
def test_hosts_that_are_refused(guests, hosts, message):
    assert refusal(guests, *(("Host", host) for host in hosts)) == message


@pytest.mark.parametrize("host", ["LOCALHOST:1", "One.Example.:8", "[::1]:80", "127.0.0.1", "[::ffff:1.2.3.4]"])
def test_hosts_that_are_let_in(host):
    assert let(GUESTS, ("Host", host)).status == 203


@pytest.mark.parametrize(
    ("guests", "method", "origin"),
    [
        (PAGES, "GET", None), (PAGES, "HEAD", None), (PAGES, "POST", "http://localhost:80"), (PAGES, "POST", "HTTPS://LOCALHOST:80"),
        (GUESTS, "POST", None), (GUESTS, "GET", "http://localhost:80"), (GUESTS, "PUT", "https://localhost:80"),
    ],
)  # fmt: skip
def test_pages_of_its_own(guests, method, origin):
    answer = let(guests, HOST, *([("Origin", origin)] if origin else []), method=method)
    assert answer.status == 203 and "access-control-allow-origin" not in answer.headers and "vary" not in answer.headers


@pytest.mark.parametrize(
    ("guests", "method", "origin", "shown", "remedy"),
    [
        (PAGES, "POST", None, "", "Ask elsewhere."), (PAGES, "PUT", "", "", "Ask elsewhere."),
        (PAGES, "GET", PAGE, PAGE, "Ask elsewhere."),
        (GUESTS, "GET", "http://localhost", "http://localhost", "Add it."), (GUESTS, "POST", "x" * 101, "x" * 100, "Add it."),
        (GUESTS, "OPTIONS", "https://pages.example.evil", "https://pages.example.evil", "Add it."),
        (GUESTS, "GET", "moz-extension:/x", "moz-extension:/x", "Add it."), (GUESTS, "GET", "*", "*", "Add it."),
    ],
)  # fmt: skip
def test_pages_that_are_refused(guests, method, origin, shown, remedy):
    headers = [] if origin is None else [("Origin", origin)]
    assert refusal(guests, HOST, *headers, method=method) == f"origin: {shown!r} may not ask this server. {remedy}"


def test_what_is_no_request_goes_through():
    seen = []

    async def note(*given):
        seen.extend(given)

    given = {"type": "lifespan"}, object(), object()
    asyncio.run(Gate(note, GUESTS)(*given))
    assert seen == list(given)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_other_sites_ask_without_an_origin(site):
    """Images, frames and forms of GET are refused; a link may open a page, but ask for no work."""
    link = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
    for more in ([], [("Sec-Fetch-Mode", "no-cors"), ("Sec-Fetch-Dest", "image")], [link[0], ("Sec-Fetch-Dest", "iframe")]):
        for method in ("GET", "POST"):
            message = refusal(GUESTS, HOST, ("Sec-Fetch-Site", site), *more, method=method)
            assert message == f"sec-fetch-site: '{site}' may not ask this server without an origin. Add it."
    assert let(GUESTS, HOST, ("Sec-Fetch-Site", site), *link).status == 203
    assert refusal(GUESTS, HOST, ("Sec-Fetch-Site", site), *link, method="POST")
    gate, headers = Gate(app, GUESTS), (HOST, ("Sec-Fetch-Site", site), *link)
    assert asked(gate, part(b"!"), path="/?text=a", headers=headers).status == 403
    assert let(GUESTS, HOST, ("Sec-Fetch-Site", site), ("Origin", PAGE)).status == 203
    assert let(Guests(frozenset({"localhost"}), origins=("*",)), HOST, ("Sec-Fetch-Site", site)).status == 203


@pytest.mark.parametrize("site", ["same-origin", "none", ""])
def test_what_no_other_site_asks(site):
    assert let(GUESTS, HOST, ("Sec-Fetch-Site", site)).status == 203
