"""The class, its cache of packed copies, and what verify finds."""

from __future__ import annotations

import math
import os
import pickle
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import PackFile, write_packfile
from paragen.lm import LanguageModel, open_lm, pack_lm

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "kenlm"


@pytest.fixture
def lm(tmp_path) -> LanguageModel:
    pack_lm(GOLDEN / "tiny.arpa", tmp_path / "lm")
    return LanguageModel(tmp_path / "lm")


def test_scores_of_ids(lm):
    lines = ["the old ferry left", "", "nobody saw zzz"]
    end = lm.vocabulary.ids(["</s>"])[0]
    ids = np.concatenate([[*lm.vocabulary.ids(line.split()), end] for line in lines]).astype(np.uint32)
    out = np.zeros(len(ids), np.float32)
    total = lm.score_ids(ids, out=out)
    assert total == pytest.approx(sum(lm.score(line) for line in lines), rel=1e-6)
    assert out.tolist() == [logprob for line in lines for logprob, _, _ in lm.full_scores(line)]
    with pytest.raises(ValueError, match="room for"):
        lm.score_ids(ids, out=out[:2])


def test_words_or_text(lm):
    assert lm.score("the  old\tferry\n") == lm.score(["the", "old", "ferry"])
    assert lm.score("") == lm.score([]) < 0
    assert lm.score([], eos=False) == 0
    assert lm.perplexity("the old") == pytest.approx(math.exp(-lm.score("the old") / 3))
    with pytest.raises(TypeError):
        lm.score(["the", 3])


def test_pickle_and_threads(lm):
    again = pickle.loads(pickle.dumps(lm))
    expected = again.score("the old ferry")
    found = []
    threads = [threading.Thread(target=lambda: found.extend(lm.score("the old ferry") for _ in range(200))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == {expected} and len(found) == 800


def test_same_bytes_every_time(tmp_path):
    program = "import sys; from paragen.lm import pack_lm; pack_lm(*sys.argv[1:])"
    for name in ("tiny.arpa", "tiny.probing.bin"):
        for seed in ("1", "2"):
            command = [sys.executable, "-c", program, str(GOLDEN / name), str(tmp_path / f"{name}{seed}")]
            subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        assert (tmp_path / f"{name}1").read_bytes() == (tmp_path / f"{name}2").read_bytes()


class TestCache:
    def test_made_once_and_again_when_the_file_changes(self, tmp_path):
        source, cache = tmp_path / "lm.arpa", tmp_path / "cache"
        source.write_bytes((GOLDEN / "tiny.arpa").read_bytes())
        first = open_lm(source, cache=cache)
        assert Path(first.path).parent == cache
        stamp = os.stat(first.path).st_mtime_ns
        assert os.stat(open_lm(source, cache=cache).path).st_mtime_ns == stamp
        source.write_bytes((GOLDEN / "tiny.trie.bin").read_bytes())
        second = open_lm(source, cache=cache)
        assert second.path != first.path and os.listdir(cache) == [Path(second.path).name]
        assert first.score("the old ferry") == pytest.approx(second.score("the old ferry"), abs=1e-4)

    def test_damaged_copy_is_made_again(self, tmp_path):
        path = Path(open_lm(GOLDEN / "tiny.arpa", cache=tmp_path).path)
        whole = path.read_bytes()
        path.unlink()
        path.write_bytes(whole[:500])
        assert open_lm(GOLDEN / "tiny.arpa", cache=tmp_path).score("the") < 0
        assert path.read_bytes() == whole

    def test_default_place(self, tmp_path, monkeypatch):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        assert Path(open_lm(GOLDEN / "tiny.arpa").path).parent == tmp_path / "paragen" / "lm"

    def test_place_that_cannot_be_written(self, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(ConfigError, match="cache="):
            open_lm(GOLDEN / "tiny.arpa", cache=tmp_path / "file")

    def test_two_processes_at_once(self, tmp_path):
        program = "import sys; from paragen.lm import open_lm; print(open_lm(sys.argv[1], cache=sys.argv[2]).score('the old'))"
        command = [sys.executable, "-c", program, str(GOLDEN / "tiny.arpa"), str(tmp_path / "cache")]
        running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
        assert len({process.communicate()[0] for process in running}) == 1
        assert all(process.returncode == 0 for process in running)
        assert len(os.listdir(tmp_path / "cache")) == 1

    def test_packed_file_needs_none(self, lm, tmp_path):
        assert open_lm(lm.path, cache=tmp_path / "none").path == lm.path
        assert not (tmp_path / "none").exists()


STATE = np.dtype([("first", "<u4"), ("n_slots", "<u4"), ("backoff", "<f4"), ("suffix", "<u4")])
ARC = np.dtype([("word", "<u4"), ("next", "<u4"), ("logprob", "<f4")])
DTYPES = {"states": STATE, "arcs": ARC, "unigrams": ARC, "meta": "<u4", "levels": "<u8", "counts": "<u8"}


def set_in(name, index, field, value):
    def change(sections):
        target = sections[name]
        if field:
            target[field][index] = value
        else:
            target[index] = value

    return change


def swap_row(sections):
    """Exchange the words of a row of two to four arcs."""
    state = next(s for s in sections["states"] if 2 <= s["n_slots"] <= 4)
    row = sections["arcs"][state["first"] : state["first"] + state["n_slots"]]
    row[:] = row[::-1].copy()


def grow_first(sections):
    sections["states"]["first"][next(i for i, s in enumerate(sections["states"]) if s["n_slots"])] += 1


CHANGES = {
    "an arc to no word": set_in("arcs", 0, "word", 10_000),
    "an arc to no state": set_in("arcs", 0, "next", 10_000),
    "a probability above 1": set_in("arcs", 0, "logprob", 0.5),
    "a probability that is NaN": set_in("unigrams", 3, "logprob", np.nan),
    "an infinite back-off": set_in("states", 2, "backoff", np.inf),
    "a suffix that is no suffix": set_in("states", 4, "suffix", 4),
    "arcs elsewhere": grow_first,
    "arcs out of order": swap_row,
    "unigrams out of order": set_in("unigrams", 3, "word", 4),
    "a unigram to a long state": set_in("unigrams", 3, "next", 60),
    "arcs of the empty context": set_in("states", 0, "n_slots", 1),
    "another begin": set_in("meta", 1, None, 0),
    "another end": set_in("meta", 2, None, 3),
    "an impossible begin": set_in("meta", 1, None, 10_000),
    "no order": set_in("meta", 0, None, 0),
    "levels out of order": set_in("levels", 1, None, 200),
    "other levels": set_in("levels", 2, None, 3),
    "other counts": set_in("counts", 1, None, 3),
    "an offset of a word": set_in("word.offsets", 3, None, 5),
    "a slot of a word": set_in("word.slots", slice(None), None, 1),
    "a byte of a word": set_in("word.bytes", 12, None, 33),
}


@pytest.mark.parametrize("name", CHANGES)
def test_verify_finds_what_checksums_cannot(lm, tmp_path, name):
    packed = PackFile(lm.path, "lm", 1)
    others = {"word.offsets": "<u8", "word.bytes": "u1", "word.slots": "<u4"}
    sections = {name: packed.section(name, dtype).copy() for name, dtype in (DTYPES | others).items()}
    CHANGES[name](sections)
    write_packfile(tmp_path / "changed", "lm", 1, sections.items())
    with pytest.raises(FormatError):
        LanguageModel(tmp_path / "changed").verify()


def test_repr(lm):
    assert repr(lm) == f"LanguageModel({lm.path!r}, order=4, words=36)"
