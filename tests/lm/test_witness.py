"""The package kenlm as a witness of packed models."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from paragen.base.errors import FormatError, MissingPackageError
from paragen.base.packages import install_hint
from paragen.cli import main
from paragen.lm import LanguageModel, pack_lm
from paragen.lm.witness import compare
from paragen.packing import pack

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "kenlm"
ARPA = GOLDEN / "tiny.arpa"


@pytest.fixture
def model(tmp_path) -> Path:
    (tmp_path / "table.txt").write_text("old ||| ancient ||| 0.5\n")
    return pack(tmp_path / "model", ARPA, {"t": tmp_path / "table.txt"})


def run(*args: object) -> int:
    return main(["verify", *map(str, args)])


def test_drawn_sentences_are_the_same_and_of_all_orders(tmp_path):
    pack_lm(ARPA, tmp_path / "lm")
    lm = LanguageModel(tmp_path / "lm")
    drawn = list(lm.draw(200))
    assert drawn == list(lm.draw(200)) != list(lm.draw(200, seed=1))
    lengths = {length for words in drawn for _, length, _ in lm.full_scores(words)}
    assert lengths == {1, 2, 3, 4}


@pytest.mark.parametrize("reference", ["tiny.arpa", "tiny.trie.bin", "tiny.probing.bin"])
def test_the_same_model(model, reference, capsys):
    assert run(model, "--reference", GOLDEN / reference) == 0
    assert "scores by kenlm; difference of log10" in capsys.readouterr().out


def test_another_model(model, tmp_path):
    lines = ["-9" + line[line.index("\t") :] if " ferry" in line else line for line in ARPA.read_text().splitlines()]
    (tmp_path / "other.arpa").write_text("\n".join(lines) + "\n")
    (tmp_path / "text").write_text("nobody saw the light\nthe old ferry left\n")
    assert run(model, "--reference", tmp_path / "other.arpa", "--sample", tmp_path / "text") == 1
    (tmp_path / "text").write_text("nobody saw the light\n")
    assert run(model, "--reference", tmp_path / "other.arpa", "--sample", tmp_path / "text") == 0
    assert run(model, "--reference", tmp_path / "other.arpa", "--tolerance", "100") == 0


def test_what_differs_is_shown(model, tmp_path):
    text = ARPA.read_text().replace("\told ferry", "\told\u0000ferry", 1)
    (tmp_path / "text").write_text(text)
    refused = r"found a file that kenlm cannot open \(.*\), expected an ARPA file or a KenLM binary\.$"
    with pytest.raises(FormatError, match=refused):
        compare(LanguageModel(model / "lm.bin"), tmp_path / "text", [["the"]])
    with pytest.raises(FormatError, match="no sentence"):
        compare(LanguageModel(model / "lm.bin"), ARPA, [])
    with pytest.raises(FileNotFoundError):
        compare(LanguageModel(model / "lm.bin"), tmp_path / "none", [["the"]])


def test_kenlm_prints_nothing(model, capfd):
    compare(LanguageModel(model / "lm.bin"), ARPA, [["the"]])
    assert capfd.readouterr() == ("", "")


def test_without_the_package(model, monkeypatch):
    monkeypatch.setitem(sys.modules, "kenlm", None)
    with pytest.raises(MissingPackageError, match=f"^comparing with {ARPA} .*{re.escape(install_hint('kenlm'))}$"):
        compare(LanguageModel(model / "lm.bin"), ARPA, [["the"]])


def test_a_sample_needs_a_reference(model):
    assert run(model, "--sample", ARPA) == 2
