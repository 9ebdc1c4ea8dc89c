"""The raw sources are well formed, enough of them, and what they build is what is shipped."""

from __future__ import annotations

import gzip
import hashlib
import math
import os
import shutil
import subprocess
import sys
from functools import lru_cache
from itertools import islice
from pathlib import Path

import pytest
from command_line import run_step
from fuzzing import LONG

pytest.importorskip("lemminflect")

from paragen.base.errors import FormatError
from paragen.model import Model
from paragen.model.bundled import bundled, starter_path
from paragen.recipes import starter
from paragen.recipes.recipe import read_recipe
from paragen.recipes.starter import STARTER
from paragen.tables.inflection.entries import read_entries
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
def sources(tmp_path_factory) -> Path:
    """The folder of the sources; but for long runs, with a part of the entries of its larger files and of its tables."""
    if LONG:
        return STARTER
    folder = tmp_path_factory.mktemp("resources") / "starter"
    for path in (path for path in STARTER.rglob("*") if path.is_file()):
        made = folder / path.relative_to(STARTER)
        made.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".tsv":
            lines = path.read_text(encoding="utf-8").splitlines()
            lists = [",".join(line.split(",")[:5]) for line in lines if "\t" not in line]
            pairs = [line for line in lines if "\t" in line][:: 1 + len(lines) // 100]
            made.write_text("".join(f"{line}\n" for line in (*lists, *pairs)), encoding="utf-8")
        elif path.name.endswith(".txt.gz"):
            with gzip.open(path) as file:
                made.write_bytes(gzip.compress(b"".join(islice(file, 0, None, 50)), 1))
        else:
            made.symlink_to(path)
    return folder


@pytest.fixture(scope="module")
def entries(sources, lowest):
    """The entries, by table and file."""
    return {name: {path: list(read_entries(path)) for path in sorted(sources.glob(f"{name}/*.tsv"))} for name in lowest}


def test_every_entry_is_well_formed(entries, lowest):
    words = lru_cache(Tokenizer().words)
    assert {path.parent.name for path in STARTER.glob("*/*.tsv")} == set(lowest)
    assert all(len(files) == len([*STARTER.glob(f"{name}/*.tsv")]) for name, files in entries.items())
    for name, files in entries.items():
        for path, entry in ((path, entry) for path, found in files.items() for entry in found):
            for side in (entry.source, entry.target):
                split = side.split()
                assert side == " ".join(split), (path, entry)
                assert all(word == word.lower() or slot_parts(word) for word in split), (path, entry)
                assert (name == "patterns") == any(slot_parts(word) or word == BEGIN for word in split), (path, entry)
                assert "|||" not in side, (path, entry)
                assert side.count("*") <= 1, (path, entry)
                assert all(words(word.replace("*", "")) for word in split), (path, entry)


@pytest.mark.parametrize(
    "line",
    ["big\tlarge\tadj", "big\tlarge\tz\t0.9", "big\tlarge\tadj\t1.5", "big\tbig\tadj\t0.9", "\tlarge\tadj\t0.9", "a\tb\tn\tx"],
)
def test_a_bad_entry_is_an_error_with_its_place(tmp_path, line):
    path = tmp_path / "bad.tsv"
    path.write_text(f"# comment\n\nsmall\tlittle\tadj\t0.9\n{line}\n")
    with pytest.raises(FormatError, match=r"bad\.tsv:4: "):
        list(read_entries(path))


def test_there_is_enough(entries, lowest):
    base = {
        (entry.source, entry.target)
        for name, files in entries.items()
        for found in files.values()
        for entry in found
        if entry.score >= lowest[name]
    }
    assert len(base) >= 6_000
    sentences = [
        line for path in PROSE.glob("*.txt") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()
    ]
    assert len(set(sentences)) >= 4_000


def test_pairs_are_fit_for_a_table(lowest):
    model = Model.open(starter_path())
    names = [table.name for table in model.tables]
    pairs = 0
    for source, options in model.store.phrases():
        for name, found in zip(names, options, strict=True):
            if name not in lowest:
                continue
            for target, logscore in found:
                pairs += 1
                assert source != target
                assert "*" not in (*source, *target)
                assert 0.4 - 1e-6 <= math.exp(logscore) <= 1 + 1e-6
    assert pairs >= 25_000


def digests(model: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(model.iterdir())}


HERE = """
import sys
from pathlib import Path
import paragen.recipes.build as recipes
import paragen.recipes.starter as pack
from command_line import run_step
recipe = Path(sys.argv.pop(1))
recipes.run_verb = run_step
pack.bundled = lambda kind: {"starter": recipe}
pack.main()
"""
"""Builds the pack of a recipe's sources; the steps in the same process."""


@pytest.mark.skipif(LONG, reason="long runs build the whole pack")
def test_a_part_of_it_is_in_the_model_and_the_same_each_time(tmp_path, sources, lowest, monkeypatch):
    """Under another hash seed, and in place of another model."""
    recipe = sources.parent / "recipes" / "starter.toml"
    recipe.parent.mkdir()
    shutil.copy(bundled("recipes")["starter"], recipe)
    (tmp_path / "again").mkdir()
    for name in ("model.toml", "weights.toml"):
        (tmp_path / "again" / name).write_bytes((starter_path() / name).read_bytes())
    environment = {**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", HERE, str(recipe), "-o", str(tmp_path / "again")]
    built = subprocess.run(command, check=True, env=environment, capture_output=True, text=True)
    monkeypatch.setattr("paragen.recipes.build.run_verb", run_step)
    monkeypatch.setattr(starter, "bundled", lambda kind: {"starter": recipe})
    counts = starter.build(tmp_path / "model")
    assert digests(tmp_path / "again") == digests(tmp_path / "model")
    assert built.stderr.splitlines()[-len(counts) :] == [f"{name}: {count} pairs" for name, count in counts.items()]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again", "model"]
    shipped, names = Model.open(starter_path()).store, [table.name for table in Model.open(starter_path()).tables]
    assert list(counts) == [*names, "self"]
    equal = tried = 0
    for source, options in Model.open(tmp_path / "model").store.phrases():
        for offered, all_offered in zip(options, map(dict, shipped.options(source)), strict=True):
            for target, score in offered:
                assert score <= all_offered[target], (source, target)
                tried, equal = tried + 1, equal + (score == all_offered[target])
    assert tried > 30_000 and equal > 0.99 * tried  # entries that were left out may say more


@pytest.mark.long
def test_the_same_bytes_each_time(tmp_path):
    """Under another hash seed, and in place of another model: the model that is installed is what its sources give."""
    shutil.copytree(starter_path(), tmp_path / "model")
    (tmp_path / "model" / "weights.toml").write_text("")
    command = [sys.executable, "-m", "paragen.recipes.starter", "-o", str(tmp_path / "model")]
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
        starter.main(["--help"])
    help_text = capsys.readouterr().out
    assert "-o" in help_text and "--output" in help_text and "the model directory to make" in help_text
    assert "The recipe is ``resources/recipes/starter.toml``. The same sources give the same bytes.\n" in help_text
