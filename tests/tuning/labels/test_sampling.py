"""Samples of items: occurrences of given phrases, and as many of each phrase."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

import paragen
from paragen.base.input_files import Skips
from paragen.tuning.labels.files import read_items
from paragen.tuning.labels.sampling import sample_items
from paragen.tuning.options import SampleOptions

TEXTS = [
    f"{start} a purchase of a big car in {year}." for start in ("They made", "We saw", "It is", "He needs") for year in range(9)
]


@pytest.fixture(scope="module")
def rows(english_model):
    items = [item.to_dict() for text in TEXTS for item in paragen.load(english_model).substitutes(text)]
    return [json.dumps(item) for item in items]


@pytest.fixture
def items(rows, tmp_path):
    path = tmp_path / "items.jsonl"
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def drawn(path):
    return list(read_items(path, Skips()))


def test_occurrences_of_given_phrases_with_all_their_items(items, rows, tmp_path):
    (tmp_path / "phrases.txt").write_text("Big\n\npurchase\npurchase\nnever there\n")
    found = sample_items(items, tmp_path / "s.jsonl", SampleOptions(phrases=tmp_path / "phrases.txt", occurrences=5))
    sample = drawn(tmp_path / "s.jsonl")
    assert (found.items, found.occurrences, found.phrases, found.lacking) == (len(sample), 10, 2, ["never there"])
    places = Counter((item.phrase, item.place.text) for item in sample)
    assert Counter(phrase for phrase, _ in places) == {"big": 5, "purchase": 5}
    everything = Counter((item.phrase, item.place.text) for item in drawn(items))
    assert all(everything[place] == count for place, count in places.items())
    assert {item.place.begin for item in sample if item.phrase == "purchase"} >= {7}  # "a purchase" for "an acquisition", too
    assert [line for line in rows if line in set((tmp_path / "s.jsonl").read_text().splitlines())] == (
        (tmp_path / "s.jsonl").read_text().splitlines()
    )


def test_as_many_of_each_phrase(items, tmp_path):
    found = sample_items(items, tmp_path / "s.jsonl", SampleOptions(per_phrase=7))
    assert Counter(item.phrase for item in drawn(tmp_path / "s.jsonl")) == dict.fromkeys({i.phrase for i in drawn(items)}, 7)
    assert found.items == 7 * found.phrases
    sample_items(items, tmp_path / "t.jsonl", SampleOptions(per_phrase=2, occurrences=1))
    assert all(count <= 2 for count in Counter(item.phrase for item in drawn(tmp_path / "t.jsonl")).values())
    texts = {(item.phrase, item.place.text) for item in drawn(tmp_path / "t.jsonl")}
    assert len(texts) == found.phrases


def test_the_same_seed_draws_the_same_in_any_order(items, rows, tmp_path):
    other = tmp_path / "other.jsonl"
    other.write_text("".join(f"{row}\n" for row in random.Random(1).sample(rows, len(rows))), encoding="utf-8")
    samples = []
    for path, seed in ((items, 3), (other, 3), (items, 4)):
        sample_items(path, tmp_path / "s.jsonl", SampleOptions(per_phrase=4, occurrences=3, seed=seed))
        samples.append({item.id for item in drawn(tmp_path / "s.jsonl")})
    assert samples[0] == samples[1] != samples[2]


def test_a_sample_is_random(items, tmp_path):
    """Over many seeds each occurrence is drawn about as often as any other."""
    times: Counter[str] = Counter()
    for seed in range(120):
        sample_items(items, tmp_path / "s.jsonl", SampleOptions(occurrences=6, seed=seed))
        times.update({item.place.text for item in drawn(tmp_path / "s.jsonl") if item.phrase == "big"})
    assert len(times) == len(TEXTS) and times.total() == 6 * 120
    assert min(times.values()) >= 7 and max(times.values()) <= 38  # of 20 expected
