"""How the phrases of tables are written: capitals that belong to them."""

from __future__ import annotations

from paragen.text.tokenizer import Tokenizer
from paragen.text.written import AsWritten, own_capitals, written_forms


def test_pairs_with_capitals():
    pairs = [("...", " "), ("big house", "White House"), ("ASAP", "as soon as possible"), ("Good", "Fine")]
    found = written_forms(lambda: pairs, Tokenizer())
    assert found.targets == {
        (("big", "house"), ("white", "house")): AsWritten(("White", "House")),
        (("asap",), ("as", "soon", "as", "possible")): AsWritten(("as", "soon", "as", "possible"), verbatim=True),
    }
    assert found.sources == {("asap",): frozenset({("ASAP",)})}


def test_a_capital_at_the_beginning_of_both_sides_is_that_of_a_sentence():
    assert own_capitals(("fine", "ann"), ("Fine", "Ann"), "Good man") == ("Fine", "Ann")
    assert own_capitals(("fine", "man"), ("Fine", "man"), "Good") == ("fine", "man")


def test_words_keep_the_marks_of_their_lookup_forms():
    assert own_capitals(("ann", "'s"), ("Ann", "’s"), "her") == ("Ann", "'s")
