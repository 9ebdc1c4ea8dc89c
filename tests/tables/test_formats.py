"""One checklist over every table format; each test reads what was saved and loaded again."""

from __future__ import annotations

import math
import random

import pytest

from paragen.base.errors import FormatError

PAIRS = [
    ("a lot of", "many", 0.5),
    ("a lot of", "much", 0.5),
    ("a lot of", "plenty of", 0.25),
    ("a lot", "very much", 0.125),
    ("lot", "plot", 1.0),
    ("many", "a lot of", 0.0625),
    ("naïve", "日本 語", 0.75),
]


def found(store, phrase):
    """Of each table the options of a phrase: text and score."""
    tables = store.options(phrase.split(" "))
    return [[(" ".join(words), round(math.exp(score), 6)) for words, score in options] for options in tables]


def test_options_best_first_ties_by_text(table_file, pack_tables):
    store = pack_tables(table_file(PAIRS))
    assert found(store, "a lot of") == [[("many", 0.5), ("much", 0.5), ("plenty of", 0.25)]]
    assert found(store, "a lot") == [[("very much", 0.125)]]
    assert found(store, "lot") == [[("plot", 1.0)]]
    assert found(store, "naïve") == [[("日本 語", 0.75)]]


def test_phrases_that_are_not_there(table_file, pack_tables):
    store = pack_tables(table_file(PAIRS))
    for phrase in ("a", "of", "a lot of many", "plenty of", "unseen", "a unseen", "lot a"):
        assert found(store, phrase) == [[]]
    assert store.options([]) == [[]]


def test_counts(table_file, pack_tables):
    store = pack_tables(table_file(PAIRS))
    assert store.counts == [{"pairs": 7, "phrases": 5, "options": 7, "min_logscore": pytest.approx(math.log(0.0625))}]
    assert len(store) == 7
    store.verify()


def test_same_pair_twice_keeps_the_better(table_file, pack_tables):
    store = pack_tables(table_file([("a", "b", 0.25), ("a", "b", 0.75), ("a", "b", 0.5)]))
    assert found(store, "a") == [[("b", 0.75)]]
    assert store.counts[0]["pairs"] == 1
    assert store.counts[0]["min_logscore"] == pytest.approx(math.log(0.75))


def test_twenty_options_a_phrase_and_table(table_file, pack_tables):
    pairs = [("x", f"w{i:02}", 0.5 if i % 2 else 0.25) for i in range(50)]
    file = table_file(pairs)
    store = pack_tables(file, file)
    best = [(f"w{i:02}", 0.5) for i in range(1, 41, 2)]
    assert found(store, "x") == [best, best]
    assert store.counts[0]["pairs"] == 50 and store.counts[0]["options"] == 20
    assert store.counts[0]["min_logscore"] == pytest.approx(math.log(0.25))


def test_two_tables_stay_apart(table_file, pack_tables):
    first, second = table_file([("a", "b", 0.5)], "first"), table_file([("a", "b", 0.25), ("c", "d", 1.0)], "second")
    store = pack_tables(first, second)
    assert found(store, "a") == [[("b", 0.5)], [("b", 0.25)]]
    assert found(store, "c") == [[], [("d", 1.0)]]
    assert store.n_tables == 2


def test_order_of_lines_does_not_matter(table_file, pack_tables, tmp_path):
    pairs = [(f"s{i % 7} t{i % 3}", f"t{i % 11} u{i % 5}", (i % 13 + 1) / 13) for i in range(300)]
    pack_tables(table_file(pairs), name="one.bin")
    random.Random(0).shuffle(pairs)
    pack_tables(table_file(pairs), name="two.bin")
    assert (tmp_path / "one.bin").read_bytes() == (tmp_path / "two.bin").read_bytes()


def test_every_phrase_once(table_file, pack_tables):
    store = pack_tables(table_file(PAIRS))
    assert sorted(" ".join(words) for words, _ in store.phrases()) == sorted({source for source, _, _ in PAIRS})


def test_tokenised_lower_case_by_default(table_file, pack_tables):
    store = pack_tables(table_file([("A Lot, of", "Don't", 0.5), ("the dog's", "it", 0.25)]), tokenized=False)
    assert found(store, "a lot , of") == [[("don't", 0.5)]]
    assert found(store, "the dog 's") == [[("it", 0.25)]]
    assert found(store, "A Lot, of") == [[]]


def test_taken_as_it_is_when_tokenized(table_file, pack_tables):
    store = pack_tables(table_file([("A Lot, of", "Don't", 0.5)]), tokenized=True)
    assert found(store, "A Lot, of") == [[("Don't", 0.5)]]
    assert found(store, "a lot , of") == [[]]


@pytest.mark.parametrize("score", [float("nan"), 0.0, -0.5, 1.5, float("inf")])
def test_bad_score(table_file, pack_tables, score):
    with pytest.raises(FormatError, match=r"(:|row )2: found the score .*, expected a score above 0 and at most 1"):
        pack_tables(table_file([("a", "b", 0.5), ("c", "d", score)]))


@pytest.mark.parametrize(("source", "target"), [("", "b"), ("a", ""), ("   ", "b")])
def test_empty_side(table_file, pack_tables, source, target):
    with pytest.raises(FormatError, match=r"(:|row )2: found an empty (source|target)"):
        pack_tables(table_file([("a", "b", 0.5), (source, target, 0.5)]))


def test_nul(table_file, pack_tables):
    with pytest.raises(FormatError, match=r"(:|row )2: found broken UTF-8 or NUL"):
        pack_tables(table_file([("a", "b", 0.5), ("a\0", "b", 0.5)]))


def test_a_word_of_no_letter_is_left_out_unless_tokenized(table_file, pack_tables):
    pairs = [("a", "b", 0.5), ("\x91", "c", 0.5), ("d", "\x91", 0.25)]
    store = pack_tables(table_file(pairs), tokenized=False)
    assert store.counts[0]["pairs"] == 1
    assert found(pack_tables(table_file(pairs), tokenized=True), "\x91") == [[("c", 0.5)]]
