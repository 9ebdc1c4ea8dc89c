"""Agreement: worked examples, scikit-learn, a bootstrap that draws items one by one, and where kappa is undefined."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from paragen.tuning.labels import Labels
from paragen.tuning.labels.agreement import agreement, cohens_kappa, compared, pairwise

from .common import label


def judged(**said):
    """Labels of items 0, 1, … by annotator: a string of + (correct), - (incorrect), ? (unsure) and blanks."""
    found, names = Labels(), {"+": "correct", "-": "incorrect", "?": "unsure"}
    for annotator, marks in said.items():
        for number, mark in enumerate(marks):
            if mark in names:
                found.add(label(f"word{number}", names[mark], annotator))
    return found


def test_cohens_own_table():
    """Cohen 1960's kind of table, by hand: 20 and 15 of 50 agree, each says yes 25 and 30 times."""
    assert cohens_kappa(np.array([20, 5, 10, 15])) == pytest.approx((0.7 - 0.5) / 0.5)
    assert cohens_kappa(np.array([[5, 0, 0, 5], [0, 5, 5, 0], [5, 5, 5, 5]])).tolist() == pytest.approx([1, -1, 0])


def test_two_annotators():
    anna = "+" * 20 + "+" * 5 + "-" * 10 + "-" * 15 + "+?"
    ben = "+" * 20 + "-" * 5 + "+" * 10 + "-" * 15 + "? "
    found = agreement(judged(anna=anna, ben=ben))
    assert (found.annotators, found.items, found.share) == (("anna", "ben"), 50, 0.7)
    assert found.kappa == pytest.approx(0.4)
    assert found.kappa_interval[0] < 0.4 < found.kappa_interval[1]
    assert found.share_interval[0] < 0.7 < found.share_interval[1]


@pytest.mark.parametrize("seed", range(5))
def test_equals_scikit_learn(seed):
    metrics = pytest.importorskip("sklearn.metrics")
    rng = random.Random(seed)
    marks = {name: "".join(rng.choices("+-? ", [4, 3, 1, 1], k=80)) for name in ("a", "b", "c")}
    for one in pairwise(judged(**marks), resamples=10):
        first, second = (marks[name] for name in one.annotators)
        both = [(x, y) for x, y in zip(first, second, strict=True) if x in "+-" and y in "+-"]
        assert one.items == len(both)
        assert one.kappa == pytest.approx(metrics.cohen_kappa_score(*zip(*both, strict=True)))
        assert one.share == pytest.approx(np.mean([x == y for x, y in both]))


def test_the_bootstrap_is_that_over_items():
    rng = random.Random(3)
    marks = [rng.choices("+-", [2, 1], k=120) for _ in range(2)]
    marks[1] = [x if rng.random() < 0.8 else y for x, y in zip(*marks, strict=True)]
    found = agreement(judged(a="".join(marks[0]), b="".join(marks[1])))
    cells = np.array([[x + y == pair for pair in ("++", "+-", "-+", "--")] for x, y in zip(*marks, strict=True)])
    generator = np.random.default_rng(1)
    drawn = [cohens_kappa(cells[generator.integers(0, 120, 120)].sum(0)) for _ in range(4000)]
    assert found.kappa_interval == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.02)


def test_more_than_two_is_the_mean_over_pairs():
    found = judged(a="++--+-+ ", b="+---+++-", c="++-++ --")
    whole, pairs = agreement(found), pairwise(found)
    assert [one.annotators for one in pairs] == list(combinations("abc", 2))
    assert whole.kappa == pytest.approx(np.mean([one.kappa for one in pairs]))
    assert whole.share == pytest.approx(np.mean([one.share for one in pairs]))
    assert whole.items == 8


def test_the_same_seed_gives_the_same_interval():
    found = judged(a="++--+-+-+-", b="+---++++--")
    assert all(agreement(found, seed=1) == agreement(found, seed=1) for _ in range(5))
    assert agreement(found, seed=1, resamples=50) != agreement(found, seed=2, resamples=50)


def test_kappa_is_undefined_where_all_labels_are_the_same():
    for mark in "+-":
        found = agreement(judged(a=mark * 5, b=mark * 5))
        assert (found.share, found.kappa, found.share_interval, found.kappa_interval) == (1.0, None, (1.0, 1.0), None)
    one_sided = agreement(judged(a="+++++", b="++++-"))
    assert one_sided.kappa == 0


def test_nothing_in_common():
    for found in (judged(a="+ ", b=" +"), judged(a="+?", b="?-")):
        whole = agreement(found)
        assert (whole.items, whole.share, whole.kappa, whole.share_interval, whole.kappa_interval) == (0, None, None, None, None)
    part = agreement(judged(a="++- ", b="+-- ", c="   +"))
    assert part.share == pytest.approx(2 / 3)


def test_one_annotator_and_settled():
    with pytest.raises(ValueError, match="found 1 annotator, expected two"):
        agreement(judged(a="+", settled="-"))
    assert pairwise(judged(a="+", settled="-")) == []


def test_meaning_and_grammar_have_agreements_of_their_own():
    """Annotators agree on every meaning, and on grammar less than by chance."""
    found = Labels()
    said = {"anna": ["++", "++", "+-", "-+"], "ben": ["++", "+-", "++", "-+"]}
    for annotator, marks in said.items():
        for i, (meaning, grammar) in enumerate(marks):
            record = label(f"word{i}", annotator=annotator, verdict="correct" if meaning == grammar == "+" else "incorrect")
            found.add(replace(record, meaning=meaning == "+", grammar=grammar == "+"))
    found.add(label("word9", annotator="anna"))  # not judged separately
    agreements = compared(found)
    assert list(agreements) == ["verdict", "meaning", "grammar"]
    assert [agreements[of][0].items for of in agreements] == [4, 4, 4]
    assert [agreements[of][0].share for of in agreements] == [0.5, 1.0, 0.5]
    assert [agreements[of][0].kappa for of in agreements] == pytest.approx([0.0, 1.0, -1 / 3])
    assert list(compared(judged(a="++", b="+-"))) == ["verdict"]
    assert len(compared(judged(a="++", b="+-", c="--"))["verdict"]) == 4
    three = judged(a="++-+-+++-+-+", b="+-+--+-++--+", c="+++-++++-+--")
    assert compared(three, seed=5)["verdict"][3] == agreement(three, seed=5) != agreement(three, seed=6)
