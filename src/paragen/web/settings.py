"""Limits on requests, common to all servers; apart from what keeps them, as the command line reads them for its help."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.settings import Settings, number, whole

MIB = 1 << 20


@dataclass(frozen=True)
class HttpLimits(Settings):
    """Limits on one request, and on all requests together.

    Parameters
    ----------
    body_bytes : of a request's body.
    bodies_bytes : of the bodies of all requests that are being read or answered.
    seconds : from the last byte of a request until its answer is ready.
    read_seconds : for the headers of a request, for its body, and between two requests of a connection.
    connections : open at the same time; beyond, they are refused.
    header_bytes : of a request line and all headers.
    """

    body_bytes: int = whole(MIB, 1, option="--max-body", help="Bytes of a request.")
    bodies_bytes: int = whole(64 * MIB, 1, option="-")
    seconds: float = number(30.0, least=0.001, option="--max-seconds", help="Seconds for one request.")
    read_seconds: float = number(15.0, least=0.001, option="-")
    connections: int = whole(
        512, 1, option="--max-connections",
        help="Connections that may be open; beyond, those that wait for clients make room.",
    )  # fmt: skip
    header_bytes: int = whole(32 * 1024, 1, option="-")
