"""Makes a paraphrase table from query logs: queries with similar words, for which people clicked the same documents."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ParagenError
from paragen.base.threads import run as run_threads
from paragen.tables.builder import Run, TableSummary
from paragen.tables.calibration.labelled import write_candidates
from paragen.tables.io.writing import Pair, check_table_destination, write_pairs
from paragen.tables.resources.kernel import SimilarQueries
from paragen.tables.resources.options import QueriesOptions
from paragen.tables.resources.queries.forms import joined
from paragen.tables.resources.queries.log import QueryLog, Sets, read_log

__all__ = ["QueriesOptions", "QueriesSummary", "build_queries"]

_SLICES = 64  # each sets up an array as long as the log
_LEAST = 4096


@dataclass(frozen=True, kw_only=True)
class QueriesSummary(TableSummary):
    """What was found.

    Attributes
    ----------
    records, queries : queries read, and distinct phrases among them that were compared.
    clicks : pairs of such a phrase and a document.
    rare : distinct phrases left out because they occurred too seldom.
    candidates : pairs written to be labelled.
    """

    records: int
    queries: int
    clicks: int
    rare: int
    candidates: int

    def __str__(self) -> str:
        made = f"{self.pairs} paraphrases of {self.phrases} phrases, from {self.queries} distinct in {self.records} queries"
        rare = f", {self.rare} more that occurred too seldom" * bool(self.rare)
        labelled = f"; {self.candidates} pairs to label" * bool(self.candidates)
        return f"{made} with {self.clicks} clicked documents{rare}{labelled}"


def build_queries(
    logs: Sequence[StrPath], destination: StrPath, options: QueriesOptions | None = None, run: Run | None = None
) -> QueriesSummary:
    """Find paraphrases among queries: Sim = beta Sim_content + (1 - beta) Sim_click [Z08]_ eq. 10.

    Both similarities are overlap rates 2 |A ∩ B| / (|A| + |B|): of the word types of two queries, and of the documents clicked
    for them. A query without clicks has no click similarity to any other.

    Parameters
    ----------
    logs : query logs, read as one; see `paragen.tables.resources.queries.forms`, and `read_log` for pairs of files.
    destination : the paraphrases; see `paragen.tables.io.writing.write_pairs`. The score is Sim.
    options : weights, threshold and limits.
    run : threads; the steps are "reading" and "comparing", which count queries.

    Raises
    ------
    ConfigError : there is no log, or the destination cannot be written.
    FormatError : a log is malformed.
    ParagenError : no pair is similar enough.
    """
    options, run = options or QueriesOptions(), run or Run()
    read = (name for path in logs for name in (joined(path) or [path]))
    check_table_destination(destination, options.top, inputs=read, others=[options.candidates])
    log = read_log(
        logs, form=options.form, min_count=options.min_count, max_words=options.max_words, skips=run.skips,
        progress=run.counter("reading"),
    )  # fmt: skip
    if not len(log.documents.items) and options.threshold >= options.beta:
        raise ParagenError(
            f"{', '.join(map(str, logs))}: no query has a clicked document, so no similarity exceeds --beta, which is "
            f"{options.beta:g}, but --threshold is {options.threshold:g}. Compare words alone: --beta 1."
        )
    n_candidates = 0
    if options.candidates is not None:
        n_candidates = write_sample(log, options.candidates, options.beta, options.max_sharing)
    pairs = similar(log, options, run)
    if options.min_contexts:
        pairs = differences(pairs, options.min_contexts)
    written = write_pairs(pairs, destination, top=options.top, licence=options.licence)
    return QueriesSummary(
        records=log.records, queries=len(log.queries), clicks=len(log.documents.items), rare=log.rare, candidates=n_candidates,
        pairs=written.pairs, phrases=written.phrases, skips=run.skips,
    )  # fmt: skip


def similar(log: QueryLog, options: QueriesOptions, run: Run) -> Iterator[Pair]:
    """Yield the similar queries of each query, best first."""
    queries = log.queries
    finder = _finder(log, options.beta, options.threshold, options.top, options.max_sharing, options.containment)
    step = max(_LEAST, len(queries) // _SLICES)

    def work(firsts: Sequence[int]) -> list[tuple[int, Any, Any, Any]]:
        return [(first, *finder.find(np.arange(first, min(first + step, len(queries)), dtype=np.uint32))) for first in firsts]

    progress = run.counter("comparing", len(queries))
    for first, counts, neighbours, scores in run_threads(work, range(0, len(queries), step), run.threads, 1):
        begin = 0
        neighbours, scores = neighbours.tolist(), scores.tolist()
        for query, count in enumerate(counts.tolist(), first):
            for at in range(begin, begin + count):
                yield queries[query], queries[neighbours[at]], scores[at]
            begin += count
        if progress:
            progress(len(counts))


def _finder(
    log: QueryLog, beta: float, threshold: float, top: int, max_sharing: int, containment: bool = True
) -> SimilarQueries:  # fmt: skip
    words, documents, n = log.words, log.documents, len(log.queries)
    return SimilarQueries(
        words.begin, words.items, documents.begin, documents.items, words.size, documents.size, beta=beta, threshold=threshold,
        top=min(top, n), max_sharing=min(max_sharing, n), containment=containment,
    )  # fmt: skip


def differences(pairs: Iterable[Pair], min_contexts: int) -> Iterator[Pair]:
    """Yield the differing parts of similar queries: *cheap* and *low cost* for *cheap flights* and *low cost flights*.

    Parameters
    ----------
    pairs : similar queries.
    min_contexts : in how many different contexts the parts must stand, since two queries may differ in anything.

    Returns
    -------
    Pairs whose score is the highest similarity of two queries that differ so.
    """
    contexts: dict[tuple[str, str], dict[str, float]] = {}
    for source, target, score in pairs:
        if parts := _parted(source.split(" "), target.split(" ")):
            found = contexts.setdefault(parts[:2], {})
            found[parts[2]] = max(score, found.get(parts[2], 0.0))
    for (one, other), found in contexts.items():
        if len(found) >= min_contexts:
            yield one, other, max(found.values())


def _parted(one: list[str], other: list[str]) -> tuple[str, str, str] | None:
    """Return the parts in which two queries differ, and their context; None if there is no context, or one contains the other."""
    shorter = min(len(one), len(other))
    before = next((k for k in range(shorter) if one[k] != other[k]), shorter)
    after = next((k for k in range(shorter - before) if one[-1 - k] != other[-1 - k]), shorter - before)
    if before + after in (0, shorter):
        return None
    end, other_end = len(one) - after, len(other) - after
    around = " ".join([*one[:before], "_", *one[end:]])
    return " ".join(one[before:end]), " ".join(other[before:other_end]), around


PAIRS = 1000

_QUERIES = 20_000  # whose pairs are considered
_OF_EACH = 50
_BINS = 5  # of either similarity

_Pair = tuple[int, int, float, float]


def write_sample(log: QueryLog, destination: StrPath, beta: float, max_sharing: int) -> int:
    """Write pairs that share a word or a document, spread over all degrees of similarity; return how many.

    The sample is drawn by checksums of the text, so the same log gives the same sample. It is spread evenly over the
    similarities rather than over the queries, as hardly similar pairs are by far the most frequent.

    Parameters
    ----------
    log : the queries.
    destination : see `write_candidates`; the similarities are ``content`` and ``click``.
    beta : weight that selects which of a query's many pairs are considered: the 50 most similar ones.
    max_sharing : words and documents shared by more queries do not make pairs.
    """
    drawn = sorted(_spread(log, _pairs(log, beta, max_sharing)), key=lambda pair: (log.queries[pair[0]], log.queries[pair[1]]))
    rows = ((log.queries[p], log.queries[q], content, click) for p, q, content, click in drawn)
    return write_candidates(rows, destination, ("content", "click"))


def _pairs(log: QueryLog, beta: float, max_sharing: int) -> Iterator[_Pair]:
    """Yield pairs with their similarities."""
    finder = _finder(log, min(max(beta, 0.1), 0.9), 0.0, _OF_EACH, max_sharing)
    sample = sorted(range(len(log.queries)), key=lambda p: (_draw(log.queries[p]), p))[:_QUERIES]
    counts, neighbours, _ = finder.find(np.array(sample, np.uint32))
    seen: set[tuple[int, int]] = set()
    for p, q in zip(np.repeat(sample, counts).tolist(), neighbours.tolist(), strict=True):
        if (q, p) not in seen:
            seen.add((p, q))
            yield p, q, _overlap(log.words, p, q), _overlap(log.documents, p, q)


def _spread(log: QueryLog, pairs: Iterator[_Pair]) -> list[_Pair]:
    """Take pairs from every degree of either similarity in turn."""
    bins: dict[tuple[int, int], list[_Pair]] = {}
    for pair in pairs:
        bins.setdefault((int(pair[2] * _BINS), int(pair[3] * _BINS)), []).append(pair)
    for found in bins.values():
        found.sort(key=lambda pair: (_draw(f"{log.queries[pair[0]]}\t{log.queries[pair[1]]}"), pair))
    taken = [found[row] for row in range(PAIRS) for _, found in sorted(bins.items()) if row < len(found)]
    return taken[:PAIRS]


def _draw(text: str) -> int:
    return zlib.crc32(text.encode())


def _overlap(sets: Sets, p: int, q: int) -> float:
    one, other = sets.of(p), sets.of(q)
    return 2 * len(one & other) / (len(one) + len(other)) if one and other else 0.0
