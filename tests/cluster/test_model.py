"""The model and the tables of a run, as other processes open them, and what became of them there."""

from __future__ import annotations

import gc
import platform
import shutil
from dataclasses import replace

import pytest
from part_answers import Capitals

import paragen
from paragen.base.errors import ConfigError
from paragen.cluster.counts import table_counts, unused_tables
from paragen.cluster.parts import find_parts
from paragen.cluster.work import Outcome, Work, reference_to
from paragen.model import bundled


def test_a_model_is_opened_as_it_was(english_model, tmp_path, monkeypatch):
    paraphraser = paragen.load(english_model, strength="strong")
    model = reference_to(paraphraser)
    assert (model.path, model.checksum) == (str(english_model), paraphraser.model.signature)
    assert model.is_here() and model.place() == str(english_model) and not model.is_starter and model.archive == ""
    assert model.open().signature() == paraphraser.signature() and model.open().options == paraphraser.options
    assert model.open() is model.open()
    nowhere = replace(model, path="/nowhere")
    found = f"/nowhere: not found on the machine {platform.node()}, expected the model {model.checksum}."
    with pytest.raises(ConfigError) as caught:
        nowhere.open()
    assert not nowhere.is_here() and str(caught.value) == f"{found} Copy it to a folder that all machines share."
    with pytest.raises(ConfigError) as caught:
        replace(model, signature="version:0").open()
    found = f"{platform.node()}: found {paraphraser.signature()}, expected version:0."
    assert str(caught.value) == f"{found} Install the same version of paragen on all machines."
    assert not replace(model, checksum="0").is_here()
    shutil.copytree(english_model, tmp_path / "starter")
    monkeypatch.setattr(bundled, "starter_path", lambda: tmp_path / "starter")
    assert not replace(nowhere, is_starter=False).is_here()
    assert replace(nowhere, is_starter=True).place() == str(tmp_path / "starter")
    assert reference_to(paragen.load(tmp_path / "starter")).is_starter and not reference_to(paraphraser).is_starter


def test_work_makes_an_output_whole(corpus, english_model, tmp_path):
    (tmp_path / "marks").mkdir()
    [part] = find_parts([corpus(a="one\ntwo\n")])
    work, read = Work(reference_to(paragen.load(english_model)), Capitals(str(tmp_path / "marks"))), []
    before = gc.get_threshold()
    try:
        assert work(part, str(tmp_path / "made"), read.append) == {"sentences": 2}
        assert gc.get_threshold()[0] >= 10_000 and sum(read) == 8
    finally:
        gc.set_threshold(*before)
    assert (tmp_path / "made").read_text() == "ONE\nTWO\n"
    for given in ((replace(part, path="/nowhere/a"), str(tmp_path / "x")), (part, "/nowhere/x")):
        with pytest.raises(ConfigError) as caught:
            work(*given)
        found = f"/nowhere: not found on the machine {platform.node()}, where the work is done."
        assert str(caught.value) == f"{found} Name folders that all machines share, under the same path."
    assert Outcome(part) == Outcome(part, {}, None)


def test_how_far_tables_got(english_model):
    tables = {"used": {"car": "lorry"}, "near": {"made a": "did a"}, "far": {"gnu": "elk"}}
    one, other = (paragen.load(english_model, tables=tables) for _ in range(2))
    assert table_counts(one) == {f"table unseen: {name}": 1 for name in tables}
    found = one.rewrite("A car.", 9)
    assert any("lorry" in paraphrase.text for paraphrase in found)
    other.rewrite("They made a car.")
    counts = table_counts(one) + table_counts(other)
    assert counts == {
        "table used: used": 1, "table unused: used": 1, "table unseen: near": 1, "table unused: near": 1, "table unseen: far": 2,
    }
    assert unused_tables(counts, one) == {"near": "unused", "far": "unseen"}
    assert unused_tables({}, one) == dict.fromkeys(tables, "unseen")
    assert unused_tables({"table unsure: near": 1, "table unseen: near": 4, "table used: far": 1}, one) == {
        "used": "unseen", "near": "unsure",
    }  # fmt: skip
    plain = paragen.load(english_model)
    assert table_counts(plain) == {} and unused_tables({}, plain) == {}
