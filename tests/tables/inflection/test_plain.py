"""Forms of dictionary pairs: each beside its own, and the choice is left to the language model."""

from __future__ import annotations

import pytest

pytest.importorskip("lemminflect")

from paragen.tables.inflection.inflect import Side, adjective_forms, noun_forms, verb_forms


def side(text: str) -> Side:
    """A phrase whose head ends in a star."""
    words = text.split()
    head = next(i for i, word in enumerate(words) if word.endswith("*"))
    return Side(words[:head], words[head][:-1], words[head + 1 :])


def test_verbs():
    assert list(verb_forms(side("travel*"), side("then go* on a journey"))) == [
        ("travel", "then go on a journey"), ("travels", "then goes on a journey"),
        ("traveling", "then going on a journey"), ("travelling", "then going on a journey"),
        ("traveled", "then went on a journey"), ("travelled", "then went on a journey"),
        ("traveled", "then gone on a journey"), ("travelled", "then gone on a journey"),
    ]  # fmt: skip
    assert list(verb_forms(side("wander* off"), side("rise* and fall again"), ("VBZ", "VBD"), also=1)) == [
        ("wanders off", "rises and falls again"), ("wandered off", "rose and fell again"),
    ]  # fmt: skip
    assert list(verb_forms(side("resemble*"), side("be* like"))) == [
        ("resembles", "is like"), ("resembling", "being like"), ("resembled", "been like"),
    ]  # fmt: skip


def test_nouns():
    assert list(noun_forms(side("big house* here"), side("old home* that stands"))) == [
        ("big house here", "old home that stands"), ("big houses here", "old homes that stand"),
    ]  # fmt: skip
    assert list(noun_forms(side("sheep*"), side("animal*"))) == [("sheep", "animal")]


def test_adjectives():
    assert list(adjective_forms("big", "large")) == [("big", "large"), ("bigger", "larger"), ("biggest", "largest")]
    for source, target in (("big", "very large"), ("so big", "large"), ("big", "enormous"), ("enormous", "big")):
        assert list(adjective_forms(source, target)) == [(source, target)]
