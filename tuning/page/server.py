"""Serves the page to this machine's browsers, and to nobody else.

Python's own HTTP server is enough: a handful of fixed addresses, small JSON bodies, a few people. So labelling needs no
further package, and there is no framework whose defaults would have to be checked for safety.
"""

from __future__ import annotations

import errno
import json
import secrets
import socket
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any

from paragen.base.errors import ConfigError, ParagenError
from paragen.base.json_text import json_or_none
from paragen.tuning.labels import Label
from paragen.tuning.page.questions import Answer
from paragen.tuning.page.service import Conflict, LabellingService
from paragen.web.files import HEADERS, SHARED, media_type, read

ADDRESS = "127.0.0.1"
_BODY = 1 << 16  # maximum bytes of a request: a label has a few hundred
_PAUSE = 60  # seconds that a connection may be idle

_PAGES = {"": "label.html", "agreement": "agreement.html"}
_OWN = ("page.css", "label.js", "render.js", "agreement.js", "api.js")
_FILES = (*_OWN, *SHARED)

_UNKEYED = "This address lacks the page's key. Open the address that the terminal shows."
_FOREIGN = "This page answers to its own address only. Open the address that the terminal shows."


class PageServer(ThreadingHTTPServer):
    """The labelling page under ``url``, until it is closed.

    The address contains a random key: whoever does not know it, such as pages of other origins, gets nothing. There are no
    cookies that a browser could send of its own accord.

    Parameters
    ----------
    service : answers the page's requests.
    port : 0: any free port.
    explain : explains an error of the operating system.

    Raises
    ------
    ConfigError : the port is taken, or may not be used.
    """

    daemon_threads = True  # the store's lock, not waiting for open connections, keeps the last label whole

    def __init__(self, service: LabellingService, port: int = 0, explain: Callable[[OSError], str] = str) -> None:
        self.service, self.explain = service, explain
        self.key = secrets.token_urlsafe(24)
        self.static = read("paragen.tuning.page", (*_PAGES.values(), *_OWN))
        try:
            super().__init__((ADDRESS, port), _Handler)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                remedy = "Is the page open already? Otherwise choose another port, or leave out --port for any free one."
                raise ConfigError(f"--port: {port} is in use. {remedy}") from None
            if error.errno in (errno.EACCES, errno.EPERM):
                raise ConfigError(f"--port: {port} is reserved for the system. Choose one from 1024.") from None
            raise

    def server_bind(self) -> None:
        TCPServer.server_bind(self)  # HTTPServer's own asks for this machine's name, which may take long
        self.server_name, self.server_port = ADDRESS, self.server_address[1]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing about browsers that disconnect."""

    @property
    def hosts(self) -> tuple[str, ...]:
        """The host names that a browser may use for this machine."""
        return tuple(f"{name}:{self.server_port}" for name in (ADDRESS, "localhost"))

    @property
    def url(self) -> str:
        """The address of the page, with its key."""
        return f"http://{ADDRESS}:{self.server_port}/{self.key}/"

    def answer(self, action: str, data: dict[str, Any]) -> dict[str, Any]:
        """Do what the page asks; raise ConfigError if the request makes no sense."""
        service, name = self.service, data.get("annotator", "")
        if action == "about":
            return service.about()
        if action == "figures":
            return service.figures()
        if not isinstance(name, str):
            raise ConfigError("annotator: expected a name.")
        if action == "open":
            return service.open(name, _whole(data, "after"))
        if action == "show":
            return service.show(name, _whole(data, "index"))
        if action == "again":
            return service.again(name, _whole(data, "index"))
        if action == "undo":
            return service.undo(name, _text(data, "id"))
        label, reason, seen = (None if data.get(field) is None else _text(data, field) for field in ("label", "reason", "seen"))
        meaning, grammar = (None if data.get(field) is None else _yes_or_no(data, field) for field in Label.JUDGEMENTS)
        answer = Answer(label, reason, meaning, grammar)
        return service.label(name, _text(data, "id"), answer, seen=seen, follow=_text(data, "follow"))


_ACTIONS = ("about", "figures", "open", "show", "again", "undo", "label")
_SAVING = ("undo", "label")


def _text(data: dict[str, Any], field: str) -> str:
    if not isinstance(data.get(field), str):
        raise ConfigError(f"{field}: expected a string.")
    return data[field]  # type: ignore[no-any-return]


def _whole(data: dict[str, Any], field: str) -> int:
    if type(data.get(field)) is not int:
        raise ConfigError(f"{field}: expected a whole number.")
    return data[field]  # type: ignore[no-any-return]


def _yes_or_no(data: dict[str, Any], field: str) -> bool:
    if type(data.get(field)) is not bool:
        raise ConfigError(f"{field}: expected true or false.")
    return data[field]  # type: ignore[no-any-return]


class _Handler(BaseHTTPRequestHandler):
    """One connection from a browser."""

    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "paragen", ""
    timeout = _PAUSE

    def setup(self) -> None:
        super().setup()
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # otherwise answers wait for acknowledgements

    def do_GET(self) -> None:
        place = self._place()
        if place is None:
            return
        name = _PAGES.get(place, place if place in _FILES else None)
        if name is None:
            self._say(404, "There is nothing here. Open the address that the terminal shows.")
            return
        self._send(200, media_type(name), self.server.static[name])

    def do_POST(self) -> None:
        place = self._place()
        if place is None:
            return
        if self.headers.get("Origin") not in [f"http://{host}" for host in self.server.hosts]:
            self._say(403, _FOREIGN)
        elif place not in _ACTIONS:
            self._say(404, "There is nothing here.")
        elif (data := self._body()) is not None:
            self._answer(place, data)

    def _place(self) -> str | None:
        """Return the requested path below the key; refuse the request and return None if it may not ask for it."""
        if self.headers.get("Host") not in self.server.hosts:
            self._say(403, _FOREIGN)
            return None
        _, _, path = self.path.partition("?")[0].partition("/")
        key, slash, place = path.partition("/")
        if not (slash and secrets.compare_digest(key.encode(errors="replace"), self.server.key.encode())):
            self._say(403, _UNKEYED)
            return None
        return place

    def _body(self) -> dict[str, Any] | None:
        """Return the object that was sent; refuse the request and return None if it is not an object."""
        length = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json" or not (length.isascii() and length.isdigit()):
            self._say(415, "Expected JSON.")
        elif len(length) > len(str(_BODY)) or int(length) > _BODY:
            self._say(413, "The request is too large.")
        else:
            data = json_or_none(self.rfile.read(int(length)))
            if isinstance(data, dict):
                return data
            self._say(400, "Expected a JSON object.")
        return None

    def _answer(self, action: str, data: dict[str, Any]) -> None:
        failed = "Not saved. " if action in _SAVING else ""
        try:
            status, found = 200, self.server.answer(action, data)
        except Conflict as conflict:
            status, found = 409, {"message": str(conflict), "view": conflict.view}
        except OSError as error:
            status, found = 507, {"message": failed + self.server.explain(error)}
        except ParagenError as error:
            status, found = 400, {"message": failed + str(error)}
        except Exception as error:
            status, found = 500, {"message": f"{failed}Unexpected {type(error).__name__}: {error}"}
        self._send(status, "application/json", json.dumps(found).encode())

    def _say(self, status: int, text: str) -> None:
        self.close_connection = True  # a body may not have been read
        self._send(status, "text/plain; charset=utf-8", f"{text}\n".encode())

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        for name, value in (HEADERS | {"Content-Type": kind, "Content-Length": str(len(data))}).items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse requests that this page does not know."""
        self._say(code, "This page does not know that request.")

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""
