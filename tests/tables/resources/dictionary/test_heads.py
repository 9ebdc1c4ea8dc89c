"""Headword and definition are inflected alike."""

from __future__ import annotations

import pytest

pytest.importorskip("lemminflect")

from paragen.tables.resources.dictionary.pos_rules import inflected, noun_head, verb_head

FORMS = """
    travel | go on a journey | vi | travel > go on a journey; travels > goes on a journey; traveled > went on a journey; travelled > went on a journey; traveling > going on a journey; travelling > going on a journey; travelled > gone on a journey; traveled > gone on a journey
    hurricane | severe storm | n | hurricane > severe storm; hurricanes > severe storms
    amnesia | loss of memory | nm | amnesia > loss of memory
    heat shield | protective barrier against heat | n | heat shield > protective barrier against heat; heat shields > protective barriers against heat
    teacher | person who teaches children | n | teacher > person who teaches children; teachers > people who teach children
    asthmatic | person suffering from asthma | n | asthmatic > person suffering from asthma; asthmatics > people suffering from asthma
    departure | leaving a place | n | departure > leaving a place
    big | large | adj | big > large; bigger > larger; biggest > largest
    clever | intelligent | adj | clever > intelligent
    happy | full of joy | adj | happy > full of joy
    give up | wholly abandon | v | give up > wholly abandon; gives up > wholly abandons; gave up > wholly abandoned; given up > wholly abandoned; giving up > wholly abandoning
    train | teach and supervise | v | train > teach and supervise; trains > teaches and supervises; trained > taught and supervised; training > teaching and supervising
    soon | in a short time | adv | soon > in a short time
    scorn | treat with contempt | vt | scorned > treated with contempt
    bolden | make brave | v | boldened > made brave
    shorten | make short of | v | shorten > make short of; shortens > makes short of; shortened > made short of; shortening > making short of
    resemble | be like | v | resembles > is like; resembling > being like; resembled > been like
"""  # noqa: E501


@pytest.mark.parametrize("row", [line.strip() for line in FORMS.strip().splitlines()])
def test_forms(row):
    headword, phrase, part, expected = row.split(" | ")
    assert {f"{source} > {target}" for source, target in inflected(headword, phrase, part)} == set(expected.split("; "))


def test_where_the_heads_are():
    assert noun_head("severe storm".split()) == 1
    assert noun_head("rate of growth".split()) == 0
    assert noun_head("severe storm that breaks trees".split()) == 1
    assert noun_head("small dish used in cooking".split()) == 1
    assert verb_head("go on foot".split()) == 0
    assert verb_head("completely destroy".split()) == 1
