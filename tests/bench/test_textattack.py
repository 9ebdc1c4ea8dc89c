"""The transformation of TextAttack, where that is installed: it needs torch, which is too large for continuous integration."""

from __future__ import annotations

from collections import OrderedDict

import pytest

import paragen

pytest.importorskip("textattack", reason="needs the package textattack")
from textattack import Attack  # noqa: E402
from textattack.attack_results import SuccessfulAttackResult  # noqa: E402
from textattack.augmentation import Augmenter  # noqa: E402
from textattack.constraints.pre_transformation import RepeatModification, StopwordModification  # noqa: E402
from textattack.goal_functions import UntargetedClassification  # noqa: E402
from textattack.models.wrappers import ModelWrapper  # noqa: E402
from textattack.search_methods import BeamSearch, GreedyWordSwapWIR  # noqa: E402
from textattack.shared import AttackedText  # noqa: E402

from paragen.adapters.textattack import ParagenSubstitution, ParagenWordSwap  # noqa: E402

TEXT = "They made a purchase. The house is big."


@pytest.fixture(scope="module")
def paraphraser(english_model):
    return paragen.load(english_model)


@pytest.fixture(scope="module")
def transformation(paraphraser):
    return ParagenSubstitution(paraphraser)


def test_candidates_are_substitutes(transformation, paraphraser):
    found = transformation(AttackedText(TEXT))
    assert [text.text for text in found] == [candidate.text for candidate in paraphraser.substitutes(TEXT)]
    assert any(" ".join(text.words) == "They bought something The house is big" for text in found)  # three words for two
    assert all(text.attack_attrs["last_transformation"] is transformation for text in found)


def test_only_words_that_may_change_do(transformation):
    text = AttackedText(TEXT)
    big = text.words.index("big")
    found = transformation(text, indices_to_modify={big, 1})  # of "made a purchase" one word only
    assert found and all(new.attack_attrs["newly_modified_indices"] == {big} for new in found)
    assert transformation(text, indices_to_modify=set()) == []
    assert transformation(AttackedText("")) == transformation(AttackedText("Paris .")) == []


def test_a_change_after_a_change(transformation):
    once = next(new for new in transformation(AttackedText(TEXT)) if "bought something" in new.text)
    twice = transformation(once, [RepeatModification()])
    assert twice and all("bought something" in new.text for new in twice)
    assert all(len(new.attack_attrs["modified_indices"]) == 3 for new in twice)


def test_several_inputs(transformation):
    pair = OrderedDict(premise="The house is big.", hypothesis="The car is big.")
    found = [new.tokenizer_input for new in transformation(AttackedText(pair))]
    assert found and all((first == pair["premise"]) != (second == pair["hypothesis"]) for first, second in found)


def test_augmenter(transformation, paraphraser):
    constraints = [RepeatModification(), StopwordModification()]
    augmenter = Augmenter(transformation, constraints, pct_words_to_swap=0.1, transformations_per_example=2)
    found = augmenter.augment(TEXT)
    assert found and set(found) <= {candidate.text for candidate in paraphraser.substitutes(TEXT)}


def test_top(paraphraser):
    assert len(ParagenSubstitution(paraphraser, top=1)(AttackedText(TEXT))) < len(paraphraser.substitutes(TEXT))
    with pytest.raises(paragen.ConfigError, match="rank"):
        ParagenSubstitution(paraphraser, rank="best")


class Sizes(ModelWrapper):
    """A classifier: what is big is of class 1, of whatever else it speaks."""

    model = None

    def __call__(self, texts, **options):
        return [[0.2, 0.8] if "big" in text else [0.9, 0.1] for text in texts]


@pytest.mark.parametrize(("kind", "search", "text", "expected"), [
    (ParagenSubstitution, BeamSearch(2), "The house is big.", {"The house is large.", "The house is enormous."}),
    (ParagenWordSwap, GreedyWordSwapWIR("delete"), "The house is big.", {"The house is large.", "The house is enormous."}),
])  # fmt: skip
def test_attacks(paraphraser, kind, search, text, expected):
    attack = Attack(UntargetedClassification(Sizes()), [RepeatModification(), StopwordModification()], kind(paraphraser), search)
    result = attack.attack(text, 1)
    assert isinstance(result, SuccessfulAttackResult) and result.perturbed_text() in expected


def test_word_swaps_are_of_one_word_for_one(paraphraser):
    found = {new.text for new in ParagenWordSwap(paraphraser)(AttackedText(TEXT))}
    assert "They made a buy. The house is big." in found and "They bought something. The house is big." not in found
    assert all(len(AttackedText(text).words) == len(AttackedText(TEXT).words) for text in found)
