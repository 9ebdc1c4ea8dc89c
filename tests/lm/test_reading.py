"""One checklist for every kind of language-model file: the scores are those of KenLM, before packing and after."""

from __future__ import annotations

import gzip
import math
import os
import random
import shutil
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.lm import LanguageModel, open_lm, pack_lm

from .reference_lm import random_arpa

kenlm = pytest.importorskip("kenlm")

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "kenlm"
KINDS = [
    "tiny.arpa", "tiny.arpa.gz", "tiny.probing.bin", "tiny.rest.bin", "tiny.trie.bin", "tiny.quant.bin", "tiny.array.bin",
    "tiny.quantarray.bin", "pruned.arpa", "pruned.arpa.gz", "pruned.probing.bin", "pruned.trie.bin", "pruned.quant.bin",
]  # fmt: skip
TOLERANCE = 1e-4


def kenlm_model(path) -> kenlm.Model:
    config = kenlm.Config()
    config.show_progress = False
    config.arpa_complain = kenlm.ARPALoadComplain.NONE
    return kenlm.Model(str(path), config)


def sentences(model: str = "tiny", count: int = 400) -> list[str]:
    """Walks along the model's own n-grams, with words it does not know."""
    rng = random.Random(1)
    grams = [
        line.split("\t")[1].split()
        for line in (GOLDEN / f"{model}.arpa").read_text(encoding="utf-8").splitlines()
        if "\t" in line
    ]
    made = ["", "zzz", "zzz zzz the zzz", "<unk>", "<unk> the <unk>", "the </s> the", "<s> <s> the"]
    for _ in range(count):
        words = [word for _ in range(rng.randint(1, 5)) for word in rng.choice(grams) if word not in ("<s>", "</s>")]
        if rng.random() < 0.3:
            words.insert(rng.randrange(len(words) + 1), "unheard-of")
        made.append(" ".join(words))
    return made


def check_equal(lm: LanguageModel, peer, lines: list[str], lengths: bool = True) -> int:
    """Compare word by word; return how many."""
    count = 0
    for line in lines:
        for bos, eos in ((True, True), (False, False)):
            ours, theirs = list(lm.full_scores(line, bos, eos)), list(peer.full_scores(line, bos=bos, eos=eos))
            assert len(ours) == len(theirs)
            for (logprob, length, oov), (log10, their_length, their_oov) in zip(ours, theirs, strict=True):
                assert abs(logprob / math.log(10) - log10) < TOLERANCE, line
                assert oov == their_oov
                assert length == their_length if lengths else length <= their_length
            count += len(ours)
        assert abs(lm.score(line) / math.log(10) - peer.score(line)) < TOLERANCE * (1 + line.count(" "))
        assert lm.perplexity(line) == pytest.approx(peer.perplexity(line), rel=1e-3)
    return count


@pytest.fixture(params=KINDS)
def kind(request, tmp_path) -> tuple[Path, Path]:
    """A file of each kind, and what KenLM shall read in its place."""
    name = request.param
    original = GOLDEN / name.removesuffix(".gz")
    if not name.endswith(".gz"):
        return original, original
    path = tmp_path / name
    path.write_bytes(gzip.compress(original.read_bytes()))
    return path, original


def test_checklist(kind, tmp_path):
    path, original = kind
    peer = kenlm_model(original)
    pruned = "pruned" in path.name
    # KenLM fills in missing suffixes as "blank" n-grams, whose length it reports; ARPA has none of them.
    lengths = not (pruned and ".arpa" in path.name)
    counts = pack_lm(path, tmp_path / "packed.lm")
    for lm in (open_lm(path, cache=tmp_path / "cache"), LanguageModel(tmp_path / "packed.lm"), open_lm(tmp_path / "packed.lm")):
        assert lm.order == peer.order == 4
        assert lm.counts == counts
        assert "harbour" in lm and "</s>" in lm and "unheard-of" not in lm and "<unk>" not in lm
        lm.verify()
        check_equal(lm, peer, sentences("pruned" if pruned else "tiny"), lengths)
    pack_lm(tmp_path / "packed.lm", tmp_path / "again.lm")
    assert (tmp_path / "again.lm").read_bytes() == (tmp_path / "packed.lm").read_bytes()


def test_a_binary_is_not_held(tmp_path):
    (tmp_path / "lm.bin").write_bytes(b"mmap lm http://kheafield.com/code incomplete\n")
    os.truncate(tmp_path / "lm.bin", 16 << 20)
    tracemalloc.start()
    with pytest.raises(FormatError, match="never finished"):
        pack_lm(tmp_path / "lm.bin", tmp_path / "packed")
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < 1 << 20


@pytest.mark.parametrize("seed", range(40))
def test_random_models(tmp_path, seed):
    """The definition, and KenLM where it takes the model, agree with the kernel; suffixes may be missing."""
    rng = random.Random(seed)
    order = seed % 6 + 1
    model = random_arpa(rng, order, unk=seed % 5 != 0, prune_suffixes=seed % 2 == 0)
    (tmp_path / "lm.arpa").write_text(model.text(), encoding="utf-8")
    pack_lm(tmp_path / "lm.arpa", tmp_path / "lm")
    lm = LanguageModel(tmp_path / "lm")
    lm.verify()
    lines = [" ".join(rng.choices([*"abc", "<unk>", *(f"w{i}" for i in range(8))], k=rng.randint(0, 12))) for _ in range(150)]
    for line in lines:
        for (logprob, length, _), (log10, expected_length) in zip(
            lm.full_scores(line), model.sentence(line.split()), strict=True
        ):
            assert abs(logprob / math.log(10) - log10) < TOLERANCE, line
            assert length == expected_length
    if order == 1:
        return  # KenLM takes bigrams and up
    try:
        peer = kenlm_model(tmp_path / "lm.arpa")
    except OSError as error:
        assert "blank space" in str(error)  # too many missing suffixes for its hash tables
    else:
        check_equal(lm, peer, lines, lengths=seed % 2 == 1)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6), st.booleans(), st.booleans())
def test_any_model(tmp_path_factory, seed, order, unk, prune):
    folder = tmp_path_factory.mktemp("any")
    rng = random.Random(seed)
    model = random_arpa(rng, order, rng.randint(1, 12), unk, prune)
    (folder / "lm.arpa").write_text(
        model.text(tab=rng.choice("\t "), newline=rng.choice(["\n", "\r\n"])), encoding="utf-8", newline=""
    )
    pack_lm(folder / "lm.arpa", folder / "lm")
    lm = LanguageModel(folder / "lm")
    lm.verify()
    for _ in range(20):
        words = [f"w{rng.randrange(13)}" for _ in range(rng.randint(0, 9))]
        expected = [log10 for log10, _ in model.sentence(words)]
        assert [logprob / math.log(10) for logprob, _, _ in lm.full_scores(words)] == pytest.approx(expected, abs=TOLERANCE)
    shutil.rmtree(folder)


@pytest.mark.long
@pytest.mark.shared
def test_large_model(shared, tmp_path):
    """At least 100,000 n-grams in context, of a model of 1.17 million."""
    bench = shared / "golden" / "bench"
    with gzip.open(bench / "lm.arpa.gz") as source:
        (tmp_path / "lm.arpa").write_bytes(source.read())
    peer = kenlm_model(tmp_path / "lm.arpa")
    pack_lm(bench / "lm.arpa.gz", tmp_path / "lm")
    lm = LanguageModel(tmp_path / "lm")
    lm.verify()
    assert (tmp_path / "lm").stat().st_size < 40_000_000
    lines = (bench / "input.txt").read_text(encoding="utf-8").splitlines()
    lines += (shared / "golden" / "lmplz" / "corpus.txt").read_text(encoding="utf-8").splitlines()
    lines += [line.split("\t")[2] for line in (bench / "moses-best.tsv").read_text(encoding="utf-8").splitlines()]
    assert check_equal(lm, peer, lines) >= 200_000  # each with and without sentence marks


@pytest.mark.shared
@pytest.mark.parametrize("name", ["order5.arpa.gz", "order3-pruned.arpa.gz", "order3-nounigrams.arpa.gz", "tiny-fallback.arpa"])
def test_other_real_models(shared, tmp_path, name):
    folder = shared / "golden" / "lmplz"
    data = (folder / name).read_bytes()
    (tmp_path / "lm.arpa").write_bytes(gzip.decompress(data) if name.endswith(".gz") else data)
    pack_lm(folder / name, tmp_path / "lm")
    lm = LanguageModel(tmp_path / "lm")
    lm.verify()
    text = (folder / "corpus.txt").read_text(encoding="utf-8").splitlines()[:500]
    text += (shared / "golden" / "bench" / "input.txt").read_text(encoding="utf-8").splitlines()[:500]
    assert check_equal(lm, kenlm_model(tmp_path / "lm.arpa"), text) > 10_000
