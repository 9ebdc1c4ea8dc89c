"""What tables are worth, on lists whose substitutes are known by table."""

from __future__ import annotations

from itertools import combinations

import pytest

from paragen.tuning.evaluation import Sample, ablation
from paragen.tuning.evaluation.report import runs
from paragen.tuning.judged import JudgedSentence

from .common import measured, name, paraphrase

TEXT = "abcdefgh"
OFFERS = {  # by table: position, and whether the substitute is correct
    "thesaurus": {(0, True), (1, True), (2, False)},
    "phrases": {(0, True), (1, True), (3, True), (4, False), (5, False)},
    "queries": {(6, True)},
    "definitions": {(6, True), (7, False)},
}
"""Alone: phrases has most (3). Beside it: thesaurus adds none, queries and definitions one each, queries more exactly."""


def problem(offers=OFFERS):
    verdicts = {name(TEXT, at, "x"): verdict for each in offers.values() for at, verdict in each}
    sample = Sample([JudgedSentence(TEXT, verdicts)])
    asked = []

    def measured_with(tables):
        asked.append(tuple(tables))
        places = sorted({at for table in tables for at, _ in offers[table]})
        return measured({TEXT: [paraphrase(TEXT, [(at, "x")]) for at in places]}, sample)

    whole = measured_with(list(offers))
    asked.clear()
    return measured_with, whole, asked


def reference(offers):
    """The order of tables, written to be read."""

    def worth(tables):
        union = set().union(*(offers[table] for table in tables))
        right = sum(verdict for _, verdict in union)
        return right, right / len(union) if union else 0

    chosen: list[str] = []
    while len(chosen) < len(offers):
        left = [table for table in offers if table not in chosen]
        chosen.append(max(left, key=lambda table: (worth([*chosen, table]), -left.index(table))))
    return chosen


def test_a_worked_example():
    measured_with, whole, asked = problem()
    found = ablation(measured_with, list(OFFERS), whole)
    alone = [
        (step.tables, step.measured.figures["dcs"].value, step.measured.figures["occurrence_accuracy"].value)
        for step in found.single
    ]
    assert alone == [(("thesaurus",), 2, 2 / 3), (("phrases",), 3, 3 / 5), (("queries",), 1, 1.0), (("definitions",), 1, 0.5)]
    assert [step.tables[-1] for step in found.added] == ["phrases", "queries", "thesaurus", "definitions"] == reference(OFFERS)
    assert [step.measured.figures["dcs"].value for step in found.added] == [3, 4, 4, 4]
    assert [step.gain["dcs"].value for step in found.added[1:]] == [1, 0, 0] and not found.added[0].gain
    assert found.added[-1].measured is whole and found.added[-1].tables == ("phrases", "queries", "thesaurus", "definitions")
    assert len(asked) == len(set(asked)) == runs(4) == 9
    assert not found.retuned and found.untuned == []
    again = ablation(measured_with, list(OFFERS), whole, True)
    assert again.retuned and ("queries",) in again.untuned and tuple(OFFERS) not in again.untuned[:-1]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_is_the_reference_s(seed):
    import numpy as np

    draw = np.random.default_rng(seed)
    right = draw.random(8) < 0.5
    places = [draw.choice(8, int(draw.integers(0, 6)), False).tolist() for _ in range(5)]
    offers = {f"t{i}": {(at, bool(right[at])) for at in own} for i, own in enumerate(places)}
    measured_with, whole, asked = problem(offers)
    found = ablation(measured_with, list(offers), whole)
    assert [step.tables[-1] for step in found.added] == reference(offers)
    assert len(asked) == runs(5) and len({frozenset(each) for each in asked}) == runs(5)


def test_of_equals_the_first():
    offers = {name: {(0, True)} for name in ("b", "a", "c")}
    measured_with, whole, _ = problem(offers)
    assert [step.tables[-1] for step in ablation(measured_with, list(offers), whole).added] == ["b", "a", "c"]


def test_one_table_and_none():
    measured_with, whole, asked = problem({"a": {(0, True)}})
    found = ablation(measured_with, ["a"], whole)
    assert found.single[0].measured is found.added[0].measured is whole and asked == []
    assert [runs(n) for n in (0, 1, 2, 7)] == [0, 0, 2, 27]
    assert ablation(measured_with, [], whole) == type(found)((), ())


def test_on_a_model(english_model):
    """Each run equals that of a model with these tables only."""
    import paragen
    from paragen.tuning.evaluation import Settings, decoder, measure

    texts = ["They made a purchase of a big house.", "We need a lot of big cars as soon as possible."]
    items = [item for text in texts for item in paragen.load(english_model).substitutes(text)]
    judged = [
        JudgedSentence(text, {item.id: len(item.after) % 2 == 0 for item in items if item.sentence == text}) for text in texts
    ]
    sample, settings = Sample(judged), Settings(resamples=100)

    def measured_with(tables):
        return measure(decoder(paragen.load(english_model, use_tables=tables)), sample, settings)

    found = ablation(measured_with, ["thesaurus", "phrases"], measured_with(["thesaurus", "phrases"]))
    by_table = {step.tables: step.measured.sums["correct"] for step in [*found.single, *found.added]}
    for table, other in combinations(("thesaurus", "phrases"), 2):
        assert by_table[table,] <= len({item.id for item in items if table in dict(item.tables) and len(item.after) % 2 == 0})
        assert max(by_table[table,], by_table[other,]) <= max(by_table.get((table, other), 0), by_table.get((other, table), 0))
