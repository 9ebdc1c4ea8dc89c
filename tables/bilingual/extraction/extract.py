"""Makes a phrase table of a word-aligned bitext."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.bilingual.extraction.kernel import MAX_LENGTH
from paragen.tables.bilingual.extraction.moses import write_moses
from paragen.tables.bilingual.extraction.sentences import SentencePairs, StrPath
from paragen.tables.bilingual.extraction.steps import count_phrases, make_lexicon
from paragen.tables.engine.base import Engine
from paragen.tables.engine.publish import check_destination, publish
from paragen.tables.engine.rows import numbers
from paragen.tables.io.text_files import is_text_name

DEFAULT_SENTENCE = 250
"""Tokens of the longest sentence; those of ``paragen align``."""

_SKIPPED = ("empty_source", "empty_target", "too_long")


@dataclass(frozen=True)
class Summary:
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


def extract_files(
    source: StrPath,
    target: StrPath,
    alignment: StrPath,
    destination: StrPath,
    *,
    engine: Engine,
    max_length: int = MAX_LENGTH,
    segment: tuple[StrPath | None, StrPath | None] = (None, None),
    max_sentence: int = DEFAULT_SENTENCE,
    replace: bool = False,
) -> Summary:
    """Extract the phrase pairs of a bitext, count and weigh them, as Moses' ``extract``, ``score`` and ``consolidate`` do.

    Phrase pairs are all those consistent with the word alignment [ON04]; relative frequencies both ways, and lexical
    weights [KOM03] both ways.

    Parameters
    ----------
    source, target : files with a sentence a line; see `read_bitext`.
    alignment : a file with the links ``i-j`` of each pair, source-target, from 0.
    destination : the table: Moses' text where the name ends in .txt or .txt.gz, else Parquet; rows ordered by source, then
        target, bytewise. It appears whole or not at all.
    engine : counts; it has no tables yet.
    max_length : tokens of the longest phrase on either side, 1 to 7.
    segment : how the lines of either side are cut into tokens, as they were for the alignment; see `segmenter`.
    max_sentence : pairs with more tokens on a side are left out.
    replace : whether a folder of part files at ``destination`` may be replaced; a file always is.

    Raises
    ------
    ConfigError : an option out of range, a destination that cannot be.
    FormatError : a file is not what it should be.
    ParagenError : there is no phrase pair.
    """
    if not 1 <= max_length <= MAX_LENGTH:
        raise ConfigError(f"a longest phrase of {max_length} tokens, expected 1 to {MAX_LENGTH}.")
    if not 1 <= max_sentence < 1 << 31:
        raise ConfigError(f"a longest sentence of {max_sentence} tokens, expected 1 to {(1 << 31) - 1}.")
    check_destination(destination, replace, [source, target, alignment, *filter(None, segment)])
    pairs = SentencePairs(source, target, alignment, segment, max_sentence)
    lexicon = make_lexicon(engine, pairs.batches)
    if not pairs.verdicts["good"]:
        raise ParagenError(
            f"{os.fspath(alignment)}: no link in any line, expected links i-j. Align the words with `paragen align`."
        )
    select = count_phrases(engine, lexicon, max_length)
    found, instances = numbers(engine, "SELECT count(*), CAST(coalesce(sum(count), 0) AS BIGINT) FROM pairs")
    if not found:
        raise ParagenError(
            f"{os.fspath(alignment)}: no phrase pair within {max_length} tokens is consistent with its links. "
            "Raise --max-length, or align the words anew."
        )
    escaped = _write(engine, select, Path(destination), replace)
    skipped = {reason: pairs.verdicts[reason] for reason in _SKIPPED if pairs.verdicts[reason]}
    return Summary(pairs.lines, skipped, pairs.verdicts["no_links"], instances, found, escaped)


def _write(engine: Engine, select: str, destination: Path, replace: bool) -> int:
    """Write the table; return how many pairs have a ``|`` that had to be escaped."""
    if is_text_name(destination):
        return write_moses(engine.batches(select), destination)
    publish(destination, lambda path: engine.write([select], path), replace=replace)
    return 0
