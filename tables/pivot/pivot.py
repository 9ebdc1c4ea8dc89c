"""Makes a paraphrase table of phrase tables: phrases that share a translation say the same."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from paragen.errors import ConfigError, FormatError, ParagenError
from paragen.tables.engine.base import Engine, StrPath
from paragen.tables.engine.files import check_columns, is_parquet
from paragen.tables.engine.publish import check_destination, publish
from paragen.tables.engine.statements import statements
from paragen.tables.engine.texts import is_text_name
from paragen.tables.extraction.moses import read_moses
from paragen.tables.pivot.writing import write_text

SIDES = {"target": ("target", "source"), "source": ("source", "target")}
"""The side that is paraphrased -> its column, and that of the pivot phrases."""

_UNIT = 10**15  # probabilities are summed as whole numbers of its inverse


@dataclass(frozen=True)
class Limits:
    """What is left out of a pivot.

    Parameters
    ----------
    top : paraphrases a phrase, best first.
    min_count : a pair of phrases must have been extracted as often.
    min_probability : p(f|e1), p(e2|f) and p(e2|e1) must be as large.
    fan_out : of the translations of a phrase, either way, only so many are followed, most probable first.
    containment : whether a paraphrase may contain its phrase, or lie within it.
    """

    top: int = 20
    min_count: int = 2
    min_probability: float = 0.001
    fan_out: int = 100
    containment: bool = True

    def check(self) -> None:
        """Raise ConfigError for a limit out of range."""
        for name in ("top", "min_count", "fan_out"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name}: found {getattr(self, name)}, expected 1 or more.")
        if not 0 <= self.min_probability < 1:
            raise ConfigError(f"min_probability: found {self.min_probability:g}, expected 0 or more and less than 1.")


@dataclass(frozen=True)
class Summary:
    """What was pivoted.

    Attributes
    ----------
    pairs, kept : phrase pairs of each table; those of them that are within ``min_count``.
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
    """Pivot phrase tables: p(e2|e1) = sum over f of p(f|e1) p(e2|f) [BC05]_ eq. 2, averaged over the tables with e1 [CB08]_.

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
    check_destination(destination, replace)
    pairs, kept = _read(engine, tables, side, limits)
    _connect(engine, limits)
    best = _sum(engine, limits)
    counts = [_numbers(engine, f"SELECT count(*), count(DISTINCT e1) FROM {table}") for table in best]
    found, paraphrased = map(sum, zip(*counts, strict=True))
    if not found:
        raise ParagenError(
            f"{', '.join(map(os.fspath, tables))}: no two phrases share a translation within the limits. Lower --min-count and "
            "--min-probability, or give larger tables."
        )
    _write(engine, [_sql("paraphrases", table=table) for table in best], destination, replace)
    [phrases] = _numbers(engine, "SELECT count(*) FROM phrases")
    return Summary(pairs, kept, phrases, paraphrased, found)


def _sql(name: str, **values: str | int | float) -> str:
    """Return a SELECT; ``values`` are checked numbers and the program's own names, never text a user typed."""
    return statements("paragen.tables.pivot", "pivot.sql")[name].format(**values)


def _read(engine: Engine, tables: Sequence[StrPath], side: str, limits: Limits) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Make the table ``pairs`` of the phrase tables, checked; return how many rows each has, and how many are taken."""
    column, pivot = SIDES[side]
    columns = {"side": column, "pivot": pivot, "p_side": f"p_{column}", "p_pivot": f"p_{pivot}"}
    selects, pairs = [], []
    for corpus, path in enumerate(tables):
        name = f"corpus_{corpus}"
        _open(engine, name, path, [*columns.values()], limits)
        _check_numbers(engine, path, _sql("unsound", table=name, **columns))
        pairs += _numbers(engine, f"SELECT count(*) FROM {name}")
        condition = f"count >= {limits.min_count}" if limits.min_count > 1 else "1 = 1"
        selects.append(_sql("pairs", corpus=corpus, table=name, condition=condition, **columns))
    engine.table("pairs", "\nUNION ALL\n".join(selects))
    kept = dict(_rows(engine, "SELECT corpus, count(*) FROM pairs GROUP BY corpus"))
    return tuple(pairs), tuple(kept.get(corpus, 0) for corpus in range(len(tables)))


def _open(engine: Engine, name: str, path: StrPath, columns: list[str], limits: Limits) -> None:
    """Give a phrase table a name, checked for the columns it needs."""
    if is_parquet(path):
        needed = [*columns, "count"] if limits.min_count > 1 else columns
        check_columns(path, needed, "Make the table with `paragen extract`.")
        engine.parquet(name, [path])
        return
    batches, schema = read_moses(path)
    engine.source(f"{name}_text", batches, schema)
    engine.map(name, f"{name}_text", _as_it_is, schema)
    if limits.min_count > 1 and _numbers(engine, f"SELECT count(*) FROM {name} WHERE count IS NULL") != [0]:
        raise FormatError(
            os.fspath(path), "pairs without counts", "three counts after the alignment", "Leave out --min-count, or score it anew."
        )


def _as_it_is(batch: object) -> object:
    return batch


def _check_numbers(engine: Engine, path: StrPath, select: str) -> None:
    for f, e, p_f, p_e in _rows(engine, select):
        raise FormatError(
            os.fspath(path), f"the pair {f!r}, {e!r} with the probabilities {p_f} and {p_e}",
            "two phrases, and numbers above 0 and at most 1", "Make the table with `paragen extract`.",
        )  # fmt: skip


def _connect(engine: Engine, limits: Limits) -> None:
    """Turn texts into numbers that sort as they do, and follow the most probable translations only."""
    engine.number("phrases", _sql("phrases"))
    engine.number("pivots", _sql("pivots"))
    engine.table("edges", _sql("edges"))
    engine.drop("pairs", "pivots")
    engine.table("corpora", _sql("corpora"))
    reach = {"min_probability": limits.min_probability, "fan_out": limits.fan_out}
    engine.table("inward", _sql("inward", **reach))
    engine.table("outward", _sql("outward", **reach))
    engine.drop("edges")


def _sum(engine: Engine, limits: Limits) -> list[str]:
    """Sum over pivots, for as many slices of the phrases as memory asks for; return the tables of the best, in order."""
    [paths] = _numbers(engine, _sql("paths"))
    [last] = _numbers(engine, "SELECT coalesce(max(id), 0) FROM phrases")
    slices = max(1, -(-paths // engine.group_rows)) if engine.group_rows else 1
    tables = []
    for part in range(slices):
        begin, end = (last + 1) * part // slices, (last + 1) * (part + 1) // slices
        candidates = _sql("scored", sums=_sql("sums", begin=begin, end=end), min_total=round(limits.min_probability * _UNIT))
        if not limits.containment:
            candidates = _sql("apart", scored=candidates)
        tables.append(f"best_{part}")
        engine.table(tables[-1], _sql("best", candidates=candidates, top=limits.top))
    engine.drop("inward", "outward")
    return tables


def _write(engine: Engine, selects: list[str], destination: StrPath, replace: bool) -> None:
    if is_text_name(destination):
        write_text(chain.from_iterable(map(engine.batches, selects)), destination)
    else:
        publish(destination, partial(engine.write, selects), replace=replace)


def _rows(engine: Engine, select: str) -> list[tuple]:
    return [tuple(row.values()) for batch in engine.batches(select) for row in batch.to_pylist()]


def _numbers(engine: Engine, select: str) -> list[int]:
    [row] = _rows(engine, select)
    return list(row)
