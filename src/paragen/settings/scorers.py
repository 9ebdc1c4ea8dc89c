"""Option scorers: functions that see a sentence and its request, and score or forbid its options before the search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from paragen.decoder.options import Offered, Options
from paragen.settings.request import Request

Scorer = Callable[[Sequence[Request], Options], Iterable[float]]
"""Returns a number for each substitute of a batch of requests: a natural logarithm, which the feature with the scorer's name adds
to the score of an edit; -inf forbids it. May be called from several threads."""


@dataclass(frozen=True)
class each:
    """A scorer that calls ``function`` for one substitute at a time.

    Each call creates Python objects, so a sentence takes milliseconds rather than fractions of one: use it for trying things
    out. A fast scorer reads the columns of :class:`paragen.decoder.options.Options`. It pickles if the function does.

    >>> shorter = each(lambda request, substitute: -float(sum(map(len, substitute.words))))
    """

    function: Callable[[Request, Offered], float]

    def __call__(self, requests: Sequence[Request], options: Options) -> Iterable[float]:
        """Return the score of each substitute of some requests."""
        for number, request in enumerate(requests):
            for k in range(*options.numbers(number)):
                yield self.function(request, options[k])
