"""Paraphrases of parallel texts equal the comparison that is written to be read."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from paragen.base.errors import ConfigError, FormatError, ParagenError
from paragen.base.input_files import Skips
from paragen.tables.builder import Run
from paragen.tables.parses.chunks import Words
from paragen.tables.parses.chunks_files import read_chunks
from paragen.tables.resources.kernel import Phrases, Texts
from paragen.tables.resources.parallel import ParallelOptions, build_parallel, mark_of

from .reference import Chunk, reference_pairs, unit_chunks

Rows = dict[tuple[str, str], float]


VOCABULARY = [f"{a}{b}" for a in "bdkmst" for b in "aeiou"]
SPECIAL = ["not", "two", "3", ","]


def sentence(rng: random.Random, length: int) -> str:
    """A sentence of random phrases in brackets, with places for words."""
    parts = []
    while length > 0:
        size = rng.randint(1, 4)
        phrase = f"(NP {' '.join(['(NN {})'] * size)})"
        parts.append(rng.choice([phrase, phrase, f"(PP (IN in) {phrase})", f"(VP (VB go) {phrase})", "(. .)"]))
        length -= size
    return f"(S {' '.join(parts)})"


def random_group(folder: Path, rng: random.Random, texts: int, units: int, length: int = 12, words: int = 12) -> list[Path]:
    """Texts with the same sentences but for some words, and an empty line now and then."""
    known = [*VOCABULARY, *(f"{a}{b}" for a in VOCABULARY for b in VOCABULARY)][:words] + SPECIAL
    paths = [folder / f"{rng.random()}" for _ in range(texts)]
    lines: list[list[str]] = [[] for _ in paths]
    for _ in range(units):
        text = sentence(rng, rng.randint(1, length))
        base = [rng.choice(known) for _ in range(text.count("{}"))]
        for found in lines:
            said = [word if rng.random() < 0.6 else rng.choice(known) for word in base]
            found.append("()" if rng.random() < 0.05 else text.format(*said))
    for path, found in zip(paths, lines, strict=True):
        path.write_text("".join(f"{line}\n" for line in found))
    return paths


def reference(groups: list[list[Path]], options: ParallelOptions) -> Rows:
    best: Rows = {}
    for group in groups:
        words = Words()
        texts = [read_chunks(path, words, Skips(), max_words=options.max_words, labels=options.labels)[0] for path in group]
        units: list[list[list[Chunk]]] = [[unit_chunks(text, words.texts, unit) for unit in range(text.units)] for text in texts]
        found = reference_pairs(units, options.alpha, options.threshold, options.containment, options.all_pairs)
        for pair, score in found.items():
            best[pair] = max(score, best.get(pair, 0.0))
    kept: Rows = {}
    for source in {source for source, _ in best}:
        ranked = sorted(((-score, pair) for pair, score in best.items() if pair[0] == source))
        kept |= {pair: -score for score, pair in ranked[: options.top]}
    return kept


def found(groups: list[list[Path]], destination: Path, options: ParallelOptions, **of_run) -> Rows:
    build_parallel(groups, destination, options, Run(**of_run))
    rows = [line.split(" ||| ") for line in destination.read_text().splitlines()]
    return {(source, target): float(score) for source, target, score in rows}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    "options",
    [
        {}, {"alpha": 0.2}, {"alpha": 1.0, "threshold": 0.0}, {"alpha": 0.0}, {"containment": True}, {"all_pairs": True},
        {"all_pairs": True, "containment": True, "threshold": 0.3, "top": 3}, {"labels": ("NP", "PP")}, {"max_words": 2},
    ],
    ids=str,
)  # fmt: skip
def test_equals_the_reference(tmp_path, seed, options):
    rng = random.Random(seed)
    groups = [random_group(tmp_path, rng, texts, 40) for texts in (2, 3)]
    chosen = ParallelOptions(**options)
    expected = reference(groups, chosen)
    result = found(groups, tmp_path / "out.txt", chosen)
    assert len(expected) > 5
    assert result.keys() == expected.keys()
    assert result == pytest.approx(expected, rel=1e-8)


def test_long_units(tmp_path):
    """More shared words than fit one machine word."""
    rng = random.Random(5)
    group = random_group(tmp_path, rng, 3, 3, length=200, words=300)
    assert found([group], tmp_path / "o.txt", ParallelOptions(threshold=0.3)) == pytest.approx(
        reference([group], ParallelOptions(threshold=0.3)), rel=1e-8
    )


def test_worked_example(tmp_path):
    """Two words of three are common to the phrases, and four of five to their contexts."""
    one = "(S (NP (PRP he)) (VP (VBD went) (PP (IN to) (NP (DT the) (JJ big) (NN house))) (PP (IN in) (NP (NN town)))))"
    other = "(S (NP (PRP he)) (VP (VBD went) (PP (IN to) (NP (DT the) (JJ large) (NN house))) (PP (IN in) (NP (NN village)))))"
    for name, text in (("one", one), ("other", other)):
        (tmp_path / name).write_text(text + "\n")
    rows = found([[tmp_path / "one", tmp_path / "other"]], tmp_path / "o.txt", ParallelOptions(labels=("NP",), threshold=0.3))
    content, context = 2 * 2 / (3 + 3), 2 * 4 / (5 + 5)  # he went to | in town; he went to | in village
    assert rows["the big house", "the large house"] == pytest.approx(0.5 * content + 0.5 * context)
    assert rows["the large house", "the big house"] == rows["the big house", "the large house"]
    assert rows["town", "village"] == pytest.approx(0.5 * 2 * 2 / 6)  # big house in, large house in


def test_counterparts(tmp_path):
    """What stands in both lines is its own counterpart; negations and numbers must agree; nothing is only added."""
    lines = {
        "one": "(S (NP (NN a) (NN b)) (VP (VB is) (NP (JJ old) (NN man))) (NP (CD two) (NN men)) (NP (JJ big) (NN boat)))",
        "other": "(S (NP (NN a) (NN b)) (VP (VB is) (NP (JJ old) (NN king))) (NP (CD three) (NN men)) (NP (NN boat)))",
    }
    for name, line in lines.items():
        (tmp_path / name).write_text(line + "\n")
    group = [[tmp_path / "one", tmp_path / "other"]]
    rows = found(group, tmp_path / "o.txt", ParallelOptions(labels=("NP",)))
    assert set(rows) == {("old man", "old king"), ("old king", "old man")}
    assert ("big boat", "boat") in found(group, tmp_path / "o.txt", ParallelOptions(labels=("NP",), containment=True))


def test_marks():
    assert mark_of("twelve") == mark_of("12") != mark_of("two") != 0
    assert mark_of("1,234") == mark_of("1234") != 0
    assert mark_of("isn't") == mark_of("never") != mark_of("he") != 0
    assert mark_of("house") == mark_of("it") == 0


def test_the_best_occurrence_counts(tmp_path):
    weak = "(S (NP (NN {})) (NP (NN ka)) (NP (NN la)) (NP (NN {})))"
    one, other = weak.format("big", "ta"), weak.format("huge", "sa")
    strong = "(S (NP (NN {})) (NP (NN ka)) (NP (NN la)) (NP (NN ma)))"
    (tmp_path / "a").write_text(f"{one}\n{strong.format('big')}\n")
    (tmp_path / "b").write_text(f"{other}\n{strong.format('huge')}\n")
    rows = found([[tmp_path / "a", tmp_path / "b"]], tmp_path / "o.txt", ParallelOptions(threshold=0.2))
    assert rows["big", "huge"] == 0.5


def test_threads_groups_and_runs_change_no_byte(tmp_path):
    rng = random.Random(1)
    group = random_group(tmp_path, rng, 3, 1600)
    outputs = []
    for threads in (1, 2, 3):
        build_parallel(
            [group],
            tmp_path / "o.parquet",
            ParallelOptions(candidates=tmp_path / "c.tsv", candidates_limit=50),
            Run(threads=threads),
        )
        outputs.append(((tmp_path / "o.parquet").read_bytes(), (tmp_path / "c.tsv").read_bytes()))
    assert outputs[0] == outputs[1] == outputs[2]


def test_candidates(tmp_path):
    rng = random.Random(2)
    group = random_group(tmp_path, rng, 2, 200)
    options = ParallelOptions(threshold=0.0)
    rows = found([group], tmp_path / "o.txt", replace(options, candidates=tmp_path / "c.tsv", candidates_limit=10_000))
    header, *lines = (tmp_path / "c.tsv").read_text().splitlines()
    assert header == "source\ttarget\tcontent\tcontext\tlabel"
    best: Rows = {}
    for source, target, content, context, label in (line.split("\t") for line in lines):
        assert label == ""
        score = 0.5 * float(content) + 0.5 * float(context)
        for pair in ((source, target), (target, source)):
            best[pair] = max(score, best.get(pair, 0.0))
    assert {pair: best[pair] for pair in rows} == pytest.approx(rows, abs=1e-5)
    summary = build_parallel([group], tmp_path / "o.txt", ParallelOptions(candidates=tmp_path / "few.tsv", candidates_limit=20))
    assert summary.candidates == 20
    assert set((tmp_path / "few.tsv").read_text().splitlines()) < {header, *lines}


def test_summary(tmp_path):
    rng = random.Random(4)
    group = random_group(tmp_path, rng, 2, 100)
    summary = build_parallel([group], tmp_path / "o.txt")
    lines = (tmp_path / "o.txt").read_text().splitlines()
    assert (summary.groups, summary.texts, summary.pairs) == (1, 2, len(lines))
    assert summary.phrases == len({line.split(" ||| ")[0] for line in lines})
    assert 50 < summary.unit_pairs < 100
    assert sum(summary.similar.values()) * 2 >= summary.pairs


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"alpha": 1.5}, "alpha: found 1.5"), ({"alpha": float("nan")}, "alpha"), ({"threshold": 1.0}, "threshold: found 1"),
        ({"labels": ("NP", "S")}, "'S', expected some of NP"), ({"labels": ()}, "labels: found none"),
        ({"max_words": 0}, "max_words"), ({"top": 0}, "top"),
    ],
)  # fmt: skip
def test_options_out_of_range(tmp_path, options, said):
    with pytest.raises(ConfigError, match=said):
        build_parallel([["a", "b"]], tmp_path / "o.txt", ParallelOptions(**options))


def test_bad_groups(tmp_path):
    (tmp_path / "a").write_text("(NP (NN x))\n")
    (tmp_path / "b").write_text("(NP (NN x))\n(NP (NN y))\n")
    a, b, out = tmp_path / "a", tmp_path / "b", tmp_path / "o.txt"
    with pytest.raises(ConfigError, match="a group of one text"):
        build_parallel([[a]], out)
    with pytest.raises(ConfigError, match="no group"):
        build_parallel([], out)
    with pytest.raises(FormatError, match="b: found 2 units, expected 1 as in"):
        build_parallel([[a, b]], out)
    with pytest.raises(ParagenError, match="no pair of phrases"):
        build_parallel([[a, a]], out)
    with pytest.raises(ConfigError, match="no folder"):
        build_parallel([[a, a]], out, ParallelOptions(candidates=tmp_path / "none" / "c.tsv"))
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError, match="found a pipe"):
        build_parallel([[a, tmp_path / "pipe"]], out)
    with pytest.raises(FileNotFoundError):
        build_parallel([[a, tmp_path / "none"]], out)
    assert not out.exists()


def test_units_that_are_not_counted(tmp_path):
    """CoNLL-U leaves empty lines out: some may be missing at the end, but not most."""
    word = "# sent_id = {}\n1\t{}\t_\t_\tNN\t_\t0\troot\t_\t_\n2\thouse\t_\t_\tNN\t_\t1\tobl\t_\t_\n\n"
    (tmp_path / "a").write_text(word.format(1, "big") + word.format(90, "big"))
    (tmp_path / "b").write_text(word.format(1, "red"))
    (tmp_path / "c").write_text(word.format(1, "red") + word.format(400, "red"))
    assert build_parallel([[tmp_path / "a", tmp_path / "b"]], tmp_path / "o.txt", ParallelOptions(threshold=0.1)).unit_pairs == 1
    with pytest.raises(FormatError, match="c: found 400 units, expected 90 as in"):
        build_parallel([[tmp_path / "a", tmp_path / "c"]], tmp_path / "o.txt")


def test_the_kernel_checks_what_it_is_given():
    words, units = np.zeros(2, np.uint32), np.array([0, 2], np.uint64)
    chunk = [np.array([0], np.uint32), np.array([1], np.uint32), np.array([0], np.uint8), np.array([0], np.uint32)]
    chunks = np.array([0, 1], np.uint64)
    known, marks = np.ones(1, np.uint8), np.zeros(1, np.uint64)
    Texts([(words, units, chunks, *chunk)], known, marks)
    for wrong in (
        (words + 1, units, chunks, *chunk), (words, units + 1, chunks, *chunk), (words, units, chunks[:1], *chunk),
        (words, units, chunks, chunk[0] + 1, *chunk[1:]), (words, units, chunks, chunk[0], chunk[1] + 5, *chunk[2:]),
        (words, units, chunks, *chunk[:3], chunk[3] + 1), (words, units, chunks, *chunk[:2], chunk[2][:0], chunk[3]),
    ):  # fmt: skip
        with pytest.raises(ValueError):
            Texts([wrong], known, marks)
    phrases = Phrases()
    assert phrases.add(words, *chunk[:2]).tolist() == [0]
    with pytest.raises(IndexError):
        phrases.add(words, chunk[0], chunk[1] + 5)
    with pytest.raises(IndexError):
        phrases.words(1)


@pytest.mark.shared
def test_real_captions(tmp_path, shared):
    """Trees of one side only: each caption beside the next one that begins alike."""
    import gzip

    with gzip.open(shared / "data/trees/multi30k-train.en.trees.gz", "rt", encoding="utf-8") as file:
        lines = sorted(line for _, line in zip(range(6000), file, strict=False))
    (tmp_path / "one").write_text("".join(lines[:-1]))
    (tmp_path / "other").write_text("".join(lines[1:]))
    summary = build_parallel([[tmp_path / "one", tmp_path / "other"]], tmp_path / "o.parquet")
    assert summary.unit_pairs > 5900
    assert 1000 < summary.pairs < 20_000
    assert set(summary.similar) >= {"NP", "VP", "PP"}
