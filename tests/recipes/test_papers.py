"""The recipes of the papers: what they would run, and what they make of made-up corpora."""

from __future__ import annotations

import sys
from pathlib import Path

import command_line
import pytest

import paragen
from paragen.model import Model
from paragen.model.bundled import find_bundled
from paragen.recipes.build import build_model, plan_build
from paragen.tables.bilingual.alignment import eflomal
from paragen.tables.bilingual.patterns.reading import read_pattern_pairs

sys.path.append(str(Path(__file__).parent))
from made_up_corpora import (  # noqa: E402
    SYNONYMS,
    write_corpora_of_bc05,
    write_corpora_of_cb08,
    write_corpora_of_mm12,
    write_corpora_of_z08,
    write_corpora_of_z09,
)

PAPERS = {
    "z08": (write_corpora_of_z08, ["thesaurus", "parallel", "comparable", "pivot", "definitions", "queries"]),
    "bc05": (write_corpora_of_bc05, ["one", "several"]),
    "cb08": (write_corpora_of_cb08, ["baseline", "simple", "complex"]),
    "z09": (write_corpora_of_z09, ["bc", "model1", "model2", "model3"]),
    "mm12": (write_corpora_of_mm12, ["pivot", "sum", "graph"]),
}


@pytest.fixture(params=PAPERS)
def paper(request, tmp_path) -> str:
    """The name of a recipe, with its corpora in the folder ``corpora``."""
    for package in ("duckdb", "pyarrow", "lemminflect", "scipy", "sentencex"):
        pytest.importorskip(package)
    PAPERS[request.param][0](tmp_path / "corpora")
    return request.param


def test_the_plan_has_every_table(paper, tmp_path):
    done = command_line.paragen("build", paper, "--path", f"data={tmp_path / 'corpora'}", "-o", "model", "--plan", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    for table in PAPERS[paper][1]:
        assert f"--output=model.steps/{table}." in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["corpora"]


def test_what_is_missing_is_named(paper, tmp_path):
    missing = tmp_path / "corpora" / ("bitext.english" if paper in ("z08", "mm12") else "fourth.english")
    missing.unlink()
    _, problems = plan_build(find_bundled("recipes", paper), tmp_path / "model", paths={"data": str(tmp_path / "corpora")})
    assert problems
    assert all(str(missing) in problem and ("opus" in problem or "europarl" in problem) for problem in problems)


@pytest.mark.parametrize(
    "paper", [pytest.param(name, marks=[pytest.mark.long] if name in ("cb08", "z09") else []) for name in PAPERS], indirect=True
)
@pytest.mark.usefixtures("steps_here")
def test_a_model_of_made_up_corpora(paper, tmp_path):
    try:
        eflomal.find_program()
    except paragen.ParagenError:
        pytest.skip("needs eflomal")
    build_model(find_bundled("recipes", paper), tmp_path / "model", paths={"data": str(tmp_path / "corpora")})
    model = Model.open(tmp_path / "model")
    pairs = {table.name: table.pairs for table in model.tables}
    assert list(pairs) == PAPERS[paper][1]
    assert all(pairs.values())
    offered = {name: paragen.load(tmp_path / "model", use_tables=[name]) for name in pairs}
    for one, other in SYNONYMS:
        for name, text, expected in (
            ("thesaurus", one, other), ("parallel", f"the ban {one}", f"the ban {other}"), ("comparable", one, other),
            ("pivot", one, other), ("queries", f"cheap {one}", f"cheap {other}"), ("one", one, other), ("several", one, other),
            ("baseline", one, other), ("simple", one, other), ("complex", one, other), ("sum", one, other), ("graph", one, other),
        ):  # fmt: skip
            if name in offered:
                found = {item.substitute for item in offered[name].substitutes(text)}
                assert expected in found, (name, found)
    if paper == "cb08":
        assert pairs["complex"] > 2 * pairs["simple"]
        assert [table.syntax for table in model.tables] == [None, "average", "average"]
    if paper == "z09":
        assert {table.kind for table in model.tables} == {"patterns"}
        for name in pairs:
            found = {pair[:2] for pair in read_pattern_pairs(tmp_path / "model.steps" / f"{name}.parquet")}
            assert found >= {(f"{one} [NN_1]", f"{other} [NN_1]") for one, other in SYNONYMS}, name
    if paper == "z08":
        assert "goes on a journey" in {item.after for item in offered["definitions"].substitutes("She travels.")}
