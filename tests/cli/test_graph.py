"""``paragen graph``: builds that are killed, interrupted, and on a disk that is full; what show and stats say of one."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from command_line import paragen, process, started, wait_until

ORDER = ["graph", "features", "components", "clusters", "counts", "distributions"]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rng = random.Random(1)
    counts: dict[tuple[str, str], int] = {}
    for _ in range(30_000):
        meaning = rng.randrange(2000)
        pair = f"d{meaning}x{rng.randrange(3)}", f"e{meaning if rng.random() < 0.9 else rng.randrange(2000)} {rng.choice('abc')}"
        counts[pair] = counts.get(pair, 0) + rng.randint(1, 4)
    source, target = zip(*sorted(counts), strict=True)
    parquet.write_table(
        pa.table({"source": source, "target": target, "count": [counts[pair] for pair in sorted(counts)]}), tmp_path / "t.parquet"
    )
    return tmp_path / "t.parquet"


@pytest.mark.parametrize(
    ("step", "number"),
    [
        pytest.param("graph", signal.SIGKILL, marks=pytest.mark.long),
        ("features", signal.SIGINT),
        pytest.param("clusters", signal.SIGKILL, marks=pytest.mark.long),
    ],
)
def test_ended_and_resumed(table: Path, tmp_path: Path, step: str, number: signal.Signals) -> None:
    words = ("graph", "build", table, "-o", tmp_path / "out.parquet", "--steps", tmp_path / "steps", "--threads", "1")
    with started(*words) as child:
        wait_until(lambda: (tmp_path / "steps" / step / "step.json").exists() or child.poll() is not None)
        child.send_signal(number)
        _, err = child.communicate()
    if child.returncode == 0:
        pytest.skip("it was done before it could be ended")
    assert child.returncode == (-signal.SIGKILL if number == signal.SIGKILL else 130)
    assert "Traceback" not in err
    assert not (tmp_path / "out.parquet").exists()
    made = {name: (tmp_path / "steps" / name).stat().st_mtime_ns for name in ORDER if (tmp_path / "steps" / name).exists()}
    assert step in made
    for left in [*tmp_path.glob(".*"), *(tmp_path / "steps").glob(".*")]:
        os.utime(left, (1, 1))  # abandoned long ago
    assert paragen(*words).returncode == 0
    assert {name: (tmp_path / "steps" / name).stat().st_mtime_ns for name in made} == made
    assert paragen("graph", "build", table, "-o", tmp_path / "whole.parquet").returncode == 0
    assert (tmp_path / "out.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    assert sorted(path.name for path in (tmp_path / "steps").iterdir()) == sorted(ORDER)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.parquet", "steps", "t.parquet", "whole.parquet"]


@pytest.mark.long
def test_a_full_disk(table: Path, tmp_path: Path) -> None:
    """The largest file that may be written stands for what room is left."""
    words = ("graph", "build", table, "-o", tmp_path / "out.parquet", "--steps", tmp_path / "steps")
    done = process(*words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000)))
    assert done.returncode == 1
    assert done.stderr.startswith(f"paragen: {tmp_path}") and "File too large" in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "out.parquet").exists()
    again = process(*words)
    assert again.returncode == 0, again.stderr


def test_show_and_stats(table: Path, tmp_path: Path) -> None:
    assert paragen("graph", "build", table, "-o", tmp_path / "out.parquet", "--steps", tmp_path / "steps").returncode == 0
    best = parquet.read_table(tmp_path / "out.parquet").sort_by([("count", "descending")]).slice(0, 1).to_pylist()[0]
    words = ("graph", "show", tmp_path / "steps", best["source"])
    done = paragen(*words, "--graphs", "1", "-o", tmp_path / "graph.svg", "--format", "json")
    assert done.returncode == 0
    graph = json.loads(done.stdout)
    assert not any(each["kind"].startswith("inflation") for each in graph["vertices"])
    times = [each["commute_time"] for each in graph["vertices"]]
    assert times == sorted(times)
    picture = ElementTree.fromstring((tmp_path / "graph.svg").read_text(encoding="utf-8"))
    drawn = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {each["vertex"] for each in graph["vertices"]} <= drawn
    lines = paragen(*words, "--graphs", "100").stdout.splitlines()
    assert lines[0] == f"sub-phrase-table {graph['sub_phrase_table']}, cluster {graph['cluster']}"
    assert [line.split()[0] for line in lines[2 : 2 + len(times)]] == [each["kind"] for each in graph["vertices"]]
    assert any(line.startswith("phrase ") and f" {best['target']} " in line for line in lines)
    done = paragen("graph", "stats", tmp_path / "steps", "--format", "json")
    stats = json.loads(done.stdout)
    assert stats["pairs of phrases"]["largest"] == pytest.approx(best["count"])
    assert list(stats["steps"]) == ORDER

    def short(number: float) -> str:
        return f"{number:,.0f}" if number == int(number) or number >= 100 else f"{number:.3g}"

    first, *lines = paragen("graph", "stats", tmp_path / "steps").stdout.splitlines()
    assert first == f"{stats['entries']:,} phrase pairs, {stats['one_to_one']:,} of them 1-1"
    laws, steps = lines[1 : lines.index("", 1)], lines[lines.index("", 1) + 1 :]
    assert laws[0].split() == ["number", "largest", "median", "exponent", "error", "from", "tail", "distance"]
    ranked = {name: row for name, row in stats.items() if isinstance(row, dict) and "largest" in row}
    assert len(laws) - 1 == len(ranked) > 3
    for line, (name, row) in zip(laws[1:], ranked.items(), strict=True):
        cells = [f"{row['number']:,}", *("-" if row[each] is None else short(row[each]) for each in ("largest", "median"))]
        fitted = ["-"] * 5
        if law := row["law"]:
            fitted = [f"{law['exponent']:.2f}", f"{law['error']:.2f}", short(law["start"]), f"{law['tail']:,}"]
            fitted.append(f"{law['distance']:.3f}")
        assert line.startswith(name) and line.removeprefix(name).split() == [*cells, *fitted]
    assert steps[0].split() == ["step", "seconds", "memory", "(MB)"] and [line.split()[0] for line in steps[1:]] == ORDER
