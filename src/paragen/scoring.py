"""Option scorers: what sees a sentence, and what came along with it, and scores or forbids its options before the search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from paragen.decoder.options import Offered, Options
from paragen.request import Request
from paragen.sentence import Sentence

Scorer = Callable[[Sequence[Request], Options], Iterable[float]]
"""Gives a number for each substitute of a batch of requests: a natural logarithm, which the feature of the scorer's name adds to
the score of an edit; -inf forbids it. Called from several threads where several work."""


def each(function: Callable[[Request, Offered], float]) -> Scorer:
    """Return the scorer that asks ``function`` of one substitute at a time.

    Each call makes Python objects of a substitute, so that a sentence takes milliseconds rather than fractions of one: for
    trying things out. What is to be fast reads the columns of :class:`paragen.decoder.options.Options`.

    >>> shorter = each(lambda request, substitute: -float(sum(map(len, substitute.words))))
    """

    def scorer(requests: Sequence[Request], options: Options) -> Iterable[float]:
        for number, request in enumerate(requests):
            for k in range(*options.numbers(number)):
                yield function(request, options[k])

    return scorer


def add_scores(scorers: dict[str, Scorer], sentences: Sequence[Sentence], options: Options) -> None:
    """Let every scorer score the options of some sentences."""
    requests = [sentence.request for sentence in sentences]
    for name, scorer in scorers.items():
        options.add_scores(name, scorer(requests, options))
