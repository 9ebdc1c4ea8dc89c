"""Pairs of patterns that cannot say the same."""

from __future__ import annotations

import pytest

from paragen.tables.bilingual.patterns.unlike import unlike


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("he isn't [JJ_1]", "he is [JJ_1]"),
        ("no [NN_1]", "a [NN_1]"),
        ("his [NN_1]", "her [NN_1]"),
        ("they should see [NNS_1]", "you should see [NNS_1]"),
        ("we see [NN_1]", "you see [NN_1]"),
        ("this [NN_1] grows", "that [NN_1] grows"),
        ("an [JJ_1] house", "a [JJ_1] house"),
        ("prices of [NNS_1] rise", "prices of [NNS_1] fall"),
        ("a boat in [NN_1]", "a boat on the [NN_1]"),
        ("of the house of [NN_1]", "the house of [NN_1]"),
        ("selling [NNS_1]", "sells [NNS_1]"),
        ("there was [NN_1]", "there are [NN_1]"),
        ("the old [NN_1] kings", "the old [NN_1] king"),
        ("a heavy [JJ_1] bag", "a [JJ_1] bag"),
        ("[NN_1] and bread with butter", "butter and [NN_1]"),
        ("a large [VBN_1] barn", "a large barn [VBN_1]"),
    ],
)
def test_these_are_left_out(source, target):
    assert unlike(source, target) and unlike(target, source)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("he is not [JJ_1]", "he isn't [JJ_1]"),
        ("never [VB_1]", "do not [VB_1]"),
        ("his own [NN_1]", "the [NN_1] of his"),
        ("we see [NN_1]", "we've seen [NN_1]"),
        ("an old [NN_1]", "a very old [NN_1]"),
        ("i would [VB_1]", "i'd [VB_1]"),
        ("you are [JJ_1]", "you 're [JJ_1]"),
        ("take [NN_1] into account", "consider [NN_1]"),
        ("they say that [NN_1] helps", "they say [NN_1] helps"),
        ("she painted [NN_1]", "[NN_1] was painted by her"),
        ("the roof of [NN_1]", "[NN_1] roof"),
        ("[NN_1] rose sharply", "[NN_1] sharply rose"),
        ("a man is [VBG_1]", "a man [VBG_1]"),
        ("buy [NN_1] a coat", "buy a coat for [NN_1]"),
    ],
)
def test_these_stay(source, target):
    assert not unlike(source, target)
