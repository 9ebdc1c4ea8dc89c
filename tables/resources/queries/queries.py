"""Makes a paraphrase table of query logs: queries of much the same words, for which people clicked the same documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paragen.base.errors import ConfigError, ParagenError
from paragen.base.threads import run, thread_count
from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import TOP, Pair, check_table_destination, write_pairs
from paragen.tables.resources.queries.candidates import write_sample
from paragen.tables.resources.queries.differences import differences
from paragen.tables.resources.queries.kernel import SimilarQueries
from paragen.tables.resources.queries.log import QueryLog, StrPath, read_log
from paragen.tables.resources.queries.relevance import joined

_SLICES = 64  # each sets up an array as long as the log
_LEAST = 4096


@dataclass(frozen=True)
class Settings:
    """What makes two queries paraphrases.

    Parameters
    ----------
    beta : weight of the words, 1 - beta of the clicks.
    threshold : the similarity must exceed it (Th4).
    top : similar queries of each, at most.
    min_count : a query must come as often.
    max_words : of a query.
    max_sharing : words and documents that more queries share lead to no pair by themselves.
    containment : whether a query may have all words of the other, and more.
    min_contexts : if not 0, the paraphrases are not queries, but what differs between two similar ones in as many contexts.
    """

    beta: float = 0.5
    threshold: float = 0.7
    top: int = TOP
    min_count: int = 1
    max_words: int = 5
    max_sharing: int = 1000
    containment: bool = True
    min_contexts: int = 0

    def check(self) -> None:
        """Raise ConfigError for a setting out of range."""
        for name in ("top", "min_count", "max_words", "max_sharing"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name}: found {getattr(self, name)}, expected 1 or more.")
        if self.min_contexts < 0:
            raise ConfigError(f"min_contexts: found {self.min_contexts}, expected 0 or more.")
        if not 0 <= self.beta <= 1:
            raise ConfigError(f"beta: found {self.beta:g}, expected a number from 0 to 1.")
        if not 0 <= self.threshold < 1:
            raise ConfigError(f"threshold: found {self.threshold:g}, expected 0 or more and less than 1.")


@dataclass(frozen=True)
class Summary:
    """What was found.

    Attributes
    ----------
    records, queries : queries read, and distinct phrases among them that were compared.
    clicks : pairs of such a phrase and a document.
    rare : distinct phrases left out as they came too seldom.
    pairs, phrases : paraphrases written, and phrases that have them.
    candidates : pairs written to be labelled.
    skips : what else was left out.
    """

    records: int
    queries: int
    clicks: int
    rare: int
    pairs: int
    phrases: int
    candidates: int
    skips: Skips


def query_files(
    logs: Sequence[StrPath],
    destination: StrPath,
    *,
    form: str = "auto",
    settings: Settings | None = None,
    candidates: StrPath | None = None,
    licence: str = "",
    threads: int = 0,
    progress: Callable[[int], object] | None = None,
) -> Summary:
    """Find paraphrases among queries: Sim = beta Sim_content + (1 - beta) Sim_click [Z08]_ eq. 10.

    Either similarity is an overlap rate 2 |A ∩ B| / (|A| + |B|): of the word types of two queries, and of the documents
    clicked for them. A query without clicks has no click similarity with any.

    Parameters
    ----------
    logs : query logs, read as one; see `paragen.tables.resources.queries.forms`, and `read_log` for pairs of files.
    destination : the paraphrases; see `paragen.tables.io.writing.write_pairs`. The score is Sim.
    form : of the logs, if not to be recognised.
    settings : weights, threshold and limits.
    candidates : where to write a sample of pairs to label; see `write_sample`.
    licence : of the logs.
    threads : 0 for one a processor. The output does not depend on it.
    progress : told how many queries more have been read, and how many compared.

    Raises
    ------
    ConfigError : a setting out of range, a destination that cannot be.
    FormatError : a log is not what it should be.
    ParagenError : no pair is similar enough.
    """
    settings = settings or Settings()
    settings.check()
    thread_count(threads)
    read = (name for path in logs for name in (joined(path) or [path]))
    check_table_destination(destination, settings.top, inputs=read, others=[candidates])
    skips = Skips()
    log = read_log(
        logs, form=form, min_count=settings.min_count, max_words=settings.max_words, skips=skips, progress=progress
    )  # fmt: skip
    if not len(log.documents.items) and settings.threshold >= settings.beta:
        raise ParagenError(
            f"{', '.join(map(str, logs))}: no query has a clicked document, so that no similarity exceeds --beta, which is "
            f"{settings.beta:g}, but --threshold is {settings.threshold:g}. Go by words alone: --beta 1."
        )
    n_candidates = write_sample(log, candidates, settings.beta, settings.max_sharing) if candidates is not None else 0
    pairs = similar(log, settings, threads, progress)
    if settings.min_contexts:
        pairs = differences(pairs, settings.min_contexts)
    written = write_pairs(pairs, destination, top=settings.top, licence=licence)
    return Summary(
        log.records, len(log.queries), len(log.documents.items), log.rare, written.pairs, written.phrases, n_candidates, skips
    )


def similar(log: QueryLog, settings: Settings, threads: int, progress: Callable[[int], object] | None) -> Iterator[Pair]:
    """Yield the similar queries of each query, best first."""
    words, documents, queries = log.words, log.documents, log.queries
    finder = SimilarQueries(
        words.begin, words.items, documents.begin, documents.items, words.size, documents.size,
        beta=settings.beta, threshold=settings.threshold, containment=settings.containment,
        top=min(settings.top, len(queries)), max_sharing=min(settings.max_sharing, len(queries)),
    )  # fmt: skip
    step = max(_LEAST, len(queries) // _SLICES)

    def work(firsts: Sequence[int]) -> list[tuple[int, Any, Any, Any]]:
        return [(first, *finder.find(np.arange(first, min(first + step, len(queries)), dtype=np.uint32))) for first in firsts]

    for first, counts, neighbours, scores in run(work, range(0, len(queries), step), threads, 1):
        begin = 0
        neighbours, scores = neighbours.tolist(), scores.tolist()
        for query, count in enumerate(counts.tolist(), first):
            for at in range(begin, begin + count):
                yield queries[query], queries[neighbours[at]], scores[at]
            begin += count
        if progress:
            progress(len(counts))
