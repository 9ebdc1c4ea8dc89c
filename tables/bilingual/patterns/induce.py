"""Makes aligned patterns of a word-aligned bitext with a parsed English side."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, ParagenError, shown
from paragen.tables.bilingual.extraction.batches import REASONS, SentencePairs, batch_of, bitext_schema, sentences_of
from paragen.tables.bilingual.extraction.extract import Bitext, make_lexicon
from paragen.tables.bilingual.extraction.kernel import Lexicon
from paragen.tables.bilingual.patterns.kernel import VERDICTS, Parses, aligned_patterns
from paragen.tables.bilingual.patterns.options import InduceOptions
from paragen.tables.bilingual.patterns.reading import sql
from paragen.tables.builder import Run, Summary
from paragen.tables.engine import Engine, numbers
from paragen.tables.engine.files import text_column
from paragen.tables.io.writing import check_destination, is_text_name, publish
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


_REASONS = {**REASONS, "none": "without a parse", "other_words": "that split words of the parse"}
"""Why a pair of sentences has no patterns, and how a summary puts it."""


@dataclass(frozen=True, kw_only=True)
class InduceSummary(Summary):
    """What was induced.

    Attributes
    ----------
    sentences : pairs of the bitext.
    parsed : how many of them have a parse that fits.
    skipped : how many were left out, by reason: empty_source, empty_target, too_long; none (no parse of that text),
        other_words (a word of the parse is several words of the bitext).
    unlinked : pairs that have words but no link, and so no pattern.
    instances : occurrences of aligned patterns.
    aligned : distinct ones with their pivots that occur often enough.
    patterns, pivots : distinct ones among them.
    """

    sentences: int
    parsed: int = 0
    skipped: dict[str, int] = field(default_factory=dict)
    unlinked: int = 0
    instances: int = 0
    aligned: int = 0
    patterns: int = 0
    pivots: int = 0

    def __str__(self) -> str:
        notes = ", ".join(f"{count} {_REASONS[reason]}" for reason, count in self.skipped.items())
        return (
            f"{self.aligned} aligned patterns ({self.patterns} patterns, {self.pivots} pivots), {self.instances} instances, from "
            f"{self.parsed} of {self.sentences} sentence pairs" + f"; skipped: {notes}" * bool(notes)
            + f"; {self.unlinked} without a link" * bool(self.unlinked)
        )  # fmt: skip


def aligned_schema() -> Any:
    """Schema of aligned patterns.

    ``lex_pattern`` is exp(score_LW) of the pattern given the pivot, ``lex_pivot`` of the pivot given the pattern [Z09, eq. 5];
    ``line`` the first line of the bitext that has them.
    """
    import pyarrow as pa

    texts = [(name, pa.string()) for name in ("pattern", "pivot")]
    weights = [(name, pa.float64()) for name in ("lex_pattern", "lex_pivot")]
    return pa.schema([*texts, ("count", pa.int64()), *weights, ("line", pa.int64())])


def instance_schema() -> Any:
    """Schema of their occurrences."""
    import pyarrow as pa

    return pa.schema([column for column in aligned_schema() if column.name != "count"])


def build_patterns(
    bitext: Bitext, parses: StrPath, destination: StrPath, options: InduceOptions | None = None, run: Run | None = None
) -> InduceSummary:
    """Induce the aligned patterns of a bitext [Z09, section 3.1].

    A pattern is a partial subtree of the parse of an English sentence: its words, and for each branch that was left out a
    slot, ``[TAG_i]``, with the tag of the branch's head, a noun, verb or adjective. Its pivot has the words of the other side
    that are linked with its words, and its slots. All partial subtrees are used of subtrees without gaps, less punctuation
    at their edges, of at most 10 words (`InduceOptions.max_words`; 16 at most); patterns have one to four slots, and a
    noun, verb, adjective or adverb among their words. A slot whose head has no link, or shares one with another slot or a
    word, makes no pattern, nor does a pivot without words.

    Parameters
    ----------
    bitext : files with the source, the target and their links.
    parses : CoNLL-U with Penn tags (XPOS). Sentences are found by their text, letter by letter except for case and spaces; words
        of the parse that are one word of the bitext are one, with the tag of the first.
    destination : Parquet of :func:`aligned_schema`, ordered by pattern, then pivot. It appears whole or not at all.
    options : which patterns.
    run : how and where.

    Raises
    ------
    ConfigError : an unusable destination.
    FormatError : a file is malformed; the parses have other tags.
    ParagenError : there is no link, no parse of any line, or no pattern.
    """
    options, run = options or InduceOptions(), run or Run()
    source, target, alignment = bitext
    check_destination(destination, options.replace, [*bitext, parses, *(how for how in options.segment if how)])
    if is_text_name(destination):
        raise ConfigError(
            f"{os.fspath(destination)}: aligned patterns are Parquet, expected a name that does not end in .txt or .txt.gz."
        )
    pairs = SentencePairs(source, target, alignment, options.segment, options.max_sentence)
    parsed = ParsedPairs(pairs, read_parses(parses), options.side)
    with run.open_engine() as engine:
        lexicon = make_lexicon(engine, pairs.batches)
        pairs.check_links()
        _count(engine, parsed, lexicon, options)
        if not parsed.counts["good"]:
            raise _no_parse(parses, parsed, options.side)
        aligned, instances, patterns, pivots = numbers(engine, sql("counts"))
        if not aligned:
            raise ParagenError(
                f"{os.fspath(parses)}: no pattern occurs {options.min_count} times or more. "
                "Lower --min-count, or check the links."
            )
        publish(destination, lambda path: engine.write([sql("written")], path), replace=options.replace)
    counts = pairs.verdicts + parsed.counts
    return InduceSummary(
        sentences=pairs.lines, parsed=parsed.counts["good"], skipped={name: counts[name] for name in _REASONS if counts[name]},
        unlinked=pairs.verdicts["no_links"], instances=instances, aligned=aligned, patterns=patterns, pivots=pivots,
    )  # fmt: skip


def induce_batch(batch: Any, lexicon: Lexicon, options: InduceOptions) -> Any:
    """Return the occurrences of aligned patterns of a batch of :func:`bitext_schema` with parses, of :func:`instance_schema`."""
    lines = np.ascontiguousarray(batch.column("line").to_numpy(zero_copy_only=False), np.int64)
    try:
        found = aligned_patterns(
            sentences_of(batch), lines, lexicon, options.max_words, options.max_slots, options.tight, options.side == "source"
        )
    except RuntimeError:  # more than a column holds
        raise ParagenError(
            f"lines {lines[0]} to {lines[-1]}: found more than 2 GiB of patterns, expected less: very long words. "
            "Lower --max-words."
        ) from None
    return batch_of(found, instance_schema())


def _count(engine: Engine, parsed: ParsedPairs, lexicon: Lexicon, options: InduceOptions) -> None:
    engine.source("parsed", parsed.batches)
    engine.map("instances", "parsed", partial(induce_batch, lexicon=lexicon, options=options), instance_schema())
    engine.table("aligned", sql("counted", min_count=options.min_count), drop=["instances"])


def _no_parse(parses: StrPath, parsed: ParsedPairs, side: str) -> ParagenError:
    if others := parsed.counts["other_words"]:
        return ParagenError(
            f"{os.fspath(parses)}: {others} lines of the {side} split words of the parse, expected the parse's words or longer "
            "ones. Parse the tokens of the bitext with `paragen parse --tokenized`."
        )
    return ParagenError(
        f"{os.fspath(parses)}: no parse of any line of the {side}, expected the same text but for case and spaces. "
        "Parse that side, or name the English one with --side."
    )
