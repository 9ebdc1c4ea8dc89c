"""Listening, what a server is told of a request, and the limits it is given."""

from __future__ import annotations

import errno
import logging
import os
import socket

import pytest
from serving import served
from starlette.responses import JSONResponse

from paragen.base.errors import ConfigError
from paragen.server.settings import Limits
from paragen.web.run import listening, server, url_of
from paragen.web.settings import HttpLimits


class Bound:
    def __init__(self, *name):
        self.name = name

    def getsockname(self):
        return self.name


@pytest.mark.parametrize(
    ("name", "url"),
    [
        (("127.0.0.1", 80), "http://127.0.0.1:80"), (("10.0.0.1", 8765), "http://10.0.0.1:8765"),
        (("0.0.0.0", 80), "http://127.0.0.1:80"), (("::", 80, 0, 0), "http://[::1]:80"),
        (("fe80::1", 80, 0, 0), "http://[fe80::1]:80"),
    ],
)  # fmt: skip
def test_addresses(name, url):
    assert url_of(Bound(*name)) == url


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_listening(host):
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as free:
            free.bind((host, 0))
            port = free.getsockname()[1]
    except OSError:
        pytest.skip("this machine has no such address")
    with listening(host, port) as found:
        assert (found.family, found.getsockname()[:2]) == (family, (host, port))
        with pytest.raises(ConfigError) as error:
            listening(host, port)
    remedy = "Does it run already? Otherwise choose another port, or 0 for any free one."
    assert str(error.value) == f"--port: {port} is in use. {remedy}"


@pytest.mark.parametrize("host", ["", "127..0.1"])
def test_hosts_that_are_none(host):
    with pytest.raises(ConfigError) as error:
        listening(host, 0)
    assert str(error.value) == f"--host: {host!r} is no address or name of this machine. Leave it out for 127.0.0.1."


@pytest.mark.parametrize(
    ("number", "message"),
    [
        (errno.EACCES, "--port: 80 is reserved for the system. Choose one from 1024."),
        (errno.EPERM, "--port: 80 is reserved for the system. Choose one from 1024."),
        (errno.EADDRNOTAVAIL, "--host: 127.0.0.1 is not an address of this machine. Leave it out for 127.0.0.1."),
        (errno.EMFILE, None),
    ],
)
def test_ports_that_cannot_be_had(monkeypatch, number, message):
    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(socket, "create_server", fail)
    with pytest.raises(ConfigError if message else OSError) as error:
        listening("127.0.0.1", 80)
    assert str(error.value) == message or error.value.errno == number


@pytest.mark.parametrize(("limits", "shutdown"), [(HttpLimits(), 32), (HttpLimits(seconds=0.2), 2)])
def test_how_long_a_server_waits(limits, shutdown):
    """For what runs when it ends: some seconds more than that may take."""
    assert server(None, limits).config.timeout_graceful_shutdown == shutdown


def test_requests_come_as_they_were_sent(caplog):
    """Nobody's word is taken for where they come from; nothing of what clients do is logged; no WebSocket is opened."""
    lived = []

    async def app(scope, receive, send):
        if scope["type"] == "lifespan":
            while True:
                lived.append((await receive())["type"])
                await send({"type": f"{lived[-1]}.complete"})
                if lived[-1] == "lifespan.shutdown":
                    return
        else:
            await JSONResponse([scope["type"], scope["scheme"], scope["client"][0]])(scope, receive, send)

    root = logging.getLogger().level
    caplog.set_level(logging.INFO)
    with listening("127.0.0.1", 0) as listener, served(app, listener, HttpLimits()) as found:
        headers = {"X-Forwarded-For": "1.2.3.4", "X-Forwarded-Proto": "https", "Connection": "Upgrade", "Upgrade": "websocket",
                   "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}  # fmt: skip
        answer = found.client.get("/", headers=headers)
        assert b" 400 " in found.spoken(b"\x16\x03\x01")
    assert answer.json() == ["http", "http", "127.0.0.1"]
    assert "date" in answer.headers and "server" not in answer.headers
    assert lived == ["lifespan.startup", "lifespan.shutdown"]
    assert not [record for record in caplog.records if record.name.startswith("uvicorn")]
    assert not logging.getLogger("uvicorn").handlers and root == logging.WARNING


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"body_bytes": 1, "seconds": 0.001, "connections": 1, "waiting": 0, "texts": 1}, None),
        ({"body_bytes": 0}, "body_bytes: found 0, expected a whole number, 1 or more."),
        ({"seconds": 0.0009}, "seconds: found 0.0009, expected a number, 0.001 or more."),
        ({"read_seconds": float("inf")}, "read_seconds: found inf, expected a number, 0.001 or more."),
        ({"seconds": float("nan")}, "seconds: found nan, expected a number, 0.001 or more."),
        ({"waiting": -1}, "waiting: found -1, expected a whole number, 0 or more."),
    ],
)
def test_limits(given, message):
    if message is None:
        assert Limits(**given).waiting == 0
    else:
        with pytest.raises(ConfigError) as error:
            Limits(**given)
        assert str(error.value) == message
