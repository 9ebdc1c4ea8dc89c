"""Definitions are cut to what can take the place of their headword."""

from __future__ import annotations

import pytest

pytest.importorskip("lemminflect")

from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.tables.resources.dictionary.definition_phrases import cut_sense, lookup
from paragen.tables.resources.dictionary.sense import PARTS

WHOLE = """
    hurricane | n | A violent storm, characterized by extreme fury and sudden changes of the wind. | violent storm
    hurricane | n | a severe storm | severe storm
    clever | adj | intelligent | intelligent
    clever | adj | mentally quick and resourceful | mentally quick and resourceful
    travel | v | to go on journey | go on journey
    depart | v | to go away; to set out; to go | go away; set out; go
    amnesia | n | loss of memory | loss of memory
    heat shield | n | a protective barrier against heat | protective barrier against heat
    belfry | n | A bell tower, usually attached to a church, but sometimes separate; a campanile | campanile; bell tower
    bam | n | An imposition; a cheat; a hoax | imposition; cheat; hoax
    bam | v | To cheat; to wheedle | cheat; wheedle
    abandon | vt | To give up absolutely; to forsake entirely; to surrender. | give up absolutely; forsake entirely; surrender
    bequeath | vt | To bind, tie, or fasten | bind; tie; fasten
    truss | vt | To bind or pack close | bind close; pack close
    undertake | v | begin a task or trip | begin a task
    teacher | n | one who teaches children | person who teaches children
    brush | n | something that is swept | thing that is swept
    departure | n | the act of leaving a place | leaving a place
    offence | n | a small or trifling crime | small crime; trifling crime
    stone | n | a cup or a bowl | cup; bowl
    gloomy | adj | sad, dark or joyless | sad; dark; joyless
    unkind | adj | not gentle or mild | not gentle
    joyful | adj | full of joy and pleasure | full of joy and pleasure
    audible | adj | capable of being heard | capable of being heard
    quickly | adv | in a hurried manner | in a hurried manner
    soon | adv | shortly; promptly | shortly; promptly
    cling | vt | (Naut.) To hold fast to; as, to cling a mast. --Totten. | hold fast to
    brief | adj | [[short|not long]]; '''concise''' | not long; concise
    brief | adj | <i>short</i>&nbsp;; <b>concise</b> | short; concise
    clove | n | pl. Small bulbs. See Garlic. |
"""


@pytest.mark.parametrize("row", [line.strip() for line in WHOLE.strip().splitlines()])
def test_phrases(row):
    headword, part, text, expected = re_split(row)
    found = [candidate.phrase for candidate in cut_sense(headword, part, text, 5).candidates]
    assert sorted(found) == sorted(phrase for phrase in expected.split("; ") if phrase)


def re_split(row: str) -> list[str]:
    """Only spaced bars separate."""
    fields = [field.strip() for field in (row + " ").split(" | ")]
    return fields if len(fields) == 4 else [*fields, ""]


NOTHING = """
    senses out of use | bold | adj | Daring. [Obs.]
    senses out of use | bold | adj | (archaic) daring
    definitions that contain their headword | teach | v | to teach a lesson
    definitions that contain their headword | teacher's pet | n | a pet
    definitions that contain their headword | go | v | went on foot; going
    definitions that are too long | dog | n | a small brown animal of the house with four legs
    definitions that cannot replace their headword | cardiac | adj | of or relating to the heart
    definitions that cannot replace their headword | bladed | adj | having a blade
    definitions that cannot replace their headword | entity | n | that by which it is perceived
    definitions that cannot replace their headword | clever | adj | Having fitness, propriety, or suitableness
    definitions that cannot replace their headword | freedom | n | the state of being free
    definitions that cannot replace their headword | rose | n | any of various shrubs
    definitions that cannot replace their headword | pat | vi | to pertain to
    definitions that cannot replace their headword | x-ray | n | 12 of 3
    empty definitions | bold | adj | (Law)
    empty definitions | bold | adj | ...
"""


@pytest.mark.parametrize("row", [line.strip() for line in NOTHING.strip().splitlines()])
def test_reasons(row):
    reason, headword, part, text = re_split(row)
    found = cut_sense(headword, part, text, 5)
    assert not found.candidates
    if (headword, text) != ("go", "went on foot; going"):
        assert found.reason == reason


@pytest.mark.parametrize(
    ("headword", "text", "parts"),
    [
        ("bolden", "To make braver", ["v"]),
        ("bam", "a hoax", ["n"]),
        ("bondsman", "One who gives security", ["n"]),
        ("swift", "rapid", ["nm"]),  # both are nouns too
        ("slowly", "tardily", ["adv"]),
        ("baria", "Baryta", []),
    ],
)
def test_the_part_of_speech_is_told_by_the_text(headword, text, parts):
    assert [candidate.part for candidate in cut_sense(headword, "", text, 5).candidates] == parts


@settings(deadline=None, max_examples=200)
@given(
    st.text(alphabet=st.sampled_from(list("abct ,;.-()[]{}<>'\"|/_&#=:\n\t\u00e9\u0301\u200b1")), max_size=60),
    st.sampled_from(PARTS),
    st.sampled_from(
        ["to go or leave", "A big dog,", "one who", "see ", "___", "of or", "; ", "not", "(Obs.)", "[[a|b]]", "act of going"]
    ),
)
def test_any_text_is_cut_or_left_out(text, part, lead):
    """Whatever stands there: phrases of few plain words without the headword, or a reference, or a reason."""
    found = cut_sense("leave", part, f"{lead}{text}", 5)
    assert bool(found.candidates) + bool(found.reference) + bool(found.reason) == 1
    for candidate in found.candidates:
        words = candidate.phrase.split(" ")
        assert 1 <= len(words) <= 5 and "leave" not in words
        assert lookup(candidate.phrase) == candidate.phrase
        assert candidate.part in PARTS[:-1]


@pytest.mark.parametrize(
    "text", ["(" * 10**6, "[" * 10**6, "or " * 10**6, "; " * 10**6, "<" * 10**6, "{{" * 10**6, "x" * 10**6, " -" * 10**6]
)
def test_long_texts_take_no_longer_than_their_length(text):
    assert not cut_sense("word", "n", text, 5).candidates
