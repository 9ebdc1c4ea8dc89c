"""Which sentences are evaluated on, and labels that are no use."""

from __future__ import annotations

import pytest

from paragen.base.errors import ConfigError
from paragen.results import substitute_id
from paragen.tuning.evaluation import sample
from paragen.tuning.labels import Label, Labels

from .common import ratings

TEXTS = ("The big house.", "A red car.", "It is late.")


def labels(*said: tuple[str, tuple[int, int], str, str | None]) -> Labels:
    found = Labels()
    for text, span, after, verdict in said:
        found.add(Label(substitute_id(text, *span, after), verdict, None, "anna", None, text, *span, after))
    return found


BIG, RED = (TEXTS[0], (4, 7), "large", "correct"), (TEXTS[1], (2, 5), "crimson", "incorrect")


def test_sentences_with_a_verdict_of_either_kind():
    found = sample(labels(BIG, (TEXTS[1], (2, 5), "crimson", "unsure")), ratings({(TEXTS[2], "It's late."): True}))
    assert [each.text for each in found.sentences] == [TEXTS[0], TEXTS[2]]
    assert (found.without, found.doubles, found.verdicts) == (1, 0, (1, 0))
    assert found.is_rated(TEXTS[2]) and not found.is_rated(TEXTS[0])


def test_sentences_given_decide_and_count_once():
    found = sample(labels(BIG, RED), texts=[TEXTS[1], "Another.", TEXTS[1]], domains={TEXTS[1]: "cars", "Another.": "none"})
    assert ([each.text for each in found.sentences], found.domains) == ([TEXTS[1]], ["cars"])
    assert (found.without, found.doubles) == (1, 1)


def test_focus_keeps_what_was_not_judged():
    assert sample(labels(BIG), focus=True).sentences[0].keep == [(0, 4), (7, 14)]
    assert sample(labels(BIG)).sentences[0].keep == ()
    with pytest.raises(ConfigError, match="focus: labels of whole sentences"):
        sample(labels(BIG), ratings({(TEXTS[0], "The large house."): True}), focus=True)


def test_unlabelled_as_incorrect():
    assert sample(labels(BIG), unlabelled="incorrect").sentences[0].default_verdict is False
    with pytest.raises(ConfigError, match="unlabelled: found 'wrong'"):
        sample(labels(BIG), unlabelled="wrong")


def test_the_signature_knows_verdicts_and_not_their_order():
    one, other = labels(BIG, RED), labels(RED, BIG)
    assert sample(one).fields() == sample(other).fields()
    assert set(sample(one).fields()) == {"unlabelled", "focus", "sentences", "labels"}
    turned = labels(BIG, (*RED[:3], "correct"))
    assert sample(one).fields()["labels"] != sample(turned).fields()["labels"]
    good, bad = ({(TEXTS[0], "The large house."): verdict} for verdict in (True, False))
    assert sample(None, ratings(good)).fields()["sentence_labels"] != sample(None, ratings(bad)).fields()["sentence_labels"]
