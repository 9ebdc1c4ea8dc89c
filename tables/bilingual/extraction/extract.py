"""Makes a phrase table of a word-aligned bitext."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from paragen.base.destination import StrPath
from paragen.base.errors import ParagenError
from paragen.tables.bilingual.extraction.kernel import MAX_LENGTH
from paragen.tables.bilingual.extraction.moses import write_moses
from paragen.tables.bilingual.extraction.sentences import SentencePairs
from paragen.tables.bilingual.extraction.steps import count_phrases, make_lexicon
from paragen.tables.builder import Options, Run, Summary, flag, whole
from paragen.tables.engine.base import Engine
from paragen.tables.engine.publish import check_destination, publish
from paragen.tables.engine.rows import numbers
from paragen.tables.io.text_files import is_text_name

_REASONS = {
    "empty_source": "with an empty source", "empty_target": "with an empty target", "too_long": "with too many tokens",
}  # fmt: skip
"""Why a pair of sentences is skipped, and how a summary puts it."""

Bitext = tuple[StrPath, StrPath, StrPath]
"""Files with a sentence a line, source and target (see `read_bitext`), and one with the links ``i-j`` of each pair, from 0."""


@dataclass(frozen=True, kw_only=True)
class ExtractOptions(Options):
    """Which phrase pairs are extracted.

    Parameters
    ----------
    max_length : tokens of the longest phrase on either side.
    segment : how the lines of either side are cut into tokens, as they were for the alignment; see `segmenter`.
    max_sentence : pairs with more tokens on a side are left out; by default those of ``paragen align``.
    replace : whether a folder of part files at the destination may be replaced; a file always is.
    """

    max_length: int = whole(MAX_LENGTH, 1, MAX_LENGTH)
    segment: tuple[StrPath | None, StrPath | None] = (None, None)
    max_sentence: int = whole(250, 1, (1 << 31) - 1)
    replace: bool = flag()


@dataclass(frozen=True, kw_only=True)
class ExtractSummary(Summary):
    """What was extracted.

    Attributes
    ----------
    sentences : pairs of the bitext.
    skipped : how many of them were left out, by reason: empty_source, empty_target, too_long.
    unlinked : pairs that have words but no link, and so no phrase pair.
    instances : occurrences of phrase pairs.
    pairs : distinct ones.
    escaped : of them, those with a ``|`` that Moses' text cannot hold; there, it is written ``&#124;``.
    """

    sentences: int
    skipped: dict[str, int] = field(default_factory=dict)
    unlinked: int = 0
    instances: int = 0
    pairs: int = 0
    escaped: int = 0

    def __str__(self) -> str:
        made = f"{self.pairs} phrase pairs, {self.instances} instances of them, from {self.sentences} sentence pairs"
        notes = ", ".join(f"{count} {_REASONS[reason]}" for reason, count in self.skipped.items())
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
    engine : counts; it has no tables yet.

    Raises
    ------
    ConfigError : a destination that cannot be.
    FormatError : a file is not what it should be.
    ParagenError : there is no phrase pair.
    """
    source, target, alignment = bitext
    check_destination(destination, options.replace, [*bitext, *(how for how in options.segment if how)])
    pairs = SentencePairs(source, target, alignment, options.segment, options.max_sentence)
    lexicon = make_lexicon(engine, pairs.batches)
    if not pairs.verdicts["good"]:
        raise ParagenError(
            f"{os.fspath(alignment)}: no link in any line, expected links i-j. Align the words with `paragen align`."
        )
    select = count_phrases(engine, lexicon, options.max_length)
    found, instances = numbers(engine, "SELECT count(*), CAST(coalesce(sum(count), 0) AS BIGINT) FROM pairs")
    if not found:
        raise ParagenError(
            f"{os.fspath(alignment)}: no phrase pair within {options.max_length} tokens is consistent with its links. "
            "Raise --max-length, or align the words anew."
        )
    escaped = _write(engine, select, Path(destination), options.replace)
    return ExtractSummary(
        sentences=pairs.lines, skipped={reason: pairs.verdicts[reason] for reason in _REASONS if pairs.verdicts[reason]},
        unlinked=pairs.verdicts["no_links"], instances=instances, pairs=found, escaped=escaped,
    )  # fmt: skip


def _write(engine: Engine, select: str, destination: Path, replace: bool) -> int:
    """Write the table; return how many pairs have a ``|`` that had to be escaped."""
    if is_text_name(destination):
        return write_moses(engine.batches(select), destination)
    publish(destination, lambda path: engine.write([select], path), replace=replace)
    return 0
