"""What is left out before its words are tagged could not be sure enough; everything else is as in one stage, bit for bit."""

from __future__ import annotations

import itertools
import random

import fits
import numpy as np
import pytest
from random_models import WORDS, build

import paragen
from paragen.decoder.features import FIT, FeatureList
from paragen.decoder.fit import kernel
from paragen.decoder.fit.kernel import FeatureReader, Fit, write_fit
from paragen.decoder.search import Decoder, SentenceInput
from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.model.directory import FIT_FILE
from paragen.text.analysis import QUOTED

OF_TAGS = ("tag_first_after", "tag_last_after", "same_first_tag", "same_last_tag", "right_tag_kept", "tag_doubt")
NEVER = 1 << 62


@pytest.fixture(params=itertools.product((1, 6, 30), (0.02, 0.3), (0, 1)), ids=str)
def problem(request, tmp_path):
    """A decoder, some of them with a table that the fit does not know, a fit whose trees ask for tags, seldom or often, and
    sentences."""
    n_trees, share, given = request.param
    rng = random.Random(str(request.param))
    _, decoder = build(tmp_path, rng, n_tables=2, pairs=60, given=given, scorers=(FIT,))
    sentences = [SentenceInput(rng.choices([*WORDS, "zzz"], k=rng.choice([1, 4, 12]))) for _ in range(40)]
    english = fits.knowledge(tmp_path / "english.bin")
    reader = FeatureReader(decoder, english)
    options = decoder.options(sentences)
    rows = np.frombuffer(reader.rows(options), np.float32).reshape(len(options), -1)
    values = [column.tolist() for column in rows[rng.choices(range(len(rows)), k=60)].T]
    roots, branches, leaves = fits.random_trees(rng, values, n_trees=n_trees, depth=5)
    tags = [reader.names.index(name) for name in OF_TAGS]
    for i, (_, _, left, right) in enumerate(branches):
        if rng.random() < share:
            feature = rng.choice(tags)
            branches[i] = feature, rng.choice(values[feature]), left, right
    sums = [fits.walked((roots, branches, leaves), row) for row in rows.tolist()]
    levels = [(float(value), i / 8) for i, value in enumerate(np.unique(np.quantile(sums, np.linspace(0, 1, 9))))]
    write_fit(tmp_path / "fit.bin", reader.names, english, roots, branches, leaves, levels, {"min_confidence": 0.5})
    return decoder, tmp_path / "fit.bin", sentences, rng, share < 0.1


def allowed(options):
    return [options.allowed(k) for k in range(len(options))]


def compared(decoder, fit, sentences, least, monkeypatch, forbidden=b"", conditions=None):
    """Score options in one stage and in two; return the probabilities of both."""
    found = []
    for enough in (NEVER, 0):
        monkeypatch.setattr(kernel, "ENOUGH_FOR_BOUND", enough)
        options = decoder.options(sentences)
        if forbidden:
            options.forbid(forbidden)
        found.append((options, np.array(Fit(fit).scorer(decoder, conditions).score(options, least))))
    (one, whole), (other, stages) = found
    assert allowed(one) == allowed(other)
    kept = np.array(allowed(one), bool)
    assert np.array_equal(whole[kept], stages[kept])
    judged = [not forbidden or not forbidden[k] for k in range(len(options))]
    assert np.all((stages == 0) | (stages == whole), where=judged)
    return whole, stages


def test_two_stages_are_as_one(problem, monkeypatch):
    decoder, fit, sentences, rng, few_tags = problem
    plain = Fit(fit).scorer(decoder).probabilities(decoder.options(sentences))
    dropped = 0
    for least in (0.99, 0.75, 0.5, 0.1, *rng.sample(list(plain), 5)):  # of the latter, one is right on the border
        whole, stages = compared(decoder, fit, sentences, least, monkeypatch)
        dropped += np.count_nonzero((stages == 0) & (whole > 0))
    assert dropped or not few_tags


def test_what_is_forbidden_is_left_out(problem, monkeypatch):
    decoder, fit, sentences, rng, _ = problem
    forbidden = bytes(rng.random() < 0.5 for _ in decoder.options(sentences).begins)
    _, stages = compared(decoder, fit, sentences, 0.5, monkeypatch, forbidden)
    packed = Fit(fit).n_tables
    options = decoder.options(sentences)
    own = [any(table >= packed for table, _ in options[k].offers) for k in range(len(options))]
    assert not any(stages[k] for k, is_forbidden in enumerate(forbidden) if is_forbidden and not own[k])


def test_all_are_judged_where_nothing_is_asked(problem, monkeypatch):
    decoder, fit, sentences, *_ = problem
    whole, stages = compared(decoder, fit, sentences, 0, monkeypatch)
    assert np.array_equal(whole, stages)


@pytest.fixture(scope="module")
def starter():
    """The starter pack's decoder, its model, and sentences with quotations."""
    model = Model.open(starter_path())
    features = FeatureList(tuple(table.name for table in model.tables), model.self_paraphrase, (FIT,))
    decoder = Decoder(model.store, model.lm, features, dict.fromkeys(features.names, 1.0))
    rng, sentences = random.Random(1), []
    for text in ("We must find a solution to this problem .", "The old man bought a small house by the river ."):
        for _ in range(60):
            words = text.lower().split()
            rng.shuffle(words)
            sentences.append(SentenceInput(words, None, (), bytes(rng.choice([0, 0, 0, QUOTED]) for _ in words)))
    return decoder, model, sentences


@pytest.mark.parametrize("least", [0.85, 0.75, 0.5, 0.2])
def test_the_starter_pack_judges_as_in_one_stage(starter, monkeypatch, least):
    decoder, model, sentences = starter
    whole, stages = compared(decoder, starter_path() / FIT_FILE, sentences, least, monkeypatch, conditions=model.conditions)
    kept = whole >= least
    assert kept.any() and np.count_nonzero(stages) < 2 * np.count_nonzero(kept)


def test_texts_are_the_same_in_one_stage_and_in_two_with_any_threads(monkeypatch):
    lines = ["We must find a solution to this problem as soon as possible.", "She was very happy to help her brother."] * 40
    found = set()
    for enough in (NEVER, 0):
        monkeypatch.setattr(kernel, "ENOUGH_FOR_BOUND", enough)
        for threads in (1, 3):
            results = paragen.load().changed(min_confidence=0.6).pipe(lines, 3, threads=threads)
            found.add(str([[one.to_dict() for one in each] for each in results]))
    assert len(found) == 1
