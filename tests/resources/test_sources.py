"""The raw sources are well formed, enough of them, and what they build is what is shipped."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("lemminflect")

from paragen.base.errors import FormatError
from paragen.bundled import bundled
from paragen.model import Model
from paragen.paraphraser import starter_path
from paragen.recipes.recipe import read_recipe
from paragen.resources import build
from paragen.resources.build import STARTER
from paragen.tables.resources.inflection.entries import read_entries
from paragen.tables.resources.inflection.entry_table import entry_pairs
from paragen.text.slots import BEGIN, slot_parts
from paragen.text.tokenizer import Tokenizer

SOURCES = Path(__file__).resolve().parents[2] / "resources" / "starter"
"""In the checkout: the package leaves the prose out, and what the packed model holds whole."""
PROSE = SOURCES / "prose"


@pytest.fixture(scope="module")
def lowest():
    """The lowest score of each table, as the recipe has it."""
    steps = read_recipe(bundled("recipes")["starter"]).steps
    return {name: dict(step.options)["min-score"] for name, step in steps.items() if step.verb == "entries"}


@pytest.fixture(scope="module")
def tables(lowest):
    return {name: entry_pairs(sorted(STARTER.glob(f"{name}/*.tsv")), score) for name, score in lowest.items()}


def test_every_entry_is_well_formed(lowest):
    words = Tokenizer().words
    paths = sorted(STARTER.glob("*/*.tsv"))
    assert {path.parent.name for path in paths} == set(lowest)
    for path in paths:
        for entry in read_entries(path):
            for side in (entry.source, entry.target):
                assert side == " ".join(side.split()), (path, entry)
                assert all(word == word.lower() or slot_parts(word) for word in side.split()), (path, entry)
                has_slots = any(slot_parts(word) or word == BEGIN for word in side.split())
                assert (path.parent.name == "patterns") == has_slots, (path, entry)
                assert "|||" not in side, (path, entry)
                assert side.count("*") <= 1, (path, entry)
                assert words(side.replace("*", "")), (path, entry)


@pytest.mark.parametrize(
    "line",
    ["big\tlarge\tadj", "big\tlarge\tz\t0.9", "big\tlarge\tadj\t1.5", "big\tbig\tadj\t0.9", "\tlarge\tadj\t0.9", "a\tb\tn\tx"],
)
def test_a_bad_entry_is_an_error_with_its_place(tmp_path, line):
    path = tmp_path / "bad.tsv"
    path.write_text(f"# comment\n\nsmall\tlittle\tadj\t0.9\n{line}\n")
    with pytest.raises(FormatError, match=r"bad\.tsv:4: "):
        list(read_entries(path))


def test_there_is_enough(tables, lowest):
    base = {
        (entry.source, entry.target)
        for name in lowest
        for path in STARTER.glob(f"{name}/*.tsv")
        for entry in read_entries(path)
        if entry.score >= lowest[name]
    }
    assert len(base) >= 6_000
    assert sum(map(len, tables.values())) >= 25_000
    sentences = [
        line for path in PROSE.glob("*.txt") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()
    ]
    assert len(set(sentences)) >= 4_000


def test_pairs_are_fit_for_a_table(tables):
    for pairs in tables.values():
        for (source, target), score in pairs.items():
            assert source != target
            assert "*" not in source + target
            assert 0.4 <= score <= 1


def digests(model: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(model.iterdir())}


def test_the_same_bytes_each_time(tmp_path):
    """Under another hash seed, and in place of another model: the model that is installed is what its sources give."""
    shutil.copytree(starter_path(), tmp_path / "model")
    (tmp_path / "model" / "weights.toml").write_text("")
    command = [sys.executable, "-m", "paragen.resources.build", "-o", str(tmp_path / "model")]
    built = subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": "1"}, capture_output=True, text=True)
    assert digests(tmp_path / "model") == digests(starter_path())
    assert (starter_path() / "fit.bin").read_bytes() == (SOURCES / "fit.bin").read_bytes()
    counts = [f"{table.name}: {table.pairs} pairs" for table in Model.open(starter_path()).tables]
    assert built.stderr.splitlines()[-len(counts) - 1 : -1] == counts and built.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


@pytest.mark.skipif(STARTER == SOURCES, reason="the package is the checkout")
def test_what_the_model_holds_whole_is_installed_once():
    assert not [name for name in ("fit.bin", "lm.arpa.gz") if (STARTER / name).exists()]
    assert {"{sources}/model/fit.bin", "{sources}/model/lm.bin"} <= set(bundled("recipes")["starter"].read_text().split('"'))


def test_the_builder_says_what_it_takes(capsys):
    with pytest.raises(SystemExit):
        build.main(["--help"])
    help_text = capsys.readouterr().out
    assert "-o" in help_text and "--output" in help_text and "the model directory to make" in help_text
    assert "The recipe is ``recipes/starter.toml``. The same sources give the same bytes.\n" in help_text
