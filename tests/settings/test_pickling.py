"""Paraphrasers in other processes: pickles that open the model again, the same bytes and hashes everywhere."""

from __future__ import annotations

import copy
import operator
import os
import pickle
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import paragen
from paragen.base.errors import FormatError
from paragen.settings.request import Request
from paragen.settings.scorers import each

SENTENCES = ["A big car", "They made a purchase.", "", "xyz", "A lot of big houses at 5"] * 3


@pytest.fixture(scope="module")
def paraphraser(english_model):
    return paragen.load(english_model, keep_phrases={"car", "house", "van"}, tables={"mine": {"at": {"in", "by", "near"}}})


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_share_the_work(paraphraser, method):
    requests = [Request(text, keep=[(0, len(text[:1]))]) for text in SENTENCES]
    with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
        found = list(pool.map(paraphraser.rewrite, requests, chunksize=4))
        explained = pool.submit(paraphraser.explain, requests[0], 3).result(timeout=60)
        error = pool.submit(paraphraser.rewrite, "big", -1).exception(timeout=60)
    assert found == [paraphraser.rewrite(request) for request in requests]
    assert explained == paraphraser.explain(requests[0], 3)
    assert isinstance(error, paragen.ConfigError) and str(error).startswith("n: found -1")


def test_copies_are_the_same(paraphraser):
    assert copy.copy(paraphraser) is copy.deepcopy(paraphraser) is paraphraser
    assert copy.deepcopy({"a": [paraphraser]})["a"][0] is paraphraser
    assert copy.copy(paraphraser.model).signature == paraphraser.model.signature


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_opens_the_model_again_once(paraphraser, protocol):
    data = pickle.dumps(paraphraser, protocol)
    again = pickle.loads(data)
    assert again is pickle.loads(data) and again is not paraphraser and again == paraphraser and hash(again) == hash(paraphraser)
    assert pickle.dumps(again, protocol) == data and again.signature() == paraphraser.signature()
    assert again.rewrite_batch(SENTENCES, n=3) == paraphraser.rewrite_batch(SENTENCES, n=3)
    assert again != again.changed(stack=7) and again == again.changed() and again != 1


CODE = """
import hashlib, pickle, sys, paragen
phrases = "".join("car house van".split(" ", 0)).split()
one = paragen.load(sys.argv[1], keep_phrases=set(phrases), tables={"mine": {"a" + "t": {"in", "by", "near"}}})
print(hashlib.sha256(pickle.dumps(one)).hexdigest(), hash(one))
"""


def test_the_same_bytes_and_hash_in_every_process(paraphraser, english_model, tmp_path):
    printed = set()
    for seed, folder, path in ("1", tmp_path, english_model), ("2", english_model.parent, english_model.name):
        command = [sys.executable, "-c", CODE, str(path)]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True, timeout=100)
        printed.add(done.stdout)
    import hashlib

    assert printed == {f"{hashlib.sha256(pickle.dumps(paraphraser)).hexdigest()} {hash(paraphraser)}\n"}


def test_a_pickle_finds_its_files_from_elsewhere(english_model, tmp_path, monkeypatch):
    (tmp_path / "mine.txt").write_text("at ||| near ||| 0.5\n")
    (tmp_path / "model").symlink_to(english_model)
    monkeypatch.chdir(tmp_path)
    loaded = paragen.load("model", tables={"mine": "mine.txt", "more": {"x": (word for word in ["y", "z"])}})
    data = pickle.dumps(loaded), pickle.dumps(loaded.model)
    monkeypatch.chdir("/")
    again = pickle.loads(data[0])
    assert pickle.loads(data[1]).signature == loaded.model.signature
    assert loaded.changed(stack=9).rewrite("x at", n=9)[0].text == again.rewrite("x at", n=9)[0].text
    assert {c.after for c in again.substitutes("x at")} == {"near", "y", "z"} == {c.after for c in loaded.substitutes("x at")}


def test_a_pickle_of_what_has_changed_since(english_model, tmp_path):
    from paragen.packing import TableSource, pack

    shutil.copytree(english_model, tmp_path / "model")
    table = tmp_path / "mine.txt"
    table.write_text("at ||| near ||| 0.5\n")
    model = tmp_path / "model"
    of_model, of_table = paragen.load(model), paragen.load(english_model, tables={"mine": table})
    data = [pickle.dumps(one) for one in (of_model, of_table)]
    (tmp_path / "t.txt").write_text("big ||| great ||| 0.5\n")
    pack(model, english_model.parent / "lm.arpa", {"thesaurus": TableSource(tmp_path / "t.txt")}, force=True)
    table.write_text("at ||| by ||| 0.5\n")
    for one, path in zip(data, (model, english_model), strict=True):
        with pytest.raises(FormatError, match=f"^{path}: found .*, expected .* It has changed since the paraphraser was"):
            pickle.loads(one)
    assert pickle.dumps(paragen.load(model)) != data[0]


def test_scorers_pickle_if_their_functions_do(english_model):
    loaded = paragen.load(english_model, scorers={"same": each(operator.is_)})
    again = pickle.loads(pickle.dumps(loaded))
    assert again == loaded and again.rewrite("A big car", 9) == loaded.rewrite("A big car", 9)
    assert again is pickle.loads(pickle.dumps(loaded))
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(paragen.load(english_model, scorers={"none": each(lambda request, substitute: 0.0)}))


def test_the_starter_pack_is_that_of_the_process():
    one = paragen.load(stack=7)
    assert os.fspath(one.model.path).encode() not in pickle.dumps(one)
    again = pickle.loads(pickle.dumps(one))
    assert again == one and again.model.path == one.model.path and again.options["stack"] == 7
