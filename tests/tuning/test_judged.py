"""From labels to judged sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paragen.base.errors import ConfigError
from paragen.results import substitute_id
from paragen.tuning.judged import between, judged_sentences
from paragen.tuning.labels import Label, Labels

ONE, TWO = "The big house.", "They left."


def labels(*given: tuple[str, int, int, str, str]) -> Labels:
    """Labels: (text, begin, end, after, label) each."""
    found = Labels()
    for text, begin, end, after, label in given:
        found.add(Label(substitute_id(text, begin, end, after), label, None, "me", None, text, begin, end, after))
    return found


SOME = labels(
    (ONE, 4, 7, "large", "correct"), (ONE, 8, 13, "home", "incorrect"), (ONE, 8, 13, "dog", "unsure"), (TWO, 5, 9, "went", "skip")
)


def test_verdicts_are_taken_and_the_rest_is_told():
    chosen = judged_sentences(SOME)
    [judged] = chosen.sentences
    assert judged.text == ONE and judged.keep == () and judged.default_verdict is None
    assert judged.verdicts == {substitute_id(ONE, 4, 7, "large"): True, substitute_id(ONE, 8, 13, "home"): False}
    assert (chosen.without, chosen.doubles) == (1, 0)


def test_unlabelled_may_count_as_incorrect():
    [judged] = judged_sentences(SOME, unlabelled="incorrect").sentences
    assert judged.default_verdict is False
    with pytest.raises(ConfigError, match="expected one of leave-out, incorrect"):
        judged_sentences(SOME, unlabelled="ignore")


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)).map(sorted).map(tuple), max_size=6), st.integers(0, 20))
def test_what_lies_between_is_the_rest(spans, length):
    inside = {i for begin, end in spans for i in range(begin, end)}
    kept = between(spans, length)
    assert {i for begin, end in kept for i in range(begin, end)} == set(range(length)) - inside
    assert all(begin < end for begin, end in kept) and kept == sorted(kept)
