"""Paraphrases, counts and random entries out of tables, text and Parquet."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
import pyarrow.parquet as parquet  # noqa: E402
from bench.paraphrase_files import Profile, draw_pairs, read_paraphrases, read_profile  # noqa: E402

ROWS = [("big", "large", 0.5), ("big", "very large", 0.25), ("red car", "car in red", 0.75)]


@pytest.fixture(params=["table.txt", "table.txt.gz", "table.parquet"])
def table(tmp_path: Path, request) -> Path:
    path = tmp_path / request.param
    text = "".join(f"{source} ||| {target} ||| {score}\n" for source, target, score in ROWS).encode()
    if path.suffix == ".parquet":
        columns = [list(column) for column in zip(*ROWS, strict=True)]
        parquet.write_table(pyarrow.table(columns, ["source", "target", "score"]), path)
    else:
        path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def test_profile(table):
    assert read_profile(table) == Profile(3, 2, 4 / 3, 2.0, 0.25, 0.5)


def test_paraphrases(table):
    assert read_paraphrases(table, ["big", "small"]) == (3, {"big": [("large", 0.5), ("very large", 0.25)]})


def test_random_entries(table):
    drawn = draw_pairs(table, 10, 1)
    assert sorted(source for source, _, _ in drawn) == ["big", "red car"]
    assert set(drawn) <= set(ROWS)
    assert draw_pairs(table, 10, 1) == drawn
    assert {draw_pairs(table, 1, seed)[0] for seed in range(12)} == set(ROWS)
