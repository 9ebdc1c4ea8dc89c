"""The word alignment model equals the slow one; nothing but the text decides its links."""

from __future__ import annotations

import io
import random

import numpy as np
import pytest

from paragen.tables.bilingual.alignment.hmm import Sides, align_words
from paragen.tables.bilingual.alignment.kernel import AlignmentModel

from .hmm_reference import Aligner


def arrays(pairs):
    result = []
    for side in (0, 1):
        result.append(np.array([word for pair in pairs for word in pair[side]], np.uint32))
        result.append(np.concatenate([[0], np.cumsum([len(pair[side]) for pair in pairs])]).astype(np.uint64))
    return result


def random_pairs(rng, n, words, longest):
    return [tuple([rng.randrange(words) for _ in range(rng.randint(1, longest))] for _ in range(2)) for _ in range(n)]


@pytest.mark.parametrize("seed", range(5))
def test_equals_the_reference(seed):
    rng = random.Random(seed)
    pairs = random_pairs(rng, 12, 7, 4)
    model = AlignmentModel(*arrays(pairs), 7, same=2.0, rest=0.5)
    slow = Aligner(pairs, 7, 2.0, 0.5)
    for jump in (False, False, True, True):
        slow.iterate(jump)
        model.expect(0, 5, jump)
        model.expect(5, 12, jump)
        model.estimate(jump)
    there, back = model.log_likelihoods(0, 12)
    assert list(zip(there, back, strict=True)) == [pytest.approx(pair, rel=1e-4) for pair in slow.log_likelihoods()]
    assert [list(each) for each in model.log_likelihoods(3, 7)] == [list(there[3:7]), list(back[3:7])]
    scores = slow.scores()
    for threshold in (0.1, 0.3, 0.5):
        there, back = model.links(0, 12, threshold)
        for line, mirrored, score in zip(there.decode().split("\n"), back.decode().split("\n"), scores, strict=False):
            links = [tuple(map(int, link.split("-"))) for link in line.split()]
            assert links == sorted(links)
            assert sorted((i, j) for j, i in (map(int, link.split("-")) for link in mirrored.split())) == links
            for key, value in score.items():
                assert abs(value - threshold) < 1e-4 or (key in links) == (value > threshold)


def test_pairs_it_does_not_learn_from_change_nothing():
    rng = random.Random(6)
    pairs, others = random_pairs(rng, 50, 20, 5), random_pairs(rng, 30, 21, 5)
    alone, beside = (AlignmentModel(*arrays(each), 21, learnt=50) for each in (pairs, pairs + others))
    for model in (alone, beside):
        for jumps in (False, True):
            model.expect(0, 50, jumps)
            model.estimate(jumps)
    for one, other in zip(alone.log_likelihoods(0, 50), beside.log_likelihoods(0, 50), strict=True):
        assert list(one) == list(other)
    assert np.isfinite(beside.log_likelihoods(50, 80)).all()
    with pytest.raises(ValueError, match="pairs that are not there"):
        beside.expect(0, 51, True)
    with pytest.raises(ValueError, match="pairs that are not there"):
        AlignmentModel(*arrays(pairs), 21, learnt=51)


def test_slices_of_the_lexicon_change_nothing():
    pairs = random_pairs(random.Random(1), 200, 50, 10)
    models = [AlignmentModel(*arrays(pairs), 50, most_keys=most) for most in (1, 500, 1 << 20)]
    assert len({len(model) for model in models}) == 1 and len(models[0]) <= 2500
    for model in models:
        model.expect(0, 200, True)
        model.estimate(True)
    assert len({model.links(0, 200, 0.2) for model in models}) == 1


def test_threads_change_nothing():
    pairs = random_pairs(random.Random(2), 3000, 300, 12)
    results = []
    for threads in (1, 2, 5):
        out, mirrored, seen = io.BytesIO(), io.BytesIO(), []
        align_words(Sides(*arrays(pairs), 300), out, mirrored, threads, seen.append)
        results.append((out.getvalue(), mirrored.getvalue()))
        assert seen == sorted(seen) and seen[-1] == 1
    assert results[0] == results[1] == results[2] and results[0][0].count(b"\n") == 3000


def test_synonyms_are_aligned():
    """The same words but for two that stand for each other."""
    words = {
        word: number for number, word in enumerate("the firm said it will buy purchase a mill shares of other today".split())
    }
    texts = [("the firm will buy a mill", "the firm will purchase a mill"),
             ("it said the firm will buy shares", "the firm will purchase shares it said"),
             ("firm will buy other shares today", "today the firm will purchase shares")]  # fmt: skip
    pairs = [tuple([words[word] for word in text.split()] for text in pair) for pair in texts]
    out = io.BytesIO()
    align_words(Sides(*arrays(pairs), len(words)), out, io.BytesIO())
    for line, pair in zip(out.getvalue().decode().splitlines(), texts, strict=True):
        links = [tuple(map(int, link.split("-"))) for link in line.split()]
        linked = {(pair[0].split()[i], pair[1].split()[j]) for i, j in links}
        assert ("buy", "purchase") in linked and ("firm", "firm") in linked


def test_long_sentences():
    pairs = [([k % 50 for k in range(200)], [k % 47 for k in range(200)]), ([0], [1]), ([2], list(range(40)))]
    out = io.BytesIO()
    align_words(Sides(*arrays(pairs), 50), out, io.BytesIO())
    assert out.getvalue().count(b"\n") == 3


@pytest.mark.parametrize("n_words", [0, 3])
def test_words_beyond_the_vocabulary(n_words):
    with pytest.raises((ValueError, IndexError)):
        AlignmentModel(*arrays([([0, 3], [1])]), n_words)


def test_pairs_that_are_not_there():
    model = AlignmentModel(*arrays([([0], [1])]), 2)
    for begin, end in ((0, 2), (1, 0)):
        with pytest.raises(ValueError, match="not there"):
            model.expect(begin, end, True)
        with pytest.raises(ValueError, match="not there"):
            model.links(begin, end, 0.5)
    with pytest.raises(ValueError, match="empty"):
        AlignmentModel(*arrays([([], [])]), 2)
