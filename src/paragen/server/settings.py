"""Limits of a server, and who may use it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from paragen.base.errors import ConfigError
from paragen.base.settings import number, text, whole
from paragen.base.threads import MAX_THREADS
from paragen.web.settings import MIB, HttpLimits

if TYPE_CHECKING:
    from paragen.web.gate import Guests

_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://(\*|[^/*\s]+)")


@dataclass(frozen=True)
class Limits(HttpLimits):
    """Limits on one request, and on all requests together.

    Parameters
    ----------
    texts : in a request.
    text_characters, characters : in one text, and in all texts of a request.
    n : paraphrases of a text.
    answer_bytes : of an answer.
    waiting : requests that may wait for a thread.
    queue_seconds : how long further ones may queue for a place among these before they are refused.
    variants : paraphrasers with options other than the server's that are kept open.
    """

    texts: int = whole(256, 1, option="--max-texts", help="Texts in a request.")
    text_characters: int = whole(5_000, 1, option="--max-text-characters", help="Characters of one text.")
    characters: int = whole(40_000, 1, option="--max-characters", help="Characters of all texts in a request.")
    n: int = whole(100, 1, option="--max-n", help="Paraphrases of each text.")
    answer_bytes: int = whole(32 * MIB, 1, option="-")
    waiting: int = whole(32, 0, option="--max-waiting", help="Requests that may wait for a thread.")
    queue_seconds: float = number(
        2.0, least=0, option="--max-queue-seconds", help="Seconds that further ones may queue for a place among these; then 429."
    )
    variants: int = whole(16, 1, option="-")


@dataclass(frozen=True)
class Settings:
    """The settings of a server.

    Parameters
    ----------
    limits : of requests; see :class:`Limits`.
    threads : how many requests are worked on at the same time.
    token : that requests must present; "": none is required.
    hosts : names by which clients may address the server, besides ``localhost`` and any address; see :mod:`paragen.web.gate`.
    origins : of pages in browsers that may use it, besides its own: ``SCHEME://HOST[:PORT]``, ``SCHEME://*`` for all of a scheme,
        ``null``, or ``*``.
    least_listed : the least confidence of a single substitute to be listed, unless the request sets one; None: what the models
        ask for.
    """

    limits: Limits = field(default_factory=Limits)
    threads: int = 1
    token: str = field(default="", repr=False)
    hosts: tuple[str, ...] = text(
        (), many="list", option="--allow-host", metavar="NAME",
        help="A name under which the server is reached, besides localhost and addresses.",
    )
    origins: tuple[str, ...] = text(
        (), many="list", option="--origin", metavar="ORIGIN",
        help="Let the pages of this origin (https://example.org), of a scheme (moz-extension://*), or all (*) ask from a "
        "browser.",
    )
    least_listed: float | None = 0.0

    @property
    def guests(self) -> Guests:
        """Who may use it."""
        from paragen.web.gate import Guests

        names = ("localhost", *(host.lower().rstrip(".") for host in self.hosts))
        return Guests(
            frozenset(names), addresses=True, origins=self.origins, host_remedy="Start it with --allow-host to add one.",
            origin_remedy="Start it with --origin to let its pages do so.",
        )  # fmt: skip

    def __post_init__(self) -> None:
        if not 1 <= self.threads <= MAX_THREADS:
            raise ConfigError(f"threads: found {self.threads}, expected 1 to {MAX_THREADS}.")
        if self.token and not (self.token.isascii() and self.token.isprintable() and " " not in self.token):
            raise ConfigError("token: found spaces, control characters or letters beyond ASCII, which no header can carry.")
        for origin in self.origins:
            if origin not in ("*", "null") and not _ORIGIN.fullmatch(origin):
                raise ConfigError(f"origin: found {origin!r}, expected SCHEME://HOST[:PORT], SCHEME://*, null or *.")
