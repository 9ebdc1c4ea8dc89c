"""Pairs of articles and of sentences equal those of the slow reference."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from paragen.tables.resources.comparable import matching
from paragen.tables.resources.comparable.corpus import Numbered
from paragen.tables.resources.comparable.matching import BINS, EACH, PAIR, distinct, matches, sample
from paragen.tables.resources.kernel import OverlapFinder

from .reference import comparable, overlapping

pytest.importorskip("scipy")
WORDS, FIGURES = 40, {0, 1, 2, 3}


def offsets(sizes) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(list(sizes))]).astype(np.uint64)


def bag_of(bags: list[Counter]):
    words = [word for bag in bags for word in sorted(bag)]
    counts = [bag[word] for bag in bags for word in sorted(bag)]
    return np.array(words, np.uint32), np.array(counts, np.uint32), offsets(map(len, bags))


def corpus_of(articles: list[list[set[int]]]) -> Numbered:
    """Numbers for articles of sentences of word types; equal sentences are the same, and alike those that differ in figures."""
    sentences = [sorted(sentence) for article in articles for sentence in article]
    none = np.empty(0, np.uint64)
    hashes = [
        np.array([hash(tuple(sorted(set(s) - less))) & (2**64 - 1) for s in sentences], np.uint64) for less in (set(), FIGURES)
    ]
    return Numbered(
        np.array([word for sentence in sentences for word in sentence], np.uint32), offsets(map(len, sentences)),
        offsets(map(len, articles)), np.zeros(len(articles)), none, *hashes, (none, none, none),
        np.array([word in FIGURES for word in range(WORDS)], np.uint8),
    )  # fmt: skip


def random_articles(rng: random.Random, n: int) -> list[list[set[int]]]:
    return [[set(rng.sample(range(WORDS), rng.randint(1, 12))) for _ in range(rng.randint(0, 6))] for _ in range(n)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("cells", [1 << 23, 50, 1])
def test_pairs_of_articles(seed, cells, monkeypatch):
    rng = random.Random(seed)
    monkeypatch.setattr(matching, "_CELLS", cells)
    bags = [Counter(rng.choices(range(15), k=rng.choice([0, 3, 8, 20]))) for _ in range(40)]
    days = sorted(rng.choice([rng.randint(0, 9), rng.random() * 9]) for _ in bags)
    partners = rng.choice([2, 100])
    expected = comparable(bags, days, 2.0, 0.45, partners)
    assert expected
    matrix = matching.vectors(bag_of(bags), 15)
    parts = list(matching.document_pairs(matrix, np.array(days), less_than=2.0, threshold=0.45, partners=partners))
    found = [(int(a), int(b)) for one, other in parts for a, b in zip(one, other, strict=True)]
    assert found == sorted(expected)


def test_days_are_fewer_than(monkeypatch):
    matrix = matching.vectors(bag_of([Counter([1, 2])] * 3), 3)
    for less_than, expected in ((2.0, [(0, 1), (1, 2)]), (2.001, [(0, 1), (0, 2), (1, 2)]), (0.5, [])):
        parts = matching.document_pairs(matrix, np.array([0.0, 1.0, 2.0]), less_than=less_than, threshold=0.5, partners=9)
        assert [(int(a), int(b)) for one, other in parts for a, b in zip(one, other, strict=True)] == expected


@pytest.mark.parametrize("seed", range(8))
def test_pairs_of_sentences(seed):
    rng = random.Random(seed)
    articles = random_articles(rng, 12)
    pairs = {(a, b) for a in range(12) for b in range(a + 1, 12) if rng.random() < 0.6}
    corpus = corpus_of(articles)
    finder = OverlapFinder(corpus.types, corpus.begins, corpus.documents, corpus.figures)
    one, other = (np.array(side, np.uint32) for side in zip(*sorted(pairs), strict=True))
    for threshold in (0.3, 0.5):
        a, b, overlap = finder.find(one, other, threshold)
        found = {(int(x), int(y)): float(z) for x, y, z in zip(a, b, overlap, strict=True)}
        assert len(found) == len(a)
        assert found == pytest.approx(overlapping(articles, pairs, FIGURES, threshold), abs=1e-6)


def test_what_differs_in_figures_only_is_no_pair_and_pairs_come_once():
    articles = [[{0, 9, 10, 11}], [{0, 1, 9, 10, 11}], [{9, 10, 12}], [{9, 10, 11}], [{9, 10, 12}]]
    corpus = corpus_of(articles)
    pairs = [(np.array([0, 0, 0, 0, 2], np.uint32), np.array([1, 2, 3, 4, 3], np.uint32))]
    found = distinct(corpus, matches(corpus, pairs, 0.5))
    assert [(int(row["one"]), int(row["other"])) for row in found] == [(0, 2), (2, 3)]
    assert found["overlap"].tolist() == pytest.approx([4 / 7, 4 / 6])


def test_threads_change_nothing(monkeypatch):
    monkeypatch.setattr("paragen.tables.resources.comparable.matching._PAIRS", 3)
    rng = random.Random(3)
    corpus = corpus_of(random_articles(rng, 30))
    pairs = [(np.array([a] * (29 - a), np.uint32), np.arange(a + 1, 30, dtype=np.uint32)) for a in range(29)]
    results = [distinct(corpus, matches(corpus, pairs, 0.4, threads)) for threads in (1, 2, 4)]
    assert len(results[0]) and all((result == results[0]).all() for result in results)


def test_sample_has_some_of_each_overlap_whatever_the_parts():
    rng = np.random.default_rng(1)
    rows = np.empty(5000, PAIR)
    rows["one"], rows["other"], rows["overlap"] = np.arange(5000), np.arange(5000, 10_000), rng.random(5000)
    same = rng.integers(0, 2**63, 10_000, dtype=np.uint64)
    whole = sample([rows], same)
    assert Counter((whole["overlap"] * BINS).astype(int).tolist()) == dict.fromkeys(range(BINS), EACH)
    parts = sample(np.array_split(rows, 37), same)
    assert sorted(parts["one"].tolist()) == sorted(whole["one"].tolist())


@pytest.mark.parametrize(
    ("types", "begins", "ends", "pair"),
    [
        ([9], [0, 1], [0, 1], [0]),
        ([1], [0, 2], [0, 1], [0]),
        ([1], [1, 0], [0, 1], [0]),
        ([1], [0, 1], [0, 3], [0]),
        ([1], [0, 1], [0, 1], [7]),
    ],
)
def test_numbers_that_lead_nowhere(types, begins, ends, pair):
    with pytest.raises((ValueError, OverflowError)):
        arrays = np.array(types, np.uint32), np.array(begins, np.uint64), np.array(ends, np.uint64), np.zeros(5, np.uint8)
        OverlapFinder(*arrays).find(np.array(pair, np.uint32), np.array(pair, np.uint32), 0.5)
