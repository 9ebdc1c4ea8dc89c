"""Mixing word frequencies into a model keeps every distribution summing to one."""

from __future__ import annotations

import math

import pytest

from paragen.lm.estimate import estimate
from paragen.lm.mix import LOWEST_ZIPF, SHARE, mix, read_levels, write_levels

CORPUS = "the cat sat on the mat\nthe dog sat on the rug\na dog saw the cat\nthe cat saw a rug\nshe saw it\n" * 2
FREQUENCIES = {"the": 7.7, "cat": 4.7, "dog": 4.9, "a": 7.4, "zebra": 3.4}


@pytest.fixture
def levels(tmp_path):
    (tmp_path / "corpus.txt").write_text(CORPUS)
    estimate([tmp_path / "corpus.txt"], 3, arpa=tmp_path / "plain.arpa", discount_fallback=True)
    return read_levels(tmp_path / "plain.arpa")


def probability(levels, context, word):
    """Back off as the ARPA format says."""
    gram = (*context, word)
    if gram in levels[len(gram) - 1]:
        return levels[len(gram) - 1][gram][0]
    backoff = levels[len(context) - 1].get(context, (0.0, 1.0))[1]
    return backoff * probability(levels, context[1:], word)


def test_every_distribution_sums_to_one(levels):
    mix(levels, FREQUENCIES, {"zebra", "unlisted"})
    words = [gram[0] for gram in levels[0] if gram != ("<s>",)]
    contexts = [(), *levels[0], *levels[1]]
    for context in contexts:
        if not context or context[-1] != "</s>":
            assert math.fsum(probability(levels, context, word) for word in words) == pytest.approx(1, abs=1e-5), context


def test_new_words_get_their_share(levels):
    before = levels[0][("cat",)][0]
    mix(levels, FREQUENCIES, {"zebra", "unlisted"})
    zebra, unlisted = levels[0][("zebra",)][0], levels[0][("unlisted",)][0]
    assert zebra / unlisted == pytest.approx(10 ** (FREQUENCIES["zebra"] - LOWEST_ZIPF))
    assert levels[0][("cat",)][0] != before
    assert 0 < SHARE < 1


def test_written_and_read_again(levels, tmp_path):
    mix(levels, FREQUENCIES, {"zebra"})
    write_levels(levels, tmp_path / "mixed.arpa")
    again = read_levels(tmp_path / "mixed.arpa")
    assert [set(level) for level in again] == [set(level) for level in levels]
    assert again[2] == pytest.approx({gram: pytest.approx(pair, rel=1e-4) for gram, pair in levels[2].items()})
