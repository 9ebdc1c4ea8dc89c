"""The kernels as functions from record batch to record batch, which any engine may run anywhere."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from paragen.base.errors import ParagenError
from paragen.tables.bilingual.extraction.kernel import Alignments, Lexicon, Sentences
from paragen.tables.bilingual.extraction.options import LabelOptions
from paragen.tables.engine.files import texts_of, whole


def bitext_schema(trees: bool = False) -> Any:
    """Schema of the sentence pairs: line (from 1), source and target (tokens between single spaces), links ``i-j``; and trees."""
    import pyarrow as pa

    texts = [(name, pa.string()) for name in ("source", "target", "alignment", *["tree"] * trees)]
    return pa.schema([("line", pa.int64()), *texts])


def link_schema() -> Any:
    """Schema of counted word links; an empty word is NULL, with which words without a link are linked."""
    import pyarrow as pa

    return pa.schema([("source_word", pa.string()), ("target_word", pa.string()), ("count", pa.int64())])


def instance_schema(labels: bool = False) -> Any:
    """Schema of instances of phrase pairs; the codes are of the alignment as seen from either side.

    With labels, each label of a phrase has a row; an instance without one has an empty label.
    """
    import pyarrow as pa

    codes = [(name, pa.int64()) for name in ("of_target", "of_source")]
    weights = [(name, pa.float64()) for name in ("lex_source", "lex_target")]
    return pa.schema([("source", pa.string()), ("target", pa.string()), *codes, *weights, *[("label", pa.string())] * labels])


def alignment_schema() -> Any:
    """Schema of alignment codes spelled out."""
    import pyarrow as pa

    return pa.schema([("code", pa.int64()), ("alignment", pa.string())])


def phrase_schema() -> Any:
    """Schema of a phrase table: p_source is p(source | target), p_target is p(target | source). A ``label`` may follow."""
    import pyarrow as pa

    texts = [(name, pa.string()) for name in ("source", "target")]
    scores = [(name, pa.float64()) for name in ("p_source", "lex_source", "p_target", "lex_target")]
    counts = [(name, pa.int64()) for name in ("count_target", "count_source", "count")]
    return pa.schema([*texts, *scores, ("alignment", pa.string()), *counts])


def sentences_of(batch: Any) -> Sentences:
    """Return the kernel's view of a batch of sentence pairs."""
    return Sentences(*map(texts_of, batch.columns[1:]))


def count_links(batch: Any) -> Any:
    """Count the word links of a batch of sentence pairs.

    Parameters
    ----------
    batch : of :func:`bitext_schema`.

    Returns
    -------
    pyarrow.RecordBatch
        of :func:`link_schema`; each link once.
    """
    return batch_of(sentences_of(batch).links(), link_schema())


def lexicon_of(batch: Any) -> Lexicon:
    """Make a lexicon of all word links of a bitext, a batch or table of :func:`link_schema`; it can be pickled."""
    counts = np.ascontiguousarray(whole(batch.column("count")).to_numpy(zero_copy_only=False), np.int64)
    return Lexicon(texts_of(batch.column("source_word")), texts_of(batch.column("target_word")), counts)


def extract_batch(batch: Any, lexicon: Lexicon, max_length: int = 7, labels: LabelOptions | None = None) -> Any:
    """Extract phrase pairs from a batch of sentence pairs, an instance a row.

    All pairs consistent with the word alignment, with or without unlinked words at their boundaries [ON04], as
    Moses' ``extract`` finds them, with their lexical weights [KOM03].

    Parameters
    ----------
    batch : of :func:`bitext_schema`.
    lexicon : of the whole bitext.
    max_length : words of the longest phrase on either side, at most 7.
    labels : which labels phrases get; sentences without a tree are then left out. None: no labels.

    Returns
    -------
    pyarrow.RecordBatch
        of :func:`instance_schema`, in the order of sentences.
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
