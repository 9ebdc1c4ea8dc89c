"""What fit learns from is what it sees in use."""

from __future__ import annotations

import fits
import numpy as np
import pytest

import paragen
from paragen.decoder.fit.kernel import FeatureReader
from paragen.tuning.fit.samples import samples
from paragen.tuning.labels import Label, Labels

TEXTS = ['He said "They made a big purchase."', "The Big house is red."]


@pytest.fixture(scope="module")
def fitted(tmp_path_factory, english_model):
    folder = tmp_path_factory.mktemp("samples")
    return fits.with_fit(english_model, folder / "model", folder / "english.bin")


def labelled(paraphraser) -> Labels:
    found = [each for candidates in paraphraser.pipe_substitutes(TEXTS) for each in candidates]
    assert {each.sentence for each in found} == set(TEXTS)
    labels: Labels = Labels()
    for each in found:
        labels.add(Label(each.id, "correct", None, "ann", None, each.sentence, each.begin, each.end, each.after))
    return labels


def test_learning_and_use_see_the_same_features(fitted):
    """Quotation marks and capitals too, which only the text has."""
    options = {"keep_defaults": False, "quotes": "change", "guards": ()}
    learning, use = paragen.load(fitted, fit=False, **options), paragen.load(fitted, min_confidence=0, **options)
    knowledge = use.model.fit.knowledge
    learnt = samples(learning, labelled(learning), FeatureReader(learning.steps.decoder, knowledge))
    reader = FeatureReader(use.steps.decoder, knowledge)
    options = use.steps.lookup.options(use.steps.prepare(TEXTS))
    seen = np.frombuffer(reader.rows(options), np.float32).reshape(-1, len(reader.names))
    assert sorted(map(bytes, learnt.rows)) == sorted(map(bytes, seen))
    for name in ("quoted", "capital"):
        assert learnt.rows[:, reader.names.index(name)].any()
