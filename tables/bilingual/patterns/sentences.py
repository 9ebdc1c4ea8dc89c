"""Sentence pairs with the parses of their English side, which are found by text."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import FormatError, shown
from paragen.tables.bilingual.extraction.batches import batch_of, bitext_schema
from paragen.tables.bilingual.extraction.sentences import SentencePairs
from paragen.tables.bilingual.patterns.kernel import VERDICTS, Parses
from paragen.tables.engine.files import texts_of
from paragen.tables.parses.conllu import ConlluReader
from paragen.text.tokenizer import lookup_form

_SENTENCES = 50_000  # read at a time
_LINES = 500  # of a batch: a sentence has hundreds of patterns


def read_parses(path: StrPath) -> Parses:
    """Read a CoNLL-U file, so that parses are found by their text, whatever their number; the first parse of a text counts.

    Raises
    ------
    FormatError : the file is not CoNLL-U, or no word has a Penn tag of a noun, verb or adjective.
    """
    reader, parses = ConlluReader(path), Parses()
    for batch in reader.batches(_SENTENCES):
        forms, tags, relations = map(text_column, (reader.form_texts(), reader.tag_texts(), reader.relation_texts()))
        ids = np.ascontiguousarray([batch.forms, batch.tags, batch.relations], np.int32)
        parses.add(forms, tags, relations, ids, batch.heads, batch.begins, batch.units)
    parses.end()
    if not parses.tagged:
        some = ", ".join(shown(tag) for tag in reader.tag_texts()[:4]) if len(parses) else "no sentence"
        raise FormatError(
            os.fspath(path), f"{some} in the column XPOS", "Penn tags such as NN, VBZ and JJ",
            "Parse English with a pipeline that gives them, as spaCy's and Stanza's do.",
        )  # fmt: skip
    return parses


def text_column(texts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return texts as kernels read them: offsets into UTF-8 bytes, and those bytes."""
    import pyarrow as pa

    return texts_of(pa.array(texts, pa.string()))


class ParsedPairs:
    """The usable pairs of a bitext that have a parse.

    Parameters
    ----------
    pairs : the bitext.
    parses : of its English side.
    side : which one that is, "source" or "target".

    Attributes
    ----------
    counts : how many of the pairs of the last reading have a parse that fits ("good"), have none ("none"), or have one with
        words that are several in the bitext ("other_words").
    """

    def __init__(self, pairs: SentencePairs, parses: Parses, side: str) -> None:
        self._pairs, self._parses, self._side = pairs, parses, side
        self.counts: Counter[str] = Counter()

    def batches(self) -> Iterator[Any]:
        """Yield the pairs as batches of :func:`bitext_schema` with trees: there, ``TAG/head`` for each word."""
        self.counts.clear()
        for batch in self._pairs.batches():
            for first in range(0, batch.num_rows, _LINES):
                if (joined := self._join(batch.slice(first, _LINES))).num_rows:
                    yield joined

    def _join(self, batch: Any) -> Any:
        import pyarrow as pa

        schema = bitext_schema(trees=True)
        lines = [lookup_form(line) for line in batch.column(self._side).to_pylist()]
        joined, verdicts = self._parses.join(text_column(lines))
        for number, name in enumerate(VERDICTS):
            self.counts[name] += int((verdicts == number).sum())
        trees = batch_of(joined, pa.schema([schema.field("tree")])).column(0)
        pairs = pa.RecordBatch.from_arrays([*batch.columns, trees], schema=schema)
        return pairs.filter(pa.array(verdicts == VERDICTS.index("good")))
