"""Hosts, origins and tokens: who is let in."""

from __future__ import annotations

import pytest

import paragen

from .running import counting, message, running

TOKEN = "s3cret-token"


@pytest.fixture(scope="module")
def guarded(english_model):
    settings = {"token": TOKEN, "hosts": ("paragen.example",), "origins": ("https://pages.example", "moz-extension://*")}
    with running(paragen.load(english_model), **settings) as found:
        yield found


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "127.0.0.1:80", "[::1]:8765", "10.1.2.3", "paragen.example", "Paragen.Example.:443"]
)
def test_hosts_that_are_let_in(guarded, host):
    assert guarded.client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "paragen.example.evil", "127.0.0.1.evil", "localhost:x", "a@localhost", "", "[:"],
)
def test_hosts_that_are_not(guarded, host):
    response = guarded.client.get("/healthz", headers={"Host": host})
    assert response.status_code == 403
    assert message(response).startswith("host: ")


def test_no_host_or_two(guarded):
    assert b" 403 " in guarded.spoken(b"GET /healthz HTTP/1.0\r\n\r\n")
    assert b" 403 " in guarded.spoken(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\nConnection: close\r\n\r\n")


def test_origins(guarded):
    def asked(origin, method="GET", **headers):
        return guarded.client.request(method, "/healthz", headers={"Origin": origin, **headers})

    for origin in ("https://pages.example", "moz-extension://0123-4567"):
        response = asked(origin)
        assert response.status_code == 200
        assert response.headers["access-control-allow-origin"] == origin and response.headers["vary"] == "Origin"
        preflight = asked(origin, "OPTIONS", **{"Access-Control-Request-Method": "POST"})
        assert preflight.status_code == 204 and "authorization" in preflight.headers["access-control-allow-headers"]
    for origin in ("https://pages.example.evil", "http://pages.example", "https://evil.example", "null", "moz-extension:"):
        for method in ("GET", "POST", "OPTIONS"):
            response = asked(origin, method, **{"Access-Control-Request-Method": "POST"})
            assert response.status_code == 403
            assert "access-control-allow-origin" not in response.headers
            assert message(response).startswith(f"origin: {origin!r} may not ask this server.")
    long = "https://" + "a" * 200
    assert message(asked(long)).startswith(f"origin: {long[:100]!r} may not")
    assert asked(guarded.url).status_code == 200, "a page of the server itself"
    assert asked(f"http://localhost:{guarded.port}").status_code == 403, "another name of it, unless the request came under that"


def test_any_origin(english_model):
    with running(paragen.load(english_model), origins=("*",)) as server:
        response = server.client.get("/healthz", headers={"Origin": "https://any.example"})
        assert response.headers["access-control-allow-origin"] == "https://any.example"


@pytest.mark.parametrize("path", ["/v1/models", "/metrics"])
@pytest.mark.parametrize(
    "shown", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", "Bearer s3cret-toke\u00f1".encode()]
)
def test_wrong_tokens(guarded, path, shown):
    with counting(guarded, token=1):
        response = guarded.client.get(path, headers={"Authorization": shown})
    assert response.status_code == 401 and response.headers["www-authenticate"] == "Bearer"
    assert message(response) == "token: this server asks for one. Send it as `Authorization: Bearer TOKEN`."


def test_the_token(guarded):
    for shown in (f"Bearer {TOKEN}", f"bearer  {TOKEN}"):
        assert guarded.client.get("/v1/models", headers={"Authorization": shown}).status_code == 200
    assert guarded.client.post("/v1/paraphrase", json={"text": "a"}).status_code == 401
    assert guarded.client.get("/healthz").status_code == 200, "whoever looks after the server need not know it"
    schemes = guarded.client.get("/openapi.json").json()["components"]["securitySchemes"]
    assert schemes == {"token": {"type": "http", "scheme": "bearer"}}


def test_headers_of_every_answer(guarded):
    for path in ("/healthz", "/nothing", "/v1/models"):
        headers = guarded.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff" and headers["cache-control"] == "no-store"
        assert headers["content-security-policy"].startswith("default-src 'none'") and "server" not in headers
