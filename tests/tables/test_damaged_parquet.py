"""Damaged Parquet files end in an error that names them, whatever reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing import rounds, run

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("duckdb")
import pyarrow.parquet as parquet  # noqa: E402

from paragen.base.errors import FormatError  # noqa: E402
from paragen.tables.engine.files import opened_parquet  # noqa: E402

SCRIPT = Path(__file__).with_name("fuzz_parquet.py")


def test_altered_files(tmp_path, english_model):
    counts = run(SCRIPT, tmp_path, english_model, 1, rounds(60, 1500))
    readers = {name.partition(":")[0] for name in counts}
    assert readers == {"decode", "substitutes", "pack", "--table", "sense", "patterns", "worker", "step", "pivot"}
    for name in readers - {"pivot"}:
        assert counts[f"{name}: refused"] > 5, counts


@pytest.mark.parametrize("reading", [lambda file: list(file.iter_batches()), lambda file: file.read()])
def test_texts_that_are_not_utf8(tmp_path, reading):
    path = tmp_path / "a.parquet"
    parquet.write_table(pyarrow.table({"text": ["maison"] * 3}), path, compression="none", use_dictionary=False)
    path.write_bytes(path.read_bytes().replace(b"maison", b"mai\xffon"))
    message = "a.parquet: found a damaged Parquet file .*UTF8.*, expected an intact one"
    with pytest.raises(FormatError, match=message), opened_parquet(path) as file:
        reading(file)
