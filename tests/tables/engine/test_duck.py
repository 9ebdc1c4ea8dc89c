"""What keeps DuckDB from its work is told with its place and remedy."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.engine import open_engine
from paragen.tables.engine.files import parquet_files, write_parquet

duckdb = pytest.importorskip("duckdb")
pyarrow = pytest.importorskip("pyarrow")
import pyarrow.parquet as parquet  # noqa: E402


def test_no_room_beside_memory(tmp_path):
    with open_engine(memory="20M", temp=tmp_path) as engine:
        engine._database.execute("SET max_temp_directory_size = '100KiB'")  # as on a full disk
        with pytest.raises(ParagenError, match=r"no room .* --temp") as raised:
            engine.table("t", "SELECT range AS n, CAST(hash(range) AS STRING) AS text FROM range(5000000)")
    assert str(raised.value).startswith(f"{tmp_path}: ")


def test_damage_names_the_table(tmp_path):
    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table({"text": ["some text or other"] * 9}), path, compression="none", use_dictionary=False)
    path.write_bytes(path.read_bytes().replace(b"other", b"\xff\xff\xff\xff\xff"))
    with open_engine(temp=tmp_path) as engine, pytest.raises(ParagenError, match=r"t\.parquet damaged"):
        engine.parquet("t", [path])
        list(engine.batches("SELECT text FROM t"))


def test_numbers_too_large(tmp_path):
    with open_engine(temp=tmp_path) as engine, pytest.raises(ParagenError, match="many times over"):
        engine.table("t", "SELECT CAST(sum(CAST(1e18 AS BIGINT)) AS BIGINT) AS n FROM range(100)")


def test_too_many_threads(tmp_path):
    with pytest.raises(ConfigError, match="threads: found 100000"), open_engine(threads=100_000, temp=tmp_path):
        pass


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
from paragen.tables.engine import open_engine

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
