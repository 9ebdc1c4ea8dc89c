"""A worker's work, without Spark: tables are cut in parts, parts become parts, and errors come back."""

from __future__ import annotations

import os
import pickle

import pytest

from paragen.base.errors import FormatError, ParagenError
from paragen.tables.engine.spark import _cut, _parts, _write_source
from paragen.tables.engine.worker import Part, Work

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as parquet  # noqa: E402

NUMBERS = pa.schema([("n", pa.int64())])


def doubled(batch):
    return pa.record_batch([[2 * n for n in batch.column(0).to_pylist()]], NUMBERS.names)


def malformed(batch):
    raise FormatError("links:51", "link 9-9", "links within the sentence", "Align again.")


def full(batch):
    raise OSError(28, "No space left on device")


def strange(batch):
    class Strange(Exception):
        pass

    raise Strange("of a class that nobody else knows")


@pytest.fixture
def work(tmp_path):
    """A function that makes the work of a function, whose parts come to the folder `made`."""
    (tmp_path / "made").mkdir()

    def make(function, attempts=1):
        (tmp_path / function.__name__).write_bytes(pickle.dumps(function))
        return Work(str(tmp_path / function.__name__), str(tmp_path / "made"), NUMBERS, attempts)

    return make


@pytest.fixture
def parts(tmp_path):
    """A file of two batches, and the last two of three row groups."""
    batches = [pa.record_batch([[n, n + 1]], NUMBERS.names) for n in (0, 2)]
    with pa.OSFile(str(tmp_path / "a.arrow"), "wb") as file, pa.ipc.new_stream(file, NUMBERS) as stream:
        for batch in batches:
            stream.write_batch(batch)
    parquet.write_table(pa.table({"n": range(6)}), tmp_path / "b.parquet", row_group_size=2)
    return [Part(str(tmp_path / "a.arrow")), Part(str(tmp_path / "b.parquet"), (1, 2))]


def made(tmp_path):
    return {name: parquet.read_table(tmp_path / "made" / name).column("n").to_pylist() for name in os.listdir(tmp_path / "made")}


@pytest.mark.parametrize(
    ("batches", "size", "expected"), [(2, 1 << 20, [2, 2, 1]), (4, 1 << 20, [4, 1]), (9, 50, [3, 2]), (9, 1, [1] * 5)]
)
def test_a_source_is_written_in_parts(tmp_path, monkeypatch, batches, size, expected):
    monkeypatch.setattr("paragen.tables.engine.spark._BATCHES", batches)
    monkeypatch.setattr("paragen.tables.engine.spark._BYTES", size)
    given = [pa.record_batch([[n, n + 1, n + 2]], NUMBERS.names) for n in range(5)]  # 24 bytes each
    _write_source(iter(given), tmp_path)
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == [f"part-{number:05}.arrow" for number in range(len(expected))]
    found = [list(Part(str(path)).batches()) for path in paths]
    assert [len(part) for part in found] == expected and sum(found, []) == given


def test_a_source_without_batches_has_no_part(tmp_path):
    _write_source(iter([]), tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_table_is_cut_between_row_groups(tmp_path, monkeypatch):
    monkeypatch.setattr("paragen.tables.engine.spark._ROWS", 4)
    parquet.write_table(pa.table({"n": range(15)}), tmp_path / "a", row_group_size=3)
    assert list(_cut(tmp_path / "a")) == [Part(str(tmp_path / "a"), groups) for groups in ((0, 1), (2, 3), (4,))]
    parquet.write_table(pa.table({"n": range(8)}), tmp_path / "b", row_group_size=4)
    assert [part.groups for part in _cut(tmp_path / "b")] == [(0,), (1,)]


def test_part_files_come_in_the_order_of_their_numbers(tmp_path):
    names = ["part-00002-x-c000.zstd.parquet", "part-99999.parquet", "part-100000-x.parquet"]
    for name in [*reversed(names), "_SUCCESS", ".part-00000.parquet.1"]:
        (tmp_path / name).touch()
    assert [path.name for path in _parts(tmp_path)] == names


def test_each_part_becomes_a_part_of_its_number(tmp_path, work, parts):
    assert [work(doubled)(numbered) for numbered in enumerate(parts, 9)] == [b"", b""]
    assert made(tmp_path) == {"part-00009.parquet": [0, 2, 4, 6], "part-00010.parquet": [4, 6, 8, 10]}
    assert parquet.read_schema(tmp_path / "made" / "part-00009.parquet").types == NUMBERS.types


def test_our_error_comes_back_and_spares_the_other_parts(tmp_path, work, parts):
    error = pickle.loads(work(malformed, attempts=4)((0, parts[0])))
    assert type(error) is FormatError and error.where == "links:51"
    assert work(doubled)((1, parts[1])) == b""
    assert os.listdir(tmp_path / "made") == ["_error"]


def test_another_error_is_raised_while_there_are_attempts(tmp_path, work, parts):
    pytest.importorskip("pyspark")
    with pytest.raises(OSError, match="No space left"):
        work(full, attempts=2)((0, parts[0]))
    assert not os.listdir(tmp_path / "made")
    assert pickle.loads(work(full, attempts=1)((0, parts[0]))).errno == 28
    assert os.listdir(tmp_path / "made") == ["_error"]


def test_an_error_that_cannot_be_sent_is_told(work, parts):
    pytest.importorskip("pyspark")
    error = pickle.loads(work(strange)((0, parts[0])))
    assert type(error) is ParagenError and str(error) == "Strange: of a class that nobody else knows"
