"""Counts over all sub-phrase-tables, probabilities and the ranking against a slow reading of the equations."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest
from fuzzing import rounds

from paragen.base.errors import Unexpected
from paragen.tables.bilingual.graph.count import PairCounts
from paragen.tables.bilingual.graph.options import GraphOptions
from paragen.tables.bilingual.graph.ranking import Distributions, interpolate, write_paraphrases
from paragen.tables.builder import Run

from .reading import Reading, Table, Vertex, distributions, features_of, graph_of, interpolated, means, ranked
from .test_count import OPTIONS, counted


def vertices_of(table: Table) -> list[Vertex]:
    tags, stems = (sorted({text for phrase in phrases for text in phrase}) for phrases in (table.tags, table.stems))
    return [
        *(("phrase", s) for s in range(table.sources)), *(("tags", text) for text in tags), *(("stems", text) for text in stems)
    ]  # fmt: skip


def found_in(table: Table, threads: int = 1) -> Distributions:
    return interpolate(counted(table), Run(threads=threads)).distributions


@pytest.mark.parametrize("seed", range(rounds(10, 30)))
def test_counts_and_ranking_are_those_of_the_equations(seed: int, tmp_path: Path) -> None:
    table = Table(random.Random(seed))
    found, names = found_in(table), vertices_of(table)
    expected, mean = distributions(interpolated(Reading(table, OPTIONS))), means(Reading(table, OPTIONS))
    for number, name in enumerate(names):
        row = slice(found.offsets[number], found.offsets[number + 1])
        got = {names[v]: n for v, n in zip(found.others[row], found.counts[row], strict=True)}
        assert got == pytest.approx(dict(expected.get(name, {})), rel=1e-4)
        assert found.probabilities[row].sum() == pytest.approx(1 if got else 0)
        if name[0] == "phrase":
            got = {names[v]: m for v, m in zip(found.others[row], found.means[row], strict=True)}
            assert got == pytest.approx(dict(mean.get(name, {})), rel=1e-4)
            assert sum(got.values()) == pytest.approx(1 if got else 0)
    assert len(found.means) == found.offsets[table.sources]
    path = tmp_path / "table.parquet"
    for rank in ("product", "sum"):
        summary = write_paraphrases(table.graph, table.features, found, path, replace(OPTIONS, top=3, rank=rank), Run())
        rows = pyarrow.parquet.read_table(path).to_pylist()
        wanted = ranked(table, expected, mean, rank, 3)
        assert [(row["source"], row["target"]) for row in rows] == [row[:2] for row in wanted]
        for row, numbers in zip(rows, wanted, strict=True):
            got = [row[name] for name in ("score", "count", "p_phrase", "p_tags", "p_stems")]
            assert got == pytest.approx(numbers[2:], rel=1e-4)
        assert (summary.pairs, summary.phrases) == (len(wanted), len({row[0] for row in wanted}))


def test_what_one_of_many_sub_phrase_tables_has_is_less_probable() -> None:
    """A pair counts as much in one sub-phrase-table as in five, eq. 15 and 18; its mean is a fifth."""
    component = np.array([0, 1, 2, 3, 4, 4, 0, 1, 2, 3, 4, 4], np.int32)
    other = np.array([1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0], np.int32)
    offsets = np.array([0, 6, 11, 12], np.int64)
    units, sizes = np.arange(3, dtype=np.int32), np.array([0, 0, 4, 1], np.int64)
    found = interpolate(PairCounts(3, 0, 0, units, offsets, component, other, np.full(12, 5.0), sizes, 0, 0), Run()).distributions
    assert found.others[:2].tolist() == [1, 2]
    assert found.counts[:2].tolist() == pytest.approx([5.0, 5.0])
    assert found.means[:2].tolist() == pytest.approx([0.9, 0.1])


def test_equals_are_in_the_order_of_their_bytes(tmp_path: Path) -> None:
    """Also where the sums that they come from are rounded differently."""
    means = np.array([0.1, 0.3, 0.1 + 0.2, 0.3])
    found = Distributions(5, 0, 0, np.array([0, *[4] * 5], np.int64), np.arange(1, 5, dtype=np.int32), np.ones(4), means)
    graph = graph_of({(s, 0): 1.0 for s in range(5)}, 5, 1)
    write_paraphrases(graph, features_of([{}] * 5, [{}] * 5), found, tmp_path / "t.parquet", GraphOptions(), Run())
    rows = pyarrow.parquet.read_table(tmp_path / "t.parquet").to_pylist()
    assert [row["target"] for row in rows] == ["s002", "s003", "s004", "s001"]


@pytest.mark.parametrize("tags", [[{}, {"X": 1.0}, {}, {"Y": 1.0}], [{}, {}, {}, {}]])
def test_paraphrases_without_tags(tags: list[dict[str, float]], tmp_path: Path) -> None:
    """The product takes the least probable tags for them, or ranks by the phrases alone where nothing has tags."""
    features = features_of(tags, [{}] * 4)
    n_tags = len(features.tags.texts)
    others = np.array([1, 2, 3, *range(4, 4 + n_tags)], np.int32)
    means = np.array([0.3, 0.2, 0.1, 0.3, 0.1][: len(others)])
    offsets = np.array([0, *[len(others)] * (4 + n_tags)], np.int64)
    found = Distributions(4, n_tags, 0, offsets, others, np.ones(len(others)), means)
    graph = graph_of({(s, 0): 1.0 for s in range(4)}, 4, 1)
    write_paraphrases(graph, features, found, tmp_path / "t.parquet", GraphOptions(), Run())
    rows = pyarrow.parquet.read_table(tmp_path / "t.parquet").to_pylist()
    products = [0.3 * 0.3, 0.2 * 0.1, 0.1 * 0.1] if n_tags else [0.3, 0.2, 0.1]
    assert [row["target"] for row in rows] == ["s001", "s002", "s003"]
    assert [row["score"] for row in rows] == pytest.approx([each / sum(products) for each in products])
    assert [row["p_tags"] for row in rows] == pytest.approx([0.3, 0, 0.1] if n_tags else [0, 0, 0])


def test_several_sub_phrase_tables() -> None:
    """Counts are their mean by p(C|u,v), not their sum."""
    found = [found_in(Table(random.Random(seed))) for seed in range(30)]
    sums = [counted(Table(random.Random(seed))) for seed in range(30)]
    assert sum(each.counts.sum() for each in found) < 0.8 * sum(each.counts.sum() for each in sums)


@pytest.mark.parametrize("seed", range(3))
def test_the_same_bytes_for_any_number_of_threads(seed: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = Table(random.Random(seed), sources=60, targets=60, components=30)
    written = []
    for threads, chunk in ((1, 1_000_000), (1, 50), (3, 50)):
        monkeypatch.setattr("paragen.tables.bilingual.graph.ranking._CHUNK", chunk)
        path = tmp_path / "table.parquet"
        write_paraphrases(table.graph, table.features, found_in(table, threads), path, OPTIONS, Run(threads=threads))
        written.append(path.read_bytes())
    assert written[0] == written[1] == written[2]


def test_text_and_licence(tmp_path: Path) -> None:
    table = Table(random.Random(3))
    found = found_in(table)
    write_paraphrases(table.graph, table.features, found, tmp_path / "table.txt", OPTIONS, Run())
    write_paraphrases(table.graph, table.features, found, tmp_path / "table.parquet", replace(OPTIONS, licence="CC0"), Run())
    rows = pyarrow.parquet.read_table(tmp_path / "table.parquet").to_pylist()
    lines = [line.split(" ||| ") for line in (tmp_path / "table.txt").read_text().splitlines()]
    assert [(source, target, float(score)) for source, target, score in lines] == [
        (row["source"], row["target"], row["score"]) for row in rows
    ]
    assert {row["licence"] for row in rows} == {"CC0"}


def test_no_paraphrase(tmp_path: Path) -> None:
    table = Table(random.Random(0))
    table.rows = {(0, 0): [0], (0, table.sources): [0]}
    table.decomposed = [False]
    summary = write_paraphrases(table.graph, table.features, found_in(table), tmp_path / "t.parquet", GraphOptions(), Run())
    assert (summary.pairs, summary.phrases) == (0, 0)
    assert pyarrow.parquet.read_table(tmp_path / "t.parquet").num_rows == 0


@pytest.mark.parametrize(
    "changes, found",
    [
        ({"offsets": np.array([0, 2, 1], np.int64)}, "offsets that decrease or do not end at 2"),
        ({"others": np.array([1, 5], np.int32)}, "others from 1 to 5"),
        ({"others": np.array([1, 0], np.int32), "offsets": np.array([0, 2, 2], np.int64)}, "others out of order"),
        ({"counts": np.array([1.0, np.nan])}, "counts that are 0, negative or not finite"),
        ({"counts": np.array([1.0, 0])}, "counts that are 0, negative or not finite"),
        ({"means": np.array([1.5])}, "means that are not probabilities"),
        ({"means": np.array([1.0, 1])}, "2 means"),
    ],
)
def test_arrays_that_do_not_fit(changes: dict[str, np.ndarray], found: str) -> None:
    good = Distributions(1, 1, 0, np.array([0, 1, 2], np.int64), np.array([1, 0], np.int32), np.array([1.0, 2]), np.ones(1))
    with pytest.raises(Unexpected, match=found):
        replace(good, **changes)
