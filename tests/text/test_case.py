"""The case of substitutes."""

from __future__ import annotations

import pytest

from paragen.text.analysis import SentenceCase
from paragen.text.case import carry


@pytest.mark.parametrize(
    ("source", "target", "cased"),
    [
        ("According to Microsoft ,", "microsoft says that", "Microsoft says that"),
        ("Born in Leeds , Smith", "smith was born in leeds and", "Smith was born in Leeds and"),
        ("On Monday , Leeds 's Smith", "leeds 's smith on monday", "Leeds 's Smith on Monday"),
        ("Big Apple", "great orange", "Great Orange"),
    ],
)
def test_names_that_stay_do_not_make_a_title_of_the_rest(source, target, cased):
    surfaces = [*source.split(), "is", "here", "now", "."]
    case = SentenceCase(surfaces, [word.lower() for word in surfaces])
    assert carry(case, 0, len(source.split()), target.split()) == cased.split()


def test_a_title_in_a_sentence_stays_one():
    surfaces = "We met the Foreign Secretary here .".split()
    case = SentenceCase(surfaces, [word.lower() for word in surfaces])
    assert carry(case, 3, 5, ["interior", "minister"]) == ["Interior", "Minister"]


@pytest.mark.parametrize(
    ("source", "target", "cased"),
    [
        ("BBC", ["bbc", "that"], ["BBC", "that"]),
        ("IBM", ["ibm", "that"], ["IBM", "that"]),
        ("VERY", ["very", "much"], ["VERY", "MUCH"]),
        ("CEO", ["chief", "executive"], ["chief", "executive"]),
        ("Ivo WON", ["ivo", "triumphed"], ["Ivo", "triumphed"]),
        ("NATO TROOPS", ["nato", "soldiers"], ["NATO", "SOLDIERS"]),
        ("WARNING", ["caution"], ["CAUTION"]),
    ],
)
def test_what_is_added_to_an_acronym_is_not_in_capitals(source, target, cased):
    surfaces = ["He", "told", "the", *source.split(), "so", "."]
    case = SentenceCase(surfaces, [word.lower() for word in surfaces])
    case.names = frozenset([3]) if source in ("IBM", "Ivo WON") else frozenset()
    assert carry(case, 3, 3 + len(source.split()), target) == cased
