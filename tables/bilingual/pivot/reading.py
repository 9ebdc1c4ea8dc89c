"""Reads phrase tables into an engine, checked."""

from __future__ import annotations

import os
from collections.abc import Sequence

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.tables.bilingual.extraction.moses import read_moses
from paragen.tables.bilingual.pivot.options import PivotOptions
from paragen.tables.engine.base import Engine, numbers, rows, selects
from paragen.tables.engine.files import as_it_is, check_columns, is_parquet
from paragen.tables.store.store import LABEL_MARK

SIDES = {"target": ("target", "source"), "source": ("source", "target")}
"""The side that is paraphrased -> its column, and that of the pivot phrases."""

sql = selects("paragen.tables.bilingual.pivot", "pivot.sql")
MARK = ord(LABEL_MARK)
MAKE = "Make the table with `paragen extract`."


def have_labels(tables: Sequence[StrPath]) -> bool:
    """Return whether the pairs of phrase tables have labels; raise ConfigError if only some tables have them."""
    labelled = [is_parquet(path) and bool(check_columns(path, (), (), MAKE, optional=("label",))) for path in tables]
    if any(labelled) and not all(labelled):
        without, with_ = os.fspath(tables[labelled.index(False)]), os.fspath(tables[labelled.index(True)])
        raise ConfigError(
            f"{without}: found a phrase table without labels, expected syntactic labels as in {with_}. "
            "Pivot tables of one kind together."
        )
    return all(labelled)


def read_pairs(
    engine: Engine, tables: Sequence[StrPath], options: PivotOptions, labels: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Make the table ``pairs`` of the phrase tables, checked; return how many rows each has, and how many are taken."""
    column, pivot = SIDES[options.side]
    columns = {"side": column, "pivot": pivot, "p_side": f"p_{column}", "p_pivot": f"p_{pivot}"}
    texts = {"e": column, "f": pivot}
    if labels:
        texts = {key: f"concat({text}, ' ', chr({MARK}), label)" for key, text in texts.items()}
    selects, pairs = [], []
    for corpus, path in enumerate(tables):
        name = f"corpus_{corpus}"
        open_table(engine, name, path, *_needed(columns, options))
        _check_rows(engine, name, path, columns, options)
        if labels:
            _check_labels(engine, name, path)
        pairs += numbers(engine, f"SELECT count(*) FROM {name}")
        selects.append(sql("pairs", corpus=corpus, table=name, condition=options.condition, **texts, **columns))
    engine.table("pairs", "\nUNION ALL\n".join(selects))
    kept = dict(rows(engine, "SELECT corpus, count(*) FROM pairs GROUP BY corpus"))
    return tuple(pairs), tuple(kept.get(corpus, 0) for corpus in range(len(tables)))


def _needed(columns: dict[str, str], options: PivotOptions) -> tuple[list[str], list[str]]:
    """Return the columns of texts and of numbers that a pivot needs of a phrase table."""
    numbers = [columns["p_side"], columns["p_pivot"], *["count"] * options.by_count]
    numbers += ["lex_source", "lex_target"] if options.min_lexical else []
    return [columns["side"], columns["pivot"], *["alignment"] * options.tight], numbers


def open_table(engine: Engine, name: str, path: StrPath, texts: Sequence[str], numbers: Sequence[str]) -> None:
    """Give a phrase table a name in an engine, checked for the columns of texts and of numbers that it needs."""
    if is_parquet(path):
        check_columns(path, texts, numbers, MAKE)
        engine.parquet(name, [path])
    else:
        batches, schema = read_moses(path)
        engine.source(f"{name}_text", batches)
        engine.map(name, f"{name}_text", as_it_is, schema)


def _check_labels(engine: Engine, name: str, path: StrPath) -> None:
    if numbers(engine, sql("unlabelled", table=name, mark=MARK)) != [0]:
        raise FormatError(
            os.fspath(path), "pairs with an empty label, or with the control character U+001F", "a syntactic label of each", MAKE
        )


def _check_rows(engine: Engine, name: str, path: StrPath, columns: dict[str, str], options: PivotOptions) -> None:
    """Raise FormatError for a row that lacks what the pivot, or a limit, needs."""
    for f, e, p_f, p_e in rows(engine, sql("unsound", table=name, **columns)):
        raise FormatError(
            os.fspath(path), f"the pair {f!r}, {e!r} with the probabilities {p_f} and {p_e}",
            "two phrases, and numbers above 0 and at most 1", MAKE,
        )  # fmt: skip
    if options.by_count and numbers(engine, f"SELECT count(*) FROM {name} WHERE count IS NULL") != [0]:
        raise FormatError(
            os.fspath(path), "pairs without counts", "how often each was extracted",
            "Leave out --min-count and --min-lexical, or score the pairs anew.",
        )  # fmt: skip
    if options.tight and numbers(engine, f"SELECT count(*) FROM {name} WHERE alignment IS NULL OR alignment = ''") != [0]:
        raise FormatError(
            os.fspath(path), "pairs without alignments", "the links of each, as 0-0 1-2",
            "Leave out --tight, or extract them anew.",
        )  # fmt: skip
