"""Limits of a server, and who may ask it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields

from paragen.base.errors import ConfigError
from paragen.base.threads import MAX_THREADS

MIB = 1 << 20
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://(\*|[^/*\s]+)")


@dataclass(frozen=True)
class Limits:
    """Limits of one request, and of all requests together.

    Parameters
    ----------
    body_bytes : of a request.
    bodies_bytes : of all requests that are being read or answered.
    texts : in a request.
    text_characters, characters : of one text, of all in a request.
    n : paraphrases of a text.
    answer_bytes : of an answer.
    seconds : from the last byte of a request until its answer is ready.
    read_seconds : for the headers of a request, for its body, and between two requests of a connection.
    waiting : requests that wait for a thread; beyond, they are refused.
    connections : open at the same time; beyond, they are refused.
    header_bytes : of a request line and all headers.
    variants : paraphrasers with other options than the server's that are kept open.
    """

    body_bytes: int = MIB
    bodies_bytes: int = 64 * MIB
    texts: int = 256
    text_characters: int = 5_000
    characters: int = 40_000
    n: int = 100
    answer_bytes: int = 32 * MIB
    seconds: float = 30.0
    read_seconds: float = 15.0
    waiting: int = 32
    connections: int = 512
    header_bytes: int = 32 * 1024
    variants: int = 16

    def __post_init__(self) -> None:
        for each in fields(self):
            value, least = getattr(self, each.name), 0 if each.name == "waiting" else 1e-3 if "seconds" in each.name else 1
            if not least <= value < float("inf"):
                raise ConfigError(f"{each.name}: found {value!r}, expected {least:g} or more.")


@dataclass(frozen=True)
class Settings:
    """How a server works.

    Parameters
    ----------
    limits : of requests; see :class:`Limits`.
    threads : how many requests are worked on at the same time.
    token : what requests must show; "": none is asked for.
    hosts : names, besides ``localhost`` and any address, under which the server may be asked; see :mod:`paragen.server.gate`.
    origins : of pages in browsers that may ask, besides those that the server itself sent: ``SCHEME://HOST[:PORT]``,
        ``SCHEME://*`` for all of a scheme, ``null``, or ``*``.
    least_listed : the confidence below which a single substitute is not listed, where the request does not say.
    """

    limits: Limits = field(default_factory=Limits)
    threads: int = 1
    token: str = field(default="", repr=False)
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    least_listed: float = 0.0

    def __post_init__(self) -> None:
        if not 1 <= self.threads <= MAX_THREADS:
            raise ConfigError(f"threads: found {self.threads}, expected 1 to {MAX_THREADS}.")
        if self.token and not (self.token.isascii() and self.token.isprintable() and " " not in self.token):
            raise ConfigError("token: found spaces, control characters or letters beyond ASCII, which no header can carry.")
        for origin in self.origins:
            if origin not in ("*", "null") and not _ORIGIN.fullmatch(origin):
                raise ConfigError(f"origin: found {origin!r}, expected SCHEME://HOST[:PORT], SCHEME://*, null or *.")
