"""What keeps DuckDB from its work is told with its place and remedy."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from paragen.base.errors import ConfigError, FormatError, MissingPackageError, ParagenError
from paragen.base.packages import install_hint
from paragen.tables.builder import open_engine
from paragen.tables.engine import rows
from paragen.tables.engine.files import parquet_files, write_parquet

duckdb = pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
import pyarrow.parquet as parquet  # noqa: E402


def test_no_room_beside_memory(tmp_path):
    with open_engine(memory="20M", temp=tmp_path) as engine:
        engine._database.execute("SET max_temp_directory_size = '100KiB'")  # as on a full disk
        with pytest.raises(ParagenError, match=r"no room .* --temp") as raised:
            engine.table("t", "SELECT range AS n, CAST(hash(range) AS STRING) AS text FROM range(5000000)")
    assert str(raised.value) == (
        f"{tmp_path}: no room for what does not fit into 20 MiB of memory. "
        "Make room, choose another folder with --temp, or give more with --memory."
    )


def test_damage_names_the_table(tmp_path):
    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table({"text": ["some text or other"] * 9}), path, compression="none", use_dictionary=False)
    path.write_bytes(path.read_bytes().replace(b"other", b"\xff\xff\xff\xff\xff"))
    with open_engine(temp=tmp_path) as engine:
        engine.parquet("t", [path])
        with pytest.raises(ParagenError, match=rf"^duckdb: [^\n]+[^.]\. Is {path} damaged\? Write or fetch it again\.$"):
            list(engine.batches("SELECT text FROM t"))


def test_out_of_memory(tmp_path):
    with open_engine(memory="20M", temp=tmp_path) as engine, pytest.raises(ParagenError) as raised:
        engine.table("t", "SELECT list(range) AS n FROM range(50000000)")
    assert str(raised.value).startswith("duckdb: out of memory within 20 MiB (")
    assert str(raised.value).endswith("). Give more with --memory, or use fewer --threads.")


def test_numbers_too_large(tmp_path):
    message = r"^duckdb: .*\. Is a pair in a table many times over\?$"
    with open_engine(temp=tmp_path) as engine, pytest.raises(ParagenError, match=message):
        engine.table("t", "SELECT CAST(sum(CAST(1e18 AS BIGINT)) AS BIGINT) AS n FROM range(100)")


def test_too_many_threads(tmp_path):
    with pytest.raises(ConfigError, match="threads: found 100000"), open_engine(threads=100_000, temp=tmp_path):
        pass


@pytest.mark.parametrize("name", ["duckdb", "pyarrow"])
def test_what_is_missing_is_named(tmp_path, monkeypatch, name):
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingPackageError) as raised, open_engine(temp=tmp_path):
        pass
    expected = f"{name} is not installed, which the engine duckdb needs. {install_hint('bitext')}"
    assert str(raised.value) == expected


def test_tables_come_and_go_and_are_told(tmp_path):
    told = []
    batch = pyarrow.record_batch({"n": [1, 2]})
    write_parquet([batch], tmp_path / "a")
    with open_engine(temp=tmp_path, progress=lambda *args: told.append(args)) as engine:
        engine.source("source", lambda: iter([batch, batch]))
        engine.map("mapped", "source", lambda batch: batch, batch.schema)
        engine.map("again", "mapped", lambda batch: batch.slice(1), batch.schema)
        engine.parquet("read", [tmp_path / "a"])
        found = rows(engine, "SELECT count(*), sum(n) FROM mapped UNION ALL SELECT count(*), sum(n) FROM read")
        assert sorted(found) == [(2, 3), (4, 6)]
        engine.write(["SELECT CAST(7 AS BIGINT) AS n", "SELECT n FROM again"], tmp_path / "b")
        engine.drop("mapped", "source", "never")
        for name in ("mapped", "source"):
            with pytest.raises(duckdb.CatalogException):
                engine.map("of what is gone", name, lambda batch: batch, batch.schema)
    assert parquet.read_table(tmp_path / "b").to_pydict()["n"][0] == 7
    assert [step for step, share in told if share == 1.0] == ["mapped", "again", "opening read"]
    assert all(0 <= share <= 1 for _, share in told)


def test_long_queries_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr("paragen.tables.engine.duck._POLL", 0.001)
    told = []
    many = "SELECT count(DISTINCT hash(range)) AS n FROM range(500000)"
    with open_engine(temp=tmp_path, progress=lambda *args: told.append(args)) as engine:
        assert rows(engine, many) == [(500_000,)]
        engine.write([many], tmp_path / "a")
        engine.table("many", many)
    assert {step for step, _ in told} == {"reading", "writing", "many"}
    assert told[-1] == ("many", 1.0) and all(0 <= share <= 1 for _, share in told)


def test_errors_of_a_function_are_its_own(tmp_path):
    def fails(batch):
        raise FormatError("links:51", "link 9-9", "links within the sentence")

    batch = pyarrow.record_batch({"n": [1, 2]})
    with open_engine(temp=tmp_path) as engine:
        engine.source("source", lambda: iter([batch]))
        with pytest.raises(FormatError, match="^links:51: found link 9-9"):
            engine.map("mapped", "source", fails, batch.schema)
        engine.map("mapped", "source", lambda batch: batch, batch.schema)


def test_row_groups_do_not_tell_how_rows_came(tmp_path):
    numbers = list(range(300_000))
    for name, size in (("a", 300_000), ("b", 7_000), ("c", 122_880), ("d", 150_000)):
        batches = (pyarrow.record_batch({"n": numbers[begin : begin + size]}) for begin in range(0, len(numbers), size))
        write_parquet(batches, tmp_path / name)
    assert len({(tmp_path / name).read_bytes() for name in "abcd"}) == 1
    metadata = parquet.read_metadata(tmp_path / "a")
    assert [metadata.row_group(k).num_rows for k in range(metadata.num_row_groups)] == [122_880, 122_880, 54_240]


def test_tables_that_fill_their_row_groups_and_empty_ones(tmp_path):
    full, empty = (pyarrow.record_batch({"n": list(range(count))}, pyarrow.schema([("n", "int64")])) for count in (122_880, 0))
    for batches in ([full], [full, empty], [empty, full.slice(0, 880), full.slice(880)]):
        write_parquet(batches, tmp_path / "full")
        assert parquet.read_metadata(tmp_path / "full").num_row_groups == 1
        assert parquet.read_table(tmp_path / "full").num_rows == 122_880
    write_parquet([empty, empty], tmp_path / "empty")
    assert parquet.read_table(tmp_path / "empty").to_pydict() == {"n": []}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"hello", "found other bytes, expected a Parquet file."),
        (b"", "found other bytes, expected a Parquet file."),
        (b"PAR1PAR1", "found a Parquet file cut short, expected an intact one. Write or fetch it again."),
        (b"PAR1" + bytes(60), "found a Parquet file cut short, expected an intact one. Write or fetch it again."),
    ],
)
def test_other_files(tmp_path, data, message):
    (tmp_path / "t").write_bytes(data)
    with pytest.raises(FormatError) as raised:
        parquet_files(tmp_path / "t")
    assert str(raised.value) == f"{tmp_path / 't'}: {message}"
    message = "found a folder without .parquet files, expected a Parquet table. Name the table itself.$"
    with pytest.raises(FormatError, match=message):
        parquet_files(tmp_path)


def test_names_that_are_not_utf8(tmp_path):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.parquet")
    batch = pyarrow.record_batch({"n": [1, 2]})
    write_parquet([batch], path)
    with open(path, "rb") as file:
        assert parquet.read_table(file).to_pydict() == {"n": [1, 2]}
    with pytest.raises(FormatError, match=r"udcff\.parquet: found a name that is not UTF-8"):
        parquet_files(path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk(tmp_path):
    with pytest.raises(OSError, match="No space left on device") as raised:
        write_parquet([pyarrow.record_batch({"n": list(range(1000))})], "/dev/full")
    assert raised.value.strerror == os.strerror(raised.value.errno)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_query_soon(tmp_path, number):
    """In a process of its own: the query alone would take minutes, and ends within the time that is given."""
    code = f"""
import os, signal, threading
from paragen.tables.builder import open_engine

def leave(number, frame):
    raise SystemExit(100 + number)

signal.signal({number.value}, leave)
threading.Timer(1.0, os.kill, (os.getpid(), {number.value})).start()
with open_engine(temp={str(tmp_path)!r}) as engine:
    endless = "SELECT count(*) AS n FROM range(10000000) AS a(x) JOIN range(10000000) AS b(y) ON (a.x * b.y) % 7 = a.x % 11"
    engine.table("t", endless)
"""
    done = subprocess.run([sys.executable, "-c", code], timeout=60)
    assert done.returncode == 100 + number.value
    assert not list(tmp_path.iterdir())
