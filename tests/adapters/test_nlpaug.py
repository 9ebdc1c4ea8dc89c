"""The augmenter of nlpaug."""

from __future__ import annotations

import pytest
from packages import Later, need

import paragen
from paragen import ConfigError

need("nlpaug")
flow, adapter = Later("nlpaug.flow"), Later("paragen.adapters.nlpaug")

TEXT = "They made a purchase."


@pytest.fixture(scope="module")
def paraphraser(english_model):
    return paragen.load(english_model)


@pytest.fixture(scope="module")
def augmenter(paraphraser):
    return adapter.ParagenAug(paraphraser)


def test_several_of_one_text(augmenter, paraphraser):
    for n in (1, 3):
        expected = [one.text for one in paraphraser.rewrite(TEXT, n, min_edits=1) if one.edits]
        assert augmenter.augment(TEXT, n=n) == expected != []
        assert TEXT not in expected and len(expected) <= n


@pytest.mark.parametrize("threads", [1, 2])
def test_the_best_of_each_of_several_texts(augmenter, paraphraser, threads):
    texts = [TEXT, "Paris.", " The house is big. "]
    expected = [paraphraser.rewrite(text, min_edits=1)[0].text for text in texts]
    assert augmenter.augment(texts, n=5, num_thread=threads) == expected
    assert expected[1] == texts[1] and expected[2] != texts[2]


def test_what_has_no_paraphrase_comes_back(augmenter):
    assert augmenter.augment("Paris.", n=2) == ["Paris."]
    assert augmenter.augment("") == augmenter.augment([]) == augmenter.augment(None) == []


@pytest.mark.parametrize("chain", [lambda of: flow.Sequential(of), lambda of: flow.Sometimes(of, aug_p=1.1)])
def test_flows(augmenter, chain):
    second = adapter.ParagenAug(augmenter.paraphraser, max_edits=1)
    [once] = augmenter.augment(TEXT)
    assert chain([augmenter]).augment(TEXT) == [once]
    assert chain([augmenter, second]).augment(TEXT) == second.augment([once])


def test_what_nlpaug_asks_for(augmenter, paraphraser):
    named = adapter.ParagenAug(paraphraser, "Mine", max_edits=1)
    assert (augmenter.name, named.name, augmenter.method, augmenter.action) == ("Paragen_Aug", "Mine", "sentence", "substitute")
    text = "They made a purchase. The house is big."
    assert augmenter.substitute(text) == "They bought something. The building is large."
    assert named.substitute(text) == paraphraser.rewrite(text, max_edits=1)[0].text != augmenter.substitute(text)
    assert named.augment([text]) == named.augment(text) == [named.substitute(text)]
    assert augmenter.clean(" a ") == " a "
    assert augmenter.is_duplicate(["a", "b"], "a") and not augmenter.is_duplicate(["ab"], "a")


def test_bounds(paraphraser):
    text = "They made a purchase. The house is big."
    [most], [one] = (adapter.ParagenAug(paraphraser, min_edits=least, max_edits=least).augment(text) for least in (2, 1))
    assert len({text, most, one}) == 3
    shy = paragen.load(paraphraser.model.location, weights={"lm": 0.5, "thesaurus": 1, "phrases": 1, "edit": -9})
    assert shy.rewrite(text)[0].unchanged
    [once] = shy.rewrite(text, min_edits=1)
    for options in ({}, {"min_edits": 0}):
        assert adapter.ParagenAug(shy, **options).augment([text]) == [once.text] and len(once.edits) == 1
    with pytest.raises(ConfigError, match="^max_edits"):
        adapter.ParagenAug(paraphraser, max_edits=0)
    for text, n, message in ((TEXT, 0, "n: found 0"), ([TEXT], 1, "threads: found -1")):
        with pytest.raises(ConfigError, match=f"^{message}"):
            adapter.ParagenAug(paraphraser).augment(text, n, num_thread=-1)
    with pytest.raises(TypeError, match="not int"):
        adapter.ParagenAug(paraphraser).augment([1])
