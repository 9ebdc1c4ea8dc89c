"""Makes aligned patterns of a word-aligned bitext with a parsed English side."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
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


def read_parses(*paths: StrPath, tagged: bool = True) -> Parses:
    """Read CoNLL-U files, so that parses are found by their text, whatever their number; the first parse of a text counts.

    Raises
    ------
    FormatError : a file is not CoNLL-U, or no word has a Penn tag of a noun, verb or adjective, if they must be ``tagged``.
    """
    parses = Parses()
    for path in paths:
        reader = ConlluReader(path)
        for batch in reader.batches(_SENTENCES):
            forms, tags, relations = map(text_column, (reader.form_texts(), reader.tag_texts(), reader.relation_texts()))
            ids = np.ascontiguousarray([batch.forms, batch.tags, batch.relations], np.int32)
            parses.add(forms, tags, relations, ids, batch.heads, batch.begins, batch.units)
        parses.end()
    if tagged and not parses.tagged:
        some = ", ".join(shown(tag) for tag in reader.tag_texts()[:4]) if len(parses) else "no sentence"
        raise FormatError(
            os.fspath(path), f"{some} in the column XPOS", "Penn tags such as NN, VBZ and JJ",
            "Parse English with a pipeline that gives them, as spaCy's and Stanza's do.",
        )  # fmt: skip
    return parses


def joined_parses(parses: Parses, lines: list[str]) -> tuple[Any, Any]:
    """Return ``TAG/head`` of each word of each line, an Arrow array, and the verdict on each line, a number into VERDICTS."""
    import pyarrow as pa

    joined, verdicts = parses.join(text_column(lines))
    return batch_of(joined, pa.schema([("tree", pa.string())])).column(0), verdicts


class PooledPairs:
    """The usable pairs of bitexts of the same two languages, which are read one after another as one bitext.

    Attributes
    ----------
    bitexts : one by one.
    lines, verdicts : as of `SentencePairs`, of all bitexts.
    """

    def __init__(self, bitexts: Sequence[Bitext], options: InduceOptions) -> None:
        self.bitexts = [
            SentencePairs(*bitext, options.segment, options.max_sentence, min_sentence=options.min_sentence) for bitext in bitexts
        ]

    @property
    def lines(self) -> int:
        return sum(bitext.lines for bitext in self.bitexts)

    @property
    def verdicts(self) -> Counter[str]:
        return sum((bitext.verdicts for bitext in self.bitexts), Counter[str]())

    def batches(self) -> Iterator[Any]:
        """Yield the pairs as batches of :func:`bitext_schema`, their lines counted on from bitext to bitext."""
        import pyarrow.compute as compute

        before = 0
        for bitext in self.bitexts:
            for batch in bitext.batches():
                yield batch.set_column(0, batch.schema.field(0), compute.add(batch.column(0), before)) if before else batch
            before += bitext.lines


class ParsedPairs:
    """The usable pairs of bitexts that have a parse.

    Parameters
    ----------
    pairs : the bitexts.
    parses : of their English sides.
    side : which one that is, "source" or "target".
    pivot_parses : of the other sides; None: they need none.

    Attributes
    ----------
    counts : how many of the pairs of the last reading have a parse that fits ("good"), have none ("none"), or have one with
        words that are several in the bitext ("other_words"); of those with one, the same of the other side ("pivot_…").
    """

    def __init__(self, pairs: PooledPairs, parses: Parses, side: str, pivot_parses: Parses | None = None) -> None:
        self._pairs = pairs
        self._sides = [(side, parses)]
        if pivot_parses is not None:
            self._sides.append(("source" if side == "target" else "target", pivot_parses))
        self.counts: Counter[str] = Counter()

    def batches(self) -> Iterator[Any]:
        """Yield the pairs as batches of :func:`bitext_schema` with trees: ``TAG/head`` of each word; the pivots' behind a tab."""
        self.counts.clear()
        for batch in self._pairs.batches():
            for first in range(0, batch.num_rows, _LINES):
                if (joined := self._join(batch.slice(first, _LINES))).num_rows:
                    yield joined

    def _join(self, batch: Any) -> Any:
        import pyarrow as pa
        import pyarrow.compute as compute

        good, trees = np.ones(batch.num_rows, bool), []
        for side, parses in self._sides:
            tree, verdicts = joined_parses(parses, [lookup_form(line) for line in batch.column(side).to_pylist()])
            trees.append(tree)
            for number, name in enumerate(VERDICTS):
                self.counts[name if len(trees) == 1 else f"pivot_{name}"] += int((verdicts[good] == number).sum())
            good &= verdicts == VERDICTS.index("good")
        tree = trees[0] if len(trees) == 1 else compute.binary_join_element_wise(*trees, "\t")
        pairs = pa.RecordBatch.from_arrays([*batch.columns, tree], schema=bitext_schema(trees=True))
        return pairs.filter(pa.array(good))


_REASONS = {
    **REASONS, "none": "without a parse", "other_words": "that split words of the parse",
    "pivot_none": "without a parse of the other side", "pivot_other_words": "that split words of the parse of the other side",
}  # fmt: skip
"""Why a pair of sentences has no patterns, and how a summary puts it."""


@dataclass(frozen=True, kw_only=True)
class InduceSummary(Summary):
    """What was induced.

    Attributes
    ----------
    sentences : pairs of the bitexts.
    parsed : how many of them have a parse that fits.
    skipped : how many were left out, by reason: empty_source, empty_target, too_short, too_long; none (no parse of that text),
        other_words (a word of the parse is several words of the bitext), pivot_none and pivot_other_words (the same of parses
        of the other side).
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
    bitexts: Sequence[Bitext], parses: Sequence[StrPath], destination: StrPath, options: InduceOptions | None = None,
    run: Run | None = None,
) -> InduceSummary:  # fmt: skip
    """Induce the aligned patterns of bitexts of one language, which are one corpus [Z09, section 3.1].

    A pattern is a partial subtree of the parse of an English sentence: its words, and for each branch that was left out a
    slot, ``[TAG_i]``, with the tag of the branch's head, a noun, verb or adjective. Its pivot has the words of the other side
    that are linked with its words, and its slots. All partial subtrees are used of subtrees without gaps, less punctuation
    at their edges, of at most 10 words (`InduceOptions.max_words`; 16 at most); patterns have one to four slots, and a
    noun, verb, adjective or adverb among their words. A slot whose head has no link, or shares one with another slot or a
    word, makes no pattern, nor does a pivot without words.

    Parameters
    ----------
    bitexts : of each, files with the source, the target and their links.
    parses : CoNLL-U files with Penn tags (XPOS). Sentences are found by their text, letter by letter except for case and
        spaces; words of the parse that are one word of the bitext are one, with the tag of the first.
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
    pivot_parses = [] if options.pivot_parses is None else [options.pivot_parses]
    read = [*chain.from_iterable(bitexts), *parses, *pivot_parses, *(how for how in options.segment if how)]
    check_destination(destination, options.replace, read)
    if is_text_name(destination):
        raise ConfigError(
            f"{os.fspath(destination)}: aligned patterns are Parquet, expected a name that does not end in .txt or .txt.gz."
        )
    pairs = PooledPairs(bitexts, options)
    others = read_parses(*pivot_parses, tagged=False) if pivot_parses else None
    parsed = ParsedPairs(pairs, read_parses(*parses), options.side, others)
    with run.open_engine() as engine:
        lexicon = make_lexicon(engine, pairs.batches)
        for bitext in pairs.bitexts:
            bitext.check_links()
        _count(engine, parsed, lexicon, options)
        if not parsed.counts["good"]:
            raise _no_parse(parses[0], parsed, options.side)
        aligned, instances, patterns, pivots = numbers(engine, sql("counts"))
        if not aligned:
            raise ParagenError(
                f"{os.fspath(parses[0])}: no pattern occurs {options.min_count} times or more. "
                "Lower --min-count, or check the links."
            )
        publish(destination, lambda path: engine.write([sql("written")], path), replace=options.replace)
    counts, without = pairs.verdicts + parsed.counts, parsed.counts["pivot_none"] + parsed.counts["pivot_other_words"]
    return InduceSummary(
        sentences=pairs.lines, parsed=parsed.counts["good"] - without,
        skipped={name: counts[name] for name in _REASONS if counts[name]},
        unlinked=pairs.verdicts["no_links"], instances=instances, aligned=aligned, patterns=patterns, pivots=pivots,
    )  # fmt: skip


def induce_batch(batch: Any, lexicon: Lexicon, options: InduceOptions) -> Any:
    """Return the occurrences of aligned patterns of a batch of :func:`bitext_schema` with parses, of :func:`instance_schema`."""
    lines = np.ascontiguousarray(batch.column("line").to_numpy(zero_copy_only=False), np.int64)
    try:
        found = aligned_patterns(
            sentences_of(batch), lines, lexicon, options.max_words, options.max_slots, options.tight, options.side == "source",
            options.pivot_parses is not None,
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
