"""``paragen calibrate`` as a user runs it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from command_line import paragen

LINES = ["source\ttarget\tcontent\tcontext\tlabel"] + [
    f"p{i}\tq{i}\t{i / 20:g}\t{(i * 7 % 20) / 20:g}\t{int(i >= 10) if i != 3 else ''}" for i in range(20)
]


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    return path


def test_options_for_a_recipe(tmp_path, pairs):
    done = paragen("calibrate", pairs, "-o", tmp_path / "options.toml")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    options = tomllib.loads((tmp_path / "options.toml").read_text())
    assert options.keys() == {"alpha", "threshold"}
    first, second, third, few = done.stderr.splitlines()
    assert first == "paragen: 19 labelled pairs: 10 correct, 9 incorrect; 1 without a label"
    assert second.startswith(f"paragen: alpha {options['alpha']:g}, threshold {options['threshold']:g}: precision 1.000 (")
    assert third.startswith("paragen: on held-out pairs (5 folds): precision ")
    assert few.startswith("paragen: fewer than 50 pairs of a kind")
    printed = paragen("calibrate", pairs, "--quiet")
    assert (printed.stdout, printed.stderr) == ((tmp_path / "options.toml").read_text(), "")


def test_options(pairs):
    done = paragen("calibrate", pairs, "--f-beta", "0.5", "--name", "beta", "--folds", "0", "--seed", "3")
    assert tomllib.loads(done.stdout).keys() == {"beta", "threshold"}
    assert "F0.5 1.000" in done.stderr and "folds" not in done.stderr
    assert paragen("calibrate", pairs, "--min-precision", "0.9").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--folds", "1"], 1, "folds: found 1, expected 2 or more"),
        (["--f-beta", "0"], 2, "not in the range 0<x<=1000"),
        (["--min-precision", "1.5"], 2, "not in the range 0<x<=1"),
        (["-o", "missing/options.toml"], 1, "missing"),
        (["-o", ""], 2, "the name is empty"),
    ],
)
def test_bad_options(arguments, code, message, pairs):
    done = paragen("calibrate", pairs, *arguments)
    assert done.returncode == code
    assert message in done.stderr and "Traceback" not in done.stderr


def test_one_kind_of_label(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text("\n".join(LINES[:5]) + "\n")
    done = paragen("calibrate", path)
    assert done.returncode == 1
    assert "found 3 labelled pairs, all incorrect (1 have no label)" in done.stderr
