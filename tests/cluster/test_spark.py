"""Executors make what one process does, whichever of them is lost."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from part_answers import FOLDER

import paragen
from paragen.cluster.spark import ship
from paragen.cluster.work import reference_to

pytest.importorskip("pyspark")


def test_parts_on_a_cluster(cluster, corpus, capitals, shown):
    cluster._context.addPyFile(os.fspath(FOLDER / "part_answers.py"))
    folder = corpus(a="one\n", b="killed once\n", c="broken\n", d="two\n")
    summary = capitals(folder, engine="spark")
    assert (summary.done, summary.counts["sentences"]) == (3, 3)
    assert [str(error) for error in summary.broken] == [f"{folder}/c.txt:1: found a broken line, expected another."]
    assert shown(capitals.out) == {"a.txt": "ONE\n", "b.txt": "KILLED ONCE\n", "d.txt": "TWO\n"}
    assert sum(capitals.read) > 0 and not (capitals.out / ".paragen.stop").exists()


def test_a_model_is_shipped(cluster, english_model, tmp_path):
    model = replace(reference_to(paragen.load(english_model)), path="/nowhere")
    shipped = replace(model, archive=ship(cluster._context, str(english_model), model.checksum, tmp_path))
    tasks = cluster._context.parallelize(range(2), 2)
    found = tasks.map(lambda _: (shipped.is_here(), os.path.basename(shipped.place()), shipped.open().signature())).collect()
    assert found == [(False, shipped.archive, model.signature)] * 2
