"""Steps keep what they make, take it again where nothing changed, and notice what was altered."""

import errno
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from paragen.base.errors import ConfigError, FormatError, Unexpected
from paragen.tables.bilingual.graph.steps import Steps, step_key


@dataclass(frozen=True)
class Part:
    name: str
    share: float


@dataclass(frozen=True)
class Inner:
    texts: Any
    marks: np.ndarray


@dataclass(frozen=True)
class Outer:
    number: int
    inner: Inner
    parts: tuple[Part, ...]
    counts: np.ndarray

    def __post_init__(self) -> None:
        if self.number < 0:
            raise Unexpected(str(self.number), "0 or more")


MADE = Outer(
    7, Inner(pa.array(["ä b", "", "c"]), np.array([True, False])), (Part("x", 0.5), Part("y", 1.0)), np.array([0.1, np.inf])
)


def never() -> Outer:
    raise AssertionError


def test_what_is_made_comes_back(tmp_path: Path) -> None:
    steps = Steps(tmp_path / "steps")
    assert steps.key("graph") is None
    assert steps.make("graph", Outer, {"side": "target"}, lambda: MADE) is MADE
    again = steps.make("graph", Outer, {"side": "target"}, never)
    assert (again.number, again.parts) == (7, MADE.parts)
    assert again.inner.texts.to_pylist() == ["ä b", "", "c"]
    assert again.inner.marks.dtype == np.bool_ and again.inner.marks.tolist() == [True, False]
    assert again.counts.dtype == np.float64 and again.counts.tolist() == [0.1, np.inf]
    assert Steps(tmp_path / "steps").read("graph", Outer).parts == MADE.parts
    assert steps.about("graph")["peak_memory"] > 1 << 20


def test_another_key_makes_it_anew_and_what_follows_goes(tmp_path: Path) -> None:
    steps = Steps(tmp_path)
    for name in ("graph", "features", "components"):
        steps.make(name, Outer, {}, lambda: MADE)
    steps.make("features", Outer, {"parses": 1}, lambda: MADE)
    assert [steps.key(name) is not None for name in ("graph", "features", "components")] == [True, True, False]
    assert sorted(os.listdir(tmp_path)) == ["features", "graph"]


def test_what_follows_stays_if_it_is_of_the_same_build(tmp_path: Path) -> None:
    steps = Steps(tmp_path)
    for name in ("graph", "components", "counts"):
        steps.make(name, Outer, {}, lambda: MADE)
    keys = {"components": step_key("components", {}), "counts": step_key("counts", {"soft": 1})}
    steps.make("graph", Outer, {"side": 1}, lambda: MADE, keys)
    assert sorted(os.listdir(tmp_path)) == ["components", "graph"]


def test_a_step_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = Steps(tmp_path / "steps")

    def full(*args: Any, **kwargs: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("pyarrow.parquet.write_table", full)
        with pytest.raises(OSError, match="No space left") as raised:
            steps.make("graph", Outer, {}, lambda: MADE)
    assert raised.value.filename == str(tmp_path / "steps" / "graph")
    assert os.listdir(tmp_path / "steps") == []

    def interrupted() -> Outer:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        steps.make("graph", Outer, {}, interrupted)
    assert os.listdir(tmp_path / "steps") == []


def test_killed_between_steps(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys\n"
        "from paragen.tables.bilingual.graph.components import Components\n"
        "from paragen.tables.bilingual.graph.components import Members\n"
        "from paragen.tables.bilingual.graph.steps import Steps, step_key\n"
        "made = Components.of(3, Members.empty(), Members.empty())\n"
        "steps = Steps(sys.argv[1])\n"
        "steps.make('graph', Components, {}, lambda: made)\n"
        "steps.make('components', Components, {}, lambda: os.kill(os.getpid(), signal.SIGKILL))\n"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "steps")], timeout=100, check=False)
    assert done.returncode == -signal.SIGKILL
    steps = Steps(tmp_path / "steps")
    assert steps.key("graph") is not None
    assert steps.key("components") is None
    steps.make("components", Outer, {}, lambda: MADE)
    assert steps.read("components", Outer).number == 7


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="found no step 'counts'"):
        Steps(tmp_path).read("counts", Outer)
    with pytest.raises(ConfigError, match="there is no folder"):
        Steps(tmp_path / "a" / "b").make("graph", Outer, {}, lambda: MADE)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="found a file"):
        Steps(tmp_path / "file").make("graph", Outer, {}, lambda: MADE)


def test_the_files_of_others_stay(tmp_path: Path) -> None:
    (tmp_path / "graph").mkdir()
    (tmp_path / "graph" / "thesis.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ConfigError, match="files that no step has made"):
        Steps(tmp_path).make("graph", Outer, {}, lambda: MADE)
    assert (tmp_path / "graph" / "thesis.txt").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    "alter",
    [
        lambda folder: (folder / "counts.parquet").unlink(),
        lambda folder: (folder / "counts.parquet").write_bytes((folder / "counts.parquet").read_bytes()[:-20]),
        lambda folder: (folder / "step.json").write_text("{"),
        lambda folder: (folder / "step.json").write_bytes(b"\xff"),
        lambda folder: (folder / "step.json").write_text("[]"),
        lambda folder: change(folder, "number", -1),
        lambda folder: change(folder, "number", "7"),
        lambda folder: change(folder, "parts", [{"name": "x"}]),
    ],
)
def test_what_was_altered(tmp_path: Path, alter: Any) -> None:
    steps = Steps(tmp_path)
    steps.make("graph", Outer, {}, lambda: MADE)
    alter(tmp_path / "graph")
    with pytest.raises(FormatError):
        steps.make("graph", Outer, {}, never)


def change(folder: Path, name: str, value: Any) -> None:
    about = json.loads((folder / "step.json").read_text(encoding="utf-8"))
    about["values"][name] = value
    (folder / "step.json").write_text(json.dumps(about), encoding="utf-8")
