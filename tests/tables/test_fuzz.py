"""Altered and cut files: never a crash; answers that differ are always found by verify."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fuzzing import run
from random_models import build

from paragen.model import Model

SCRIPT = Path(__file__).with_name("fuzz_store.py")


@pytest.mark.parametrize("seed", [1, 2])
def test_fuzz(tmp_path, pack_tables, seed):
    rng = random.Random(0)
    for name in ("one", "two"):
        lines = [
            f"{' '.join(rng.choices('a b c d e f'.split(), k=rng.randint(1, 4)))} ||| "
            f"{' '.join(rng.choices('a b x y z'.split(), k=rng.randint(1, 3)))} ||| {rng.randint(1, 16) / 16}\n"
            for _ in range(200)
        ]
        (tmp_path / name).write_text("".join(lines))
    pack_tables(tmp_path / "one", tmp_path / "two")
    counts = run(SCRIPT, tmp_path / "tables.bin", tmp_path, seed, 1500)
    assert counts["silent"] == 0
    assert counts["refused by verify"] > 500 and counts["refused at opening"] > 100, counts


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.long)])
def test_fuzz_of_a_decoder(tmp_path, seed):
    """Altered tables are decoded with, and features of the fit computed from them."""
    build(tmp_path, random.Random(1), pairs=60)
    model = Model.open(tmp_path / "model")
    counts = run(SCRIPT, model.store.path, tmp_path, seed, 600, model.lm.path)
    assert counts["silent"] == 0
    assert counts["refused by verify"] > 200, counts


def test_every_single_byte(tmp_path, pack_tables):
    from paragen.base.errors import FormatError
    from paragen.tables.store.store import TableStore

    (tmp_path / "t").write_text("a b ||| c ||| 0.5\na ||| d e ||| 0.25\n")
    pack_tables(tmp_path / "t")
    original = (tmp_path / "tables.bin").read_bytes()
    path = tmp_path / "altered.bin"
    for at in range(len(original)):
        path.unlink(missing_ok=True)
        path.write_bytes(original[:at] + bytes([original[at] ^ 0x55]) + original[at + 1 :])
        try:
            store = TableStore(path)
            same = [store.options(["a"]), store.options(["a", "b"])] == [
                [[(("d", "e"), -1.3862943649291992)]],
                [[(("c",), -0.6931471824645996)]],
            ]
            store.verify()
            assert same, at  # padding between sections
        except FormatError:
            pass
