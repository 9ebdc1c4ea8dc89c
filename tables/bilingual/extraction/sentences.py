"""The sentence pairs of three files as record batches, judged: broken ones are errors, unusable ones are left out and counted."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterator
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.bilingual.bitext import Batch, read_bitext
from paragen.tables.bilingual.extraction.batches import bitext_schema, sentences_of
from paragen.tables.bilingual.extraction.kernel import (
    MAX_SENTENCE_BYTES,
    VERDICTS,
    BadSentencePair,
)
from paragen.tables.bilingual.extraction.label_options import LabelOptions
from paragen.tables.bilingual.extraction.sentence_pair_errors import explain
from paragen.tables.bilingual.extraction.trees import TreesBeside

REASONS = {
    "empty_source": "with an empty source", "empty_target": "with an empty target", "too_long": "with too many tokens",
}  # fmt: skip
"""Why a pair of sentences is skipped, and how a summary puts it."""

_LINES = 5000  # of a batch; enough to keep a thread busy, few enough that the phrases of some batches fit into memory
_LABELLED_LINES = 250  # likewise, where each phrase comes with several labels


class SentencePairs:
    """Reads a bitext with its links, any number of times.

    Parameters
    ----------
    source, target, alignment : files, a sentence pair a line; see `read_bitext`.
    segment : how to cut the lines of either side into tokens.
    max_sentence : pairs with more tokens on a side are left out.
    labels : name the file of trees; None: pairs have no column ``tree``.
    """

    def __init__(
        self, source: StrPath, target: StrPath, alignment: StrPath, segment: tuple[StrPath | None, StrPath | None],
        max_sentence: int, labels: LabelOptions | None = None,
    ) -> None:
        self._paths = os.fspath(source), os.fspath(target), os.fspath(alignment)
        trees = [os.fspath(labels.trees)] if labels else []
        self._segment, self._max_sentence, self._labels = segment, max_sentence, labels
        for path in (*self._paths, *trees):
            if os.path.exists(path) and not (os.path.isdir(path) or stat.S_ISREG(os.stat(path).st_mode)):
                raise ConfigError(f"{path}: a pipe, which is read once; extracting reads it twice. Write it to a file.")
        self.lines = 0
        self.verdicts: Counter[str] = Counter()
        """How many pairs of the last reading were good, or else why not."""
        self.trees: Counter[str] = Counter()
        """How many of the usable pairs have no tree ("none"), or one that was skipped ("bad")."""

    def batches(self) -> Iterator[Any]:
        """Yield the usable pairs as batches of :func:`bitext_schema`."""
        self.lines = 0
        self.verdicts.clear()
        trees = TreesBeside(self._labels) if self._labels else None
        for batch in read_bitext(*self._paths, segment=self._segment, batch=_LABELLED_LINES if trees else _LINES):
            columns = _columns(batch)
            verdicts = self._judge(columns, batch.first_line)
            self.lines += len(verdicts)
            for number, name in enumerate(VERDICTS):
                self.verdicts[name] += int((verdicts == number).sum())
            usable = (verdicts == VERDICTS.index("good")) | (verdicts == VERDICTS.index("no_links"))
            if trees:
                columns = trees.join(columns, usable)
            yield from _pieces(columns if usable.all() else _taken(columns, usable))
        if trees:
            trees.end()
            self.trees = trees.counts

    def check_links(self) -> None:
        """Raise ParagenError if the last reading found no pair with a link."""
        if not self.verdicts["good"]:
            raise ParagenError(
                f"{self._paths[2]}: no link in any line, expected links i-j. Align the words with `paragen align`."
            )

    def _judge(self, columns: Any, first_line: int) -> Any:
        try:
            return sentences_of(columns).judge(self._max_sentence)
        except BadSentencePair as bad:
            raise explain(bad, first_line + bad.row, *self._paths) from None


def _columns(batch: Batch) -> Any:
    import pyarrow as pa

    assert batch.alignment is not None
    lines = range(batch.first_line, batch.first_line + len(batch.source))
    texts = [pa.array(side, pa.string()) for side in (batch.source, batch.target, batch.alignment)]
    return pa.RecordBatch.from_arrays([pa.array(lines, pa.int64()), *texts], schema=bitext_schema())


def _taken(columns: Any, usable: Any) -> Any:
    import pyarrow as pa

    return columns.filter(pa.array(usable))


def _pieces(columns: Any) -> Iterator[Any]:
    """Cut a batch so that the phrases of a piece cannot outgrow a column: each byte is in at most 28 x 28 of them."""
    if columns.num_rows > 1 and max(columns.column(side).nbytes for side in ("source", "target")) > MAX_SENTENCE_BYTES:
        half = columns.num_rows // 2
        yield from _pieces(columns.slice(0, half))
        yield from _pieces(columns.slice(half))
    elif columns.num_rows:
        yield columns
