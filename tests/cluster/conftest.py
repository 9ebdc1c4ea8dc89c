"""Folders of part files, and what answers them."""

from __future__ import annotations

import pytest
from part_answers import FOLDER, Capitals
from spark_here import SparkHere

import paragen
from paragen.cluster.parts import find_parts
from paragen.cluster.run import answer_parts
from paragen.cluster.where import Where


@pytest.fixture
def corpus(tmp_path):
    """Writes part files; returns their folder."""

    def write(**texts):
        folder = tmp_path / "in"
        folder.mkdir(exist_ok=True)
        for name, text in texts.items():
            (folder / f"{name}.txt").write_text(text)
        return folder

    return write


@pytest.fixture
def capitals(tmp_path, english_model, monkeypatch):
    """Answers a folder, each line in capitals, in ``out``."""
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    (tmp_path / "marks").mkdir()
    read, told = [], []

    def run(*sources, options="case:upper", model=english_model, divides=False, **where):
        answer = Capitals(str(tmp_path / "marks"), options, divides=divides)
        given = Where(**{"processes": 1, "progress": read.append, "tell": told.append, **where})
        out = tmp_path / "out"
        return answer_parts(find_parts(sources, out), out, paragen.load(model), answer, given)

    run.read, run.told, run.out, run.marks, run.model = read, told, tmp_path / "out", tmp_path / "marks", english_model
    return run


@pytest.fixture
def spark_here(tmp_path, monkeypatch):
    """A Spark that does its tasks in the process of the test."""
    pytest.importorskip("pyspark")
    pytest.importorskip("pyarrow")
    spark = SparkHere(tmp_path / "spark files")
    spark.join(tmp_path / "java", monkeypatch)
    return spark


@pytest.fixture
def shown():
    """What is in a folder but for the run's own file."""

    def texts(folder):
        return {path.name: path.read_text() for path in sorted(folder.iterdir()) if not path.name.startswith("_")}

    return texts
