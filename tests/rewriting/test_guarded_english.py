"""What the starter pack must not say in its place, and what it goes on saying beside it."""

from __future__ import annotations

import pytest

import paragen
from paragen.decoder.fit.knowledge import LABELS
from paragen.decoder.guards import fixed_phrases, place_rules


@pytest.fixture(scope="module")
def strong() -> paragen.Paraphraser:
    return paragen.load(strength="strong")


WRONG = [
    # Contractions that carry the stress, or stand for another verb.
    ("How much money do I have left?", "'ve"),
    ("How many days did they have left?", "'ve"),
    ("Do we have time for this?", "we've"),
    ("We have a lot of time.", "'ve a"),
    ("What is it?", "'s it?"),
    ("Tell me, where is he?", "'s he?"),
    ("It's ever been so hard.", "is ever"),
    ("That's the best it's ever been.", "is ever"),
    ("He's got a new car.", "is"),
    ("I'd never been to Boston before.", "would"),
    ("They'd better leave now.", "would"),
    # Capitals.
    ("What Is The Problem With This Car?", "'S"),
    ("What Is The Problem With This Car?", " trouble"),
    ("OK, we have to go.", "OKAY"),
    # Fixed phrases.
    ("Please reset it to factory settings.", "plant"),
    ("I did a factory reset.", "plant"),
    ("She is the alter ego of the man.", "change ego"),
    ("It is the first academic school year.", "academic academic"),
    ("It was a game console by Sega.", "comfort"),
    ("I want to close my account.", "shut"),
    ("She closed her bank account.", "shut"),
    ("How was your trip?", "hat was"),
    ("The house is at the door of the park.", "entrance"),
    # Words in places that are not theirs.
    ("I heard some music in the distance.", "about"),
    ("He is reflective about his father.", "close to"),
    ("It is all about the money.", "around"),
    ("There are many in the room.", "numerous"),
    ("People used mills in the past.", "last"),
]
"""A sentence, and what none of its paraphrases contains."""

RIGHT = [
    ("I have seen it before.", "I've seen it before."),
    ("You could have told me.", "You could've told me."),
    ("I have never seen it.", "I've never seen it."),
    ("What is the matter?", "What's the matter?"),
    ("What is it like there?", "What's it like there?"),
    ("It's the best way.", "It is the best way."),
    ("It is OK to leave now.", "okay"),
    ("The factory is old.", "plant"),
    ("Please close the door.", "shut"),
    ("I heard about 20 people came.", "around 20"),
    ("It costs about $20.", "approximately $20"),
    ("There are many people in the room.", "a lot of people"),
    ("She asked if we smoked.", "whether"),
    ("It rose in the past year.", "last year"),
]
"""A sentence, and what one of its paraphrases contains."""


@pytest.mark.parametrize(("text", "wrong"), WRONG)
def test_not_in_this_place(strong, text, wrong):
    assert wrong not in text
    assert not [one.text for one in strong.rewrite(text, n=50) if wrong in one.text]


@pytest.mark.parametrize(("text", "right"), RIGHT)
def test_elsewhere_it_stays(strong, text, right):
    """No guard forbids it, whatever the fit thinks of it."""
    assert [one.text for one in strong.changed(min_confidence=0.3).rewrite(text, n=50) if right in one.text]


def test_the_guards_know_the_places(strong):
    """Without guards, half of the wrong ones come: the tables have them, and the fit lets them pass."""
    free = strong.changed(guards=())
    came = [wrong for text, wrong in WRONG if any(wrong in one.text for one in free.rewrite(text, n=50))]
    assert len(came) >= len(WRONG) / 2


def test_files_are_whole():
    phrases = list(fixed_phrases())
    assert all(len(phrase.places) > 1 and phrase.places[0] for phrase in phrases)
    assert any(phrase.stays for phrase in phrases)
    assert len({phrase.places for phrase in phrases}) == len(phrases)
    for rule in place_rules(LABELS):
        assert rule.word and all(rule.targets) and (rule.labels or rule.words or rule.number)
