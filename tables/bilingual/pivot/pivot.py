"""Makes a paraphrase table from phrase tables, which are checked: phrases that share a translation are paraphrases."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.bilingual.extraction.moses import read_moses
from paragen.tables.bilingual.options import PivotOptions
from paragen.tables.builder import Run, TableSummary
from paragen.tables.engine import Engine, numbers, rows, selects
from paragen.tables.engine.files import as_it_is, check_columns, is_parquet
from paragen.tables.io.writing import check_destination, is_text_name, publish_table
from paragen.tables.store.store import LABEL_MARK

SIDES = {"target": ("target", "source"), "source": ("source", "target")}
"""The side that is paraphrased -> its column, and that of the pivot phrases."""

sql = selects("paragen.tables.bilingual.pivot", "pivot.sql")
MARK = ord(LABEL_MARK)
MAKE = "Make the table with `paragen extract`."
_UNIT = 10**15  # probabilities are summed as whole numbers of its inverse
# Words of an alignment "0-0 1-2", spaced; {n} stands for how many spaces a phrase has: the number of its last word.
_LINKED_ENDS = {
    "source": ("concat(' ', alignment) LIKE '% 0-%'", "concat(' ', alignment) LIKE concat('% ', CAST({n} AS STRING), '-%')"),
    "target": ("concat(alignment, ' ') LIKE '%-0 %'", "concat(alignment, ' ') LIKE concat('%-', CAST({n} AS STRING), ' %')"),
}


@dataclass(frozen=True, kw_only=True)
class PivotSummary(TableSummary):
    """What was pivoted. Pairs with labels count once among its pairs, whatever labels they have.

    Attributes
    ----------
    labelled, labels : rows of the table with a label, and distinct labels; None where phrases have none.
    phrase_pairs, kept : phrase pairs of each input; those of them that the limits on pairs leave.
    candidates : phrases to paraphrase that occur in those.
    """

    phrase_pairs: tuple[int, ...]
    kept: tuple[int, ...]
    candidates: int
    labelled: int | None = None
    labels: int | None = None

    def __str__(self) -> str:
        kept = " + ".join(f"{some} of {all_}" for some, all_ in zip(self.kept, self.phrase_pairs, strict=True))
        made = f"{self.pairs} paraphrases of {self.phrases} phrases"
        if self.labelled is not None:
            made += f", {self.labelled} with one of {self.labels} labels"
        return f"{made}, of {self.candidates} in {kept} phrase pairs within the limits"


def build_pivot(
    tables: Sequence[StrPath], destination: StrPath, options: PivotOptions | None = None, run: Run | None = None
) -> PivotSummary:
    """Pivot phrase tables with an engine of the run; see `pivot_tables`."""
    run = run or Run()
    with run.open_engine() as engine:
        return pivot_tables(tables, destination, options or PivotOptions(), engine)


def pivot_tables(tables: Sequence[StrPath], destination: StrPath, options: PivotOptions, engine: Engine) -> PivotSummary:
    """Pivot phrase tables: p(e2|e1) = sum over f of p(f|e1) p(e2|f) [BC05]_ eq. 2, averaged over the tables [CB08]_ eq. 7.

    Where the phrases of the tables have syntactic labels s, p(e2|e1,s) = sum over f of p(f|e1,s) p(e2|f,s), for each s by itself
    [CB08]_ eq. 6. Besides the rows of each label there are rows with an empty one: p(e2|e1) = max over s of p(e2|e1,s), eq. 10.

    Parameters
    ----------
    tables : phrase tables, one a corpus, as `extract_phrases` writes them: Parquet, or Moses' text; all with labels, or none.
    destination : the paraphrases, each phrase's best first: ``source ||| target ||| score`` where the name ends in .txt or
        .txt.gz, else Parquet, which a table with labels must be. It appears whole or not at all.
    options : what is pivoted, and what is left out.
    engine : runs the SQL; it must have no tables yet.

    Raises
    ------
    ConfigError : no table, an unusable destination, tables with labels and without.
    FormatError : a file is malformed.
    ParagenError : nothing can be paraphrased.
    """
    if not tables:
        raise ConfigError("pivot: found no phrase table, expected one or more.")
    check_destination(destination, options.replace, tables)
    labels = have_labels(tables)
    if labels and is_text_name(destination):
        raise ConfigError(
            f"{os.fspath(destination)}: found labels to be written as text, expected Parquet, which has a place for them. "
            "Choose a name that does not end in .txt or .txt.gz."
        )
    pairs, kept = read_pairs(engine, tables, options, labels)
    names = _connect(engine, options, labels, len(tables))
    best = _sum(engine, options, names)
    counts = [numbers(engine, f"SELECT count(*), count(DISTINCT e1) FROM {table}") for table in best]
    found, paraphrased = map(sum, zip(*counts, strict=True))
    if not found:
        listed = ", ".join(os.fspath(table) for table in tables)
        raise ParagenError(
            f"{listed}: no two phrases share a translation within the limits. Lower --min-count and --min-probability, "
            "or give larger tables."
        )
    [candidates] = numbers(engine, f"SELECT count(DISTINCT text) FROM {names}")
    summary = PivotSummary(phrase_pairs=pairs, kept=kept, candidates=candidates, phrases=paraphrased, pairs=found)
    if labels:
        selects, summary = _by_label(engine, best, options.top, summary)
    else:
        selects = [sql("paraphrases", table=table, names=names, label="") for table in best]
    rows = partial(chain.from_iterable, map(engine.batches, selects))
    publish_table(destination, rows, partial(engine.write, selects), replace=options.replace)
    return summary


def _connect(engine: Engine, options: PivotOptions, labels: bool, tables: int) -> str:
    """Turn texts into numbers that sort as they do, and follow the most probable translations only.

    Returns the table with the number and the text, without its label, of each phrase.
    """
    engine.number("phrases", sql("phrases"))
    if labels:
        engine.table("names", sql("names", mark=MARK))
    engine.number("pivots", sql("pivots"))
    engine.table("edges", sql("edges"), drop=["pairs", "pivots"])
    engine.table("corpora", sql("corpora", least=tables if options.average == "all" else 1))
    reach = {"min_probability": options.min_probability, "fan_out": options.fan_out}
    # The paraphrases of a phrase with a single pivot are that pivot's translations: no more than the best can count.
    few = options.top + 1 if options.containment else options.fan_out
    engine.table("inward", sql("inward", few=few, **reach))
    engine.table("outward", sql("outward", **reach), drop=["edges"])
    return "names" if labels else "phrases"


def _sum(engine: Engine, options: PivotOptions, names: str) -> list[str]:
    """Sum over pivots, in as many slices of the phrases as memory requires; return the tables of the best, in order."""
    min_total = max(1, round(options.min_probability * _UNIT))  # no score is 0
    tables = []
    for part, (begin, end) in enumerate(pairwise(_bounds(engine, names))):
        candidates = sql("scored", sums=sql("sums", begin=begin, end=end), min_total=min_total)
        if not options.containment:
            candidates = sql("apart", scored=candidates, names=names)
        tables.append(f"best_{part}")
        engine.table(tables[-1], sql("best", candidates=candidates, top=options.top))
    engine.drop("inward", "outward")
    return tables


def _bounds(engine: Engine, names: str) -> list[int]:
    """Return where slices of the phrases begin, and the last ends; all labels of a phrase are in one."""
    [paths] = numbers(engine, sql("paths"))
    [last] = numbers(engine, "SELECT coalesce(max(id), 0) FROM phrases")
    slices = max(1, -(-paths // engine.group_rows)) if engine.group_rows else 1
    bounds = {0, last + 1}
    for part in range(1, slices):
        [first] = numbers(engine, sql("first", names=names, number=(last + 1) * part // slices))
        bounds.add(last + 1 if first is None else first)
    return sorted(bounds)


def _by_label(engine: Engine, best: list[str], top: int, summary: PivotSummary) -> tuple[list[str], PivotSummary]:
    """Put the best of all labels beside those of each; return the SELECTs of the rows, and the summary with their counts."""
    selects, labelled, pairs, phrases = [], 0, 0, 0
    for part, table in enumerate(best):
        rows, any_label = f"labelled_{part}", f"any_{part}"
        engine.table(rows, sql("paraphrases", table=table, names="names", label=", x.label AS label"), drop=[table])
        engine.table(any_label, sql("any_label", table=rows, top=top))
        labelled += numbers(engine, f"SELECT count(*) FROM {rows}")[0]
        found, paraphrased = numbers(engine, f"SELECT count(*), count(DISTINCT source) FROM {any_label}")
        pairs, phrases = pairs + found, phrases + paraphrased
        selects.append(sql("by_label", table=rows, any_label=any_label))
    every = " UNION ALL ".join(f"SELECT label FROM labelled_{part}" for part in range(len(best)))
    [labels] = numbers(engine, f"SELECT count(DISTINCT label) FROM ({every}) AS every")
    return selects, replace(summary, pairs=pairs, phrases=phrases, labelled=labelled, labels=labels)


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
        selects.append(sql("pairs", corpus=corpus, table=name, condition=condition(options), **texts, **columns))
    engine.table("pairs", "\nUNION ALL\n".join(selects))
    kept = dict(rows(engine, "SELECT corpus, count(*) FROM pairs GROUP BY corpus"))
    return tuple(pairs), tuple(kept.get(corpus, 0) for corpus in range(len(tables)))


def by_count(options: PivotOptions) -> bool:
    """Return whether counts of pairs are needed."""
    return options.min_count > 1 or options.min_lexical > 0


def condition(options: PivotOptions) -> str:
    """Return what a row of a phrase table must satisfy, in SQL."""
    conditions = ["1 = 1"]
    if options.min_count > 1:
        conditions.append(f"count >= {options.min_count}")
    if options.min_lexical:
        conditions.append(f"(count > 1 OR (lex_source >= {options.min_lexical!r} AND lex_target >= {options.min_lexical!r}))")
    if options.tight:
        last = f"length({options.side}) - length(replace({options.side}, ' ', ''))"
        conditions += [end.format(n=last) for end in _LINKED_ENDS[options.side]]
    return " AND ".join(conditions)


def _needed(columns: dict[str, str], options: PivotOptions) -> tuple[list[str], list[str]]:
    """Return the columns of texts and of numbers that a pivot needs of a phrase table."""
    numbers = [columns["p_side"], columns["p_pivot"], *["count"] * by_count(options)]
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
    if by_count(options) and numbers(engine, f"SELECT count(*) FROM {name} WHERE count IS NULL") != [0]:
        raise FormatError(
            os.fspath(path), "pairs without counts", "how often each was extracted",
            "Leave out --min-count and --min-lexical, or score the pairs anew.",
        )  # fmt: skip
    if options.tight and numbers(engine, f"SELECT count(*) FROM {name} WHERE alignment IS NULL OR alignment = ''") != [0]:
        raise FormatError(
            os.fspath(path), "pairs without alignments", "the links of each, as 0-0 1-2",
            "Leave out --tight, or extract them anew.",
        )  # fmt: skip
