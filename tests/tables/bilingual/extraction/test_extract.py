"""Phrase tables equal Moses', and the plain Python reference."""

from __future__ import annotations

import gzip
import hashlib
import pickle
import random
from collections import Counter

import pyarrow as pa
import pyarrow.parquet
import pytest

from paragen.tables.bilingual.extraction import MAX_LENGTH, kernel
from paragen.tables.bilingual.extraction.batches import (
    bitext_schema,
    count_links,
    extract_batch,
    instance_schema,
    lexicon_of,
    link_schema,
    phrase_schema,
    spell_alignments,
)  # fmt: skip

from . import reference
from .reference import random_bitext


def batch_of(bitext):
    rows = [[" ".join(source), " ".join(target), " ".join(f"{i}-{j}" for i, j in links)] for source, target, links in bitext]
    columns = [pa.array(range(1, len(rows) + 1), pa.int64()), *(pa.array(side, pa.string()) for side in zip(*rows, strict=True))]
    return pa.RecordBatch.from_arrays(columns, schema=bitext_schema())


def read_golden(folder):
    sides = [(folder / name).read_text(encoding="utf-8").splitlines() for name in ("source.de", "target.en", "alignment.txt")]
    return [
        (source.split(), target.split(), [tuple(map(int, link.split("-"))) for link in links.split()])
        for source, target, links in zip(*sides, strict=True)
    ]


@pytest.fixture
def golden(shared):
    return shared / "golden" / "extract"


def test_table_is_moses_byte_for_byte(golden, extract):
    paths = [golden / name for name in ("source.de", "target.en", "alignment.txt")]
    found, path = extract(paths, "table.txt.gz")
    assert (found.sentences, found.instances, found.pairs, found.skipped) == (300, 12899, 10458, {})
    ours = sorted(gzip.decompress(path.read_bytes()).splitlines())
    assert ours == sorted(gzip.decompress((golden / "phrase-table.txt.gz").read_bytes()).splitlines())


def test_instances_are_moses(golden):
    batch = batch_of(read_golden(golden))
    found = extract_batch(batch, lexicon_of(count_links(batch)))
    found.validate(full=True)
    alignments = spell_alignments(pa.RecordBatch.from_arrays([found.column("of_target")], ["code"])).column("alignment")
    columns = [column.to_pylist() for column in (found.column("source"), found.column("target"), alignments)]
    lines = sorted(" ||| ".join(row).encode() for row in zip(*columns, strict=True))
    assert lines == (golden / "extract.txt").read_bytes().splitlines()


def test_word_links_are_moses_lexicon(golden):
    links = count_links(batch_of(read_golden(golden))).to_pylist()
    of_source, of_target = Counter(), Counter()
    for link in links:
        of_source[link["source_word"]] += link["count"]
        of_target[link["target_word"]] += link["count"]
    forward, backward = set(), set()
    for link in links:
        source, target = link["source_word"] or "NULL", link["target_word"] or "NULL"
        forward.add(f"{target} {source} {link['count'] / of_source[link['source_word']]:.7f}")
        backward.add(f"{source} {target} {link['count'] / of_target[link['target_word']]:.7f}")
    assert forward == set((golden / "lex.f2e").read_text(encoding="utf-8").splitlines())
    assert backward == set((golden / "lex.e2f").read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("longest", [1, 2, 4, 7])
def test_kernel_is_the_reference(seed, longest):
    bitext = random_bitext(seed)
    batch = batch_of(bitext)
    links = count_links(batch)
    assert Counter({(s, t): n for s, t, n in zip(*links.to_pydict().values(), strict=True)}) == Counter(
        link for pair in bitext for link in reference.word_links(*pair)
    )
    found = extract_batch(batch, lexicon_of(links), longest)
    found.validate(full=True)
    expected = Counter(instance for pair in bitext for instance in reference.instances(*pair, longest))
    spelled = Counter()
    for (source, target, sets), count in expected.items():
        spelled[source, target, " ".join(f"{i}-{j}" for j, each in enumerate(sets) for i in each)] += count
    alignments = (
        spell_alignments(pa.RecordBatch.from_arrays([found.column("of_target")], ["code"])).column("alignment").to_pylist()
    )
    assert (
        Counter(zip(found.column("source").to_pylist(), found.column("target").to_pylist(), alignments, strict=True)) == spelled
    )


def test_codes_sort_as_moses_compares_alignments():
    bitext = random_bitext(9, 200)
    batch = batch_of(bitext)
    found = extract_batch(batch, lexicon_of(count_links(batch))).to_pylist()
    codes = {(row["source"], row["target"], row["of_target"]): row["of_source"] for row in found}
    by_pair = {}
    for source, target, sets in {instance for pair in bitext for instance in reference.instances(*pair)}:
        by_pair.setdefault((source, target), set()).add(sets)
    for (source, target), alignments in by_pair.items():
        ours = sorted(code for s, t, code in codes if (s, t) == (source, target)) if len(alignments) > 1 else []
        spelled = spell_alignments(pa.RecordBatch.from_arrays([pa.array(ours, pa.int64())], ["code"])).column(1).to_pylist()
        theirs = [" ".join(f"{i}-{j}" for j, each in enumerate(sets) for i in each) for sets in sorted(alignments)]
        assert spelled == (theirs if len(alignments) > 1 else [])
        n = len(source.split())
        by_source = sorted(ours, key=lambda code: codes[source, target, code])
        if ours:
            order = sorted(sorted(alignments), key=lambda sets: reference.turned(sets, n))
            assert [ours.index(code) for code in by_source] == [sorted(alignments).index(sets) for sets in order]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("longest", [3, 7])
def test_table_is_the_reference(seed, longest, bitext_files, extract):
    bitext = random_bitext(seed, 80)
    found, path = extract(bitext_files(bitext), max_length=longest)
    rows = pyarrow.parquet.read_table(path)
    assert rows.schema.names == phrase_schema().names
    expected = reference.phrase_table(bitext, longest)
    assert rows.to_pylist() == expected
    assert found.pairs == len(expected)
    _, text = extract(bitext_files(bitext), "table.txt", max_length=longest)
    assert text.read_text(encoding="utf-8").splitlines() == [reference.moses_line(row) for row in expected]


def test_probabilities_sum_to_one(bitext_files, extract):
    _, path = extract(bitext_files(random_bitext(3, 200)))
    for side, probability in (("source", "p_target"), ("target", "p_source")):
        sums = Counter()
        for row in pyarrow.parquet.read_table(path).to_pylist():
            sums[row[side]] += row[probability]
        assert all(total == pytest.approx(1, abs=1e-12) for total in sums.values())


def test_threads_and_memory_give_the_same_bytes(bitext_files, extract, monkeypatch):
    monkeypatch.setattr("paragen.tables.bilingual.extraction.batches._LINES", 50)
    paths = bitext_files(random_bitext(5, 1500))
    for name in ("table.txt", "table.txt.gz", "table.parquet"):
        digests = set()
        for threads in (1, 2, 3):
            _, path = extract(paths, name, threads=threads)
            digests.add(hashlib.sha256(path.read_bytes()).hexdigest())
        assert len(digests) == 1, name


def test_long_batches_are_cut_in_two(bitext_files, extract, monkeypatch):
    paths = bitext_files(random_bitext(6, 45))
    _, whole = extract(paths, "whole.txt")
    monkeypatch.setattr("paragen.tables.bilingual.extraction.batches.MAX_SENTENCE_BYTES", 100)
    _, cut = extract(paths, "cut.txt")
    assert cut.read_bytes() == whole.read_bytes()


def test_words_are_bytes(bitext_files, extract):
    """Long words, wide spaces and letters beyond the basic plane are words as others are; NULL is a word too."""
    words = ["NULL", "x" * 3000, "\u3000", "𝒳", "ä", "\x85", "&#124;", "null"]
    rng = random.Random(1)
    bitext = [([*rng.sample(words, 3)], [*rng.sample(words, 3)], [(0, 0), (1, 2)]) for _ in range(30)]
    _, path = extract(bitext_files(bitext))
    rows = pyarrow.parquet.read_table(path).to_pylist()
    assert rows == sorted(rows, key=lambda row: (row["source"].encode(), row["target"].encode()))
    assert {row["source"].split(" ")[0] for row in rows} >= {"NULL", "\u3000", "𝒳"}


def test_spaces_between_words_do_not_matter_to_the_kernel():
    tidy = batch_of([(["a", "b"], ["c", "d"], [(0, 0), (1, 1)])])
    untidy = [pa.array([1]), pa.array(["  a   b "]), pa.array(["c  d"]), pa.array([" 0-0\t1-1  0-0 "])]
    lexicon = lexicon_of(count_links(tidy))
    assert extract_batch(pa.RecordBatch.from_arrays(untidy, schema=bitext_schema()), lexicon).equals(extract_batch(tidy, lexicon))


def test_functions_travel():
    batch = batch_of(random_bitext(2))
    lexicon = lexicon_of(count_links(batch))
    again = pickle.loads(pickle.dumps(lexicon))
    assert len(again) == len(lexicon)
    assert extract_batch(batch, again).equals(extract_batch(batch, lexicon))
    assert pickle.loads(pickle.dumps(extract_batch)) is extract_batch


def test_batches_may_be_empty_sliced_and_wide():
    batch = batch_of(random_bitext(4, 30))
    lexicon = lexicon_of(count_links(batch))
    empty = batch.slice(0, 0)
    assert extract_batch(empty, lexicon).num_rows == count_links(empty).num_rows == 0
    assert extract_batch(empty, lexicon).schema == instance_schema() and count_links(empty).schema == link_schema()
    parts = [extract_batch(batch.slice(k, 7), lexicon) for k in range(0, 30, 7)]
    assert pa.Table.from_batches(parts).combine_chunks().equals(pa.Table.from_batches([extract_batch(batch, lexicon)]))
    wide = pa.RecordBatch.from_arrays(
        [batch.column(0), *(batch.column(k).cast(pa.large_string()) for k in (1, 2, 3))], batch.schema.names
    )
    assert extract_batch(wide, lexicon).equals(extract_batch(batch, lexicon))


def test_longest_phrase():
    assert MAX_LENGTH == kernel.MAX_LENGTH == 7
