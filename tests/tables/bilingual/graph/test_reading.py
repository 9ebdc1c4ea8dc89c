"""Phrase tables become graphs: counts are added, entries that are 1-1 are left out, and what is no phrase table is refused."""

import random
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.bilingual.graph.bipartite import ReadGraph, read_graph
from paragen.tables.builder import open_engine

Rows = list[tuple[str | None, str | None, float | None]]
DE_EN: Rows = [("haus", "house", 5), ("haus", "home", 2), ("heim", "home", 3), ("katze", "cat", 9), ("ende", "end", 1)]


def written(path: Path, rows: Rows, kind: pa.DataType | None = None) -> Path:
    source, target, count = zip(*rows, strict=True) if rows else ((), (), ())
    counts = pa.array(count, kind or pa.float64())
    parquet.write_table(
        pa.table({"source": pa.array(source, pa.string()), "target": pa.array(target, pa.string()), "count": counts}), path
    )
    return path


def read(*paths: Path, side: str = "target", threads: int = 2, engine: str = "duckdb") -> ReadGraph:
    with open_engine(engine, threads=threads) as opened:
        return read_graph(opened, paths, side)


def entries(found: ReadGraph) -> dict[tuple[str, str], float]:
    """The entries of a graph, after a look at whether both directions agree."""
    graph, phrases = found.graph, found.graph.phrases.to_pylist()
    assert phrases[: graph.paraphrased] == sorted(phrases[: graph.paraphrased], key=str.encode)
    assert phrases[graph.paraphrased :] == sorted(phrases[graph.paraphrased :], key=str.encode)
    ways: list[dict[tuple[str, str], float]] = [{}, {}]
    for vertex in range(graph.vertices):
        for at in range(graph.offsets[vertex], graph.offsets[vertex + 1]):
            other = int(graph.neighbours[at])
            one, two = sorted((vertex, other))
            ways[vertex >= graph.paraphrased][phrases[one], phrases[two]] = float(graph.counts[at])
    assert ways[0] == ways[1]
    return ways[0]


def test_entries_that_are_one_to_one_are_left_out(tmp_path: Path) -> None:
    found = read(written(tmp_path / "t.parquet", DE_EN))
    assert entries(found) == {("house", "haus"): 5, ("home", "haus"): 2, ("home", "heim"): 3}
    assert (found.entries, found.one_to_one) == (5, 2)


def test_the_other_side(tmp_path: Path) -> None:
    found = read(written(tmp_path / "t.parquet", DE_EN), side="source")
    assert entries(found) == {("haus", "house"): 5, ("haus", "home"): 2, ("heim", "home"): 3}


def test_counts_of_several_tables_are_added(tmp_path: Path) -> None:
    one = written(tmp_path / "1.parquet", DE_EN)
    two = written(tmp_path / "2.parquet", [("haus", "house", 10), ("ende", "end", 4), ("schluss", "end", 2), ("ende", "end", 1)])
    found = read(one, two)
    assert (found.entries, found.one_to_one) == (6, 1)
    assert entries(found)["house", "haus"] == 15
    assert entries(found)["end", "ende"] == 6
    assert entries(found) == entries(read(two, one))


def test_moses_text_says_the_same(tmp_path: Path) -> None:
    lines = [f"{de} ||| {en} ||| 0.5 0.5 0.5 0.5 ||| 0-0 ||| 9 9 {count:g}" for de, en, count in DE_EN]
    (tmp_path / "t.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert entries(read(tmp_path / "t.txt")) == entries(read(written(tmp_path / "t.parquet", DE_EN)))


def random_rows(rng: random.Random, size: int) -> Rows:
    pairs = {(f"d{rng.randrange(size)} ä", f"e{rng.randrange(size)}") for _ in range(size)}
    return [(de, en, rng.randint(1, 9) / 4) for de, en in sorted(pairs)]


@pytest.mark.parametrize("seed", range(5))
def test_the_same_as_a_slow_reading(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    tables = [random_rows(rng, 200) for _ in range(2)]
    found = read(*(written(tmp_path / f"{i}.parquet", rows) for i, rows in enumerate(tables)))
    counts: dict[tuple[str, str], float] = {}
    for de, en, count in [row for rows in tables for row in rows]:
        counts[en, de] = counts.get((en, de), 0) + count
    for which in (0, 1):
        assert {pair[which] for pair in counts}
    degree = {side: [pair[side] for pair in counts] for side in (0, 1)}
    kept = {pair: n for pair, n in counts.items() if degree[0].count(pair[0]) > 1 or degree[1].count(pair[1]) > 1}
    assert entries(found) == kept
    assert (found.entries, found.one_to_one) == (len(counts), len(counts) - len(kept))


def test_threads_and_engines_change_nothing(tmp_path: Path) -> None:
    table = written(tmp_path / "t.parquet", random_rows(random.Random(1), 5000))
    one, two = read(table, threads=1).graph, read(table, threads=4).graph
    for name in ("offsets", "neighbours", "counts"):
        assert np.array_equal(getattr(one, name), getattr(two, name))
    assert one.phrases.equals(two.phrases)


def test_a_phrase_with_100_000_translations(tmp_path: Path) -> None:
    found = read(written(tmp_path / "t.parquet", [("der", f"e{i:06}", 1) for i in range(100_000)]))
    assert found.graph.entries == found.graph.degrees.max() == 100_000


@pytest.mark.parametrize(
    "row, found",
    [
        (("haus", "house", None), "'haus', 'house' without a count"),
        (("haus", "house", float("nan")), "with the count nan"),
        (("haus", "house", -1.0), "with the count -1.0"),
        (("haus", "house", 0.0), "with the count 0.0"),
        (("haus", "house", float("inf")), "with the count inf"),
        (("haus", " ", 1.0), "'haus', ' '"),
        ((None, "house", 1.0), "'', 'house'"),
    ],
)
def test_rows_that_say_nothing(tmp_path: Path, row: tuple[str, str, float], found: str) -> None:
    path = written(tmp_path / "t.parquet", [*DE_EN, row])
    with pytest.raises(FormatError, match=found) as raised:
        read(path)
    assert raised.value.where == str(path)


def test_whole_counts_that_are_negative(tmp_path: Path) -> None:
    path = written(tmp_path / "t.parquet", [("haus", "house", 1), ("haus", "home", -2)], pa.int64())
    with pytest.raises(FormatError, match="with the count -2"):
        read(path)


def test_moses_text_without_counts(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("haus ||| house ||| 0.5 0.5 0.5 0.5\n", encoding="utf-8")
    with pytest.raises(FormatError, match="without a count"):
        read(tmp_path / "t.txt")


def test_a_table_without_the_column(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"source": ["a"], "target": ["b"]}), tmp_path / "t.parquet")
    with pytest.raises(FormatError, match="count missing"):
        read(tmp_path / "t.parquet")


def test_tables_of_which_nothing_can_be_made(tmp_path: Path) -> None:
    with pytest.raises(ParagenError, match="found no phrase pair"):
        read(written(tmp_path / "empty.parquet", []))
    with pytest.raises(ParagenError, match="one translation that has no other"):
        read(written(tmp_path / "t.parquet", DE_EN[3:]))
    with pytest.raises(ConfigError, match="no phrase table"):
        read()


def test_labels(tmp_path: Path) -> None:
    parquet.write_table(pa.table({"source": ["a"], "target": ["b"], "count": [1.0], "label": ["NP"]}), tmp_path / "t.parquet")
    with pytest.raises(ConfigError, match="with labels"):
        read(tmp_path / "t.parquet")
