"""The class, its cache of packed copies, and what verify finds."""

from __future__ import annotations

import math
import os
import pickle
import re
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packfile import PackFile, write_packfile
from paragen.lm import LanguageModel, open_lm, pack_lm
from paragen.lm.model import KIND, VERSION

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
        path = Path(open_lm(GOLDEN / "tiny.arpa").path)
        assert path.parent == tmp_path / "paragen" / "lm"
        assert re.fullmatch("[0-9a-f]{16}-[0-9a-f]{16}[.]lm", path.name)  # other names would leave older copies behind
        monkeypatch.setenv("HOME", str(tmp_path))
        for other in ("cache", ""):
            monkeypatch.setenv("XDG_CACHE_HOME", other)
            assert Path(open_lm(GOLDEN / "tiny.arpa").path) == tmp_path / ".cache" / "paragen" / "lm" / path.name
        monkeypatch.delenv("XDG_CACHE_HOME")
        assert Path(open_lm(GOLDEN / "tiny.arpa").path).parent == tmp_path / ".cache" / "paragen" / "lm"

    def test_copies_of_other_files_stay(self, tmp_path, monkeypatch):
        """One of an older state may be removed by another process first."""
        (tmp_path / "source").write_bytes((GOLDEN / "tiny.arpa").read_bytes())
        copies = [Path(open_lm(path, cache=tmp_path / "cache").path) for path in (GOLDEN / "tiny.arpa", tmp_path / "source")]
        os.utime(tmp_path / "source", (0, 0))
        monkeypatch.setattr(Path, "glob", lambda folder, pattern, glob=Path.glob: [*glob(folder, pattern), folder / "gone.lm"])
        monkeypatch.chdir(tmp_path)
        copies[1] = Path("cache", Path(open_lm("source", cache="cache").path).name)
        assert set(os.listdir("cache")) == {copy.name for copy in copies}

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


CELL = np.dtype([("word", "<u4"), ("next", "<u4"), ("logprob", "<f4")])  # a state: n_slots, suffix, back-off
FIELDS = {"n_slots": "word", "suffix": "next", "backoff": "logprob"}
DTYPES = {
    "cells": CELL, "meta": "<u4", "levels": "<u8", "counts": "<u8", "word.offsets": "<u8", "word.bytes": "u1",
    "word.slots": "<u4",
}  # fmt: skip
WORDS = 36


def unpacked(path) -> dict[str, np.ndarray]:
    """The sections of a model, its cells in fields of four bytes."""
    packed = PackFile(path, KIND, VERSION)
    sections = {name: np.frombuffer(packed.section(name), dtype).copy() for name, dtype in DTYPES.items() if name != "cells"}
    word_bytes, next_bytes = sections["meta"][3:]
    values = np.frombuffer(packed.section("values"), "<f4")
    width = word_bytes + next_bytes + (2 if len(values) else 4)
    rows = np.frombuffer(packed.section("cells"), "u1")[:-8].reshape(-1, width)
    numbers = [np.zeros((len(rows), 4), "u1") for _ in range(3)]
    for number, field in zip(numbers, np.split(rows, [word_bytes, word_bytes + next_bytes], axis=1), strict=True):
        number[:, : field.shape[1]] = field
    words, after, last = (number.view("<u4")[:, 0] for number in numbers)
    words[words == (1 << 8 * int(word_bytes)) - 1] = 2**32 - 1
    cells = np.zeros(len(rows), CELL)
    cells["word"], cells["next"], cells["logprob"] = words, after, values[last] if len(values) else last.view("<f4")
    sections["meta"][3:] = 4
    return {**sections, "cells": cells}


def write(path, sections) -> LanguageModel:
    arrays = [(name, array.tobytes() + bytes(8 if name == "cells" else 0)) for name, array in sections.items()]
    write_packfile(path, KIND, VERSION, [*arrays, ("values", b"")])
    return LanguageModel(path)


def set_in(name, index, field, value):
    def change(sections):
        target = sections[name]
        if field:
            target[FIELDS.get(field, field)][index] = value
        else:
            target[index] = value

    return change


def states(sections):
    """The cells that are states, but for the empty context."""
    cells, at = sections["cells"], 1 + WORDS
    while at < len(cells):
        yield at
        at += 1 + int(cells["word"][at])


def set_in_state(number, field, value):
    return lambda sections: set_in("cells", list(states(sections))[number], field, value)(sections)


def set_in_arc(field, value):
    return lambda sections: set_in("cells", next(states(sections)) + 1, field, value)(sections)


def swap_row(sections):
    """Exchange the words of a row of arcs."""
    at = next(at for at in states(sections) if 2 <= sections["cells"]["word"][at] <= 8)
    row = sections["cells"][at + 1 : at + 1 + sections["cells"]["word"][at]]
    row[:] = row[::-1].copy()


def lead_into_a_state(sections):
    """Let an arc lead to a cell that is an arc."""
    sections["cells"]["next"][1 + 5] = next(states(sections)) + 1


CHANGES = {
    "an arc to no word": set_in_arc("word", 10_000),
    "an arc to no state": set_in_arc("next", 10_000),
    "an arc into a state": lead_into_a_state,
    "a probability above 1": set_in_arc("logprob", 0.5),
    "a probability that is NaN": set_in("cells", 1 + 3, "logprob", np.nan),
    "an infinite back-off": set_in_state(2, "backoff", np.inf),
    "a suffix that is no suffix": set_in_state(4, "suffix", 40),
    "a state too large": set_in_state(3, "n_slots", 10_000),
    "arcs out of order": swap_row,
    "unigrams out of order": set_in("cells", 1 + 3, "word", 4),
    "a unigram to a long state": set_in("cells", 1 + 3, "next", 200),
    "an empty context of fewer words": set_in("cells", 0, "n_slots", 1),
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
    sections = unpacked(lm.path)
    CHANGES[name](sections)
    with pytest.raises(FormatError):
        write(tmp_path / "changed", sections).verify()


def test_cells_of_any_width_score_the_same(lm, tmp_path):
    wide = write(tmp_path / "wide", unpacked(lm.path))
    wide.verify()
    assert Path(lm.path).stat().st_size < Path(wide.path).stat().st_size
    for line in ("the old ferry left", "", "nobody saw zzz"):
        assert list(wide.full_scores(line)) == list(lm.full_scores(line))


@pytest.mark.parametrize("n", [65_000, 66_000])
def test_more_scores_than_two_bytes_can_number(tmp_path, n):
    lines = [f"-{1 + i / 100_000:.5f}\tw{i}" for i in range(n)]
    text = ["\\data\\", f"ngram 1={n + 3}", "\\1-grams:", "-1\t<unk>", "-99\t<s>", "-1\t</s>", *lines, "\\end\\"]
    (tmp_path / "arpa").write_text("\n".join(text) + "\n")
    pack_lm(tmp_path / "arpa", tmp_path / "lm")
    lm = LanguageModel(tmp_path / "lm")
    lm.verify()
    assert (PackFile(lm.path, KIND, VERSION).sizes["values"] > 0) == (n < 65_536)
    for i in (0, 1, 300, n - 1):
        assert lm.score([f"w{i}"], eos=False) == pytest.approx(-(1 + i / 100_000) * math.log(10), rel=1e-6)


def test_repr(lm):
    assert repr(lm) == f"LanguageModel({lm.path!r}, order=4, words=36)"


def test_a_model_of_an_older_version(lm, tmp_path):
    write_packfile(tmp_path / "old", KIND, VERSION - 1, [("states", b"")])
    with pytest.raises(FormatError, match=f"found format version {VERSION - 1}, expected version {VERSION}. Build it again"):
        LanguageModel(tmp_path / "old")


def test_a_full_table_of_arcs_finds_what_is_in_it_and_nothing_else(tmp_path):
    """Contexts of one to sixty words that follow, so that rows and tables of every size are asked for all words."""
    words = [f"w{i}" for i in range(61)]
    bigrams = [f"-{0.001 * (i * 61 + j):.6f}\tw{i} w{j}" for i in range(1, 61) for j in range(i)]
    unigrams = ["-1\t<unk>", "-99\t<s>", "-1\t</s>", *(f"-2\t{word}\t-3" for word in words)]
    sizes = [f"ngram 1={len(unigrams)}", f"ngram 2={len(bigrams)}"]
    text = ["\\data\\", *sizes, "\\1-grams:", *unigrams, "\\2-grams:", *bigrams, "\\end\\"]
    (tmp_path / "arpa").write_text("\n".join(text) + "\n")
    pack_lm(tmp_path / "arpa", tmp_path / "packed")
    lm = LanguageModel(tmp_path / "packed")
    lm.verify()
    for i in range(1, 61):
        for j in range(61):
            (_, _, _), (logprob, matched, _) = lm.full_scores([f"w{i}", f"w{j}"], eos=False)
            expected = (-0.001 * (i * 61 + j), 2) if j < i else (-5, 1)
            assert (logprob / math.log(10), matched) == (pytest.approx(expected[0], abs=1e-5), expected[1])


def test_an_altered_model_scores_with_numbers(lm, tmp_path):
    """Whatever stands in the cells: nothing checks them before they are asked."""
    sections = unpacked(lm.path)
    for value in (np.nan, np.inf, -np.inf, np.float32(3e38)):
        sections["cells"]["logprob"][:] = value
        altered = write(tmp_path / "altered", sections)
        with pytest.raises(FormatError, match="paragen verify"):
            altered.score("the old ferry")
        with pytest.raises(FormatError, match="paragen verify"):
            list(altered.full_scores("the old ferry"))
        with pytest.raises(FormatError, match="paragen verify"):
            altered.score_ids(altered.vocabulary.ids(["the", "old"]))
