"""Processes that parse batches of lines, in order; one that dies is an error, not an endless wait."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from paragen.base.errors import ParagenError, first_line
from paragen.tables.parses.conllu_text import conllu_text
from paragen.tables.parses.constituency import open_parser
from paragen.tables.parses.pipeline import Parse, open_pipeline
from paragen.tables.parses.trees import Tree

Batch = tuple[Sequence[int], Sequence[str]]
"""Numbers of lines, and the lines."""

Parsed = tuple[str, int, int, int]
"""The output for a batch; lines, sentences and words in it."""

Work = Callable[[Batch], Parsed]
"""Parses lines."""

_AHEAD = 3
_work: Work | None = None


def open_work(name: str, tokenized: bool, trees: bool) -> Work:
    """Load what parses, into trees in Penn brackets or into CoNLL-U; see `open_parser` and `open_pipeline`."""
    if not trees:
        return partial(_parse_batch, open_pipeline(name, tokenized).parse, _conllu_of)
    return partial(_parse_batch, open_parser(name, tokenized), _trees_of)


def _parse_batch(
    parse: Callable[[Sequence[str]], list[Any]], write: Callable[[Batch, list[Any]], Parsed], batch: Batch
) -> Parsed:
    """Parse lines; whatever the parser raises names them."""
    try:
        return write(batch, parse(batch[1]))
    except MemoryError:
        raise
    except Exception as error:
        where = f"lines {batch[0][0]} to {batch[0][-1]}"
        if isinstance(error, ParagenError):
            raise ParagenError(f"{where}: {error}") from None
        reason = f"{type(error).__name__}: {first_line(error)}"
        raise ParagenError(f"{where}: the pipeline failed: {reason}. Does it take such text?") from None


def _conllu_of(batch: Batch, parses: list[Parse]) -> Parsed:
    numbers, lines = batch
    sentences = sum(map(len, parses))
    words = sum(len(sentence) for parse in parses for sentence in parse)
    return "".join(map(conllu_text, numbers, parses)), len(lines), sentences, words


def _trees_of(batch: Batch, trees: list[str]) -> Parsed:
    read = list(map(Tree, trees))
    sentences = sum(parent < 0 for tree in read for *_, parent in tree.nodes)
    return "".join(f"{tree}\n" for tree in trees), len(trees), sentences, sum(map(len, read))


def parsed_by_workers(opening: tuple[str, bool, bool], batches: Iterable[Batch], workers: int) -> Iterator[Parsed]:
    """Parse batches in processes of their own, each with a pipeline of its own; results come in the order of the batches.

    Parameters
    ----------
    opening : of `open_work`.

    Raises
    ------
    ParagenError : a process was killed.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    context = get_context("spawn")  # a fork would copy locks that threads of numpy hold
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_begin, initargs=opening)
    waiting: deque[Any] = deque()
    try:
        for batch in batches:
            waiting.append(pool.submit(_run, batch))
            if len(waiting) >= workers * _AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise ParagenError("a parsing process was killed. Is there enough memory? Run it again with fewer --threads.") from None
    finally:
        _end(pool)


def _end(pool: Any) -> None:
    """Leave no process behind, whatever it is doing."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()


def _begin(name: str, tokenized: bool, trees: bool) -> None:
    """Load the pipeline of this process, which ends when its parent does, and not when the user interrupts both."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")  # there are as many processes as processors
    _work = open_work(name, tokenized, trees)


def _die_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _run(batch: Batch) -> Parsed:
    assert _work is not None
    return _work(batch)
