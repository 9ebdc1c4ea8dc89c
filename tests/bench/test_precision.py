"""Ranks, precision and intervals; what is read of a paraphrase table."""

import gzip

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from bench.paraphrase_files import read_paraphrases
from bench.precision import accepted_share, any_accepted, best, covered, first_accepted, interval

CANDIDATES = [
    [(-1.0, -20.0, 0.0, "a"), (-2.0, -10.0, 0.6, "c"), (-2.0, -10.0, 0.1, "b")],
    [],
    [(-1.0, -5.0, 0.5, "x")],
    [(-float(rank), -5.0, float(rank == 6), f"{rank}") for rank in range(1, 8)],
]


def test_ranks():
    alone, with_lm = best(CANDIDATES, 0.0), best(CANDIDATES, 0.5)
    np.testing.assert_equal(alone[0], [0.0, 0.1, 0.6, np.nan, np.nan])
    np.testing.assert_equal(with_lm[0], [0.1, 0.6, 0.0, np.nan, np.nan])
    np.testing.assert_equal(alone[1], [np.nan] * 5)
    assert alone[3].tolist() == [0] * 5


def test_precision():
    verdicts = best(CANDIDATES, 0.0)
    assert covered(verdicts).tolist() == [True, False, True, True]
    assert first_accepted(verdicts, 0.5).tolist() == [0, 0, 1, 0]
    assert any_accepted(verdicts, 0.5).tolist() == [1, 0, 1, 0]
    assert accepted_share(verdicts, 0.5).tolist() == pytest.approx([1 / 3, 1, 0])


def test_intervals():
    values = np.repeat([0.0, 1.0], [300, 100])
    low, high = interval(values)
    assert (low, high) == interval(values)
    deviation = 1.96 * np.sqrt(0.25 * 0.75 / 400)
    assert (low, high) == pytest.approx((0.25 - deviation, 0.25 + deviation), abs=0.004)
    assert interval(np.zeros(10)) == (0, 0)
    assert all(map(np.isnan, interval(np.zeros(0))))


@pytest.mark.parametrize("kind", ["t.parquet", "folder", "t.txt", "t.txt.gz"])
def test_some_sources_of_a_table(tmp_path, kind):
    rows = [("a b", '"', 0.1), ("a b", "x, y", 0.5), ("c", "d", 1.0), ("it 's", "b", 0.5), ("it 's", "a", 0.5)]
    path, text = tmp_path / kind, "".join(f"{source} ||| {target} ||| {score}\n" for source, target, score in rows)
    if kind == "folder":
        path.mkdir()
    if kind in ("folder", "t.parquet"):
        columns = dict(zip(("source", "target", "score"), map(list, zip(*rows, strict=True)), strict=True))
        pq.write_table(pa.table(columns), path / "part-0.parquet" if kind == "folder" else path)
    else:
        path.write_bytes(gzip.compress(text.encode()) if kind.endswith(".gz") else text.encode())
    count, found = read_paraphrases(path, ["a b", "it 's", "unknown"])
    assert count == 5
    assert found == {"a b": [("x, y", 0.5), ('"', 0.1)], "it 's": [("a", 0.5), ("b", 0.5)]}
