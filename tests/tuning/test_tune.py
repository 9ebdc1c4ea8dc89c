"""Tuning on warnings whose answer is known, on a model, and on labels that teach nothing."""

from __future__ import annotations

import numpy as np
import pytest

from paragen import load
from paragen.base.errors import ConfigError
from paragen.model import Model
from paragen.paraphraser import Paraphraser
from paragen.results import substitute_id
from paragen.tuning.judged import JudgedSentence
from paragen.tuning.options import Options
from paragen.tuning.pser import summed
from paragen.tuning.tune import _Tuning, cross_validated, decoder, evaluate, tune

from .planted import NAMES, decoding, labelled, paraphrase, planted

RIGHT = {"lm": 1.0, "one": 2.0, "two": 0.1, "three": 0.7, "word": -0.5, "edit": 0.4}
SHORT = Options(n_best=5, pool=10, starts=1, regularisation=0.0)


def start(**weights: float) -> dict[str, float]:
    return {**dict.fromkeys(NAMES, 0.0), "lm": 0.5, "one": 0.2, "two": 0.2, "three": 0.2, **weights}


@pytest.mark.parametrize("seed", range(3))
def test_planted_weights_are_found(seed):
    decode, sentences, right = planted(seed, 30, right=RIGHT)
    assert summed(evaluate(decode, sentences, right, 5)).pser == 0
    found = tune(decode, sentences, start(), SHORT)
    assert found.start.mean > 0.05
    assert found.figures.mean <= 0.005
    names = [name for name in NAMES if name in RIGHT]
    there, known = (np.array([weights[name] for name in names]) for weights in (found.weights, right))
    assert there @ known / np.linalg.norm(there) / np.linalg.norm(known) > 0.9


@pytest.mark.parametrize("seed", range(4))
def test_never_worse_than_the_start(seed):
    generator = np.random.default_rng(seed)
    decode, sentences, right = planted(seed, 8, right={name: x for name, x in zip(NAMES[:4], generator.random(4), strict=True)})
    for begin in (start(), right):
        found = tune(decode, sentences, begin, Options(n_best=4, pool=8, starts=1, max_rounds=3))
        assert summed(evaluate(decode, sentences, found.weights, 4)) == found.figures
        assert found.figures.pser <= summed(evaluate(decode, sentences, begin, 4)).pser


def test_no_rounds_give_the_start_back():
    decode, sentences, _ = planted(1, 5, right=RIGHT)
    found = tune(decode, sentences, start(), Options(max_rounds=0, n_best=5))
    assert found.weights == start() and len(found.rounds) == 1


def test_the_scale_of_the_start_changes_nothing_but_the_scale():
    decode, sentences, _ = planted(2, 10, right=RIGHT)
    one, ten = (tune(decode, sentences, start(lm=x, one=x, two=x, three=x), SHORT) for x in (1.0, 8.0))
    assert one.figures == ten.figures
    assert {name: 8 * x for name, x in one.weights.items()} == pytest.approx(ten.weights, rel=1e-3, abs=1e-6)


def test_fixed_weights_stay():
    decode, sentences, _ = planted(3, 10, right=RIGHT)
    found = tune(decode, sentences, start(), Options(n_best=5, pool=10, starts=1, fixed={"lm": 0.25, "word": 0.0}))
    assert (found.weights["lm"], found.weights["word"]) == (0.25, 0.0)
    assert "lm" not in found.searched and "self" not in found.searched  # self is the same everywhere
    with pytest.raises(ConfigError, match=r"^regularisation: found 1000001.0, expected a number from 0 to 1000000.$"):
        Options(regularisation=1_000_001.0)
    with pytest.raises(ConfigError, match="no feature 'lmm'. The features are lm, one"):
        tune(decode, sentences, start(), Options(fixed={"lmm": 1.0}))


def test_same_seed_same_weights():
    decode, sentences, _ = planted(4, 10, right=RIGHT)
    one, two = (tune(decode, sentences, start(), SHORT) for _ in range(2))
    assert one == two


def test_cross_validation_tells_of_unseen_sentences():
    decode, sentences, _ = planted(5, 24, right=RIGHT)
    done = []
    before, after = cross_validated(decode, sentences, start(), SHORT, 3, done.append)
    assert done == [1, 1, 1]
    assert before == summed(evaluate(decode, sentences, start(), 5))
    assert after.sentences == 24 and after.mean < before.mean
    for folds in (1, 25):
        with pytest.raises(ConfigError, match="from 2 to the 24 sentences"):
            cross_validated(decode, sentences, start(), SHORT, folds)


def judged(*correct: bool | None) -> tuple[object, list[JudgedSentence]]:
    """A sentence with a substitute of each verdict."""
    text = "a b ."
    found = [paraphrase(text, [], np.zeros(len(NAMES)))]
    found += [paraphrase(text, [(0, f"s{i}")], np.eye(len(NAMES))[i]) for i in range(len(correct))]
    known = {substitute_id(text, 0, 1, f"s{i}"): verdict for i, verdict in enumerate(correct) if verdict is not None}
    return decoding({text: found}), [JudgedSentence(text, known)]


def test_where_all_labels_are_correct_speaking_is_all_there_is():
    decode, sentences = judged(True, True)
    found = tune(decode, sentences, start(), Options(n_best=1, pool=5))
    assert (found.correct, found.incorrect) == (2, 0) and found.figures.pser == 0


def test_a_silent_start_is_woken():
    decode, sentences = judged(True, False)
    found = tune(decode, sentences, start(lm=-1.0, one=-1.0), Options(n_best=1, pool=5))
    assert found.start.uncovered == 1 and found.start.pser == 1
    assert found.figures.pser == 0 and found.figures.correct == 1


def test_what_is_unlabelled_counts_as_told():
    decode, [sentence] = judged(True, None)
    counts = evaluate(decode, [sentence, JudgedSentence(sentence.text, sentence.verdicts, default_verdict=False)], start(), 3)
    assert [(each.correct, each.incorrect, each.unlabelled) for each in counts] == [(1, 0, 1), (1, 1, 0)]


def test_a_model_is_tuned_the_same_by_any_number_of_threads(english_model):
    model = Model.open(english_model)
    texts = ["They made a purchase.", "The big house is red.", "We need a lot of big cars as soon as possible."]

    sentences = []
    for text in texts:
        found = Paraphraser(model).substitutes(text)
        sentences.append(JudgedSentence(text, {each.id: "large" in each.after or "thing" in each.after for each in found}))
    options = Options(n_best=2, starts=1)
    one, three = (tune(decoder(Paraphraser(model), threads), sentences, model.weights, options) for threads in (1, 3))
    assert one == three
    assert one.figures.pser < one.start.pser


@pytest.mark.parametrize("options", [{}, {"fit": False, "strength": "strong", "phrase_limit": 3}, {"weight": {"lm": 9.0}}])
def test_other_weights_resolve_no_option_anew(options):
    """The same paraphraser as one opened with them, to the byte; decoders share what they have looked up."""
    paraphraser, texts = load(**options), ["We must find a solution to this problem.", "", "It was a big help.\nThank you."]
    weights = {name: 0.7 * weight + 0.1 for name, weight in paraphraser.weights.items()}
    anew, other = paraphraser.changed(weights=weights), paraphraser.with_weights(weights)
    assert other == anew and other.weights == anew.weights and other.signature() == anew.signature() != paraphraser.signature()
    again = other.with_weights(paraphraser.weights)
    for one, two in ((anew, other), (load(**{**options, "weight": None}, weights=paraphraser.weights), again)):
        found = [[(each.text, each.score, each.edits) for each in one.rewrite(text, 10)] for text in texts]
        assert found == [[(each.text, each.score, each.edits) for each in two.rewrite(text, 10)] for text in texts]
        assert one.substitutes(texts[0]) == two.substitutes(texts[0])
    with pytest.raises(ConfigError, match="no weight for"):
        other.with_weights({"lm": 1.0})


def test_substitutes_in_many_paraphrases_count_once():
    text = "ab"
    zeros = np.zeros(len(NAMES))
    found = [paraphrase(text, afters, zeros + i) for i, afters in enumerate([[(0, "x")], [(0, "x"), (1, "y")], [(1, "y")]])]
    lists = {text: found}
    [counts] = evaluate(decoding(lists), labelled(lists, lambda _, begin, after: after == "x"), start(), 10)
    assert (counts.correct, counts.incorrect, counts.pser) == (1, 1, 0.5)


@pytest.mark.parametrize("more", [True, False])
def test_of_weights_with_the_same_pser_those_with_more_correct_substitutes_are_the_best(more):
    """The merged lists promise a PSER of 0, but every decode puts half right and half wrong first: fewer at first, or more."""
    text = "abcd"
    features = np.eye(len(NAMES))
    few = paraphrase(text, [(0, "good"), (1, "bad")], features[0])
    many = paraphrase(text, [(0, "good"), (1, "bad"), (2, "good"), (3, "bad")], features[0])
    right = paraphrase(text, [(0, "good")], features[1])
    first, later = (few, many) if more else (many, few)
    decodes = []

    def decode(weights, sentences, n):
        decodes.append(weights)
        return [[first if len(decodes) == 1 else later, right]]

    [sentence] = labelled({text: [few, many, right]}, lambda _, begin, after: after == "good")
    found = tune(decode, [sentence], start(lm=1.0, one=0.5), Options(n_best=1, pool=2, starts=0, max_rounds=1))
    assert [each.figures.pser for each in found.rounds] == [0.5, 0.5] and found.rounds[1].expected == 0.0
    assert [each.figures.correct for each in found.rounds] == ([1, 2] if more else [2, 1])
    assert found.figures.correct == 2 and found.weights == found.rounds[more].weights


def test_rounds_go_on_as_long_as_one_of_two_gains(monkeypatch):
    """The search is made to give weights 1, 2, 3…: under 2, 4 and 5 one more substitute is correct, and one more is not."""
    text, features = "abcdefgh", np.eye(len(NAMES))
    gains = [1, 1, 2, 2, 3, 4, 4, 4, 4]
    lists = []
    for number, gain in enumerate(gains, 1):
        edits = [(i, "good" if i < gain else "bad") for i in range(2 * gain)]
        lists.append([paraphrase(text, edits, number * features[0]), paraphrase(text, [], features[1])])
    [sentence] = labelled({text: [each[0] for each in lists]}, lambda _, begin, after: after == "good")

    def decode(weights, sentences, n):
        return [lists[min(int(weights["lm"]), len(lists) - 1)]]

    monkeypatch.setattr(_Tuning, "_search", lambda self, lists: (0.0, {**start(), "lm": float(len(self._rounds))}))
    found = tune(decode, [sentence], start(lm=0.0), Options(n_best=1, pool=2, starts=0, max_rounds=20))
    assert [each.figures.correct for each in found.rounds] == [1, 1, 2, 2, 3, 4, 4, 4]
    assert [each.best for each in found.rounds] == [True, False, True, False, True, True, False, False]
    assert found.weights["lm"] == 5.0
