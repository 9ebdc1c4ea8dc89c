"""A beam that cuts leaves what the reference leaves that cuts as Pharaoh does."""

from __future__ import annotations

import random

import oracle
import pytest
from random_models import WORDS, build

from paragen.decoder.search import SearchSettings, SentenceInput

BEAMS = [(1, 0.0), (2, 0.0), (3, 0.0), (5, 0.0), (10, 0.0), (1000, 0.9), (1000, 0.3), (1000, 0.05), (4, 0.2), (8, 0.1)]


def text(words, derivation):
    """Target text of a derivation."""
    out, at = [], 0
    for step in derivation.steps:
        out += [*words[at : step.begin], *step.words]
        at = step.end
    return " ".join([*out, *words[at:]])


def assert_same(problem, decoder, words, stack, threshold, **limits):
    """The decoder's list is the reference's, text by text."""
    expected = oracle.Beam(problem, words, stack, threshold, **limits).search()
    bounds = {name: value for name, value in limits.items() if name != "keep"}
    settings = SearchSettings(n=10_000, stack=stack, beam_threshold=threshold, **bounds)
    keep = bytes(limits["keep"]) if "keep" in limits else None
    (found,) = decoder.decode([SentenceInput(words, keep)], settings)
    assert [derivation.score for derivation in found] == pytest.approx([score for score, _ in expected], abs=2e-4)
    scores = {text: score for score, text in expected}
    assert {text(words, derivation) for derivation in found} == set(scores)
    for derivation in found:
        assert derivation.score == pytest.approx(scores[text(words, derivation)], abs=2e-4)


@pytest.mark.parametrize("floors", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_left_is_what_the_reference_leaves(tmp_path, seed, floors):
    rng = random.Random(200 + seed)
    problem, decoder = build(
        tmp_path, rng, n_tables=rng.choice([1, 2, 3]), order=rng.choice([2, 3, 4, 5]), floors=floors,
        self_paraphrase=seed % 3 != 0,
    )
    for stack, threshold in BEAMS:
        words = rng.choices([*WORDS, "zzz"], k=rng.randint(1, 6))
        assert_same(problem, decoder, words, stack, threshold)


@pytest.mark.parametrize("seed", range(6))
def test_bounds_on_edits_and_kept_words(tmp_path, seed):
    rng = random.Random(300 + seed)
    problem, decoder = build(tmp_path, rng, floors=seed % 2 == 0, self_paraphrase=seed % 3 != 0)
    for stack, threshold in BEAMS:
        words = rng.choices([*WORDS, "zzz"], k=5)
        least = rng.choice([0, 1, 2])
        most = rng.choice([None, least, least + 1])
        keep = [int(rng.random() < 0.2) for _ in words]
        assert_same(problem, decoder, words, stack, threshold, keep=keep, min_edits=least, max_edits=most, table_limit=4)


@pytest.mark.parametrize("seed", range(4))
def test_an_unlimited_beam_leaves_everything(tmp_path, seed):
    rng = random.Random(400 + seed)
    problem, decoder = build(tmp_path, rng, self_paraphrase=seed % 2 == 0)
    words = rng.choices([*WORDS, "zzz"], k=5)
    assert_same(problem, decoder, words, 1_000_000, 0.0)
    left, best = oracle.Beam(problem, words, 1_000_000, 0.0).search(), oracle.exhaustive(problem, words)
    assert {text: score for score, text in left} == pytest.approx({text: score for score, text in best})
