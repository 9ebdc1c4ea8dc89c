"""The edits of a sentence as suggestions, each with other ways to say the same."""

from __future__ import annotations

import pytest

from paragen.results import Candidate, Edit, Paraphrase
from paragen.server.languagetool.matches import _of_sentence, suggestions
from paragen.server.languagetool.request import Annotated, Part
from paragen.server.pool import Job

TEXT = "see a big old house and a car"


def candidate(before, after, score=0.0, confidence=None, text=TEXT):
    begin = text.index(before)
    return Candidate(text, begin, begin + len(before), before, after, before, after, (("t", 0.5),), score, confidence=confidence)


def edit(before, after, confidence=None, text=TEXT, alone=None):
    begin = text.index(before)
    return Edit(
        begin, begin + len(before), begin, begin + len(after), before, after, "t", 0.5, confidence=confidence, licence="CC0",
        id=(alone or candidate(before, after, text=text)).id,
    )  # fmt: skip


def suggested(edits, listed, lead="It is. ", text=TEXT):
    document = Annotated([Part(lead), Part(text)])
    sentence = len(lead), len(lead) + len(text)
    return [
        (document.plain[one.begin : one.end], one.replacements)
        for one in _of_sentence(document, sentence, edits, listed)
        if (one.sentence, one.table, one.licence) == (sentence, "t", "CC0")
    ]


def test_the_edit_first_then_the_best():
    more = [candidate("big old", f"b{i}", score=i, confidence=i / 100) for i in range(12)]
    listed = [*more, candidate("old", "ancient", 11.5), candidate("big", "great", 3.5), candidate("a big", "one", 99),
              candidate("old house", "hut", 99), candidate("big old", "big old", 99)]  # fmt: skip
    assert suggested([edit("big old", "b5", 0.7)], listed) == [
        ("big old", [("b5", 0.7), ("big ancient", None), ("b11", 0.11), ("b10", 0.1), ("b9", 0.09), ("b8", 0.08), ("b7", 0.07),
                     ("b6", 0.06), ("b4", 0.04), ("great old", None)]),
    ]  # fmt: skip


def test_edits_side_by_side():
    """Each is offered as the only change, with its article, where this is still free; what overlaps gives way."""
    with_article = candidate("a big", "an enormous")
    big, car = edit("big", "enormous", alone=with_article), edit("car", "bus")
    spans = {
        (edit("see ", "hear "),): ["see", "a big", "car"], (edit("see a", "meet one"),): ["see a", "big", "car"],
        (edit("see a big", "view"),): ["see a big", "car"], (): ["a big", "car"],
    }  # fmt: skip
    for before, expected in spans.items():
        assert [span for span, _ in suggested([*before, big, car], [with_article])] == expected
    wide = candidate("see a big", "view a great")
    assert [span for span, _ in suggested([edit("see", "view", alone=wide), big, car], [wide])] == ["see a big", "car"]
    assert suggested([big, edit(" old", " new", 0.6)], []) == [("big", [("enormous", None)]), ("old", [("new", 0.6)])]


class Recorder:
    """Stands for a paraphraser that makes one edit of each sentence; notes how substitutes are ranked."""

    def __init__(self, has_fit):
        self.has_fit, self.ranks = has_fit, []

    def rewrite_batch(self, requests):
        return [[Paraphrase(one.text, one.text, 0.0, (edit("a", "one", text=one.text),), (), ())] for one in requests]

    def substitutes_batch(self, requests, ranking):
        self.ranks.append((len(requests), ranking.rank))
        return [[] for _ in requests]


@pytest.mark.parametrize(("has_fit", "rank"), [(True, "fit"), (False, "lm")])
def test_a_few_sentences_at_a_time(has_fit, rank):
    paraphraser, document = Recorder(has_fit), Annotated([Part("a b\n" * 20)])
    found = list(suggestions(paraphraser, document, [(4 * i, 4 * i + 3) for i in range(20)], Job()))
    assert [(one.begin, one.end, one.replacements) for one in found] == [
        (4 * i, 4 * i + 1, [("one", None)]) for i in range(20)
    ]  # fmt: skip
    assert sum(count for count, _ in paraphraser.ranks) == 20 and len(paraphraser.ranks) > 1
    assert {one for _, one in paraphraser.ranks} == {rank}


@pytest.mark.parametrize(("line_end", "found"), [(" ", [("big house", [("hut", None)])]), ("\n", [])])
def test_no_line_end_is_replaced(line_end, found):
    text = f"a big{line_end}house"
    assert suggested([edit(f"big{line_end}house", "hut", text=text)], [], text=text) == found
