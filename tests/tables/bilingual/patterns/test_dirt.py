"""DIRT equals the plain Python reference, and numbers by hand."""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict

import pytest

from paragen.base.errors import ConfigError, ParagenError
from paragen.tables.bilingual.patterns.dirt import build_dirt, path_batches

from .parsed import clause, conllu, dirt_pairs

pytest.importorskip("duckdb")
parquet = pytest.importorskip("pyarrow.parquet")


def passive(x, participle, y):
    return [
        (x, x, "NN", 3, "nsubj:pass"), ("is", "be", "VBZ", 3, "aux:pass"), (participle, participle, "VBN", 0, "root"),
        ("by", "by", "IN", 5, "case"), (y, y, "NN", 3, "obl"),
    ]  # fmt: skip


def found_paths(tmp_path, sentence, max_words=5):
    [batch] = path_batches(conllu(tmp_path / "one.conllu", [sentence]), max_words)
    return [tuple(row.values()) for row in batch.to_pylist()]


def test_paths_by_hand(tmp_path):
    sentence = [
        ("Prices", "price", "NNS", 3, "nsubj:pass"), ("are", "be", "VBP", 3, "aux:pass"), ("driven", "drive", "VBN", 0, "root"),
        ("by", "by", "IN", 6, "case"), ("market", "market", "NN", 6, "compound"), ("demand", "_", "NN", 3, "obl"),
        (".", ".", ".", 3, "punct"),
    ]  # fmt: skip
    assert found_paths(tmp_path, sentence) == [
        ("[N_1] are driven by [N_2] demand", "price", "market"),
        ("[N_1] are driven by [N_2]", "price", "demand"),
    ]
    assert found_paths(tmp_path, sentence, 3) == [("[N_1] are driven by [N_2]", "price", "demand")]
    assert found_paths(tmp_path, sentence, 2) == []
    of = [("top", "top", "NN", 0, "root"), ("of", "of", "IN", 3, "case"), ("hill", "hill", "NN", 1, "nmod")]
    assert found_paths(tmp_path, of) == []  # no word of content between
    assert found_paths(tmp_path, [("a", "a", "NN", 0, "root"), ("b", "b", "VB", 1, "x"), ("c", "c", "NN", 0, "root")]) == []


def test_paths_of_lemmas_with_a_verb(tmp_path):
    """As in the paper's DIRT: chains of nouns are no paths, and forms of a verb are one path."""
    driven = [
        ("Prices", "price", "NNS", 3, "nsubj:pass"), ("were", "be", "VBD", 3, "aux:pass"), ("driven", "drive", "VBN", 0, "root"),
        ("by", "by", "IN", 6, "case"), ("market", "market", "NN", 6, "compound"), ("demand", "_", "NN", 3, "obl"),
    ]  # fmt: skip
    drives = [("Demand", "demand", "NN", 2, "nsubj"), ("drives", "drive", "VBZ", 0, "root"), ("prices", "price", "NNS", 2, "obj")]
    chain = [("oil", "oil", "NN", 2, "compound"), ("price", "price", "NN", 3, "compound"), ("rise", "rise", "NN", 0, "root")]
    for sentence, expected in (
        (driven, [("[N_1] be drive by [N_2] demand", "price", "market"), ("[N_1] be drive by [N_2]", "price", "demand")]),
        (drives, [("[N_1] drive [N_2]", "demand", "price")]), (chain, []),
    ):  # fmt: skip
        [batch] = path_batches(conllu(tmp_path / "one.conllu", [sentence]), 5, of_lemmas=True)
        assert [tuple(row.values()) for row in batch.to_pylist()] == expected
    assert found_paths(tmp_path, chain) == [("[N_1] price [N_2]", "oil", "rise")]
    assert dirt_pairs(tmp_path, [clause("a", "solves", "b"), clause("a", "finds", "b")] * 3, min_count=1, lemmas=True)[0].pairs


def reference(occurrences, top, min_count, max_patterns):
    """Equations 9 to 11 over occurrences (pattern, x, y)."""
    counts = Counter(pattern for pattern, _, _ in occurrences)
    fillers = Counter()
    for pattern, x, y in occurrences:
        if counts[pattern] >= min_count:
            turned = pattern.replace("[N_1]", "[]").replace("[N_2]", "[N_1]").replace("[]", "[N_2]")
            fillers.update([(pattern, "x", x), (pattern, "y", y), (turned, "x", y), (turned, "y", x)])
    of_pattern, of_word, of_slot, spread = Counter(), Counter(), Counter(), Counter()
    for (pattern, slot, word), count in fillers.items():
        of_pattern[pattern, slot] += count
        of_word[slot, word] += count
        of_slot[slot] += count
        spread[slot, word] += 1
    information = defaultdict(dict)
    for (pattern, slot, word), count in fillers.items():
        mi = math.log(count * of_slot[slot] / (of_pattern[pattern, slot] * of_word[slot, word]))
        if mi > 1e-6 and spread[slot, word] <= max_patterns:
            information[pattern, slot][word] = mi

    def similarity(one, other, slot):
        a, b = information[one, slot], information[other, slot]
        both = sum(a[word] + b[word] for word in a.keys() & b.keys())
        return both / (sum(a.values()) + sum(b.values())) if both else 0

    patterns = sorted({pattern for pattern, _ in of_pattern}, key=str.encode)
    rows = []
    for one in patterns:
        if one.index("[N_1]") > one.index("[N_2]"):
            continue
        others = [other for other in patterns if other != one]
        scored = [(other, math.sqrt(similarity(one, other, "x") * similarity(one, other, "y"))) for other in others]
        best = sorted((pair for pair in scored if pair[1]), key=lambda pair: (-round(pair[1], 6), pair[0].encode()))[:top]
        rows += [(one, other, score) for other, score in best]
    return rows


@pytest.mark.parametrize("seed", range(4))
def test_pairs_are_the_reference(tmp_path, seed):
    rng = random.Random(seed)
    nouns, verbs = "abcdefgh", ["solves", "finds", "sees", "ends"]
    sentences = [
        rng.choice([clause, passive])(rng.choice(nouns), rng.choice(verbs), rng.choice(nouns)) for _ in range(120)
    ]
    limits = [dict(top=1000, min_count=1, max_patterns=1000), dict(top=1000, min_count=14, max_patterns=1000),
              dict(top=1000, min_count=2, max_patterns=14), dict(top=1000, min_count=3, max_patterns=100)][seed]  # fmt: skip
    paths = found_paths_of(tmp_path, sentences)
    expected = reference(paths, **limits)
    summary, rows = dirt_pairs(tmp_path, sentences, **limits)
    assert summary.pairs == len(rows) == len(expected) > 0
    assert {row[:2]: pytest.approx(row[2], abs=1e-5) for row in rows} == {row[:2]: row[2] for row in expected}
    assert rows == sorted(rows, key=lambda row: (row[0].encode(), -row[2], row[1].encode()))
    best = dirt_pairs(tmp_path, sentences, **{**limits, "top": 1})[1]
    assert best == [row for i, row in enumerate(rows) if i == 0 or rows[i - 1][0] != row[0]]


def found_paths_of(tmp_path, sentences):
    return [
        tuple(row.values()) for batch in path_batches(conllu(tmp_path / "all.conllu", sentences), 5) for row in batch.to_pylist()
    ]


def test_numbers_by_hand(tmp_path):
    """Active and passive have the same fillers; "sees" has others, so that every word tells as much: ln 2."""
    others = [clause("dog", "sees", "bone")] * 2
    sentences = [clause("man", "solves", "riddle"), passive("riddle", "solved", "man"), *others]
    _, rows = dirt_pairs(tmp_path, sentences, min_count=1)
    assert ("[N_1] solves [N_2]", "[N_2] is solved by [N_1]", pytest.approx(1.0)) in rows
    assert ("[N_1] is solved by [N_2]", "[N_2] solves [N_1]", pytest.approx(1.0)) in rows
    assert not any("sees" in row[0] + row[1] for row in rows)


def test_errors(tmp_path):
    with pytest.raises(ParagenError, match=r"no two paths share words on both sides \(1 occurrences of paths\)"):
        dirt_pairs(tmp_path, [clause("a", "v", "b")], min_count=1)
    with pytest.raises(ConfigError, match="pairs of paths are Parquet"):
        build_dirt(tmp_path / "in.conllu", tmp_path / "x.txt")
