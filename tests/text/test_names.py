"""Words capital in mid-sentence are names, unless every word is or they always are."""

from __future__ import annotations

import pytest

from paragen.text.analysis import Analysis
from paragen.text.names import name_tokens
from paragen.text.protection import MOVABLE, Protector
from paragen.text.tokenizer import Tokenizer

TOKENIZER = Tokenizer()


def names(text: str) -> str:
    spans = TOKENIZER.tokens(text)
    analysis = Analysis(text, spans, TOKENIZER.forms(text, spans))
    return " ".join(analysis.surfaces[i] for i in name_tokens(analysis))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The ship crossed the Pacific Ocean.", "Pacific Ocean"),
        ("Prime Minister Smith visited Hurricane Ridge.", "Prime Minister Smith Hurricane Ridge"),
        ("In London the Big Issue sells well.", "Big Issue"),
        ("He flew with American Airlines on Monday.", "American Airlines"),
        ("On Monday I think an American came.", ""),
        ("Yesterday Ann and I left. Great news!", "Ann"),
        ("He said, “Many people came.”", ""),
        ("The US and the U.S. Army are large.", "U.S. Army"),
        ("They told the WHO that it matters.", "WHO"),
        ("BIG NEWS FROM THE OCEAN", ""),
        ("Big News About Several Oceans Today", ""),
        ("nothing capital here", ""),
        ("Recently Smith wrote it.", "Smith"),
        ("It came, with Ann, to them.", "Ann"),
        ("They read the “Herald” today.", "Herald"),
        ("", ""),
    ],
)
def test_names(text, expected):
    assert names(text) == expected


def test_names_are_kept_by_default_only():
    text = "We crossed the Pacific Ocean."
    spans = TOKENIZER.tokens(text)
    analysis = Analysis(text, spans, TOKENIZER.forms(text, spans))
    assert Protector().mask(analysis) == bytes([0, 0, 0, MOVABLE, MOVABLE, 0])
    spans_too = Protector().mask(analysis, [(15, 22)])
    assert spans_too == bytes([0, 0, 0, 1, MOVABLE, 0])  # what the user keeps never moves
    assert Protector(defaults=False).mask(analysis) is None
