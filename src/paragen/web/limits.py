"""Limits on requests, common to all servers."""

from __future__ import annotations

from dataclasses import dataclass, fields

from paragen.base.errors import ConfigError

MIB = 1 << 20


@dataclass(frozen=True)
class HttpLimits:
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

    body_bytes: int = MIB
    bodies_bytes: int = 64 * MIB
    seconds: float = 30.0
    read_seconds: float = 15.0
    connections: int = 512
    header_bytes: int = 32 * 1024

    def __post_init__(self) -> None:
        for each in fields(self):
            value, least = getattr(self, each.name), each.metadata.get("least", 1e-3 if "seconds" in each.name else 1)
            if not least <= value < float("inf"):
                raise ConfigError(f"{each.name}: found {value!r}, expected {least:g} or more.")
