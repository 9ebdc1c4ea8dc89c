"""Parses text into CoNLL-U, or into trees in Penn brackets, in one process or in several."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

from paragen.base.destination import StrPath, check_destinations
from paragen.base.errors import ConfigError, ParagenError, first_line
from paragen.base.input_files import Lines, numbered_lines
from paragen.tables.builder import Run, Summary
from paragen.tables.io.writing import text_file
from paragen.tables.parses.options import ParseOptions
from paragen.tables.parses.pipeline import open_parser, open_pipeline
from paragen.tables.parses.spacy_and_stanza import Parse, Word
from paragen.tables.parses.trees import Tree

LONGEST = 100_000
"""Characters of a line that is parsed: a parser needs about 10 kB a character."""


@dataclass(frozen=True, kw_only=True)
class ParseSummary(Summary):
    """What was parsed.

    Attributes
    ----------
    lines : all, empty ones and those left out included.
    sentences, words : in the output.
    """

    lines: int
    sentences: int
    words: int

    def __str__(self) -> str:
        return f"{self.lines} lines, {self.sentences} sentences and {self.words} words parsed"


def build_parses(texts: Sequence[StrPath], destination: StrPath, options: ParseOptions, run: Run | None = None) -> ParseSummary:
    """Parse text, a sentence a line, into CoNLL-U or into trees.

    In CoNLL-U a sentence has the number of its line, counted from 1 over all texts, as its ``sent_id``; where the pipeline finds
    several sentences in line 7, they are 7-1, 7-2 and so on. What the pipeline does not provide is ``_``. Trees have a line for
    each line of the texts: those of its sentences, one after the other, or nothing where it is empty or too long.

    Parameters
    ----------
    texts : plain or compressed, UTF-8.
    destination : CoNLL-U or trees, gzip where the name ends in .gz; it appears whole or not at all.
    options : what parses.
    run : its threads are processes, each with the pipeline in its memory; a script that asks for more than one has its work
        below ``if __name__ == "__main__":``, because it is imported by each. The step is "parsing", which counts lines.

    Raises
    ------
    ConfigError, MissingPackageError : see `open_pipeline` and `open_parser`; no text, an unusable destination.
    FormatError : a text is something else.
    ParagenError : the pipeline failed, or one of its processes.
    """
    run = run or Run()
    if not texts:
        raise ConfigError("parse: found no text, expected one or more files.")
    check_destinations([destination], texts)
    for path in texts:
        os.stat(path)  # this reports a missing file before the pipeline loads
    opening = options.pipeline, options.tokenized, options.trees
    work = open_work(*opening)  # its errors come before any work, and once
    batches = _Batches(texts, options, run)
    if run.workers == 1:
        results: Iterator[Parsed] = map(work, batches)
    else:
        results = parsed_by_workers(opening, batches, run.workers)
        del work
    sentences = words = 0
    more = run.counter("parsing", _lines_in(texts) if run.progress else 0)
    with text_file(destination) as file:
        for parsed, lines, more_sentences, more_words in results:
            file.write(parsed.encode())
            sentences, words = sentences + more_sentences, words + more_words
            if more:
                more(lines)
    return ParseSummary(lines=batches.lines, sentences=sentences, words=words, skips=run.skips)


def _lines_in(texts: Sequence[StrPath]) -> int:
    """Count lines; a pipe can be read only once."""
    total = 0
    for path in filter(os.path.isfile, texts):
        with Lines(path, tidy=False) as lines:
            lines.skip()
            total += lines.number
    return total


class _Batches:
    """The lines to parse, in batches; ``lines`` counts all. If trees are wanted, the others come as empty lines."""

    def __init__(self, texts: Sequence[StrPath], options: ParseOptions, run: Run) -> None:
        self.lines, self._skips = 0, run.skips
        self._texts, self._batch, self._all = texts, options.batch, options.trees

    def __iter__(self) -> Iterator[Batch]:
        numbers: list[int] = []
        lines: list[str] = []
        characters = 0
        for number, line in self._wanted():
            numbers.append(number)
            lines.append(line)
            characters += len(line)
            if len(lines) == self._batch or characters >= LONGEST:
                yield numbers, lines
                numbers, lines, characters = [], [], 0
        if lines:
            yield numbers, lines

    def _wanted(self) -> Iterator[tuple[int, str]]:
        for path, (number, line) in chain.from_iterable(((path, each) for each in numbered_lines(path)) for path in self._texts):
            self.lines += 1
            if len(line) > LONGEST:
                self._skips.add(f"lines of more than {LONGEST} characters", f"{os.fspath(path)}:{number}")
                line = ""
            if self._all or line.strip():
                yield self.lines, line


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
        return partial(_parse_batch, open_pipeline(name, tokenized), _conllu_of)
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


def _trees_of(_: Batch, trees: list[str]) -> Parsed:
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


_LINE = "\t".join(["{}"] * 10) + "\n"
_BREAKS = re.compile(r"[\t\n\r\0]")


def conllu_text(number: int, parse: Parse) -> str:
    """Return the sentences of a line; the ``sent_id`` is its number, followed by -1, -2 … where it has several."""
    parse = [sentence for sentence in parse if sentence]
    names = [str(number)] if len(parse) == 1 else [f"{number}-{part}" for part in range(1, len(parse) + 1)]
    return "".join(f"# sent_id = {name}\n{_lines(sentence)}\n" for name, sentence in zip(names, parse, strict=True))


def _lines(sentence: list[Word]) -> str:
    return "".join(
        _LINE.format(
            number, _field(word.form), _field(word.lemma), _field(word.upos), _field(word.xpos), "_", word.head,
            _field(word.relation), "_", "_",
        )
        for number, word in enumerate(sentence, 1)
    )  # fmt: skip


def _field(text: str) -> str:
    return _BREAKS.sub(" ", text) or "_"
