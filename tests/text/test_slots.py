"""The notation of slots."""

from __future__ import annotations

import re

import pytest

from paragen.text.slots import SLOT_TAGS, BadPattern, pattern_pair, pattern_words, slot, slot_parts


def test_words_and_slots():
    assert pattern_words("take [NN_1] into [JJ_1] account") == ["take", "[NN_1]", "into", "[JJ_1]", "account"]
    assert pattern_words("[NN_1]'s, and", lambda text: text.replace(",", " ,").split()) == ["[NN_1]", "'s", ",", "and"]
    assert slot("NNP", 2) == "[NNP_2]" and slot_parts("[NNP_2]") == ("NNP", 2) and slot_parts("NNP_2") is None
    assert all(slot_parts(slot(tag, 1)) for tag in SLOT_TAGS)


def test_the_begin_and_the_end_of_a_sentence():
    assert pattern_pair("<s> now , [NN_2]", "<s> [NN_2] now") == (["<s>", "now", ",", "[NN_1]"], ["<s>", "[NN_1]", "now"])
    assert pattern_pair("now [CD_2] </s>", "[CD_2] </s>") == (["now", "[CD_1]", "</s>"], ["[CD_1]", "</s>"])
    assert pattern_words("<s> so </s>") == ["<s>", "so", "</s>"]


def test_slots_are_numbered_in_the_order_of_the_source():
    assert pattern_pair("give [NN_2] to [NN_1] , [JJ_3]", "[JJ_3] give [NN_1] [NN_2]") == (
        ["give", "[NN_1]", "to", "[NN_2]", ",", "[JJ_1]"], ["[JJ_1]", "give", "[NN_2]", "[NN_1]"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("source", "target", "says"),
    [
        ("a [XX_1]", "b [XX_1]", "the slot [XX_1], expected a tag among NN NNS"),
        ("a [NN_1", "b [NN_1]", "'[NN_1', expected slots as [NN_1]"),
        ("a NN_1]", "b [NN_1]", "'NN_1]'"),
        ("a [NN]", "b [NN]", "'[NN]'"),
        ("a [NN,1]", "b [NN,1]", "'[NN,1]'"),
        ("a [NN_10]", "b [NN_10]", "[NN_10"),
        ("a [NN_1] [NN_1]", "b [NN_1]", "the slot [NN_1] twice"),
        ("a [NN_1]", "b", "the same slots on both sides"),
        ("a [NN_1]", "b [NN_1] [NN_2]", "the same slots on both sides"),
        ("[NN_1] [NN_2]", "[NN_2] [NN_1]", "a word beside the slots"),
        ("<s> a [NN_1]", "b [NN_1]", "<s> or </s> on both or neither"),
        ("a [NN_1] </s>", "b [NN_1]", "<s> or </s> on both or neither"),
        ("a </s> [NN_1]", "b [NN_1]", "</s> in 'a </s> [NN_1]', expected it to stand last"),
        ("a <s> [NN_1]", "b [NN_1]", "<s> in 'a <s> [NN_1]'"),
        ("a [NN_1] [NN_2] [NN_3] [NN_4] [NN_5]", "b", "5 slots in 'a [NN_1] [NN_2] [NN_3] [NN_4] [NN_5]', expected 4 or fewer"),
    ],
)
def test_patterns_that_cannot_be(source, target, says):
    with pytest.raises(BadPattern, match=re.escape(says)):
        pattern_pair(source, target)


def test_brackets_that_are_no_slots():
    assert pattern_words("see [1] and [sic]") == ["see", "[1]", "and", "[sic]"]
