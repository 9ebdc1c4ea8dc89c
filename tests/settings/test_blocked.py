"""What is blocked never comes out of an edit, by itself, beside its neighbours or beside another edit."""

from __future__ import annotations

import re

import pytest

import paragen
from paragen.base.errors import ConfigError
from paragen.settings.blocked import inflections, read_blocked
from paragen.text.tokenizer import Tokenizer

TEXT = "They made a purchase of a big house, a big car and a lot of big cars as soon as possible."


def texts(model, text=TEXT, n=5000, **options):
    return {each.text for each in paragen.load(model, **options).rewrite(text, n=n)}


@pytest.mark.parametrize("phrase", [
    "many big", "bought something", "a large", "large building", "an acquisition", "a lot of large", "an enormous building",
    "an automobile", "acquisition of a large", "large cars quickly", "possible.", "big house",
])  # fmt: skip
def test_no_edit_makes_a_blocked_phrase(english_model, phrase):
    pattern = re.compile(rf"\b{re.escape(phrase)}(?!\w)")
    everything = texts(english_model)
    found = texts(english_model, blocked=[phrase])
    assert found <= everything and TEXT in found
    made = {text for text in everything if len(pattern.findall(text)) > len(pattern.findall(TEXT))}
    assert not found & made
    assert paragen.load(english_model, blocked=[phrase]).rewrite(TEXT)[0].text in everything - made
    for each in paragen.load(english_model, blocked=[phrase]).substitutes(TEXT):
        assert len(pattern.findall(each.text)) <= len(pattern.findall(TEXT))


def test_of_two_edits_that_make_it_each_may_still_be_made(english_model):
    text = "A big house."
    options = {"weight": {"edit": 5.0}}
    assert paragen.load(english_model, **options).rewrite(text)[0].text == "A large building."
    assert texts(english_model, text, blocked=["large building"], **options) == texts(english_model, text) - {"A large building."}
    [best] = paragen.load(english_model, blocked=["large building"], **options).rewrite(text)
    assert best.text in {"An enormous building.", "A large house.", "A big building."} and best.edits


def test_a_phrase_is_not_made_of_words_that_no_table_has(english_model):
    assert "The zyxo house." in texts(english_model, "The zyxo house.", blocked=["zyxo building"])
    assert "The zyxo building." in texts(english_model, "The zyxo house.")
    assert "The zyxo building." not in texts(english_model, "The zyxo house.", blocked=["zyxo building"])


def test_the_article_that_agrees_is_part_of_it(english_model):
    assert "They made an acquisition." in texts(english_model, "They made a purchase.")
    assert "They made an acquisition." not in texts(english_model, "They made a purchase.", blocked=["an acquisition"])


@pytest.mark.parametrize(("entry", "lost"), [
    ("purchase -> acquisition", {"They made an acquisition of a big car."}),
    ("Purchase → acquisition", {"They made an acquisition of a big car."}),
    ("made a purchase -> made an acquisition", set()),
    ("acquisition -> purchase", set()),
    ("big car -> large car", {"They made a purchase of a large car."}),
])  # fmt: skip
def test_an_exchange(english_model, entry, lost):
    text, tables = "They made a purchase of a big car.", {"mine": {"big car": ["large car", "bus"]}}
    keep = {"tables": tables, "use_tables": ["mine"]} if "car" in entry else {"use_tables": ["thesaurus"], "max": 1}
    keep.pop("max", None)
    everything, found = texts(english_model, text, **keep), texts(english_model, text, blocked=[entry], **keep)
    assert lost <= everything and not lost & found
    assert bool(everything - found) == bool(lost)


def test_what_is_blocked_is_in_the_signature(english_model):
    found = paragen.load(english_model, blocked=["buy", "big car", "big -> large"]).signature().partition("|blocked:")[2]
    assert [part.rpartition(" ")[0] for part in found.split(",")] == ["1 words", "1 phrases", "1 pairs"]


def test_an_exchange_between_words_that_stay(english_model):
    tables = {"mine": {"a big car": ["a large car", "a huge car"]}}
    options = {"tables": tables, "use_tables": ["mine"]}
    found = texts(english_model, "Red is a big car.", blocked=["big -> large"], **options)
    assert found == {"Red is a big car.", "Red is a huge car."}
    assert len(texts(english_model, "Red is a big car.", blocked=["red -> large", "a big -> a red"], **options)) == 3


def test_inflections():
    pytest.importorskip("lemminflect")
    assert inflections("purchase") == {"purchase", "purchases", "purchased", "purchasing"}
    assert {"is", "are", "was", "been", "being"} <= inflections("was")
    assert "leave" not in inflections("left") and "left" in inflections("leave")
    assert {"zyxoed", "zyxos"} <= inflections("zyxo")
    blocked = read_blocked(["make use", "buy", "go -> run"], Tokenizer(), inflected=True)
    assert {"bought", "buys"} <= blocked.words
    assert blocked.occurrences("they made use of it and makes uses".split()) == [(1, 3), (6, 8)]
    assert "went" in blocked.exchanges[0][0][0]


def test_inflections_are_blocked(english_model):
    pytest.importorskip("lemminflect")
    assert any("bought" in text for text in texts(english_model))
    assert not any("bought" in text for text in texts(english_model, blocked=["buy"], block_inflections=True))


@pytest.mark.parametrize("entry", ["a ->", "-> b", "a -> b -> c"])
def test_no_exchange(english_model, entry):
    with pytest.raises(ConfigError, match="expected a word, a phrase, or one exchange"):
        paragen.load(english_model, blocked=[entry])


@pytest.mark.parametrize("entry", ["large", "big -> large"])
def test_a_sentence_cannot_force_it(english_model, entry):
    paraphraser = paragen.load(english_model, blocked=[entry])
    with pytest.raises(ConfigError, match=r"^line 3: force: found \(6, 9, 'Large'\) for 'big', which is blocked\. Leave out"):
        paraphraser.rewrite(paragen.Request("It is big.", force=[(6, 9, "Large")], where="line 3"))
    assert paraphraser.rewrite(paragen.Request("It is large.", force=[(6, 11, "large")]))[0].text == "It is large."
