"""Single substitutes are all that the tables offer, scored as the whole sentence scored anew."""

from __future__ import annotations

import math
import random

import oracle
import pytest
from random_models import WORDS, build

from paragen.base.errors import ConfigError
from paragen.decoder.search import Decoder, SentenceInput, Substitute
from paragen.decoder.substitutes import rank


def expected(problem, words, keep, table_limit, blocked):
    """By span and target words: {table: log score}, from the reference's options."""
    found: dict = {}
    for begin, end, table, target, score in oracle.options(problem, words, keep, table_limit, blocked, False):
        if not isinstance(table, str) and tuple(words[begin:end]) != target:
            found.setdefault((begin, end, target), {})[table] = score
    return found


def listed(decoder, words, keep=None, table_limit=20, blocked=(), with_lm=False):
    flags = decoder.blocked(blocked) if blocked else None
    return rank(decoder, decoder.options([SentenceInput(words, bytes(keep) if keep else None)], table_limit, flags), with_lm)


@pytest.mark.parametrize("seed", range(12))
def test_equal_the_reference_and_the_sentence_scored_anew(tmp_path, seed):
    rng = random.Random(seed)
    problem, decoder = build(
        tmp_path, rng, n_tables=rng.choice([1, 2, 3]), order=rng.choice([1, 2, 3, 5]), floors=False, pairs=40,
        self_paraphrase=seed % 3 != 0,
    )
    for length in (1, 2, 5, 12):
        words = rng.choices([*WORDS, "zzz"], k=length)
        keep = [int(rng.random() < 0.1) for _ in words]
        limit, blocked = rng.choice([1, 2, 20]), set(rng.sample(WORDS, rng.choice([0, 1])))
        reference = expected(problem, words, keep, limit, blocked)
        for with_lm in (False, True):
            items = list(listed(decoder, words, keep, limit, blocked, with_lm))
            assert {(i.begin, i.end, i.words) for i in items} == set(reference) and len(items) == len(reference)
            for item in items:
                offers = reference[item.begin, item.end, item.words]
                assert dict(item.offers) == pytest.approx(offers, abs=1e-5)
                span = words[item.begin : item.end]
                best = max(oracle.ranking(problem, span, table, item.words, score) for table, score in offers.items())
                change = problem.lm.sentence([*words[: item.begin], *item.words, *words[item.end :]]) - problem.lm.sentence(words)
                assert item.lm == pytest.approx(change if with_lm else 0, abs=1e-4)
                assert item.score == pytest.approx(best + (problem.weights["lm"] * change if with_lm else 0), abs=1e-4)


@pytest.mark.parametrize("seed", range(4))
def test_changes_of_the_language_model_are_those_of_rescore(tmp_path, seed):
    rng = random.Random(50 + seed)
    _, decoder = build(tmp_path, rng, order=seed + 2, floors=False, pairs=60)
    words = rng.choices([*WORDS, "zzz"], k=40)
    plain = decoder.rescore(SentenceInput(words), ()).features[0]
    items = list(listed(decoder, words, with_lm=True))
    assert len(items) > 20
    for item in items:
        step = Substitute(item.begin, item.end, item.offers[0][0], item.words, item.offers[0][1])
        assert item.lm == pytest.approx(decoder.rescore(SentenceInput(words), [step]).features[0] - plain, abs=1e-4)
        after = [*words[: item.begin], *item.words, *words[item.end :]]
        assert item.lm == pytest.approx(decoder.lm.score(after) - decoder.lm.score(words), abs=1e-4)


def test_groups_are_in_text_order_best_first_ties_by_text(tmp_path):
    rng = random.Random(3)
    _, decoder = build(tmp_path, rng, pairs=80, floors=False)
    all_tie = dict.fromkeys(decoder.features.names, 0.0) | {"lm": 0.5}
    flat = Decoder(decoder.store, decoder.lm, decoder.features, all_tie)
    words = rng.choices(WORDS, k=20)
    for searcher, with_lm in ((decoder, False), (decoder, True), (flat, False)):
        listing = listed(searcher, words, with_lm=with_lm)
        groups = listing.groups(0)
        assert [(begin, end) for begin, end, _, _ in groups] == sorted({(i.begin, i.end) for i in listing})
        assert [n for _, _, first, last in groups for n in range(first, last)] == list(range(len(listing)))
        for begin, end, first, last in groups:
            items = [listing[n] for n in range(first, last)]
            assert {(i.begin, i.end) for i in items} == {(begin, end)}
            assert items == sorted(items, key=lambda item: (-item.score, item.words))


def test_what_is_forbidden_is_left_out_and_what_scorers_gave_counts(tmp_path):
    rng = random.Random(4)
    problem, decoder = build(tmp_path, rng, pairs=80, floors=False, scorers=("fit",))
    sentences = [SentenceInput(rng.choices(WORDS, k=8)) for _ in range(3)]
    plain = {item.number: item for item in rank(decoder, decoder.options(sentences))}
    options = decoder.options(sentences)
    scores = [rng.choice((-math.inf, rng.uniform(-3, 0))) for _ in range(len(options))]
    options.add_scores("fit", scores)
    ranked = rank(decoder, options)
    assert {item.number for item in ranked} == {number for number, score in enumerate(scores) if score > -math.inf}
    for item in ranked:
        added = problem.weights["fit"] * scores[item.number]
        assert item.score == pytest.approx(plain[item.number].score + added)
        assert item[1:6] == plain[item.number][1:6]
    for number in range(3):
        first, last = options.numbers(number)
        groups = ranked.groups(number)
        found = [ranked[place] for _, _, begin, end in groups for place in range(begin, end)]
        assert sorted(item.number for item in found) == [n for n in range(first, last) if options.allowed(n)]
        assert [(begin, end) for begin, end, _, _ in groups] == sorted({(item.begin, item.end) for item in found})


def test_no_words_and_no_such_number(tmp_path):
    _, decoder = build(tmp_path, random.Random(6))
    listing = listed(decoder, [], with_lm=True)
    assert len(listing) == 0 and listing.groups(0) == [] and list(listing) == []
    with pytest.raises(IndexError):
        listing[0]
    assert len(listed(decoder, ["zzz"] * 10_000, with_lm=True)) == 0


def test_changes_for_words_of_any_choice(tmp_path):
    rng = random.Random(8)
    _, decoder = build(tmp_path, rng, order=4)
    words = rng.choices([*WORDS, "zzz"], k=12)
    listing = listed(decoder, words, with_lm=True)
    for _ in range(50):
        begin = rng.randint(0, 12)
        end = rng.randint(begin, 12)
        target = rng.choices([*WORDS, "nowhere"], k=rng.randint(0, 3))
        expected = decoder.lm.score([*words[:begin], *target, *words[end:]]) - decoder.lm.score(words)
        assert listing.lm_change(0, begin, end, target) == pytest.approx(expected, abs=1e-4)
    for wrong in ((3, 2), (0, 13)):
        with pytest.raises(IndexError):
            listing.lm_change(0, *wrong, [])
    with pytest.raises(IndexError):
        listing.lm_change(1, 0, 1, [])
    with pytest.raises(ConfigError, match="without the language model"):
        listed(decoder, words).lm_change(0, 0, 1, [])
