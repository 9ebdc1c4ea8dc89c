"""The transformations of TextAttack, with a stand-in for the little of it that they use: it needs torch, which is large.

What TextAttack itself does with them is in `tests/bench/test_textattack.py`, for machines that have it.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from types import ModuleType

import pytest

import paragen
from paragen import ConfigError
from paragen.results import Candidate

TEXT = "They made a purchase. The house is big."


class Transformation:
    """Asks for the candidates of a text, as that of TextAttack does."""

    def __call__(self, text, indices=None):
        return self._get_transformations(text, set(range(len(text.words))) if indices is None else indices)


class WordSwap(Transformation):
    """What some search methods take."""


@dataclass(frozen=True)
class Attacked:
    """A text whose words can be exchanged: a word of nothing takes a space with it."""

    text: str

    @property
    def words(self):
        return re.findall(r"\w+(?:'\w+)*", self.text)

    def replace_words_at_indices(self, indices, new_words):
        given, rest, made = dict(zip(indices, new_words, strict=True)), self.text, ""
        for i, word in enumerate(self.words):
            before, rest = rest[: rest.index(word)], rest[rest.index(word) + len(word) :]
            new = given.get(i, word)
            made += (before if new else before.removesuffix(" ")) + new
        return Attacked(made + rest)


@pytest.fixture(scope="module")
def adapter():
    with pytest.MonkeyPatch.context() as patch:
        library, part = ModuleType("textattack"), ModuleType("textattack.transformations")
        part.Transformation, part.WordSwap = Transformation, WordSwap
        patch.setitem(sys.modules, "textattack", library)
        patch.setitem(sys.modules, "textattack.transformations", part)
        patch.delitem(sys.modules, "paragen.adapters.textattack", raising=False)
        import paragen.adapters.textattack

        yield paragen.adapters.textattack
        del sys.modules["paragen.adapters.textattack"]


@pytest.fixture(scope="module")
def paraphraser(english_model):
    return paragen.load(english_model)


def test_candidates_are_substitutes(adapter, paraphraser):
    for options in ({}, {"rank": "lm"}, {"top": 1}):
        transformation = adapter.ParagenSubstitution(paraphraser, **options)
        expected = [candidate.text for candidate in paraphraser.substitutes(TEXT, **options)]
        assert [new.text for new in transformation(Attacked(TEXT))] == expected
    assert "They bought something. The house is big." in expected
    assert transformation.extra_repr_keys() == ["paraphraser"] and transformation.paraphraser is paraphraser
    with pytest.raises(ConfigError, match="rank"):
        adapter.ParagenSubstitution(paraphraser, rank="best")


def test_only_words_that_may_change_do(adapter, paraphraser):
    transformation = adapter.ParagenSubstitution(paraphraser)
    assert {new.text for new in transformation(Attacked(TEXT), {1, 2, 7})} == {
        "They made a purchase. The house is large.", "They made a purchase. The house is enormous.",
    }  # fmt: skip
    assert "They bought something. The house is big." in [new.text for new in transformation(Attacked(TEXT), {1, 2, 3})]
    assert transformation(Attacked(TEXT), set()) == transformation(Attacked("Paris.")) == transformation(Attacked("")) == []


def test_what_is_no_exchange_of_words_is_left_out(adapter, paraphraser):
    class Odd(Attacked):
        def replace_words_at_indices(self, indices, new_words):
            new = super().replace_words_at_indices(indices, new_words)
            return Attacked(new.text.replace("large", "small"))

    found = adapter.ParagenSubstitution(paraphraser)(Odd("The big house is big."))
    assert [new.text for new in found if "small" in new.text] == [] != found
    assert found[-1].text == "The big house is enormous."


def test_word_swaps_are_of_one_word_for_one(adapter, paraphraser):
    swap = adapter.ParagenWordSwap(paraphraser)
    assert isinstance(swap, WordSwap)
    assert [new.text for new in swap(Attacked(TEXT))] == [
        "They made a buy. The house is big.", "They made a purchase. The building is big.",
        "They made a purchase. The house is large.", "They made a purchase. The house is enormous.",
    ]  # fmt: skip


def test_places_of_words(adapter):
    assert adapter.word_places("a man, a plan: a", ["a", "man", "a", "plan", "a"]) == [(0, 1), (2, 5), (7, 8), (9, 13), (15, 16)]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("house", "building", {1: "building"}),
        ("house", "small building", {1: "small building"}),
        ("The house", "It", {0: "It", 1: ""}),
        ("The house is", "It at home may", {0: "It", 1: "at", 2: "home may"}),
        ("use is b", "t sw", {1: "hot", 2: "swig", 3: ""}),
        (" is", "'s", {1: "house's", 2: ""}),  # with the word before
        ("big ", "", {3: "now", 4: ""}),  # with the word after
        (" ", "", {}),  # between words
        ('"The', "A", {}),  # more than words
        ('now."', "today", {}),
    ],
)
def test_exchanges_of_words(adapter, before, after, expected):
    sentence = '"The house is big now."'
    begin, places = sentence.index(before), adapter.word_places(sentence, ["The", "house", "is", "big", "now"])
    candidate = Candidate(sentence, begin, begin + len(before), before, after, before, after, (), 0.0)
    assert adapter.word_exchange(candidate, places) == expected
