"""The native packer against a few lines of Python with dictionaries, on random tables."""

from __future__ import annotations

import math

import numpy as np
from fuzzing import rounds
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.tables.io.reading import read_table
from paragen.tables.store.store import Packer, TableStore
from paragen.text.tokenizer import Tokenizer

WORDS = ["a", "b", "c", "ab", "a-b", "B", "é", "日", "\x7f", "!", "'s", "|", "||", "x" * 40]
word = st.sampled_from(WORDS)
phrase = st.lists(word, min_size=1, max_size=4).map(tuple)
score = st.one_of(st.sampled_from([1.0, 0.5, 0.25]), st.floats(1e-300, 1.0))
table = st.lists(st.tuples(phrase, phrase, score), min_size=1, max_size=60)


def reference(tables):
    """{source: of each table its options, best first, ties by the bytes of the text, at most 20}."""
    store: dict[tuple[str, ...], list[list]] = {}
    for number, pairs in enumerate(tables):
        best: dict[tuple, np.float32] = {}
        for source, target, value in pairs:
            logscore = np.float32(math.log(value))
            best[source, target] = max(logscore, best.get((source, target), logscore))
        for (source, target), logscore in best.items():
            lists = store.setdefault(source, [[] for _ in tables])
            lists[number].append((target, logscore))
    for lists in store.values():
        for options in lists:
            options.sort(key=lambda option: (-option[1], " ".join(option[0]).encode()))
            del options[20:]
    return store


def write(path, pairs):
    path.write_text("".join(f"{' '.join(s)} ||| {' '.join(t)} ||| {v!r}\n" for s, t, v in pairs), encoding="utf-8")


@settings(max_examples=rounds(100, 300), deadline=None)
@given(st.lists(table, max_size=4))
def test_equal_to_the_reference(tmp_path_factory, tables):
    # a word of bars would be a separator
    tables = [[pair for pair in pairs if "|||" not in " ".join((*pair[0], "", *pair[1])).replace(" ", "")] for pairs in tables]
    tables = [pairs for pairs in tables if pairs]
    folder = tmp_path_factory.mktemp("t", numbered=True)
    packer = Packer()
    for number, pairs in enumerate(tables):
        write(folder / f"{number}", pairs)
        read_table(packer, folder / f"{number}")
    packer.write(folder / "tables.bin")
    store = TableStore(folder / "tables.bin")
    store.verify()
    expected = reference(tables)
    assert dict(store.phrases()) == expected
    for source, options in expected.items():
        assert store.options(source) == options
    for source in [("a",), ("a", "b"), ("c", "c", "c", "c", "c"), ("unseen",)]:
        assert store.options(source) == expected.get(source, [[] for _ in tables])
    for counts, pairs in zip(store.counts, tables, strict=True):
        assert counts["pairs"] == len({pair[:2] for pair in pairs})
        assert counts["phrases"] == len({pair[0] for pair in pairs})


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(st.sampled_from("ab z'.,-0A é"), min_size=1, max_size=12), min_size=1, max_size=20))
def test_phrases_are_cut_as_the_tokeniser_says(tmp_path_factory, phrases):
    tokenizer = Tokenizer()
    phrases = [text for text in phrases if tokenizer.words(text)]
    if not phrases:
        return
    folder = tmp_path_factory.mktemp("t", numbered=True)
    (folder / "t").write_text("".join(f"{text} ||| target ||| 0.5\n" for text in phrases), encoding="utf-8")
    packer = Packer(tokenizer.words)
    read_table(packer, folder / "t")
    packer.write(folder / "tables.bin")
    found = {words for words, _ in TableStore(folder / "tables.bin").phrases()}
    assert found == {tuple(tokenizer.words(text)) for text in phrases}


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from("abcz "), min_size=1, max_size=30))
def test_plain_phrases_need_no_tokeniser(text):
    # what the packer never asks the tokeniser about: words of lower-case ASCII letters, single spaces between
    text = " ".join(text.split())
    assert Tokenizer().words(text) == text.split()


def test_words_that_look_special_are_plain():
    for text in ("cannot", "gonna wanna", "dont", "lb lbs", "am pm", "mr mrs", "eg ie"):
        assert Tokenizer().words(text) == text.split(" ")
