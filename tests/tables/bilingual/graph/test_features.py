"""Tags and stems of phrases: counted in parses, or told."""

import gzip
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from paragen.base.errors import FormatError, Unexpected
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.count import Units
from paragen.tables.bilingual.graph.features import Features, Sequences, Tag, Texts, ranked_texts, read_features
from paragen.tables.builder import Run
from paragen.tables.engine.files import texts_of
from paragen.text.kernel import Tagger


def of_phrases(*phrases: str) -> BipartiteGraph:
    """Each with a translation of its own."""
    n = len(phrases)
    texts = [*sorted(phrases), *(f"t{i}" for i in range(n))]
    neighbours = np.array([*range(n, 2 * n), *range(n)], np.int32)
    return BipartiteGraph(pa.array(texts), n, np.arange(2 * n + 1), neighbours, np.ones(2 * n))


def conllu(path: Path, *sentences: str) -> Path:
    """Words as form/lemma/XPOS/UPOS; all but the first may be left out."""
    lines = []
    for sentence in sentences:
        for number, word in enumerate(sentence.split(), 1):
            form, lemma, xpos, upos = (word.split("/") + ["_"] * 3)[:4]
            lines.append(f"{number}\t{form}\t{lemma}\t{upos}\t{xpos}\t_\t{number - 1}\tdep\t_\t_")
        lines.append("")
    path.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode()))
    return path


def tells(tell: Callable[[list[str]], list[str]]) -> Tag:
    """What tells the tags of columns of phrases, by the words of each."""

    def tag(phrases: Texts) -> Texts:
        offsets, data = phrases
        texts = [data[begin:end].tobytes().decode() for begin, end in pairwise(offsets)]
        return texts_of(pa.array([" ".join(tell(text.split(" "))) for text in texts], pa.string()))

    return tag


def shown(graph: BipartiteGraph, sequences: Sequences) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for i, phrase in enumerate(graph.phrases[: graph.paraphrased].to_pylist()):
        row = slice(sequences.offsets[i], sequences.offsets[i + 1])
        found[phrase] = {
            str(sequences.texts[n]): c for n, c in zip(sequences.ids[row].tolist(), sequences.counts[row], strict=True)
        }
    return found


def test_what_parses_say(tmp_path: Path) -> None:
    graph = of_phrases("saw", "saw dogs", "the dogs", "owns")
    first = conllu(tmp_path / "a.conllu.gz", "He/he/PRP Saw/see/VBD dogs/dog/NNS", "the/the/DT saw/saw/NN saw/see/VBD")
    second = conllu(tmp_path / "b.conllu.gz", "saw/see/VBD")
    found = read_features(graph, [first, second], None, Run())
    assert shown(graph, found.tags) == {
        "saw": {"NN": 1, "VBD": 3}, "saw dogs": {"VBD NNS": 1}, "the dogs": {"DT NNS": 1}, "owns": {}
    }  # fmt: skip
    assert shown(graph, found.stems) == {
        "saw": {"saw": 1, "see": 3}, "saw dogs": {"see dog": 1}, "the dogs": {"the dog": 1}, "owns": {"own": 1}
    }  # fmt: skip
    assert found.tags.texts.to_pylist() == ["DT NNS", "NN", "VBD", "VBD NNS"]
    told = read_features(graph, [first, second], tells(lambda words: [f"T{len(words)}"] * len(words)), Run())
    assert shown(graph, told.tags) == shown(graph, found.tags) | {"the dogs": {"T2 T2": 1}, "owns": {"T1": 1}}


def test_what_parses_leave_open(tmp_path: Path) -> None:
    """UPOS stands for XPOS, the stem for the lemma."""
    graph = of_phrases("running dogs", "running")
    found = read_features(graph, [conllu(tmp_path / "a.conllu.gz", "running/_/_/VERB dogs/_/NNS/NOUN")], None, Run())
    assert shown(graph, found.tags) == {"running": {"VERB": 1}, "running dogs": {"VERB NNS": 1}}
    assert shown(graph, found.stems) == {"running": {"run": 1}, "running dogs": {"run dog": 1}}


def test_without_parses() -> None:
    graph = of_phrases("two dogs", "dog", "häuser")
    found = read_features(graph, [], None, Run())
    assert shown(graph, found.tags) == {"two dogs": {}, "dog": {}, "häuser": {}}
    assert shown(graph, found.stems) == {"two dogs": {"two dog": 1}, "dog": {"dog": 1}, "häuser": {"häuser": 1}}
    assert shown(graph, read_features(graph, [], None, Run(), "german").stems)["häuser"] == {"haus": 1}
    assert Units.of(found).vertex.tolist() == [0, 3, 1, 4, 2, 5]


def test_the_most_frequent_stay(tmp_path: Path) -> None:
    graph = of_phrases("a")
    words = ["a/l/B", "a/l/D", "a/l/D", "a/l/C", "a/l/A", "a/l/A"]
    found = read_features(graph, [conllu(tmp_path / "a.conllu.gz", " ".join(words))], None, Run())
    assert shown(graph, found.tags) == {"a": {"A": 2, "B": 1, "D": 2}}


@pytest.mark.parametrize("seed", range(10))
def test_random_sentences(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    monkeypatch.setattr("paragen.tables.bilingual.graph.features.SEQUENCES", 99)
    monkeypatch.setattr("paragen.tables.bilingual.graph.features._SENTENCES", 3)
    monkeypatch.setattr("paragen.tables.bilingual.graph.features._PHRASES", 2)
    sentences = [
        [f"{rng.choice('abcd')}/{rng.choice('xyz')}/{rng.choice('NV')}" for _ in range(rng.randint(1, 9))] for _ in range(20)
    ]
    phrases = {" ".join(rng.choice("abcde") for _ in range(rng.randint(1, 4))) for _ in range(40)}
    graph = of_phrases(*phrases)
    parses = [conllu(tmp_path / "a.conllu.gz", *map(" ".join, sentences))]
    found = read_features(graph, parses, tells(lambda words: ["?"]), Run(threads=seed % 3 + 1))
    for sequences, place in ((found.stems, 1), (found.tags, 2)):
        expected: dict[str, Counter[str]] = {phrase: Counter() for phrase in phrases}
        for sentence in sentences:
            words = [word.split("/") for word in sentence]
            for begin in range(len(words)):
                for end in range(begin + 1, len(words) + 1):
                    if (text := " ".join(word[0] for word in words[begin:end])) in expected:
                        expected[text][" ".join(word[place] for word in words[begin:end])] += 1
        got = shown(graph, sequences)
        assert {phrase: row for phrase, row in got.items() if expected[phrase]} == {
            p: dict(row) for p, row in expected.items() if row
        }
        assert all(sum(got[phrase].values()) == 1 for phrase, row in expected.items() if not row)


@pytest.mark.parametrize("seed", range(3))
def test_threads_change_nothing(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    monkeypatch.setattr("paragen.tables.bilingual.graph.features._SENTENCES", 7)
    monkeypatch.setattr("paragen.tables.bilingual.graph.features._PHRASES", 5)
    monkeypatch.setattr("paragen.tables.bilingual.graph.features._TEXTS", 4)
    graph = of_phrases(*{" ".join(rng.choices("abcdefg", k=rng.randint(1, 3))) for _ in range(60)})
    sentences = [" ".join(f"{rng.choice('abcde')}/{rng.choice('_x')}/{rng.choice('NV')}" for _ in range(9)) for _ in range(30)]
    parses = [conllu(tmp_path / "a.conllu.gz", *sentences)]
    tag = Tagger(["N", "V"], bytes(rng.randrange(256) for _ in range(48 * 64))).tag_phrases if seed else None
    one, *others = (read_features(graph, parses, tag, Run(threads=threads)) for threads in (1, 2, 5))
    assert len(one.tags.ids) > 30 and len(one.stems.ids) > 60
    for other in others:
        for mine, theirs in ((one.tags, other.tags), (one.stems, other.stems)):
            assert mine.texts.equals(theirs.texts)
            for name in ("offsets", "ids", "counts"):
                assert getattr(mine, name).tobytes() == getattr(theirs, name).tobytes()


@pytest.mark.parametrize("share", [1, 3, 1000])
def test_texts_are_ranked_by_their_bytes(share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paragen.tables.bilingual.graph.features._TEXTS", share)
    rng = random.Random(share)
    columns = [["".join(rng.choices("ab ä\0", k=rng.randint(0, 11))) for _ in range(n)] for n in (40, 0, 60)]
    texts, places = ranked_texts([pa.array(column, pa.large_string()) for column in columns], Run(threads=2))
    assert texts.to_pylist() == sorted({text for column in columns for text in column}, key=str.encode)
    assert [[texts[n].as_py() for n in some] for some in places] == columns


def test_a_file_that_is_not_conllu(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("He saw dogs.\n")
    with pytest.raises(FormatError, match="a.txt"):
        read_features(of_phrases("a"), [tmp_path / "a.txt"], None, Run())


GOOD = Sequences(pa.array(["A", "B"]), np.array([0, 2, 3], np.int64), np.array([0, 1, 0], np.int32), np.array([1.0, 3, 2]))


def test_shares() -> None:
    empty = replace(GOOD, offsets=np.array([0, 2, 2, 3, 3], np.int64))
    assert GOOD.shares.tolist() == empty.shares.tolist() == [0.25, 0.75, 1]


@pytest.mark.parametrize(
    "changes, found",
    [
        ({"offsets": np.array([0, 2, 2], np.int64)}, "offsets that decrease or do not end at 3"),
        ({"ids": np.array([0, 2, 0], np.int32)}, "sequences from 0 to 2"),
        ({"ids": np.array([1, 0, 0], np.int32)}, "sequences out of order"),
        ({"counts": np.array([1.0, np.nan, 2])}, "counts of sequences that are 0, negative or not finite"),
        ({"counts": np.array([1.0, 0, 2])}, "counts of sequences that are 0, negative or not finite"),
    ],
)
def test_arrays_that_do_not_fit(changes: dict[str, np.ndarray], found: str) -> None:
    with pytest.raises(Unexpected, match=found):
        replace(GOOD, **changes)
    with pytest.raises(Unexpected, match="tags of 2 phrases, stems of 1"):
        Features(
            GOOD,
            replace(GOOD, offsets=np.array([0, 3], np.int64), ids=np.array([0, 1, 2], np.int32), texts=pa.array(list("ABC"))),
        )
