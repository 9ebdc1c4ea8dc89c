"""Spans of a source in its paraphrase."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paragen
from paragen.base.errors import ConfigError
from paragen.results import Edit, Paraphrase

TEXT = st.text("ab c,\n", max_size=6)


@st.composite
def paraphrases(draw):
    """A source, and a paraphrase of it by edits that no table has."""
    pieces = draw(st.lists(st.tuples(TEXT, st.text("xyz ", min_size=1, max_size=5), st.text("uvw ", max_size=5)), max_size=5))
    source = text = ""
    edits = []
    for between, before, after in pieces:
        source, text = source + between, text + between
        edits.append(Edit(len(source), len(source) + len(before), len(text), len(text) + len(after), before, after, "t", 1.0))
        source, text = source + before, text + after
    rest = draw(TEXT)
    return Paraphrase(source + rest, text + rest, 0.0, tuple(edits), (), ())


@settings(max_examples=60, deadline=None)
@given(paraphrases(), st.data())
def test_spans_outside_edits_keep_their_text_and_others_grow(paraphrase, data):
    begin = data.draw(st.integers(0, len(paraphrase.source)))
    end = data.draw(st.integers(begin, len(paraphrase.source)))
    [(new_begin, new_end)] = paraphrase.map_spans([(begin, end)])
    assert 0 <= new_begin <= new_end <= len(paraphrase.text)
    touched = [edit for edit in paraphrase.edits if edit.begin < end and begin < edit.end]
    if not touched and begin < end:
        assert paraphrase.text[new_begin:new_end] == paraphrase.source[begin:end]
    for edit in touched:  # what an edit put there is in the span as a whole
        assert new_begin <= edit.out_begin and edit.out_end <= new_end
    if touched:
        first, last = touched[0], touched[-1]
        assert new_begin == first.out_begin - max(0, first.begin - begin)
        assert new_end == last.out_end + max(0, end - last.end)


def test_of_a_real_paraphrase(english_model):
    source = "They made a purchase at the big house"
    [best] = paragen.load(english_model).rewrite(source, min_edits=3)
    assert best.text == "They bought something at the large building"
    for span, expected in {
        (0, 4): "They", (5, 20): "bought something", (7, 12): "bought something", (0, 9): "They bought something",
        (21, 27): "at the", (28, 37): "large building", (31, 33): " building", (29, 30): "large",
        (0, 37): best.text, (20, 20): "",
    }.items():  # fmt: skip
        [(begin, end)] = best.map_spans([span])
        assert best.text[begin:end] == expected, span
    assert best.map_spans([]) == []
    assert best.map_spans([(21, 23), (0, 4)]) == [(22, 24), (0, 4)]


@pytest.mark.parametrize("span", [(3, 2), (-1, 2), (0, 38), (0, 1.0), ("0", 1), (0,), (0, 1, 2), None, 7, (True, 2)])
def test_what_is_no_span_is_named(span):
    paraphrase = Paraphrase("They made a purchase at the big house", "x", 0.0, (), (), ())
    with pytest.raises(ConfigError, match=r"^spans\[1\]: found .*, expected \(begin, end\) with 0 <= begin <= end <= 37"):
        paraphrase.map_spans([(0, 2), span])
