"""What is asked of Spark, and what its tasks do, without Java."""

from __future__ import annotations

import platform
import re
import shutil
from contextlib import contextmanager

import pytest

import paragen
from paragen.base.errors import ConfigError
from paragen.cluster.spark import _progress
from paragen.cluster.where import Where

FOUR = {"a": "one\n", "b": "twentyone\ntwo\n", "c": "broken\n", "d": "two\n"}
MADE = {"a.txt": "ONE\n", "b.txt": "TWENTYONE\nTWO\n", "d.txt": "TWO\n"}


@pytest.mark.parametrize(
    ("master", "told"),
    [("local[2]", []), ("spark://here:7077", ["the executors read the model in {model} on their own machines"])],
)
def test_parts_are_tasks_the_largest_first(spark_here, corpus, capitals, shown, master, told):
    folder = corpus(**FOUR)
    spark_here.master = master
    summary = capitals(folder, engine="spark")
    assert (summary.parts, summary.there, summary.done, summary.counts) == (4, 0, 3, {"sentences": 4})
    assert [str(error) for error in summary.broken] == [f"{folder}/c.txt:1: found a broken line, expected another."]
    assert shown(capitals.out) == MADE and capitals.told == [line.format(model=capitals.model) for line in told]
    assert capitals.read == [0, 29]
    *asked, (name, items, slices) = spark_here.jobs
    assert [(name, len(items), slices) for name, items, slices in asked] == [("paragen: model", 4, 4)] * len(told)
    outputs = [(part.name, output.removeprefix(f"{capitals.out}/")) for part, output in items]
    assert (name, slices) == ("paragen: parts", 4) and outputs == [(name, name) for name in ("b.txt", "c.txt", "a.txt", "d.txt")]
    spark_here.jobs.clear()
    corpus(c="three\n")
    assert capitals(folder, engine="spark").done == 1 and capitals.read[2:] == [22, 6]
    spark_here.jobs.clear()
    assert capitals(folder, engine="spark").there == 4 and spark_here.jobs == []


def test_executors_are_asked_whether_they_have_the_model(spark_here, corpus, capitals, shown, tmp_path):
    model = tmp_path / "model"
    shutil.copytree(capitals.model, model)
    (model / "more").mkdir()

    @contextmanager
    def elsewhere():
        model.rename(tmp_path / "hidden")
        yield
        (tmp_path / "hidden").rename(model)

    spark_here.task, spark_here.defaultParallelism = elsewhere, 2
    assert capitals(corpus(a="one\n"), model=model, engine="spark").done == 1
    assert shown(capitals.out) == {"a.txt": "ONE\n"} and capitals.told == ["the executors were sent the model"]
    assert [(name, slices) for name, _, slices in spark_here.jobs] == [("paragen: model", 8), ("paragen: parts", 1)]
    [shipped] = (tmp_path / "spark files").iterdir()
    assert re.fullmatch(f"paragen-{paragen.load(model).model.signature}-[0-9a-f]{{8}}", shipped.name)
    assert {path.name for path in shipped.iterdir()} == {path.name for path in capitals.model.iterdir()}


def test_what_concerns_all_parts_stops_the_others(spark_here, corpus, capitals, shown):
    folder = corpus(a="one\n", b="full and so on\n", c="full\n")
    with pytest.raises(OSError, match="No space left"):
        capitals(folder, engine="spark")
    tried = [part.name for part, _ in spark_here.tried[4:]]
    assert shown(capitals.out) == {"b.txt": "FULL AND SO ON\n"} and tried == ["b.txt", "c.txt", "c.txt", "a.txt"]
    assert not (capitals.out / ".paragen.stop").exists()


def test_an_error_of_ours_is_not_tried_again(spark_here, corpus, capitals, shown, tmp_path):
    @contextmanager
    def elsewhere():
        folder.rename(tmp_path / "hidden")
        yield
        (tmp_path / "hidden").rename(folder)

    folder, spark_here.task, spark_here.master = corpus(**FOUR), elsewhere, "local-cluster[1,1,1024]"
    with pytest.raises(ConfigError) as caught:
        capitals(folder, engine="spark")
    found = f"{folder}: not found on the machine {platform.node()}, where the work is done."
    assert str(caught.value) == f"{found} Name folders that all machines share, under the same path."
    assert [part.name for part, _ in spark_here.tried] == ["b.txt", "c.txt", "a.txt", "d.txt"] and shown(capitals.out) == {}


def test_another_master_than_the_one_that_runs(spark_here, corpus, capitals):
    with pytest.raises(ConfigError, match=r"^local\[2\]: Spark is already running in this process, with spark://here:7077"):
        capitals(corpus(a="one\n"), engine="spark", master="local[2]")
    with pytest.raises(ConfigError, match="^memory: found 100 MiB"):
        capitals(corpus(a="one\n"), engine="spark", memory="100M")


def test_shares_of_the_parts_are_bytes():
    read = []
    report = _progress(Where(progress=read.append), 200)
    for step, share in (("model", 1.0), ("parts", 0.25), ("parts", 0.25), ("parts", 0.125), ("parts", 1.0)):
        report(step, share)
    assert read == [50, 150]
