"""Makes aligned patterns of a word-aligned bitext with a parsed English side."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, ParagenError
from paragen.base.settings import Settings, flag, one_of, whole
from paragen.tables.bilingual.extraction.batches import batch_of, sentences_of
from paragen.tables.bilingual.extraction.extract import Bitext
from paragen.tables.bilingual.extraction.kernel import Lexicon
from paragen.tables.bilingual.extraction.sentences import REASONS, SentencePairs
from paragen.tables.bilingual.extraction.steps import make_lexicon
from paragen.tables.bilingual.patterns.kernel import MAX_SLOTS, MAX_WORDS, aligned_patterns
from paragen.tables.bilingual.patterns.sentences import ParsedPairs, read_parses
from paragen.tables.builder import Run, Summary
from paragen.tables.engine.base import Engine, numbers, statements
from paragen.tables.io.publish import check_destination, publish
from paragen.tables.io.writing import is_text_name

_REASONS = {**REASONS, "none": "without a parse", "other_words": "that split words of the parse"}
"""Why a pair of sentences has no patterns, and how a summary puts it."""


@dataclass(frozen=True, kw_only=True)
class InduceOptions(Settings):
    """Which patterns are induced.

    Parameters
    ----------
    side : which side is English, "source" or "target".
    max_words : words of the longest subtree, those in slots included. A subtree of n words has up to 2^(n-1) partial subtrees.
    max_slots : slots of a pattern at most.
    tight : whether the first and the last word of a pattern must have a link.
    min_count : how often a pattern and its pivot must occur.
    segment : how the lines of either side are cut into tokens, as they were for the alignment; see `segmenter`.
    max_sentence : pairs with more tokens on a side are left out; by default those of ``paragen align``.
    replace : whether a folder of part files at the destination may be replaced; a file always is.
    """

    side: str = one_of("target", ("source", "target"))
    max_words: int = whole(10, 2, MAX_WORDS)
    max_slots: int = whole(MAX_SLOTS, 1, MAX_SLOTS)
    tight: bool = flag()
    min_count: int = whole(1, 1)
    segment: tuple[StrPath | None, StrPath | None] = (None, None)
    max_sentence: int = whole(250, 1, (1 << 31) - 1)
    replace: bool = flag()


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
        aligned, instances, patterns, pivots = numbers(engine, _select("numbers"))
        if not aligned:
            raise ParagenError(
                f"{os.fspath(parses)}: no pattern occurs {options.min_count} times or more. "
                "Lower --min-count, or check the links."
            )
        publish(destination, lambda path: engine.write([_select("written")], path), replace=options.replace)
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
    engine.table("aligned", _select("aligned").format(min_count=options.min_count))
    engine.drop("instances")


def _select(name: str) -> str:
    return statements("paragen.tables.bilingual.patterns", "count.sql")[name]


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
