"""Facts of the large reference tables: read from text by a naive loop, and as packed."""

from __future__ import annotations

import gzip
import math

import numpy as np
import pytest


@pytest.fixture(scope="module")
def pairs(shared):
    """Of each table the pairs of some thousand sources: {source: {target: score}}."""
    found = []
    for number in (0, 1):
        table: dict[str, dict[str, float]] = {}
        with gzip.open(shared / f"golden/bench/table{number}.txt.gz", "rt", encoding="utf-8", newline="\n") as file:
            for line in file:
                source, target, score = line.rstrip("\n").split(" ||| ")
                if hash_of(source) % 100 == 0:
                    table.setdefault(source, {})[target] = float(score)
        found.append(table)
    return found


def hash_of(text: str) -> int:
    return sum(text.encode())


@pytest.mark.long
def test_bench_tables(shared, pairs, pack_tables):
    store = pack_tables(*(shared / f"golden/bench/table{number}.txt.gz" for number in (0, 1)))
    assert [counts["pairs"] for counts in store.counts] == [990_027, 1_466_000]
    assert len(store) == 990_027 + 1_466_000  # at most 20 a phrase: none is cut
    store.verify()
    assert sum(map(len, pairs)) > 3000
    for source in set(pairs[0]) | set(pairs[1]):
        expected = [
            sorted(
                ((tuple(target.split(" ")), np.float32(math.log(score))) for target, score in table.get(source, {}).items()),
                key=lambda option: (-option[1], " ".join(option[0]).encode()),
            )
            for table in pairs
        ]
        assert store.options(source.split(" ")) == expected, source


def test_moses_tables(shared, pack_tables):
    store = pack_tables(*(shared / f"golden/moses/table{number}.txt" for number in (0, 1)))
    store.verify()
    for number in (0, 1):
        with open(shared / f"golden/moses/table{number}.txt", encoding="utf-8", newline="\n") as file:
            assert store.counts[number]["pairs"] == sum(1 for _ in file)


def test_a_real_moses_phrase_table(shared, pack_tables):
    path = shared / "golden/extract/phrase-table.txt.gz"
    store = pack_tables((path, 3))
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    assert store.counts[0]["pairs"] == len(lines)
    source, target, scores = (field.strip() for field in lines[len(lines) // 2].split("|||")[:3])
    options = dict(store.options(source.split(" "))[0])
    assert options[tuple(target.split(" "))] == pytest.approx(math.log(float(scores.split()[2])), rel=1e-6)
