"""One sentence to rewrite, with its own settings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import Any

from paragen.base.errors import ConfigError
from paragen.request.sense import Sense

Span = tuple[int, int]
"""Characters of a text, half-open."""


@dataclass(frozen=True, slots=True)
class Request:
    """A sentence, what must not change in it, and what is known about it.

    Parameters
    ----------
    text : one sentence. Each line of a text with several lines is rewritten by itself.
    keep : character spans ``(begin, end)`` of ``text`` that stay as they are. An empty span is a
        position that no edit crosses.
    force : ``(begin, end, wording)``: characters of ``text`` that must read ``wording``, on one line and not overlapping, and
        not blocked. The rest is rewritten around it.
    sense : the sentence's translation, or several, in different languages; edits are then limited to those of the same sense.
    annotations : data about the sentence for option scorers, by name (a tree, tags, the user's own data).
    where : names the sentence in errors about its spans, forced wordings and senses: a file and line.
    breaks : positions in ``text`` at which another sentence begins; each is rewritten by itself, as lines are.
    """

    text: str
    keep: Iterable[Span] = ()
    force: Iterable[tuple[int, int, str]] = ()
    sense: Sense | Sequence[Sense] | None = None
    annotations: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""
    breaks: Iterable[int] = ()

    def named(self, error: ConfigError) -> ConfigError:
        """Return an error about this request with :attr:`where` before its message."""
        return ConfigError(f"{self.where}: {error}") if self.where else error


def as_request(item: str | Request) -> Request:
    """Return ``item`` as a request; raise TypeError if it is neither a sentence nor a request."""
    if isinstance(item, Request):
        return item
    if not isinstance(item, str):
        raise TypeError(f"a sentence must be str or paragen.Request, not {type(item).__name__}")
    return Request(item)


def as_requests(items: Iterable[str | Request]) -> Iterator[Request]:
    """Check sentences and requests as they come; see :func:`as_request`."""
    if isinstance(items, (str, bytes)):
        raise TypeError(f"texts: expected a list of sentences, not a {type(items).__name__}")
    return map(as_request, items)


def checked_spans(keep: Iterable[Span], length: int) -> list[Span]:
    """Return ``keep`` as a list; raise ConfigError unless each is a pair of numbers ``0 <= begin <= end <= length``."""
    try:
        spans = list(keep)
    except TypeError:
        raise ConfigError(f"keep: found {keep!r}, expected a list of spans (begin, end).") from None
    for span in spans:
        try:
            begin, end = map(index, span)
        except (TypeError, ValueError):
            begin, end = -1, -1
        if not 0 <= begin <= end:
            raise ConfigError(f"keep: found {span!r}, expected spans (begin, end) of characters, 0 <= begin <= end.")
        if end > length:
            raise ConfigError(f"keep: found {span!r}, expected spans within the {length} characters of the text.")
    return spans


def checked_breaks(breaks: Iterable[int]) -> list[int]:
    """Return ``breaks`` in order; raise ConfigError unless they are numbers of characters."""
    try:
        found = sorted(map(index, breaks))
    except TypeError:
        found = [-1]
    if found and found[0] < 0:
        raise ConfigError(f"breaks: found {breaks!r}, expected the characters at which sentences begin, from 0.")
    return found
