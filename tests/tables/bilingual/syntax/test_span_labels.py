"""The labels of spans: the paper's, some worked by hand, and those of a slow reference on random trees."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from paragen.base.errors import FormatError
from paragen.tables.bilingual.syntax.kernel import MAX_LABEL, SpanLabeller, labels_of_spans
from paragen.tables.parses.trees import Tree, read_trees

from . import reference

FIGURE_2 = "(SBARQ (WHADVP (WRB how)) (SQ (VBP do) (NP (PRP we)) (VP (VB create) (NP (JJ equal) (NNS rights)))) (. ?))"
HILL = (
    "(S (NP (NP (DT the) (NN top)) (PP (IN of) (NP (DT this) (NN hill)))) (VP (VBD was) (ADJP (JJ bare))) (. .))"
)
ANIMALS = "(NP (NP (NNS cats)) (, ,) (NP (NNS dogs)) (CC and) (NP (JJ old) (NNS cows)))"
WANT = "(S (NP (PRP I)) (VP (VBP want) (S (VP (TO to) (VP (VB go) (ADVP (RB now)))))))"
CHAIN = "(S (NP (PRP we)) (S (VP (S (VP (VB go))))))"
SEEN = (
    "( (S (NP-SBJ-1 (DT the) (NN dog)) (VP (VBD was) (VP (VBN seen) (NP (-NONE- *-1)) (PP-LGS (IN by) (NP (NNS cats)))))"
    " (. .)) )"
)
SAID = "(ROOT (S (`` ``) (S (NP (PRP it)) (VP (VBZ is))) ('' '') (NP (PRP he)) (VP (VBD said)) (. .)))"


def labels(tree: str, phrase: str, **options) -> list[str]:
    """The labels of a phrase that occurs once in the leaves of a tree."""
    parsed = Tree(tree)
    found = {
        " ".join(parsed.leaves[begin:end]): labels
        for begin, end, labels in labels_of_spans(parsed, parsed.leaves, len(parsed), **options)
    }
    return found.get(phrase, [])


def test_the_labels_of_the_paper():
    assert labels(FIGURE_2, "create equal") == [
        r"VP/(NP/NNS)", r"SQ\VBP NP/(VP/(NP/NNS))", r"SBARQ\WHADVP (SQ\VBP NP/(VP/(NP/NNS)))/.",
    ]  # fmt: skip
    assert labels(FIGURE_2, "equal") == ["JJ"]


@pytest.mark.parametrize(
    ("tree", "phrase", "expected"),
    [
        (HILL, "the top", ["NP"]),
        (HILL, "the top of this hill", ["NP"]),
        (HILL, "top of", [r"NP\(NP\DT)/(PP/NP)", r"S\(NP\(NP\DT)/(PP/NP))/VP ."]),
        (HILL, "of this", [r"PP/(NP/NN)", r"NP\NP/(PP/(NP/NN))", r"S\(NP\NP/(PP/(NP/NN)))/VP ."]),
        (HILL, "hill was", [r"S\(NP\NP (PP\IN (NP\DT)))/(VP/ADJP) ."]),
        (HILL, "bare .", [r"S\NP (VP\VBD)"]),
        (HILL, "the top of this hill was bare", ["S/."]),
        (HILL, "bare", ["ADJP", "JJ"]),
        (HILL, "the top of this hill was bare .", ["S"]),
        (ANIMALS, "dogs and old", [r"NP\NP ,/(NP/NNS)"]),
        (ANIMALS, "dogs and", [r"NP\NP ,/NP"]),
        (ANIMALS, "cats , dogs", ["NP/CC NP"]),
        (ANIMALS, ", dogs and old cows", [r"NP\NP"]),
        (ANIMALS, "cats", ["NP", "NNS"]),
        (WANT, "to go", [
            "VP/(VP/ADVP)", "S/(VP/(VP/ADVP))", r"VP\VBP/(S/(VP/(VP/ADVP)))", r"S\NP (VP\VBP/(S/(VP/(VP/ADVP))))",
        ]),
        (WANT, "to go now", ["S", "VP"]),
        (WANT, "I want", ["S/(VP/S)"]),
        (SEEN, "was seen", ["VP/(VP/PP)", r"S\NP/(VP/(VP/PP)) ."]),
        (SEEN, "seen by", [r"VP/(PP/NP)", r"VP\VBD/(VP/(PP/NP))", r"S\NP (VP\VBD/(VP/(PP/NP)))/."]),
        (SEEN, "dog was", [r"S\(NP\DT)/(VP/VP) ."]),
        (SAID, "is '' he", [r"S\`` (S\NP)/VP ."]),
        (SAID, "'' he", [r"S\`` S/VP ."]),
        (SAID, "he said .", [r"S\`` S ''"]),
        (f"{ANIMALS} (. .)", "cows .", []),
        (f"{ANIMALS} (. .)", "and old", [r"NP\NP , NP/(NP/NNS)"]),
    ],
)  # fmt: skip
def test_worked_by_hand(tree, phrase, expected):
    assert labels(tree, phrase) == expected
    assert labels(tree, phrase, simple=True) == [label for label in expected if not set(label) & set("/\\")]
    assert labels(tree, phrase, levels=2) == expected[:2]
    if len(expected) > 1 and "/" in expected[0] + expected[1]:
        assert labels(tree, phrase, levels=1) == expected[:1]


def test_a_chain_gives_each_label_once_from_the_topmost_down():
    for levels in (0, 1, 2):
        assert labels(CHAIN, "go", levels=levels) == labels(CHAIN, "go", levels=levels, simple=True) == ["S", "VP", "VB"]
    assert labels(CHAIN, "we go") == ["S"]


def test_one_level_leaves_both_labels_of_a_word():
    assert labels(HILL, "bare", levels=1, simple=True) == ["ADJP", "JJ"]


def test_spans_of_words_that_are_no_leaves():
    tree = Tree("(S (NP (PRP it)) (VP (MD cannot) (VP (VB be))) (. .))")
    assert labels_of_spans(tree, ["it", "can", "not", "be", "."], 3, simple=True) == [
        (0, 1, ["NP", "PRP"]), (1, 3, ["MD"]), (1, 4, ["VP"]), (3, 4, ["VP", "VB"]), (4, 5, ["."]),
    ]  # fmt: skip
    assert labels_of_spans(tree, ["itcannot", "be."], 9) == [(0, 1, ["S/(VP/VP) ."]), (0, 2, ["S"]), (1, 2, [r"S\NP (VP\MD)"])]


def test_columns():
    labeller = SpanLabeller()
    begin, end, label = labeller.columns(Tree(ANIMALS), "cats , dogs and old cows".split(), 1)
    assert (begin.tolist(), end.tolist()) == ([0, 0, 1, 2, 2, 3, 4, 5], [1, 1, 2, 3, 3, 4, 5, 6])
    assert [labeller.texts()[number] for number in label] == ["NP", "NNS", ",", "NP", "NNS", "CC", "JJ", "NNS"]
    begin, end, label = labeller.columns(Tree("(NP (NNS a) (NNS b))"), ["a", "b"], 7)
    assert [labeller.texts()[number] for number in label] == ["NNS", "NP", "NNS"]
    assert labeller.texts() == ["NP", "NNS", ",", "CC", "JJ"]
    assert [len(column) for column in labeller.columns(Tree(""), [], 7)] == [0, 0, 0]


def test_other_words_and_no_tree():
    with pytest.raises(FormatError, match="t:1: found 'cats' as token 1, expected 'dogs' as word 1"):
        labels_of_spans(Tree(ANIMALS, "t:1"), ["dogs"])
    with pytest.raises(FormatError, match="t:1: found 0 tokens, expected 'dogs' as word 1"):
        labels_of_spans(Tree("", "t:1"), ["dogs"])
    assert labels_of_spans(Tree("()"), []) == []


def test_labels_that_are_too_long_are_left_out():
    short = "(X " + "(S " + "(NN a) " * 300 + "))"
    found = dict(((begin, end), labels) for begin, end, labels in labels_of_spans(Tree(short), ["a"] * 300, 2))
    assert found[0, 1] == ["NN"] and found[299, 300] == ["NN"]
    lower = "S\\" + " ".join(["NN"] * 7) + "/" + " ".join(["NN"] * 291)
    assert found[7, 9] == [lower, rf"X\({lower})"]
    long = "(X " + "(S " + "(NNS a) " * 300 + "))"
    assert {end - begin for begin, end, _ in labels_of_spans(Tree(long), ["a"] * 300, 2)} == {1}
    assert max(map(len, found[7, 9])) < MAX_LABEL


def test_deep_trees():
    depth = 100_000
    deep = Tree("".join(f"(VP (VB a{i}) " for i in range(2000)) + "(NP " * depth + "(NN b)" + ")" * (depth + 2000))
    words = deep.leaves
    found = dict(((begin, end), labels) for begin, end, labels in labels_of_spans(deep, words, 3))
    assert found[2000, 2001] == ["NP", "NN"] and found[1999, 2001] == ["VP"]
    assert found[0, 2] == ["VP/(VP/VP)"]
    assert found[1998, 2000][:2] == ["VP/(VP/NP)", r"VP\VB/(VP/(VP/NP))"] and len(found[1998, 2000][-1]) <= MAX_LABEL
    depth -= 1  # the most leaves that a tree may have
    left = Tree("(NP " * depth + "(NN a)" + "(NN b))" * depth)
    found = labels_of_spans(left, left.leaves, 2, levels=2)
    assert found[1] == (0, 2, ["NP"]) and found[5][2][0] == r"NP\(NP\NP)" and len(found) == 2 * depth + 1
    wide = Tree("(S (X (NN a)" + "(NN b)" * 99_998 + ") (NN c))")
    assert {end - begin for begin, end, labels in labels_of_spans(wide, wide.leaves, 2)} == {1}


@pytest.mark.parametrize("seed", range(6))
def test_random_trees(seed):
    rng = random.Random(seed)
    for _ in range(100):
        nested = reference.random_tree(rng)
        tops = reference.nodes_of(nested)
        tree = Tree(reference.written(nested))
        size = tops[-1].end if tops else 0
        assert len(tree) == size
        for simple, levels in ((False, 0), (False, rng.randint(1, 3)), (True, 0)):
            expected = [
                (begin, end, labels)
                for begin, end in combinations(range(size + 1), 2)
                if (labels := reference.labels(tops, begin, end, simple, levels))
            ]
            assert labels_of_spans(tree, tree.leaves, size, simple, levels) == expected


@pytest.mark.shared
def test_real_trees(shared):
    """A span of each tree has a label for each node that covers it; simple labels are those of constituents."""
    for tree in list(read_trees(shared / "data/trees/newstest2015_en.trees.gz"))[:300]:
        words = tree.leaves
        constituents = {(begin, end) for _, begin, end, _ in tree.nodes if end - begin <= 7}
        assert {(begin, end) for begin, end, _ in labels_of_spans(tree, words, 7, simple=True)} == constituents
        for begin, end, labels in labels_of_spans(tree, words, 7):
            covering = sum(b <= begin and end <= e for _, b, e, _ in tree.nodes)
            assert (begin, end) in constituents or len(labels) == covering or len(labels[-1]) > MAX_LABEL / 2
