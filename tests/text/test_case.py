"""The case of substitutes."""

from __future__ import annotations

import pytest

from paragen.text.case import SentenceCase


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
    assert case.carry(0, len(source.split()), target.split()) == cased.split()


def test_a_title_in_a_sentence_stays_one():
    surfaces = "We met the Foreign Secretary here .".split()
    case = SentenceCase(surfaces, [word.lower() for word in surfaces])
    assert case.carry(3, 5, ["interior", "minister"]) == ["Interior", "Minister"]
