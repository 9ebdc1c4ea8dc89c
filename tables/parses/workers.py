"""Processes that parse batches of lines, in order; one that dies is an error, not a wait without end."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from paragen.base.errors import ParagenError, first_line
from paragen.tables.parses.conllu_text import conllu_text
from paragen.tables.parses.pipeline import Pipeline, open_pipeline

Batch = tuple[Sequence[int], Sequence[str]]
"""Numbers of lines, and the lines."""

Parsed = tuple[str, int, int, int]
"""CoNLL-U; lines, sentences and words in it."""

_AHEAD = 3
_pipeline: Pipeline | None = None


def parse_batch(pipeline: Pipeline, batch: Batch) -> Parsed:
    """Parse lines; whatever the pipeline raises names them."""
    numbers, lines = batch
    try:
        parses = pipeline.parse(lines)
    except (MemoryError, ParagenError):
        raise
    except Exception as error:
        where = f"lines {numbers[0]} to {numbers[-1]}"
        reason = f"{type(error).__name__}: {first_line(error)}"
        raise ParagenError(f"{where}: the pipeline failed: {reason}. Does it take such text?") from None
    sentences = sum(map(len, parses))
    words = sum(len(sentence) for parse in parses for sentence in parse)
    return "".join(map(conllu_text, numbers, parses)), len(lines), sentences, words


def parsed_here(pipeline: Pipeline, batches: Iterable[Batch]) -> Iterator[Parsed]:
    """Parse batches in this process."""
    return (parse_batch(pipeline, batch) for batch in batches)


def parsed_by_workers(name: str, tokenized: bool, batches: Iterable[Batch], workers: int) -> Iterator[Parsed]:
    """Parse batches in processes of their own, each with a pipeline of its own; results come in the order of the batches.

    Raises
    ------
    ParagenError : a process was killed.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    context = get_context("spawn")  # a fork would copy locks that threads of numpy hold
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=(name, tokenized))
    waiting: deque[Any] = deque()
    try:
        for batch in batches:
            waiting.append(pool.submit(_work, batch))
            if len(waiting) >= workers * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise ParagenError("a parsing process was killed. Is there enough memory? Run it again with fewer --threads.") from None
    finally:
        _end(pool)


def _end(pool: Any) -> None:
    """Leave no process behind, whatever it is at."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _begin(name: str, tokenized: bool) -> None:
    """Load the pipeline of this process, which ends when its parent does, and not when the user interrupts both."""
    global _pipeline
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")  # there are as many processes as processors
    _pipeline = open_pipeline(name, tokenized)


def _die_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(batch: Batch) -> Parsed:
    assert _pipeline is not None
    return parse_batch(_pipeline, batch)
