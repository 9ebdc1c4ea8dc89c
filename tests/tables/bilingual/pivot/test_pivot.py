"""The pivot in SQL equals the one that is written to be read, whatever the limits, the memory and the threads."""

from __future__ import annotations

import gzip
import math
import os
import random
from pathlib import Path

import pytest
from fuzzing import rounds

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.bilingual.pivot import PivotOptions, pivot_tables
from paragen.tables.builder import open_engine

from .reference import Pair, phrase_table, random_table, reference_pivot

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
import pyarrow.parquet as parquet  # noqa: E402


def written(path: Path, rows: list[Pair], **columns: list) -> Path:
    """A phrase table with the columns the pivot needs."""
    fields = {name: [getattr(row, name) for row in rows] for name in Pair._fields}
    parquet.write_table(pyarrow.table({**fields, **columns}), path)
    return path


def pivoted(tables: list[Path], destination: Path, group_rows: int | None = None, threads: int = 2, **options) -> list[tuple]:
    """The rows that come out."""
    with open_engine(threads=threads, temp=destination.parent) as engine:
        if group_rows is not None:
            engine.group_rows = group_rows
        pivot_tables(tables, destination, PivotOptions(**options), engine)
    return [tuple(row.values()) for row in parquet.read_table(destination).to_pylist()]


def same(found: list[tuple], expected: list[tuple]) -> None:
    assert [row[:2] for row in found] == [row[:2] for row in expected]
    assert [row[2] for row in found] == [row[2] for row in expected]


ONE_LIMIT = (
    {"top": 3}, {"min_count": 2}, {"min_probability": 0.05}, {"fan_out": 2}, {"containment": False}, {"tight": True},
    {"min_lexical": 0.4}, {"top": 1}, {"average": "all"}, {"average": "all", "min_probability": 0.05},
)  # fmt: skip
ALL_LIMITS = {
    "top": 2, "min_count": 2, "min_probability": 0.02, "fan_out": 4, "containment": False, "tight": True, "min_lexical": 0.2,
}  # fmt: skip


@pytest.mark.parametrize(
    ("seed", "limits"),
    [*((seed, limits) for limits in ({}, ALL_LIMITS) for seed in (1, 2, 3)), *((2, limits) for limits in ONE_LIMIT)],
    ids=str,
)
def test_equals_the_reference(tmp_path, seed, limits):
    rng = random.Random(seed)
    tables = [random_table(rng, words=6) for _ in range(seed + 1)]
    paths = [written(tmp_path / f"{i}.parquet", table) for i, table in enumerate(tables)]
    found = pivoted(paths, tmp_path / "out.parquet", **limits)
    assert found
    same(found, reference_pivot(tables, **limits))


def test_slices_change_nothing(tmp_path):
    rng = random.Random(7)
    table = written(tmp_path / "t.parquet", random_table(rng, pairs=200))
    whole = pivoted([table], tmp_path / "whole.parquet", group_rows=0)
    for rows in (1000, 77):
        assert pivoted([table], tmp_path / f"{rows}.parquet", group_rows=rows) == whole


def test_threads_change_no_byte(tmp_path):
    rng = random.Random(3)
    tables = [written(tmp_path / f"{i}.parquet", random_table(rng, words=300, pairs=rounds(7_000, 20_000))) for i in range(2)]
    outputs = []
    for threads in (1, 3):
        pivoted(tables, tmp_path / f"out{threads}.parquet", threads=threads)
        outputs.append((tmp_path / f"out{threads}.parquet").read_bytes())
    assert outputs[0] == outputs[1]


def test_worked_example(tmp_path):
    """Two German phrases lead from "under control" to "in check" and "curbed"."""
    counts = {
        ("unter kontrolle", "under control"): 6, ("unter kontrolle", "in check"): 2,
        ("im griff", "under control"): 2, ("im griff", "in check"): 1, ("im griff", "curbed"): 1,
    }  # fmt: skip
    table = written(tmp_path / "t.parquet", phrase_table(counts))
    found = {row[1]: row[2] for row in pivoted([table], tmp_path / "o.parquet") if row[0] == "under control"}
    assert found == pytest.approx({"in check": 0.75 * 0.25 + 0.25 * 0.25, "curbed": 0.25 * 0.25}, abs=2e-15)


def test_corpora_without_the_phrase_do_not_count(tmp_path):
    here = phrase_table({("f", "a"): 1, ("f", "b"): 1})
    alone = phrase_table({("g", "a"): 5})
    elsewhere = phrase_table({("g", "c"): 1, ("g", "d"): 1})
    paths = [written(tmp_path / f"{i}.parquet", table) for i, table in enumerate((here, alone, elsewhere))]
    found = {row[:2]: row[2] for row in pivoted(paths, tmp_path / "o.parquet")}
    assert found == {("a", "b"): 0.25, ("b", "a"): 0.5, ("c", "d"): 0.5, ("d", "c"): 0.5}  # a has no paraphrase in the second


def test_all_corpora_count_if_asked(tmp_path):
    """Equation 7 of [CB08] divides the sum over corpora by their number, those without the phrase among them."""
    here = phrase_table({("f", "a"): 1, ("f", "b"): 1})
    elsewhere = phrase_table({("g", "c"): 1, ("g", "d"): 3})
    paths = [written(tmp_path / f"{i}.parquet", table) for i, table in enumerate((here, elsewhere, here))]
    found = {row[:2]: row[2] for row in pivoted(paths, tmp_path / "o.parquet", average="all")}
    expected = {("a", "b"): (1 / 2 + 0 + 1 / 2) / 3, ("b", "a"): 1 / 3, ("c", "d"): 3 / 4 / 3, ("d", "c"): 1 / 4 / 3}
    assert found == pytest.approx(expected, abs=1e-15)


def test_the_foreign_side(tmp_path):
    rows = random_table(random.Random(5))
    turned = [row._replace(source=row.target, target=row.source, p_source=row.p_target, p_target=row.p_source) for row in rows]
    turned = [
        row._replace(alignment=" ".join("-".join(link.split("-")[::-1]) for link in row.alignment.split())) for row in turned
    ]
    table, mirror = written(tmp_path / "t.parquet", rows), written(tmp_path / "m.parquet", turned)
    for limits in ({}, {"tight": True}):
        found = pivoted([table], tmp_path / "a.parquet", side="source", **limits)
        assert found == pivoted([mirror], tmp_path / "b.parquet", **limits)


def test_moses_text_is_read_and_text_is_written(tmp_path):
    rows = random_table(random.Random(6), pairs=60)
    table = written(tmp_path / "t.parquet", rows)
    lines = [f"{r.source} ||| {r.target} ||| {r.p_source!r} 1 {r.p_target!r} 1 ||| 0-0 ||| 9 9 {r.count} ||| |||" for r in rows]
    with gzip.open(tmp_path / "t.txt.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    limits = {"min_count": 2, "min_probability": 0}
    expected = pivoted([table], tmp_path / "a.parquet", **limits)
    assert pivoted([tmp_path / "t.txt.gz"], tmp_path / "b.parquet", **limits) == expected
    with open_engine() as engine:
        pivot_tables([table], tmp_path / "c.txt", PivotOptions(**limits), engine)
        again = tmp_path / "d.txt.gz"
    with open_engine() as engine:
        pivot_tables([table], again, PivotOptions(**limits), engine)
    text = (tmp_path / "c.txt").read_text(encoding="utf-8")
    fields = [line.split(" ||| ") for line in text.splitlines()]
    assert [(e1, e2, float(score)) for e1, e2, score in fields] == expected
    assert gzip.decompress(again.read_bytes()).decode() == text


def test_a_folder_of_part_files(tmp_path):
    rows = random_table(random.Random(8))
    table = written(tmp_path / "t.parquet", rows)
    (tmp_path / "parts").mkdir()
    for i in range(3):
        written(tmp_path / "parts" / f"part-{i:05}.parquet", rows[i::3])
    assert pivoted([tmp_path / "parts"], tmp_path / "a.parquet") == pivoted([table], tmp_path / "b.parquet")


GOOD = phrase_table({("f", "a"): 2, ("f", "b"): 2})


@pytest.mark.parametrize(
    ("rows", "columns", "said"),
    [
        (GOOD, {"p_source": [math.nan, 0.5]}, "the pair 'f', 'a' with the probabilities nan and 0.5"),
        (GOOD, {"p_target": [0.5, 1.5]}, "probabilities 1.0 and 1.5"),
        (GOOD, {"p_target": [0.5, 0.0]}, "probabilities 1.0 and 0.0"),
        (GOOD, {"p_target": [0.5, -0.1]}, "probabilities 1.0 and -0.1"),
        (GOOD, {"p_source": [None, 0.5]}, "probabilities None and 0.5"),
        (GOOD, {"target": [None, "b"]}, "the pair 'f', None"),
        (GOOD, {"target": ["", "b"]}, "the pair 'f', ''"),
        (GOOD, {"source": ["f", " "]}, "the pair ' ', 'b'"),
    ],
)
def test_probabilities_that_are_none(tmp_path, rows, columns, said):
    table = written(tmp_path / "bad.parquet", rows, **columns)
    with pytest.raises(FormatError, match="bad.parquet") as caught:
        pivoted([table], tmp_path / "o.parquet")
    assert said in str(caught.value)
    assert not (tmp_path / "o.parquet").exists()


def test_a_missing_column(tmp_path):
    parquet.write_table(pyarrow.table({"source": ["f"], "target": ["a"], "score": [1.0]}), tmp_path / "t.parquet")
    with pytest.raises(FormatError, match=r"p_target, p_source missing.*paragen extract"):
        pivoted([tmp_path / "t.parquet"], tmp_path / "o.parquet")
    table = parquet.read_table(written(tmp_path / "u.parquet", GOOD)).drop_columns(["count"])
    parquet.write_table(table, tmp_path / "u.parquet")
    with pytest.raises(FormatError, match="count missing"):
        pivoted([tmp_path / "u.parquet"], tmp_path / "o.parquet", min_count=2)
    assert pivoted([tmp_path / "u.parquet"], tmp_path / "o.parquet")


def test_moses_text_without_counts(tmp_path):
    (tmp_path / "t.txt").write_text("f ||| a ||| 1 1 0.5 1\nf ||| b ||| 1 1 0.5 1\n")
    for limits, said in (({"min_count": 2}, "counts.*--min-count"), ({"tight": True}, "alignments.*--tight")):
        with pytest.raises(FormatError, match=f"pairs without {said}"):
            pivoted([tmp_path / "t.txt"], tmp_path / "o.parquet", **limits)
    assert len(pivoted([tmp_path / "t.txt"], tmp_path / "o.parquet")) == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no phrase pair"), (b"PAR1", "cut short"), (b"PAR1" + bytes(100), "cut short"),
        (b"PAR1" + bytes(100) + b"PAR1", "damaged"), (b"%PDF-1.4", "PDF"), (b"a ||| b\n", "t:1"), (b"\x1f\x8bjunk", "gzip"),
    ],
)  # fmt: skip
def test_files_that_are_no_tables(tmp_path, data, said):
    (tmp_path / "t").write_bytes(data)
    with pytest.raises(FormatError, match=said):
        pivoted([tmp_path / "t"], tmp_path / "o.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_every_prefix_of_a_table_is_an_error(tmp_path):
    data = written(tmp_path / "t.parquet", random_table(random.Random(1))).read_bytes()
    for length in range(0, len(data), max(1, len(data) // 15)):
        (tmp_path / "cut").write_bytes(data[:length])
        with pytest.raises(FormatError, match="cut"):
            pivoted([tmp_path / "cut"], tmp_path / "o.parquet")


def test_a_wide_space_is_a_token(tmp_path):
    """Extraction takes only spaces and tabs for what separates tokens."""
    table = written(tmp_path / "t.parquet", phrase_table({("\u3000", "a"): 2, ("\u3000", "b"): 2}))
    assert pivoted([table], tmp_path / "o.parquet") == [("a", "b", 0.5), ("b", "a", 0.5)]


def test_nothing_to_paraphrase(tmp_path):
    table = written(tmp_path / "t.parquet", phrase_table({("f", "a"): 2, ("g", "b"): 2}))
    with pytest.raises(ParagenError, match=r"no two phrases share a translation.*--min-count"):
        pivoted([table], tmp_path / "o.parquet")
    assert not (tmp_path / "o.parquet").exists()


@pytest.mark.parametrize(
    "limits",
    [{"top": 0}, {"min_count": 0}, {"fan_out": 0}, {"min_probability": 1.0}, {"min_probability": math.nan}, {"min_lexical": -1}],
)
def test_limits_out_of_range(tmp_path, limits):
    table = written(tmp_path / "t.parquet", GOOD)
    with pytest.raises(ConfigError, match=next(iter(limits))):
        pivoted([table], tmp_path / "o.parquet", **limits)


def test_a_foreign_folder_is_not_replaced(tmp_path):
    table = written(tmp_path / "t.parquet", GOOD)
    (tmp_path / "o").mkdir()
    (tmp_path / "o" / "letter.odt").touch()
    with pytest.raises(ConfigError, match=r"letter\.odt"):
        pivoted([table], tmp_path / "o")


def test_quotes_in_names(tmp_path):
    table = written(tmp_path / "it's \"a\" table.parquet", GOOD)
    assert len(pivoted([table], tmp_path / "o'o.parquet")) == 2


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"p_source": ["1", "0.5"]}, "texts in the column p_source, expected numbers"),
        ({"count": ["two", "2"]}, "texts in the column count, expected numbers"),
        ({"target": [1, 2]}, "numbers in the column target, expected texts"),
        ({"source": [b"f", b"f"]}, "binary in the column source, expected texts"),
    ],
)
def test_columns_of_other_types(tmp_path, columns, said):
    table = written(tmp_path / "t.parquet", GOOD, **columns)
    with pytest.raises(FormatError, match=f"t.parquet: found {said}"):
        pivoted([table], tmp_path / "o.parquet", min_count=2)


def test_parquet_without_counts(tmp_path):
    table = written(tmp_path / "t.parquet", GOOD, count=[2, None])
    with pytest.raises(FormatError, match="pairs without counts"):
        pivoted([table], tmp_path / "o.parquet", min_count=2)
    assert len(pivoted([table], tmp_path / "o.parquet")) == 2


def test_no_score_is_zero(tmp_path):
    rows = phrase_table({("f", "a"): 2, ("f", "b"): 2, ("g", "a"): 1, ("g", "c"): 1})
    small = [row._replace(p_source=1e-9, p_target=1e-9) if row.source == "g" else row for row in rows]
    found = pivoted([written(tmp_path / "t.parquet", small)], tmp_path / "o.parquet")
    assert {row[:2] for row in found} == {("a", "b"), ("b", "a")}
    assert all(row[2] > 0 for row in found)


def test_the_table_itself_is_not_replaced(tmp_path):
    (tmp_path / "parts").mkdir()
    table = written(tmp_path / "parts" / "part-0.parquet", GOOD)
    before = table.read_bytes()
    (tmp_path / "link.parquet").symlink_to(table)
    for read, made in [(table, table), (table, tmp_path / "link.parquet"), (table.parent, table), (table, table.parent)]:
        with pytest.raises(ConfigError, match="would be overwritten"):
            pivoted([read], made, replace=True)
    assert table.read_bytes() == before


def test_a_pipe_is_no_place_for_parquet(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError, match="a device or a pipe, expected a file"):
        pivoted([written(tmp_path / "t.parquet", GOOD)], tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()


def test_a_damaged_page(tmp_path):
    table = written(tmp_path / "t.parquet", random_table(random.Random(1)))
    chunk = parquet.read_metadata(table).row_group(0).column(0)
    data = bytearray(table.read_bytes())
    end = chunk.dictionary_page_offset + chunk.total_compressed_size
    data[end - 20 : end] = b"\xff" * 20
    table.write_bytes(data)
    with pytest.raises(ParagenError, match="damaged"):
        pivoted([table], tmp_path / "o.parquet")
    assert not (tmp_path / "o.parquet").exists()
