"""Chunks of dependency parses, and chunks as spans of lookup words."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.base.input_files import Skips
from paragen.tables.parses.chunks import Chunks, Collector, Words, chunks_of_words
from paragen.tables.parses.chunks_files import part_of, read_chunks, read_conllu_chunks, relation_of
from paragen.tables.parses.kernel import dependency_chunks
from paragen.tables.parses.options import LABELS
from paragen.text import Tokenizer

from .chunks_reference import Tree, reference_chunks

TAGS = ["NN", "NNP", "VBD", "VBZ", "JJ", "RB", "DT", "IN", "PRP$", "CC", ",", "MD", "HYPH"]
RELATIONS = "det amod nmod:poss flat case aux cop advmod compound:prt obj obl nsubj conj other".split()


def random_tree(rng: random.Random, n: int) -> Tree:
    order = list(range(n))
    rng.shuffle(order)
    heads = [-1] * n
    for place, word in enumerate(order[1:], 1):  # of those before it, mostly a near one
        heads[word] = min(order[:place], key=lambda other: (abs(other - word) + rng.choice((0, 0, 0, 5)), other))
    return Tree([rng.choice(TAGS) for _ in range(n)], [rng.choice(RELATIONS) for _ in range(n)], heads)


def found_chunks(trees: list[Tree]) -> list[set[tuple[int, int, str]]]:
    begins = np.cumsum([0] + [len(tree.heads) for tree in trees])
    columns = [
        np.array([value for tree in trees for value in getattr(tree, name)], kind)
        for name, kind in (("parts", np.uint8), ("relations", np.uint8), ("heads", np.int32))
    ]
    spans = list(zip(*map(np.ndarray.tolist, dependency_chunks(*columns, begins.astype(np.int64))), strict=True))
    return [
        {(begin - first, end - first, LABELS[label]) for begin, end, label in spans if first <= begin < last}
        for first, last in zip(begins.tolist(), begins.tolist()[1:], strict=False)
    ]


@pytest.mark.parametrize("seed", range(4))
def test_rules_equal_the_reference(seed):
    rng = random.Random(seed)
    trees = [random_tree(rng, rng.randint(1, 12)) for _ in range(500)]
    found = found_chunks(trees)
    assert found == [reference_chunks(tree) for tree in trees]
    assert {label for spans in found for _, _, label in spans} == set(LABELS)


SENTENCE = """\
# sent_id = 2
1	The	the	DET	DT	_	3	det	_	_
2	old	old	ADJ	JJ	_	3	amod	_	_
3	king	king	NOUN	NN	_	7	nsubj	_	_
4	has	have	AUX	VBZ	_	7	aux	_	_
5	n't	not	PART	RB	_	7	advmod	_	_
6	been	be	AUX	VBN	_	7	aux	_	_
7	given	give	VERB	VBN	_	0	root	_	_
8	a	a	DET	DT	_	12	det	_	_
9	well	well	ADV	RB	_	11	advmod	_	_
10	-	-	PUNCT	HYPH	_	11	punct	_	_
11	known	know	VERB	VBN	_	12	amod	_	_
12	ring	ring	NOUN	NN	_	7	obj	_	_
13	in	in	ADP	IN	_	15	case	_	_
14	the	the	DET	DT	_	15	det	_	_
15	end	end	NOUN	NN	_	7	obl	_	_
16	.	.	PUNCT	.	_	7	punct	_	_

"""


def texts(chunks: Chunks, words: Words, unit: int) -> list[tuple[str, str]]:
    """Label and text of the chunks of a unit."""
    return [
        (LABELS[chunks.label[i]], " ".join(words.texts[word] for word in chunks.words[chunks.begin[i] : chunks.end[i]]))
        for i in range(int(chunks.unit_chunks[unit]), int(chunks.unit_chunks[unit + 1]))
    ]


def read(path: Path, **options) -> tuple[Chunks, Words]:
    words = Words()
    return read_chunks(path, words, Skips(), **options)[0], words


def test_worked_example(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text(SENTENCE)
    chunks, words = read(path)
    assert chunks.units == 2
    assert texts(chunks, words, 0) == []  # line 1 was empty
    assert texts(chunks, words, 1) == [
        ("NP", "the old king"), ("NP", "a well-known ring"), ("NP", "the end"),
        ("VP", "hasn't been given"), ("VP", "hasn't been given a well-known ring"),
        ("PP", "in the end"),  # the verb phrase with this has nine words
    ]  # fmt: skip
    assert [words.texts[word] for word in chunks.words] == Tokenizer().words(
        "The old king hasn't been given a well-known ring in the end."
    )


def test_limits(tmp_path):
    path = tmp_path / "a.conllu.gz"
    path.write_bytes(gzip.compress(SENTENCE.encode()))
    chunks, words = read(path, max_words=3, labels=("VP", "PP"))
    assert texts(chunks, words, 1) == [("VP", "hasn't been given"), ("PP", "in the end")]


def test_progress_is_told_in_bytes(tmp_path):
    path = tmp_path / "a.conllu"
    path.write_text(SENTENCE * 9)
    told = []
    read(path, progress=told.append)
    assert sum(told) == path.stat().st_size


def test_kinds_are_told_by_their_first_line(tmp_path):
    path = tmp_path / "a"
    iob = "the DT B-NP\nend NN I-NP\n"
    for text, whole in (
        (SENTENCE, False), (SENTENCE.partition("\n")[2], False), (iob, True), (f"\n \n{iob}", True),
        (" (NP (DT the) (NN end))\n", True), ("\n" * 150 + "(NP (DT the) (NN end))\n", True),
    ):  # fmt: skip
        path.write_text(text)
        chunks, says_how_many = read_chunks(path, words := Words(), Skips())
        assert ("NP", "the end") in texts(chunks, words, chunks.units - 1)
        assert says_how_many == whole


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (SENTENCE.replace("sent_id = 2", "sent_id = 0"), "line 0"),
        (SENTENCE + SENTENCE.replace("sent_id = 2", "sent_id = 1"), "a sentence of line 1 after one of line 2"),
        (f"{SENTENCE}# sent_id = {1 << 26}\n1\tYes\tyes\tINTJ\tRB\t_\t0\troot\t_\t_\n",
         "found a sentence of line 67108864, expected less than 67108864 lines. Give a file as"),
        ("PK\3\4", "found a zip archive, expected parsed text: CoNLL-U, Penn brackets, or CoNLL-2000 chunks"),
        (SENTENCE.replace("DT", "_").replace("NN", "_").replace("VB", "_").replace("JJ", "_").replace("RB", "_"), "no Penn tag"),
        (SENTENCE.replace("\tdet\t", "\t"), "9 columns"),
        ("just text\n", "'just text'"),
        ("# only a comment without words \0\n", "NUL"),
    ],
)  # fmt: skip
def test_bad_files(tmp_path, text, found):
    path = tmp_path / "a.conllu"
    path.write_text(text)
    with pytest.raises(FormatError, match=found):
        read(path)


def test_empty_files(tmp_path):
    path = tmp_path / "empty"
    for text in ("", "# a comment\n"):
        path.write_text(text)
        chunks, _ = read(path)
        assert (chunks.units, len(chunks.words)) == (0, 0)


def test_relations_and_tags():
    assert relation_of("nsubj:pass") == relation_of("nsubj:pass:x") == relation_of("nsubj") != relation_of("pass")
    assert relation_of("nmod:poss") == relation_of("det") != relation_of("nmod")
    assert part_of("PRP$") == 0 != part_of("PRP")


TOKENS = st.sampled_from([*"do n't well - known the , `` -LRB- İ a/b 's U.S. # x".split(), "\u00ad"])


@given(st.lists(st.lists(st.tuples(TOKENS, st.sampled_from(["NN", "RB", "HYPH", "."])), max_size=8), max_size=5), st.randoms())
@settings(max_examples=80, deadline=None)
def test_chunks_lie_in_their_units(units, rng):
    collector = Collector()
    for unit in units:
        edges = [sorted((rng.randint(0, len(unit)), rng.randint(0, len(unit)))) for _ in range(5)]
        spans = [(rng.choice(LABELS), begin, end) for begin, end in edges if begin < end]
        collector.add([token for token, _ in unit], [tag for _, tag in unit], spans)
        collector.end_unit()
    words = Words()
    chunks = chunks_of_words(collector.finish(), words, max_words=3)
    assert chunks.units == len(units)
    assert int(chunks.unit_words[-1]) == len(chunks.words)
    for unit in range(len(units)):
        first, last = (int(chunks.unit_words[unit + i]) for i in (0, 1))
        spans = list(zip(*(column[int(chunks.unit_chunks[unit]) : int(chunks.unit_chunks[unit + 1])].tolist()
                           for column in (chunks.label, chunks.begin, chunks.end)), strict=True))  # fmt: skip
        assert spans == sorted(set(spans))
        for _, begin, end in spans:
            text = " ".join(words.texts[word] for word in chunks.words[begin:end])
            assert first <= begin < end <= last
            assert end - begin <= 3
            assert Tokenizer().words(text) == text.split()


@pytest.mark.shared
def test_real_treebank(shared):
    text = read_conllu_chunks(shared / "data/ud_gum/en_gum-ud-dev.conllu.gz")
    words = Words()
    chunks = chunks_of_words(text, words)
    assert chunks.units > 1500
    kinds = np.bincount(chunks.label, minlength=len(LABELS)) / chunks.units
    assert (kinds[:3] > 1.5).all() and (kinds > 0.2).all()
    assert 1.5 < float(np.mean(chunks.end.astype(int) - chunks.begin)) < 4
