"""A build from phrase table to paraphrases: the same for any threads, resumed where it was interrupted."""

import random
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.tables.bilingual.graph import GraphOptions, build_graph_table
from paragen.tables.bilingual.graph import build as module
from paragen.tables.bilingual.graph.steps import Steps
from paragen.tables.builder import Run

SMALL = GraphOptions(giant=30, merge=40)
ORDER = ["graph", "features", "components", "clusters", "counts", "distributions"]


def phrase_table(path: Path, seed: int = 1, phrases: int = 120) -> Path:
    """A table of phrases that share translations: of each meaning, some phrases on either side, and a few that stray."""
    rng = random.Random(seed)
    counts: dict[tuple[str, str], int] = {}
    for _ in range(phrases * 6):
        meaning = rng.randrange(phrases // 3)
        stray = rng.randrange(phrases // 3) if rng.random() < 0.1 else meaning
        pair = f"d{meaning}x{rng.randrange(3)}", f"e{stray} {'abc'[rng.randrange(3)]}"
        counts[pair] = counts.get(pair, 0) + rng.randint(1, 4)
    source, target = zip(*sorted(counts), strict=True)
    parquet.write_table(pa.table({"source": source, "target": target, "count": [counts[pair] for pair in sorted(counts)]}), path)
    return path


def test_paraphrases_of_the_same_meaning(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    summary = build_graph_table([phrase_table(tmp_path / "t.parquet")], out, SMALL)
    rows = parquet.read_table(out).to_pylist()
    assert summary.pairs == len(rows) > 50
    assert summary.phrases == len({row["source"] for row in rows})
    assert summary.decomposed > 1 and summary.graphs > 10
    same = sum(row["score"] for row in rows if row["source"].split()[0] == row["target"].split()[0])
    assert same > 0.8 * sum(row["score"] for row in rows)
    assert all(0 < row["score"] <= 1 and row["source"] != row["target"] for row in rows)


def test_the_same_bytes_for_any_threads_and_twice(tmp_path: Path) -> None:
    table = phrase_table(tmp_path / "t.parquet")
    for name, threads in (("1", 1), ("3", 3), ("again", 3)):
        build_graph_table([table], tmp_path / name, SMALL, Run(threads=threads))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes() == (tmp_path / "again").read_bytes()


@pytest.mark.parametrize(
    "step", ["read_graph", "read_features", "decompose", "cocluster", "count_pairs", "interpolate", "write_paraphrases"]
)
def test_resumed_where_it_was_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    table = phrase_table(tmp_path / "t.parquet")
    build_graph_table([table], tmp_path / "whole", SMALL)

    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(module, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            build_graph_table([table], tmp_path / "out", SMALL, steps=tmp_path / "steps")
    assert not (tmp_path / "out").exists()
    made = sorted(path.name for path in (tmp_path / "steps").iterdir()) if (tmp_path / "steps").exists() else []
    stamps = {name: (tmp_path / "steps" / name).stat().st_mtime_ns for name in made}
    build_graph_table([table], tmp_path / "out", SMALL, steps=tmp_path / "steps")
    assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()
    assert {name: (tmp_path / "steps" / name).stat().st_mtime_ns for name in made} == stamps
    assert sorted(path.name for path in (tmp_path / "steps").iterdir()) == sorted(ORDER)


def test_other_options_make_only_what_depends_on_them(tmp_path: Path) -> None:
    table, steps = phrase_table(tmp_path / "t.parquet"), tmp_path / "steps"

    def made(options: GraphOptions) -> dict[str, int]:
        build_graph_table([table], tmp_path / "out", options, steps=steps)
        return {name: (steps / name).stat().st_mtime_ns for name in ORDER}

    before = made(SMALL)
    for options, stay in (
        (GraphOptions(giant=30, merge=40, top=3), ORDER), (GraphOptions(giant=30, merge=40, rank="sum"), ORDER),
        (GraphOptions(giant=30, merge=40, min_idf=0.5), ORDER[:4]), (GraphOptions(giant=30, merge=40, soft=1), ORDER[:3]),
        (GraphOptions(giant=25, merge=40), ORDER[:2]),
        (GraphOptions(giant=25, merge=40, language="german"), ["graph", "components", "clusters"]),
        (GraphOptions(giant=25, language="german", side="source"), []),
    ):  # fmt: skip
        after = made(options)
        assert [name for name in ORDER if after[name] == before[name]] == stay
        before = after


def test_what_is_kept_is_read_only_where_it_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, steps = phrase_table(tmp_path / "t.parquet"), tmp_path / "steps"
    summary = build_graph_table([table], tmp_path / "whole", SMALL, steps=steps)
    seen: list[str] = []
    read = Steps.read
    monkeypatch.setattr(Steps, "read", lambda self, name, type_: seen.append(name) or read(self, name, type_))

    def again() -> set[str]:
        seen.clear()
        assert build_graph_table([table], tmp_path / "out", SMALL, steps=steps) == summary
        assert (tmp_path / "out").read_bytes() == (tmp_path / "whole").read_bytes()
        return set(seen)

    assert again() == {"graph", "features", "components", "distributions"}
    shutil.rmtree(steps / "distributions")
    assert again() == {"graph", "features", "components", "counts"}
    for name in ("clusters", "counts"):
        shutil.rmtree(steps / name)
    assert again() == {"graph", "features", "components", "distributions"}
    assert not (steps / "counts").exists()  # nothing needs it


def test_another_table_is_read(tmp_path: Path) -> None:
    steps = tmp_path / "steps"
    build_graph_table([phrase_table(tmp_path / "t.parquet")], tmp_path / "1", SMALL, steps=steps)
    phrase_table(tmp_path / "t.parquet", seed=2)
    build_graph_table([tmp_path / "t.parquet"], tmp_path / "2", SMALL, steps=steps)
    build_graph_table([tmp_path / "t.parquet"], tmp_path / "3", SMALL)
    assert (tmp_path / "1").read_bytes() != (tmp_path / "2").read_bytes() == (tmp_path / "3").read_bytes()


def test_text(tmp_path: Path) -> None:
    table = phrase_table(tmp_path / "t.parquet")
    build_graph_table([table], tmp_path / "out.parquet", SMALL)
    build_graph_table([table], tmp_path / "out.txt", SMALL)
    rows = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    lines = [line.split(" ||| ") for line in (tmp_path / "out.txt").read_text(encoding="utf-8").splitlines()]
    assert [(e, f, float(score)) for e, f, score in lines] == [(row["source"], row["target"], row["score"]) for row in rows]


def test_one_component(tmp_path: Path) -> None:
    table = {"source": ["a", "a", "b"], "target": ["x", "y", "y"], "count": [3, 2, 2]}
    parquet.write_table(pa.table(table), tmp_path / "t.parquet")
    summary = build_graph_table([tmp_path / "t.parquet"], tmp_path / "out", steps=tmp_path / "steps")
    assert (summary.components, summary.decomposed, summary.largest) == (1, 0, 4)


def test_a_phrase_with_30_000_translations(tmp_path: Path) -> None:
    n = 30_000
    table = {"source": ["der"] * n, "target": [f"e{i:06}" for i in range(n)], "count": [1] * n}
    parquet.write_table(pa.table(table), tmp_path / "t.parquet")
    summary = build_graph_table([tmp_path / "t.parquet"], tmp_path / "out")
    assert (summary.entries, summary.components, summary.decomposed, summary.largest) == (n, 1, 1, n + 1)


def test_what_cannot_be(tmp_path: Path) -> None:
    table = phrase_table(tmp_path / "t.parquet")
    with pytest.raises(ConfigError, match="is read and would be overwritten"):
        build_graph_table([table], table)
    with pytest.raises(ConfigError, match="there is no folder"):
        build_graph_table([table], tmp_path / "out", steps=tmp_path / "a" / "steps")
    with pytest.raises(ConfigError, match="language: found 'klingon', expected one of arabic"):
        build_graph_table([table], tmp_path / "out", GraphOptions(language="klingon"))
    with pytest.raises(ConfigError, match="found no phrase table"):
        build_graph_table([], tmp_path / "out")
    (tmp_path / "steps").mkdir()
    (tmp_path / "steps" / "graph").mkdir()
    (tmp_path / "steps" / "graph" / "mine").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="files that no step has made"):
        build_graph_table([table], tmp_path / "out", steps=tmp_path / "steps")
    parquet.write_table(pa.table({"source": ["a"], "target": ["b"], "count": [1]}), tmp_path / "one.parquet")
    with pytest.raises(ParagenError, match="one translation"):
        build_graph_table([tmp_path / "one.parquet"], tmp_path / "out")
    (tmp_path / "text").write_text("a b c\n", encoding="utf-8")
    with pytest.raises(FormatError):
        build_graph_table([tmp_path / "text"], tmp_path / "out")
    assert not (tmp_path / "out").exists()
