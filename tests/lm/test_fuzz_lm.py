"""Altered and cut files of every kind: never a crash; packed answers that differ are always found by verify."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing import rounds, run

from paragen.base.errors import FormatError
from paragen.lm import LanguageModel, pack_lm

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "kenlm"
SCRIPT = Path(__file__).with_name("fuzz_lm.py")


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_packed(tmp_path, seed):
    pack_lm(GOLDEN / "tiny.arpa", tmp_path / "lm")
    counts = run(SCRIPT, tmp_path / "lm", tmp_path, seed, 3000)
    assert counts.get("silent", 0) == 0
    assert counts["refused by verify"] > 1000 and counts["refused at opening"] > 200, counts


@pytest.mark.parametrize("name", ["tiny.arpa", "pruned.arpa"])
def test_arpa(tmp_path, name):
    counts = run(SCRIPT, GOLDEN / name, tmp_path, 1, rounds(1000, 2000))
    assert counts["refused"] > 250, counts


@pytest.mark.parametrize("name", sorted(path.name for path in GOLDEN.glob("*.bin")))
def test_kenlm_binaries(tmp_path, name):
    cases = rounds(300, 1000)
    counts = run(SCRIPT, GOLDEN / name, tmp_path, 1, cases)
    assert counts["refused"] > 0.1 * cases, counts


def test_every_single_byte(tmp_path):
    pack_lm(GOLDEN / "tiny.arpa", tmp_path / "lm")
    original = (tmp_path / "lm").read_bytes()
    line = "the keeper of the light saw nobody"
    expected = LanguageModel(tmp_path / "lm").score(line)
    path = tmp_path / "altered"
    for at in range(len(original)):
        path.unlink(missing_ok=True)
        path.write_bytes(original[:at] + bytes([original[at] ^ 0x55]) + original[at + 1 :])
        try:
            lm = LanguageModel(path)
            found = lm.score(line)
            lm.verify()
            assert found == expected, at  # padding between sections
        except FormatError:
            pass
