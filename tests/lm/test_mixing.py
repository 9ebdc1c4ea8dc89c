"""Mixing word frequencies into a model keeps every distribution summing to one."""

from __future__ import annotations

import gzip
import math
import random
from pathlib import Path

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.lm import pack_lm
from paragen.lm.estimate import estimate
from paragen.lm.mix import LOWEST_ZIPF, mix
from paragen.lm.options import MixOptions

CORPUS = "the cat sat on the mat\nthe dog sat on the rug\na dog saw the cat\nthe cat saw a rug\nshe saw it\n" * 2
FREQUENCIES = {"the": 7.7, "cat": 4.7, "dog": 4.9, "a": 7.4, "zebra": 3.4}
WORDS = ("zebra", "cat", "unlisted")
GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "kenlm"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "corpus.txt").write_text(CORPUS)
    estimate([tmp_path / "corpus.txt"], 3, arpa=tmp_path / "plain.arpa", discount_fallback=True)
    lines = "".join(f"{word}\t{value}\n" for word, value in FREQUENCIES.items())
    (tmp_path / "zipf.tsv").write_text("# word, Zipf value\n" + lines)
    return tmp_path


def mixed(folder, model="plain.arpa", **options):
    added = mix(folder / model, folder / "zipf.tsv", folder / "mixed.arpa", words=WORDS, **options)
    return added, levels_of(folder / "mixed.arpa")


def levels_of(path):
    """(probability, back-off weight) of the n-grams of each order."""
    levels = []
    for line in path.read_text().splitlines():
        fields = line.split("\t")
        if line.endswith("-grams:"):
            levels.append({})
        elif len(fields) > 1:
            levels[-1][tuple(fields[1].split(" "))] = (10 ** float(fields[0]), 10 ** float(fields[2]) if len(fields) > 2 else 1.0)
    return levels


def probability(levels, context, word):
    """Back off as the ARPA format says."""
    gram = (*context, word)
    if gram in levels[len(gram) - 1]:
        return levels[len(gram) - 1][gram][0]
    backoff = levels[len(context) - 1].get(context, (0.0, 1.0))[1]
    return backoff * probability(levels, context[1:], word)


def test_every_distribution_sums_to_one(folder):
    added, levels = mixed(folder)
    assert added == 2
    words = [gram[0] for gram in levels[0] if gram != ("<s>",)]
    contexts = [(), *levels[0], *levels[1]]
    for context in contexts:
        if not context or context[-1] != "</s>":
            assert math.fsum(probability(levels, context, word) for word in words) == pytest.approx(1, abs=1e-5), context


def test_new_words_get_their_share(folder):
    before, (_, levels) = levels_of(folder / "plain.arpa"), mixed(folder)
    zebra, unlisted = levels[0][("zebra",)][0], levels[0][("unlisted",)][0]
    assert zebra / unlisted == pytest.approx(10 ** (FREQUENCIES["zebra"] - LOWEST_ZIPF), rel=1e-5)
    # p(w) = (1 - share) p(w) + share f(w), where f is relative frequency among what </s> and <unk> leave
    marks = ("<s>", "</s>", "<unk>")
    total = math.fsum(10 ** FREQUENCIES.get(gram[0], LOWEST_ZIPF) for gram in levels[0] if gram[0] not in marks)
    room = 1 - before[0][("</s>",)][0] - before[0][("<unk>",)][0]
    expected = (1 - MixOptions.share) * before[0][("cat",)][0] + MixOptions.share * room * 10 ** FREQUENCIES["cat"] / total
    assert levels[0][("cat",)][0] == pytest.approx(expected, rel=1e-5)
    assert [set(level) for level in before[1:]] == [set(level) for level in levels[1:]]
    for mark in ("<s>", "</s>", "<unk>"):
        assert levels[0][(mark,)] == pytest.approx(before[0][(mark,)], rel=1e-5)


def test_read_as_pack_reads(folder):
    """What `pack` takes is mixed, whatever its form; what it refuses is refused with the same words."""
    expected = mixed(folder)[1]
    (folder / "plain.gz").write_bytes(gzip.compress((folder / "plain.arpa").read_bytes()))
    assert mixed(folder, "plain.gz")[1] == expected
    text, rng, refused = (folder / "plain.arpa").read_bytes(), random.Random(1), 0
    for _ in range(60):
        at = rng.randrange(len(text))
        (folder / "damaged").write_bytes(text[:at] + bytes(rng.choices(range(256), k=3)) + text[at + rng.randrange(40) :])
        try:
            pack_lm(folder / "damaged", folder / "packed")
        except FormatError as error:
            refused += 1
            with pytest.raises(FormatError) as caught:
                mix(folder / "damaged", folder / "zipf.tsv", folder / "no.arpa")
            assert str(caught.value) == str(error)
            assert not (folder / "no.arpa").exists()
        else:
            try:
                mix(folder / "damaged", folder / "zipf.tsv", folder / "yes.arpa")
            except FormatError as error:
                assert "interpolated" in str(error) or "<unk>" in str(error)
            else:
                pack_lm(folder / "yes.arpa", folder / "packed")
    assert refused > 20


def test_kenlm_binary(folder):
    mix(GOLDEN / "tiny.trie.bin", folder / "zipf.tsv", folder / "mixed.arpa", words=WORDS)
    assert pack_lm(folder / "mixed.arpa", folder / "packed")[1:] == pack_lm(GOLDEN / "tiny.trie.bin", folder / "packed")[1:]


@pytest.mark.parametrize(
    ("alter", "message"),
    [
        (lambda folder: pack_lm(folder / "plain.arpa", folder / "model"), "model: found a packed paragen file"),
        (lambda folder: (folder / "model").write_text("the cat"), "model:1: found 'the cat'"),
        (lambda folder: (folder / "zipf.tsv").write_text("the\t1e400\n"), "zipf.tsv:1: found 'the.t1e400'"),
        (lambda folder: (folder / "zipf.tsv").write_bytes(b"the\t5\n\xff\t1\n"), "zipf.tsv:2: found broken UTF-8"),
    ],
)
def test_other_files_are_refused(folder, alter, message):
    (folder / "model").write_bytes((folder / "plain.arpa").read_bytes())
    alter(folder)
    with pytest.raises(FormatError, match=message):
        mix(folder / "model", folder / "zipf.tsv", folder / "mixed.arpa", words=WORDS)
    assert not (folder / "mixed.arpa").exists()


def test_a_model_that_is_not_interpolated(folder):
    text = (folder / "plain.arpa").read_text().replace("\tthe cat\t", "\tthe cat\t", 1)
    lines = [
        line.rpartition("\t")[0] + "\t9" if line.endswith("\tshe") or "\tthe\t" in line else line
        for line in text.splitlines()
    ]
    (folder / "odd.arpa").write_text("\n".join(lines) + "\n")
    with pytest.raises(FormatError, match="impossible probability once it is mixed, expected an interpolated model"):
        mixed(folder, "odd.arpa")


@pytest.mark.parametrize("share", [0, 1, -1, float("nan")])
def test_share(folder, share):
    with pytest.raises(ConfigError, match="share"):
        mixed(folder, share=share)
