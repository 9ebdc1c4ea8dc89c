"""Makes a paraphrase table of phrase tables: phrases that share a translation say the same."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.bilingual.pivot.limits import Limits
from paragen.tables.bilingual.pivot.reading import SIDES, read_pairs, sql
from paragen.tables.bilingual.pivot.writing import write_text
from paragen.tables.engine.base import Engine, StrPath
from paragen.tables.engine.publish import check_destination, publish
from paragen.tables.engine.rows import numbers
from paragen.tables.io.text_files import is_text_name

_UNIT = 10**15  # probabilities are summed as whole numbers of its inverse


@dataclass(frozen=True)
class Summary:
    """What was pivoted.

    Attributes
    ----------
    pairs, kept : phrase pairs of each table; those of them that the limits on pairs leave.
    phrases : phrases to paraphrase that occur in those.
    paraphrased : those of them that got paraphrases.
    paraphrases : all of these.
    """

    pairs: tuple[int, ...]
    kept: tuple[int, ...]
    phrases: int
    paraphrased: int
    paraphrases: int


def pivot_files(
    tables: Sequence[StrPath],
    destination: StrPath,
    *,
    engine: Engine,
    side: str = "target",
    limits: Limits | None = None,
    replace: bool = False,
) -> Summary:
    """Pivot phrase tables: p(e2|e1) = sum over f of p(f|e1) p(e2|f) [BC05]_ eq. 2, averaged over the tables with e1 [CB08]_ eq. 7.

    Parameters
    ----------
    tables : phrase tables, one a corpus, as `extract_files` writes them: Parquet, or Moses' text.
    destination : the paraphrases, each phrase's best first: ``source ||| target ||| score`` where the name ends in .txt or
        .txt.gz, else Parquet. It appears whole or not at all.
    engine : runs the SQL; it has no tables yet.
    side : "target" or "source", whichever is to be paraphrased; the other is the pivot.
    limits : what is left out.
    replace : whether a folder of part files at ``destination`` may be replaced; a file always is.

    Raises
    ------
    ConfigError : an option out of range, a destination that cannot be.
    FormatError : a file is not what it should be.
    ParagenError : nothing can be paraphrased.
    """
    limits = limits or Limits()
    limits.check()
    if side not in SIDES:
        raise ConfigError(f"side: found {side!r}, expected {' or '.join(SIDES)}.")
    if not tables:
        raise ConfigError("pivot: found no phrase table, expected one or more.")
    check_destination(destination, replace, tables)
    pairs, kept = read_pairs(engine, tables, side, limits)
    _connect(engine, limits)
    best = _sum(engine, limits)
    counts = [numbers(engine, f"SELECT count(*), count(DISTINCT e1) FROM {table}") for table in best]
    found, paraphrased = map(sum, zip(*counts, strict=True))
    if not found:
        raise ParagenError(
            f"{', '.join(map(os.fspath, tables))}: no two phrases share a translation within the limits. Lower --min-count and "
            "--min-probability, or give larger tables."
        )
    _write(engine, [sql("paraphrases", table=table) for table in best], destination, replace)
    [phrases] = numbers(engine, "SELECT count(*) FROM phrases")
    return Summary(pairs, kept, phrases, paraphrased, found)


def _connect(engine: Engine, limits: Limits) -> None:
    """Turn texts into numbers that sort as they do, and follow the most probable translations only."""
    engine.number("phrases", sql("phrases"))
    engine.number("pivots", sql("pivots"))
    engine.table("edges", sql("edges"))
    engine.drop("pairs", "pivots")
    engine.table("corpora", sql("corpora"))
    reach = {"min_probability": limits.min_probability, "fan_out": limits.fan_out}
    # A phrase with a single pivot has the same paraphrases as that pivot has translations: no more than the best can count.
    few = limits.top + 1 if limits.containment else limits.fan_out
    engine.table("inward", sql("inward", few=few, **reach))
    engine.table("outward", sql("outward", **reach))
    engine.drop("edges")


def _sum(engine: Engine, limits: Limits) -> list[str]:
    """Sum over pivots, for as many slices of the phrases as memory asks for; return the tables of the best, in order."""
    [paths] = numbers(engine, sql("paths"))
    [last] = numbers(engine, "SELECT coalesce(max(id), 0) FROM phrases")
    slices = max(1, -(-paths // engine.group_rows)) if engine.group_rows else 1
    min_total = max(1, round(limits.min_probability * _UNIT))  # no score is 0
    tables = []
    for part in range(slices):
        begin, end = (last + 1) * part // slices, (last + 1) * (part + 1) // slices
        candidates = sql("scored", sums=sql("sums", begin=begin, end=end), min_total=min_total)
        if not limits.containment:
            candidates = sql("apart", scored=candidates)
        tables.append(f"best_{part}")
        engine.table(tables[-1], sql("best", candidates=candidates, top=limits.top))
    engine.drop("inward", "outward")
    return tables


def _write(engine: Engine, selects: list[str], destination: StrPath, replace: bool) -> None:
    if is_text_name(destination):
        write_text(chain.from_iterable(map(engine.batches, selects)), destination)
    else:
        publish(destination, partial(engine.write, selects), replace=replace)
