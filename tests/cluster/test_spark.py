"""Executors make what one process does, whichever of them is lost."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from part_answers import FOLDER, Capitals

import paragen
from paragen.base.errors import ConfigError
from paragen.cluster.model import reference_to
from paragen.cluster.parts import find_parts
from paragen.cluster.spark import Task, ship
from paragen.cluster.work import Work

pytest.importorskip("pyspark")


def test_parts_on_a_cluster(cluster, corpus, capitals, shown):
    cluster._context.addPyFile(os.fspath(FOLDER / "part_answers.py"))
    folder = corpus(a="one\n", b="killed once\n", c="broken\n", d="two\n")
    summary = capitals(folder, engine="spark")
    assert (summary.done, summary.counts["sentences"]) == (3, 3)
    assert [str(error) for error in summary.broken] == [f"{folder}/c.txt:1: found a broken line, expected another."]
    assert shown(capitals.out) == {"a.txt": "ONE\n", "b.txt": "KILLED ONCE\n", "d.txt": "TWO\n"}
    assert sum(capitals.read) > 0 and not (capitals.out / ".paragen.stop").exists()


def test_a_task_stops_the_others_if_nothing_can_be_written(corpus, english_model, tmp_path):
    [full, fine] = find_parts([corpus(a="full\n", b="one\n")])
    (tmp_path / "marks").mkdir()
    work = Work(reference_to(paragen.load(english_model)), Capitals(str(tmp_path / "marks")))
    first, last = (Task(work, str(tmp_path / "stop"), attempts) for attempts in (2, 1))
    with pytest.raises(OSError, match="No space left"):
        first((full, str(tmp_path / "a")))
    assert first((fine, str(tmp_path / "b"))).counts == {"sentences": 1}
    assert isinstance(last((full, str(tmp_path / "a"))).error, OSError)
    assert last((fine, str(tmp_path / "c"))) is None
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["b", "stop"]


def test_a_model_is_shipped(cluster, english_model, tmp_path):
    model = replace(reference_to(paragen.load(english_model)), path="/nowhere")
    shipped = replace(model, archive=ship(cluster._context, str(english_model), model.checksum, tmp_path))
    tasks = cluster._context.parallelize(range(2), 2)
    found = tasks.map(lambda _: (shipped.is_here(), os.path.basename(shipped.place()), shipped.open().signature())).collect()
    assert found == [(False, shipped.archive, model.signature)] * 2


def test_a_model_that_is_nowhere_or_another(english_model):
    model = reference_to(paragen.load(english_model))
    assert model.is_here() and model.open().signature() == model.signature
    with pytest.raises(ConfigError, match=r"/nowhere: not found on the machine .* expected the model"):
        replace(model, path="/nowhere").open()
    with pytest.raises(ConfigError, match="Install the same version of paragen on all machines"):
        replace(model, signature="version:0").open()
