"""JSON-RPC 2.0 messages between an editor and us, with the headers of the Language Server Protocol, and their fields, checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from threading import Lock
from typing import Any, BinaryIO

from paragen.base.errors import FormatError, shown
from paragen.base.json_and_toml import json_kind, json_or_none

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
NOT_INITIALIZED, CANCELLED = -32002, -32800
"""Codes of errors: of JSON-RPC 2.0, section 5.1; the last two of LSP 3.17."""

_LENGTH = re.compile(rb"Content-Length:[ \t]*(\d{1,10})[ \t]*", re.IGNORECASE)
_LONGEST_HEADER = 1 << 12
_LONGEST = 1 << 30  # bytes of a message
_PIECE = 1 << 20  # bytes read at once, so that a length that does not come takes no memory
_INPUT = "standard input"


class Failure(Exception):
    """Why a request is refused.

    Parameters
    ----------
    code : of JSON-RPC or of the protocol.
    message : for the user.
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Connection:
    """Reads messages on one thread; writes on any.

    Parameters
    ----------
    source : from the editor.
    out : to the editor.
    """

    def __init__(self, source: BinaryIO, out: BinaryIO) -> None:
        self._source, self._out = source, out
        self._writing = Lock()

    def messages(self) -> Iterator[dict[str, Any]]:
        """Yield each request and notification, until the editor closes its end. Answers of the editor are left out, for we ask
        nothing; what is no message is refused.

        Raises
        ------
        FormatError : headers that are not the protocol's, so that no later message can be found.
        """
        while (body := self._body()) is not None:
            message = json_or_none(body)
            if message is None:
                self.refuse(None, Failure(PARSE_ERROR, "message: found invalid JSON, expected a JSON-RPC message."))
            elif not isinstance(message, dict) or not _is_call(message):
                if not (isinstance(message, dict) and {"result", "error"} & message.keys()):
                    expected = "an object with a method and, in a request, an id"
                    self.refuse(None, Failure(INVALID_REQUEST, f"message: found something else, expected {expected}."))
            else:
                yield message

    def answer(self, number: int | str, result: Any) -> None:
        """Answer the request of that id."""
        self._send({"id": number, "result": result})

    def refuse(self, number: int | str | None, failure: Failure) -> None:
        """Refuse the request of that id; None: it is not known."""
        self._send({"id": number, "error": {"code": failure.code, "message": str(failure)}})

    def notify(self, method: str, params: Any) -> None:
        """Send a notification."""
        self._send({"method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}, allow_nan=False).encode()
        with self._writing:
            self._out.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            self._out.flush()

    def _body(self) -> bytes | None:
        """Return the next message; None if there is none."""
        length = None
        while line := self._source.readline(_LONGEST_HEADER):
            header = line.strip()
            if found := _LENGTH.fullmatch(header):
                length = int(found[1])
            elif not header and length is not None:
                return self._read(length)
            elif b":" not in header or header.lower().startswith(b"content-length"):
                what = shown(header.decode(errors="replace"))
                raise FormatError(_INPUT, what, "a header, as Content-Length: 2", "This verb is for editors to start.")
        return None

    def _read(self, length: int) -> bytes | None:
        """Return so many bytes; None if the editor closes its end before."""
        if length > _LONGEST:
            raise FormatError(_INPUT, f"a message of {length} bytes", f"{_LONGEST} or fewer")
        pieces: list[bytes] = []
        while length and (piece := self._source.read(min(length, _PIECE))):
            pieces.append(piece)
            length -= len(piece)
        return None if length else b"".join(pieces)


def _is_call(message: dict[str, Any]) -> bool:
    return isinstance(message.get("method"), str) and ("id" not in message or type(message["id"]) in (int, str))


_LARGEST = 2**31 - 1  # of the protocol's whole numbers
_WHOLE = f"a whole number from 0 to {_LARGEST}"


class Fields:
    """A JSON object.

    Parameters
    ----------
    value : what is to be one.
    where : its place in the message, for errors.

    Raises
    ------
    Failure : it is not, or a field that is read is not what it should be: invalid params.
    """

    def __init__(self, value: Any, where: str = "params") -> None:
        self.where = where
        if not isinstance(value, dict):
            raise _invalid(where, value, "an object")
        self._value = value

    def has(self, name: str) -> bool:
        """Return whether there is a field, and it is not null."""
        return self._value.get(name) is not None

    def object(self, name: str) -> Fields:
        """Return a field that is an object."""
        return Fields(self._value.get(name), f"{self.where}.{name}")

    def objects(self, name: str) -> list[Fields]:
        """Return a field that is a list of objects."""
        return [Fields(one, f"{self.where}.{name}[{i}]") for i, one in enumerate(self._list(name))]

    def texts(self, name: str) -> list[str]:
        """Return a field that is a list of strings."""
        found = self._list(name)
        for i, one in enumerate(found):
            if not isinstance(one, str):
                raise _invalid(f"{self.where}.{name}[{i}]", one, "a string")
        return found

    def text(self, name: str) -> str:
        """Return a field that is a string."""
        value = self._value.get(name)
        if not isinstance(value, str):
            raise _invalid(f"{self.where}.{name}", value, "a string")
        return value

    def whole(self, name: str) -> int:
        """Return a field that is a whole number from 0 to 2³¹ - 1."""
        value = self._value.get(name)
        if type(value) is not int or not 0 <= value <= _LARGEST:
            raise _invalid(f"{self.where}.{name}", value, _WHOLE)
        return value

    def version(self) -> int | None:
        """Return the version of a document: a whole number, or null, if its editor does not count them."""
        value = self._value.get("version")
        if value is not None and type(value) is not int:
            raise _invalid(f"{self.where}.version", value, "a whole number")
        return value

    def _list(self, name: str) -> list[Any]:
        value = self._value.get(name)
        if not isinstance(value, list):
            raise _invalid(f"{self.where}.{name}", value, "a list")
        return value


def _invalid(where: str, value: Any, expected: str) -> Failure:
    found = shown(value) if isinstance(value, str) else str(value) if type(value) in (int, float) else json_kind(value)
    return Failure(INVALID_PARAMS, f"{where}: found {found}, expected {expected}.")
