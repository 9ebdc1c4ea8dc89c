"""Makes a paraphrase table of phrase tables: phrases that share a translation say the same."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.bilingual.pivot.options import PivotOptions
from paragen.tables.bilingual.pivot.reading import read_pairs, sql
from paragen.tables.bilingual.pivot.writing import write_text
from paragen.tables.builder import Run, TableSummary
from paragen.tables.engine.base import Engine
from paragen.tables.engine.publish import check_destination, publish
from paragen.tables.engine.rows import numbers
from paragen.tables.io.text_files import is_text_name

_UNIT = 10**15  # probabilities are summed as whole numbers of its inverse


@dataclass(frozen=True, kw_only=True)
class PivotSummary(TableSummary):
    """What was pivoted.

    Attributes
    ----------
    phrase_pairs, kept : phrase pairs of each input; those of them that the limits on pairs leave.
    candidates : phrases to paraphrase that occur in those.
    """

    phrase_pairs: tuple[int, ...]
    kept: tuple[int, ...]
    candidates: int

    def __str__(self) -> str:
        kept = " + ".join(f"{some} of {all_}" for some, all_ in zip(self.kept, self.phrase_pairs, strict=True))
        made = f"{self.pairs} paraphrases of {self.phrases} phrases"
        return f"{made}, of {self.candidates} in {kept} phrase pairs within the limits"


def build_pivot(
    tables: Sequence[StrPath], destination: StrPath, options: PivotOptions | None = None, run: Run | None = None
) -> PivotSummary:
    """Pivot phrase tables with an engine of the run; see `pivot_tables`."""
    run = run or Run()
    with run.open_engine() as engine:
        return pivot_tables(tables, destination, options or PivotOptions(), engine)


def pivot_tables(tables: Sequence[StrPath], destination: StrPath, options: PivotOptions, engine: Engine) -> PivotSummary:
    """Pivot phrase tables: p(e2|e1) = sum over f of p(f|e1) p(e2|f) [BC05]_ eq. 2, the mean of the tables with e1 [CB08]_ eq. 7.

    Parameters
    ----------
    tables : phrase tables, one a corpus, as `extract_phrases` writes them: Parquet, or Moses' text.
    destination : the paraphrases, each phrase's best first: ``source ||| target ||| score`` where the name ends in .txt or
        .txt.gz, else Parquet. It appears whole or not at all.
    options : what is pivoted, and what is left out.
    engine : runs the SQL; it has no tables yet.

    Raises
    ------
    ConfigError : no table, a destination that cannot be.
    FormatError : a file is not what it should be.
    ParagenError : nothing can be paraphrased.
    """
    if not tables:
        raise ConfigError("pivot: found no phrase table, expected one or more.")
    check_destination(destination, options.replace, tables)
    pairs, kept = read_pairs(engine, tables, options)
    _connect(engine, options)
    best = _sum(engine, options)
    counts = [numbers(engine, f"SELECT count(*), count(DISTINCT e1) FROM {table}") for table in best]
    found, paraphrased = map(sum, zip(*counts, strict=True))
    if not found:
        names = ", ".join(os.fspath(table) for table in tables)
        raise ParagenError(
            f"{names}: no two phrases share a translation within the limits. Lower --min-count and --min-probability, "
            "or give larger tables."
        )
    _write(engine, [sql("paraphrases", table=table) for table in best], destination, options.replace)
    [candidates] = numbers(engine, "SELECT count(*) FROM phrases")
    return PivotSummary(phrase_pairs=pairs, kept=kept, candidates=candidates, phrases=paraphrased, pairs=found)


def _connect(engine: Engine, options: PivotOptions) -> None:
    """Turn texts into numbers that sort as they do, and follow the most probable translations only."""
    engine.number("phrases", sql("phrases"))
    engine.number("pivots", sql("pivots"))
    engine.table("edges", sql("edges"))
    engine.drop("pairs", "pivots")
    engine.table("corpora", sql("corpora"))
    reach = {"min_probability": options.min_probability, "fan_out": options.fan_out}
    # A phrase with a single pivot has the same paraphrases as that pivot has translations: no more than the best can count.
    few = options.top + 1 if options.containment else options.fan_out
    engine.table("inward", sql("inward", few=few, **reach))
    engine.table("outward", sql("outward", **reach))
    engine.drop("edges")


def _sum(engine: Engine, options: PivotOptions) -> list[str]:
    """Sum over pivots, for as many slices of the phrases as memory asks for; return the tables of the best, in order."""
    [paths] = numbers(engine, sql("paths"))
    [last] = numbers(engine, "SELECT coalesce(max(id), 0) FROM phrases")
    slices = max(1, -(-paths // engine.group_rows)) if engine.group_rows else 1
    min_total = max(1, round(options.min_probability * _UNIT))  # no score is 0
    tables = []
    for part in range(slices):
        begin, end = (last + 1) * part // slices, (last + 1) * (part + 1) // slices
        candidates = sql("scored", sums=sql("sums", begin=begin, end=end), min_total=min_total)
        if not options.containment:
            candidates = sql("apart", scored=candidates)
        tables.append(f"best_{part}")
        engine.table(tables[-1], sql("best", candidates=candidates, top=options.top))
    engine.drop("inward", "outward")
    return tables


def _write(engine: Engine, selects: list[str], destination: StrPath, replace: bool) -> None:
    if is_text_name(destination):
        write_text(chain.from_iterable(map(engine.batches, selects)), destination)
    else:
        publish(destination, partial(engine.write, selects), replace=replace)
