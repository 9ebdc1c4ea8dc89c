"""Makes a phrase table of a word-aligned bitext: an engine runs steps of plain SQL, and kernels between them."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.bilingual.extraction.batches import (
    REASONS,
    SentencePairs,
    alignment_schema,
    count_links,
    extract_batch,
    instance_schema,
    lexicon_of,
    link_schema,
    spell_alignments,
)
from paragen.tables.bilingual.extraction.kernel import Lexicon
from paragen.tables.bilingual.extraction.moses import write_moses
from paragen.tables.bilingual.options import ExtractOptions
from paragen.tables.builder import Run, Summary
from paragen.tables.engine import Batches, Engine, make_tables, numbers, selects
from paragen.tables.io.writing import check_destination, is_text_name, publish

Bitext = tuple[StrPath, StrPath, StrPath]
"""Files with a sentence a line, source and target (see `read_bitext`), and one with the links ``i-j`` of each pair, from 0."""


_sql = selects("paragen.tables.bilingual.extraction", "count.sql")
_STEPS = (
    ("once",), ("several",), ("alignments", "instances", "several"), ("pairs", "alignments", "once"), ("sources",), ("targets",),
    ("codes",),
)  # fmt: skip
"""Tables in the order in which they are made, each with those that are dropped then."""


@dataclass(frozen=True, kw_only=True)
class ExtractSummary(Summary):
    """What was extracted.

    Attributes
    ----------
    sentences : pairs of the bitext.
    skipped : how many of them were left out, by reason: empty_source, empty_target, too_long.
    unlinked : pairs that have words but no link, and so no phrase pair.
    instances : occurrences of phrase pairs; with labels, one for each label.
    pairs : distinct ones; with labels, each counts once for each of its labels.
    labels : distinct ones; None where phrases have none.
    no_tree, bad_trees : sentence pairs left out, as they have no tree, or one that is broken or of other words.
    unlabelled : occurrences of phrase pairs left out, as the phrase has no label.
    escaped : pairs with a ``|`` that Moses' text cannot hold; there, it is written ``&#124;``.
    """

    sentences: int
    skipped: dict[str, int] = field(default_factory=dict)
    unlinked: int = 0
    instances: int = 0
    pairs: int = 0
    labels: int | None = None
    no_tree: int = 0
    bad_trees: int = 0
    unlabelled: int = 0
    escaped: int = 0

    def __str__(self) -> str:
        made = f"{self.pairs} phrase pairs, {self.instances} instances of them, from {self.sentences} sentence pairs"
        notes = ", ".join(f"{count} {REASONS[reason]}" for reason, count in self.skipped.items())
        if self.labels is not None:
            made = (
                f"{self.pairs} phrase pairs with {self.labels} labels, {self.instances} instances of them, from {self.sentences} "
                f"sentence pairs ({self.no_tree} without a tree, {self.bad_trees} with a bad one); "
                f"{self.unlabelled} instances without a label"
            )
        return (
            made + f"; skipped: {notes}" * bool(notes) + f"; {self.unlinked} without a link" * bool(self.unlinked)
            + f"; {self.escaped} pairs with | written as &#124;" * bool(self.escaped)
        )  # fmt: skip


def build_phrase_table(
    bitext: Bitext, destination: StrPath, options: ExtractOptions | None = None, run: Run | None = None
) -> ExtractSummary:
    """Extract the phrase pairs of a bitext with an engine of the run; see `extract_phrases`."""
    run = run or Run()
    with run.open_engine() as engine:
        return extract_phrases(bitext, destination, options or ExtractOptions(), engine)


def extract_phrases(bitext: Bitext, destination: StrPath, options: ExtractOptions, engine: Engine) -> ExtractSummary:
    """Extract the phrase pairs of a bitext, count and weigh them, as Moses' ``extract``, ``score`` and ``consolidate`` do.

    Phrase pairs are all those consistent with the word alignment [ON04]; relative frequencies both ways, and lexical
    weights [KOM03] both ways.

    Parameters
    ----------
    bitext : the files.
    destination : the table: Moses' text where the name ends in .txt or .txt.gz, else Parquet; rows ordered by source, then
        target, bytewise. It appears whole or not at all.
    options : which phrase pairs.
    engine : does the counting; it must have no tables yet.

    Raises
    ------
    ConfigError : an unusable destination, labels in Moses' text.
    FormatError : a file is malformed.
    ParagenError : there is no phrase pair.
    """
    source, target, alignment = bitext
    labels = options.labels
    inputs = [*bitext, *(how for how in options.segment if how), *([labels.trees] if labels else [])]
    check_destination(destination, options.replace, inputs)
    if labels and is_text_name(destination):
        raise ConfigError(
            f"{os.fspath(destination)}: found labels to be written as Moses' text, expected Parquet, which has a place for them. "
            "Choose a name that does not end in .txt or .txt.gz."
        )
    pairs = SentencePairs(source, target, alignment, options.segment, options.max_sentence, labels)
    lexicon = make_lexicon(engine, pairs.batches)
    pairs.check_links()
    select, unlabelled = _count(engine, lexicon, options)
    found, instances = numbers(engine, "SELECT count(*), CAST(coalesce(sum(count), 0) AS BIGINT) FROM pairs")
    if not found:
        raise _no_pairs_error(alignment, options, pairs, unlabelled)
    distinct = numbers(engine, "SELECT count(DISTINCT label) FROM pairs") if labels else [None]
    escaped = _write(engine, select, Path(destination), options.replace)
    return ExtractSummary(
        sentences=pairs.lines, skipped={reason: pairs.verdicts[reason] for reason in REASONS if pairs.verdicts[reason]},
        unlinked=pairs.verdicts["no_links"], instances=instances, pairs=found, labels=distinct[0], no_tree=pairs.trees["none"],
        bad_trees=pairs.trees["bad"], unlabelled=unlabelled, escaped=escaped,
    )  # fmt: skip


def _no_pairs_error(alignment: StrPath, options: ExtractOptions, pairs: SentencePairs, unlabelled: int) -> ParagenError:
    """Return the error for a bitext without phrase pairs."""
    if options.labels and unlabelled:
        return ParagenError(
            f"{os.fspath(options.labels.trees)}: no label for any of {unlabelled} instances of phrase pairs. Take complex labels."
        )
    if options.labels and pairs.trees.total():
        return ParagenError(
            f"{os.fspath(options.labels.trees)}: found no tree that can be used ({pairs.trees['none']} missing, "
            f"{pairs.trees['bad']} bad), expected trees of the {options.labels.side} side."
        )
    return ParagenError(
        f"{os.fspath(alignment)}: no phrase pair within {options.max_length} tokens is consistent with its links. "
        "Raise --max-length, or align the words anew."
    )


def _write(engine: Engine, select: str, destination: Path, replace: bool) -> int:
    """Write the table; return how many pairs have a ``|`` that had to be escaped."""
    if is_text_name(destination):
        return write_moses(engine.batches(select), destination)
    publish(destination, lambda path: engine.write([select], path), replace=replace)
    return 0


def make_lexicon(engine: Engine, bitext: Batches) -> Lexicon:
    """Count the word links of ``bitext``, batches of :func:`bitext_schema`, which stays an engine's source ``bitext``."""
    import pyarrow as pa

    engine.source("bitext", bitext)
    engine.map("links", "bitext", count_links, link_schema())
    links = pa.Table.from_batches(engine.batches(_sql("lexicon")), schema=link_schema())
    engine.drop("links")
    return lexicon_of(links)


def _count(engine: Engine, lexicon: Lexicon, options: ExtractOptions) -> tuple[str, int]:
    """Extract and count the phrase pairs of the source ``bitext``; with labels, for each of these.

    Returns
    -------
    The SELECT of the phrase table, in its order, and how many instances of phrase pairs were left out, as they have no label.
    """
    labels = options.labels is not None
    placeholders = {"label": ", label" if labels else "", "labelled": "label <> ''" if labels else "1 = 1"}
    extract = partial(extract_batch, lexicon=lexicon, max_length=options.max_length, labels=options.labels)
    engine.map("instances", "bitext", extract, instance_schema(labels))
    [unlabelled] = numbers(engine, "SELECT count(*) FROM instances WHERE label = ''") if labels else [0]
    make_tables(engine, _STEPS, partial(_sql, **placeholders))
    engine.map("spelled", "codes", spell_alignments, alignment_schema())
    return _sql("phrases", **placeholders), unlabelled
