"""Sentence pairs as record batches, and the kernels as functions from batch to batch, which any engine may run anywhere.

The pairs of files are judged as they are read: broken ones are errors, unusable ones are left out and counted.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.bilingual.bitext import Batch, read_bitext
from paragen.tables.bilingual.extraction.kernel import (
    MAX_SENTENCE_BYTES,
    TREE_GOOD,
    TREE_NONE,
    VERDICTS,
    Alignments,
    BadSentencePair,
    Lexicon,
    Sentences,
)
from paragen.tables.bilingual.options import LabelOptions
from paragen.tables.engine.files import texts_of, whole
from paragen.tables.parses.trees import Tree, tree_texts


def _schema(**columns: str) -> Any:
    """Return the schema of columns, given with the names of their types."""
    import pyarrow as pa

    return pa.schema([(name, pa.type_for_alias(kind)) for name, kind in columns.items()])


def bitext_schema(trees: bool = False) -> Any:
    """Schema of the sentence pairs: line (from 1), source and target (tokens between single spaces), links ``i-j``; and trees."""
    more = {"tree": "string"} if trees else {}
    return _schema(line="int64", source="string", target="string", alignment="string", **more)


def link_schema() -> Any:
    """Schema of counted word links; an empty word is NULL, with which words without a link are linked."""
    return _schema(source_word="string", target_word="string", count="int64")


def instance_schema(labels: bool = False) -> Any:
    """Schema of instances of phrase pairs; the codes are of the alignment as seen from either side.

    With labels, each label of a phrase has a row; an instance without one has an empty label.
    """
    weights, more = {"lex_source": "double", "lex_target": "double"}, {"label": "string"} if labels else {}
    return _schema(source="string", target="string", of_target="int64", of_source="int64", **weights, **more)


def alignment_schema() -> Any:
    """Schema of alignment codes spelled out."""
    return _schema(code="int64", alignment="string")


def phrase_schema() -> Any:
    """Schema of a phrase table: p_source is p(source | target), p_target is p(target | source). A ``label`` may follow."""
    scores = dict.fromkeys(("p_source", "lex_source", "p_target", "lex_target"), "double")
    counts = dict.fromkeys(("count_target", "count_source", "count"), "int64")
    return _schema(source="string", target="string", **scores, alignment="string", **counts)


def sentences_of(batch: Any) -> Sentences:
    """Return the kernel's view of a batch of sentence pairs."""
    return Sentences(*map(texts_of, batch.columns[1:]))


def count_links(batch: Any) -> Any:
    """Count the word links of a batch of :func:`bitext_schema`; the result is of :func:`link_schema`, each link once."""
    return batch_of(sentences_of(batch).links(), link_schema())


def lexicon_of(batch: Any) -> Lexicon:
    """Make a lexicon of all word links of a bitext, a batch or table of :func:`link_schema`; it can be pickled."""
    counts = np.ascontiguousarray(whole(batch.column("count")).to_numpy(zero_copy_only=False), np.int64)
    return Lexicon(texts_of(batch.column("source_word")), texts_of(batch.column("target_word")), counts)


def extract_batch(batch: Any, lexicon: Lexicon, max_length: int = 7, labels: LabelOptions | None = None) -> Any:
    """Extract phrase pairs from a batch of sentence pairs, as a batch of :func:`instance_schema`, in the order of sentences.

    All pairs consistent with the word alignment, with or without unlinked words at their boundaries [ON04], as
    Moses' ``extract`` finds them, with their lexical weights [KOM03].

    Parameters
    ----------
    batch : of :func:`bitext_schema`.
    lexicon : of the whole bitext.
    max_length : words of the longest phrase on either side, at most 7.
    labels : which labels phrases get; sentences without a tree are then left out. None: no labels.
    """
    sentences = sentences_of(batch)
    if labels is None:
        return batch_of(sentences.phrases(lexicon, max_length), instance_schema())
    simple, of_source = labels.kind == "simple", labels.side == "source"
    try:
        found = sentences.labelled_phrases(lexicon, max_length, simple, labels.levels, of_source)
    except RuntimeError:  # more than a column holds
        first, last = batch.column("line")[0], batch.column("line")[-1]
        raise ParagenError(
            f"{os.fspath(labels.trees)}: found more than 2 GiB of labels in lines {first} to {last}, expected less: very long "
            "sentences, with trees as deep. Take labels of fewer nodes with --levels, or shorter sentences with --max-sentence."
        ) from None
    return batch_of(found, instance_schema(labels=True))


def spell_alignments(batch: Any) -> Any:
    """Spell out alignment codes, a batch with the column ``code``; the result is of :func:`alignment_schema`."""
    import pyarrow as pa

    codes = np.ascontiguousarray(batch.column("code").to_numpy(zero_copy_only=False), np.int64)
    schema = alignment_schema()
    spelled = batch_of(Alignments(codes), pa.schema([schema.field("alignment")]))
    return pa.RecordBatch.from_arrays([batch.column("code"), spelled.column(0)], schema=schema)


def batch_of(owner: Any, schema: Any) -> Any:
    """Wrap the columns of ``owner`` without a copy; they keep it alive."""
    import pyarrow as pa

    rows, memory = owner.memory()
    arrays = []
    for field, pieces in zip(schema, memory, strict=True):
        buffers = [pa.foreign_buffer(address, size, owner) if size else pa.py_buffer(b"") for address, size in pieces]
        arrays.append(pa.Array.from_buffers(field.type, rows, [None, *buffers]))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


class TreesBeside:
    """One reading of a file of trees.

    Parameters
    ----------
    labels : name the file, the side that it is of, and what becomes of a tree that cannot be used.

    Attributes
    ----------
    counts : how many of the pairs asked for have no tree ("none"), or one that was skipped ("bad").
    """

    def __init__(self, labels: LabelOptions) -> None:
        self._path, self._side, self._skip = os.fspath(labels.trees), labels.side, labels.skip_bad_trees
        self._texts, self._read = tree_texts(self._path), 0
        self.counts: Counter[str] = Counter()

    def join(self, pairs: Any, usable: Any) -> Any:
        """Return a batch of sentence pairs with a further column, their trees: the next ones, empty if a usable pair has none."""
        trees = list(islice(self._texts, pairs.num_rows))
        self._read += len(trees)
        if len(trees) < pairs.num_rows:
            raise self._uneven("fewer trees than the bitext has lines")
        texts = [text for _, text in trees]
        verdicts = sentences_of(_with_trees(pairs, texts)).judge_trees(self._side == "source")
        none = verdicts == TREE_NONE
        self.counts["none"] += int((none & usable).sum())
        words = pairs.column(self._side)
        for row in np.flatnonzero((verdicts != TREE_GOOD) & ~none & usable).tolist():
            if not self._skip:
                number, text = trees[row]
                Tree(text, f"{self._path}:{number}").match(words[row].as_py().split())
            self.counts["bad"] += 1
            texts[row] = ""
        return _with_trees(pairs, texts)

    def end(self) -> None:
        """Raise FormatError if trees are left."""
        if next(self._texts, None) is not None:
            raise self._uneven("more trees than the bitext has lines")

    def _uneven(self, found: str) -> FormatError:
        return FormatError(
            self._path, f"{found}, after {self._read} of them", "a tree for each line, () where a sentence has none",
            "Tree n belongs to line n of the bitext: find where they go apart.",
        )  # fmt: skip


def _with_trees(pairs: Any, texts: list[str]) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays([*pairs.columns, pa.array(texts, pa.string())], schema=bitext_schema(trees=True))


_SWAPPED = "Are source and target swapped, or tokens cut otherwise (--segment) than when words were aligned?"


def explain(bad: BadSentencePair, line: int, source: str, target: str, alignment: str) -> FormatError:
    """Return the error for ``bad``, found in ``line`` of the files of a bitext."""
    where = f"{alignment}:{line}"
    if bad.problem in ("source_not_text", "target_not_text"):
        side = source if bad.problem == "source_not_text" else target
        return FormatError(f"{side}:{line}", "broken UTF-8 or NUL", "UTF-8 text", "Convert it with iconv.")
    if bad.problem in ("source_range", "target_range"):
        in_source = bad.problem == "source_range"
        side, letter, words = ("source", "i", bad.source_words) if in_source else ("target", "j", bad.target_words)
        found = f"the link {bad.link!r} to a {side} of {words} token{'s' * (words != 1)}"
        return FormatError(where, found, f"links i-j with {letter} below that", _SWAPPED)
    remedy = "Is this the file of links? `paragen align` makes one, from Giza++ files too."
    return FormatError(where, repr(bad.link), "links i-j, as 0-0 1-2 2-1", remedy)


REASONS = {
    "empty_source": "with an empty source", "empty_target": "with an empty target", "too_short": "with too few tokens",
    "too_long": "with too many tokens",
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
    max_sentence, min_sentence : pairs with more or fewer tokens on a side are left out.
    labels : name the file of trees; None: pairs have no column ``tree``.
    """

    def __init__(
        self, source: StrPath, target: StrPath, alignment: StrPath, segment: tuple[StrPath | None, StrPath | None],
        max_sentence: int, labels: LabelOptions | None = None, min_sentence: int = 1,
    ) -> None:
        self._paths = os.fspath(source), os.fspath(target), os.fspath(alignment)
        trees = [os.fspath(labels.trees)] if labels else []
        self._segment, self._labels = segment, labels
        self._max_sentence, self._min_sentence = max_sentence, min_sentence
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
            yield from _pieces(columns if usable.all() else columns.take(np.flatnonzero(usable)))
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
            return sentences_of(columns).judge(self._max_sentence, self._min_sentence)
        except BadSentencePair as bad:
            raise explain(bad, first_line + bad.row, *self._paths) from None


def _columns(batch: Batch) -> Any:
    import pyarrow as pa

    assert batch.alignment is not None
    lines = range(batch.first_line, batch.first_line + len(batch.source))
    texts = [pa.array(side, pa.string()) for side in (batch.source, batch.target, batch.alignment)]
    return pa.RecordBatch.from_arrays([pa.array(lines, pa.int64()), *texts], schema=bitext_schema())


def _pieces(columns: Any) -> Iterator[Any]:
    """Cut a batch so that the phrases of a piece cannot outgrow a column: each byte is in at most 28 x 28 of them."""
    if columns.num_rows > 1 and max(columns.column(side).nbytes for side in ("source", "target")) > MAX_SENTENCE_BYTES:
        half = columns.num_rows // 2
        yield from _pieces(columns.slice(0, half))
        yield from _pieces(columns.slice(half))
    elif columns.num_rows:
        yield columns
