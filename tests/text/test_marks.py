"""What the lookup forms do not say: capitals, and what stands between quotation marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.text.analysis import CAPITAL, QUOTED, UPPER, Analysis
from paragen.text.tokenizer import Tokenizer

TOKENIZER = Tokenizer()


def analysed(text: str) -> Analysis:
    spans = TOKENIZER.tokens(text)
    return Analysis(text, spans, TOKENIZER.forms(text, spans))


def quoted(text: str) -> list[str]:
    analysis = analysed(text)
    found = [word for word, mark in zip(analysis.surfaces, analysis.marks, strict=True) if mark & QUOTED]
    assert analysis.quotes or not found
    return found


def of(text: str) -> dict[str, int]:
    return dict(zip(analysed(text).surfaces, analysed(text).marks, strict=True))


def test_capitals():
    assert of("The NATO chief of UK said I am in Ü 7") == {
        "The": CAPITAL, "NATO": CAPITAL | UPPER, "chief": 0, "of": 0, "UK": CAPITAL | UPPER, "said": 0, "I": CAPITAL, "am": 0,
        "in": 0, "Ü": CAPITAL, "7": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said "a big house" twice.', ["a", "big", "house"]),
        ("He said “a big house” twice.", ["a", "big", "house"]),
        ("Er sagte „ein Haus” dazu", ["ein", "Haus"]),
        ("Il dit «une maison» ici", ["une", "maison"]),
        ('"one" and "two"', ["one", "two"]),
        ("no mark at all", []),
        ("a closing mark ” closes nothing", []),
        ("opened “and not closed\nthe next line", ["and", "not", "closed"]),
        ('opened "and not closed\n\nthe next line "is quoted"', ["and", "not", "closed", "is", "quoted"]),
        ("“\none line” later", ["one", "line"]),
        ('We have left," she said. "All of us" did.', ["We", "have", "left", ",", "All", "of", "us"]),
        ("We have left,” she said.", ["We", "have", "left", ","]),
        ('Not a 5" pipe', ["pipe"]),
        ("it's the dogs' house", []),
    ],
)
def test_quotations(text, expected):
    assert quoted(text) == expected


def test_quotation_marks_are_not_quoted_themselves():
    text = '"a"'
    assert list(analysed(text).marks) == [0, QUOTED, 0]


def test_marks_that_close_two_quotations_are_not_quoted_themselves():
    text = "We came” she” said"
    assert [mark & QUOTED for mark in analysed(text).marks] == [QUOTED, QUOTED, 0, QUOTED, 0, 0]


@given(st.text(alphabet=st.sampled_from('ab AB"“”„«»\n.7'), max_size=40))
def test_any_text(text):
    analysis = analysed(text)
    assert len(analysis.marks) == len(analysis.spans)
    assert analysis.quotes or not any(mark & QUOTED for mark in analysis.marks)
