"""Similar words of parsed text: equal to a slow reference, by hand, on bad input, the same each time."""

from __future__ import annotations

import gzip
import os
import random
import subprocess
import sys
from collections import Counter
from math import log
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("pyarrow")
from paragen.base.errors import ConfigError, FormatError, ParagenError  # noqa: E402
from paragen.tables.builder import Run  # noqa: E402
from paragen.tables.resources.thesaurus import (  # noqa: E402
    ThesaurusOptions,
    build_thesaurus,
    kind_of,  # noqa: E402
)
from paragen.tables.resources.thesaurus.lin import (  # noqa: E402
    Inflections,  # noqa: E402
    _mutual,  # noqa: E402
    features_of,
    mutual_information,
    similar_words,  # noqa: E402
)
from paragen.tables.resources.thesaurus.triples import Triples, count_triples  # noqa: E402
from paragen.tables.resources.thesaurus.words import PARTS, Reader, Reading, Word, part_of  # noqa: E402

from .lin_reference import information, similarity, triples  # noqa: E402

ALL = ThesaurusOptions(threshold=0, min_count=1, min_features=1)


def conllu(sentences) -> str:
    return "".join(
        "".join(
            f"{i}\t{form}\t{lemma}\t_\t{tag}\t_\t{head}\t{relation}\t_\t_\n"
            for i, (form, lemma, tag, head, relation) in enumerate(rows, 1)
        )
        + "\n"
        for rows in sentences
    )


def write(path, sentences) -> Path:
    path.write_text(conllu(sentences), encoding="utf-8")
    return path


def table(path) -> dict[tuple[str, str], float]:
    rows = [line.split(" ||| ") for line in path.read_text(encoding="utf-8").splitlines()]
    return {(source, target): float(score) for source, target, score in rows}


def eats(subject, verb, thing, lemma=None):
    return [
        (subject, subject, "NN", 2, "nsubj"), (verb, lemma or verb, "VB", 0, "root"), ("the", "the", "DT", 4, "det"),
        (thing, thing, "NN", 2, "obj"),
    ]  # fmt: skip


def test_by_hand(tmp_path):
    # Dogs and cats both eat meat; dogs chew bones, cats drink milk.
    text = [eats("dog", "eat", "meat"), eats("cat", "eat", "meat"), eats("dog", "chew", "bone"), eats("cat", "drink", "milk")]
    # I(dog, subject of, chew) = log(1 * 4 / (1 * 2)); I(dog, subject of, eat) = log(1 * 4 / (2 * 2)) = 0, which does not count
    with pytest.raises(ParagenError, match="no pair"):
        build_thesaurus([write(tmp_path / "a", text)], tmp_path / "out.txt", ALL)

    text += [eats("dog", "eat", "meat"), eats("cat", "eat", "meat"), eats("man", "wash", "car")]
    build_thesaurus([write(tmp_path / "a", text)], tmp_path / "out.txt", ALL)
    eat, own = log(2 * 7 / (4 * 3)), log(1 * 7 / (1 * 3))
    assert table(tmp_path / "out.txt")["dog", "cat"] == pytest.approx(2 * eat / (2 * (eat + own)))


def random_text(seed: int, n: int = 150) -> list:
    rng = random.Random(seed)
    tags = ["NN", "NNS", "VB", "VBD", "JJ", "RB", "PRP", "DT", "IN"]
    relations = ["nsubj", "obj", "amod", "obl", "nmod:poss", "det", "case", "case", "prep", "pobj", "advmod", "conj", "punct"]
    text = []
    for _ in range(n):
        rows = []
        for i in range(rng.randint(1, 8)):
            tag, word = rng.choice(tags), f"w{'abcdef'[rng.randrange(6)]}"
            head = rng.randint(0, i)
            form = word + ("s" if tag in ("NNS", "VBD") else "")
            rows.append((form, word, tag, head, rng.choice(relations) if head else "root"))
        text.append(rows)
    return text


@pytest.mark.parametrize("seed", range(4))
def test_triples_equal_the_reference(tmp_path, seed):
    text = random_text(seed)
    found = count_triples([write(tmp_path / "a", text)])
    relations = {}
    expected = triples(text)
    for head, relation, dependent, count in zip(found.heads, found.relations, found.dependents, found.counts, strict=True):
        relations.setdefault(int(relation), []).append((found.words[head], found.words[dependent], int(count)))
    by_name: dict = {}
    for (head, relation, dependent), count in sorted(expected.items()):
        by_name.setdefault(relation, []).append((head, dependent, count))
    # relations are numbered in the order of their names
    seen = sorted({*by_name})
    assert [sorted(relations[number]) for number in sorted(relations)] == [sorted(by_name[name]) for name in seen]


@pytest.mark.parametrize("seed", range(6))
def test_similarity_equals_the_reference(tmp_path, seed):
    text = random_text(seed)
    found = count_triples([write(tmp_path / "a", text)])
    told = information(triples(text))
    n_pairs = 0
    for part in PARTS:
        of_part = [word for word in told if word.part == part]
        expected = {
            (one, other): score
            for one in of_part
            for other in of_part
            if one != other and (score := similarity(told[one], told[other])) > 0
        }
        features = features_of(found, mutual_information(found), np.array([word.part == part for word in found.words]), 1)
        assert [found.words[word] for word in features.words] == sorted(of_part)
        rows = list(similar_words(features, top=10, threshold=0, threads=2))
        similar = {(found.words[word], found.words[other]): score for word, other, score in rows}
        assert similar == pytest.approx(expected, rel=1e-6)
        assert [row[:2] for row in rows] == [row[:2] for row in sorted(rows, key=lambda row: (row[0], -row[2], row[1]))]
        n_pairs += len(similar)
    assert n_pairs > 10


def test_blocks_and_counting_in_between_change_nothing(tmp_path, monkeypatch):
    path = write(tmp_path / "a", random_text(5))
    build_thesaurus([path], tmp_path / "whole.txt", ALL)
    monkeypatch.setattr("paragen.tables.resources.thesaurus.lin._BLOCK", 2)
    monkeypatch.setattr("paragen.tables.resources.thesaurus.triples._SENTENCES", 20)
    monkeypatch.setattr("paragen.tables.resources.thesaurus.triples._WAITING", 50)
    for threads in (1, 2):
        build_thesaurus([path], tmp_path / "blocks.txt", ALL, Run(threads=threads))
        assert (tmp_path / "blocks.txt").read_bytes() == (tmp_path / "whole.txt").read_bytes()


def test_progress_is_told_by_bytes_and_parts_of_speech(tmp_path):
    paths = [write(tmp_path / name, random_text(seed)) for seed, name in enumerate("ab")]
    told = []
    build_thesaurus(paths, tmp_path / "out.txt", ALL, Run(progress=lambda *args: told.append(args)))
    size = sum(path.stat().st_size for path in paths)
    assert [args for args in told if args[1] == args[2]] == [("reading", size, size), ("comparing", 4, 4)]
    assert told[-4:] == [("comparing", number, 4) for number in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("readings", "others", "expected"),
    [
        ([("says", "VBZ", 10)], 90, {("says", "lets")}),  # in one of ten it is this word
        ([("says", "VBZ", 9)], 90, set()),
        ([("cut", "VBD", 25), ("cut", "VB", 75)], 0, {("cut", "let"), ("cut", "letted")}),  # of those, in one of four that form
        ([("cut", "VBD", 24), ("cut", "VB", 76)], 0, {("cut", "let")}),
        ([("said", "VBD", 95), ("sayed", "VBD", 5)], 0, {("said", "letted"), ("sayed", "letted")}),
        ([("said", "VBD", 96), ("sayed", "VBD", 4)], 0, {("said", "letted")}),
        ([("said", "VBD", 1), ("say", "VB", 999)], 0, {("say", "let"), ("said", "letted")}),
        ([("said", "VBD", 1), ("say", "VB", 1000)], 0, {("say", "let")}),
        ([("say", "", 1), ("said", "", 1)], 0, {("say", "letten")}),  # of a form without a tag only the lemma's is known
        ([("say", "VBD", 9), ("said", "VBD", 1)], 0, {("said", "letted")}),
    ],
)
def test_forms_that_are_usual_enough(readings, others, expected):
    """How often a word is there, in which forms, and how often the first form is something else."""
    word, other = Word("v", readings[0][0] if readings[0][0] == "cut" else "say"), Word("v", "let")
    counts = {Reading(word, form, tag): count for form, tag, count in readings}
    alone = {Reading(other, form, tag): 1 for form, tag in (("let", "VB"), ("letted", "VBD"), ("lets", "VBZ"))}
    if any(not tag for _, tag, _ in readings):
        alone = {Reading(Word("v", "letten"), "letten", ""): 1}
        other = Word("v", "letten")
    forms = Counter({readings[0][0]: others})
    for reading, count in (counts | alone).items():
        forms[reading.form] += count
    nothing = np.empty(0, np.int64)
    inflections = Inflections(Triples([word, other], counts | alone, forms, nothing, nothing, nothing, nothing, 0, 0))
    if expected:
        assert set(inflections.pairs(word, other)) == expected
    assert inflections.counts[word] == (sum(count for _, _, count in readings) if expected else 0)


def test_a_preposition_is_part_of_the_relation(tmp_path):
    universal = [("sits", "sit", "VBZ", 0, "root"), ("on", "on", "IN", 3, "case"), ("chair", "chair", "NN", 1, "obl")]
    clear = [("sits", "sit", "VBZ", 0, "ROOT"), ("on", "on", "IN", 1, "prep"), ("chair", "chair", "NN", 2, "pobj")]
    for text in (universal, clear):
        found = count_triples([write(tmp_path / "a", [text])])
        assert [(found.words[h].lemma, found.words[d].lemma) for h, d in zip(found.heads, found.dependents, strict=True)] == [
            ("sit", "chair")
        ]  # fmt: skip
    both = count_triples([write(tmp_path / "a", [universal, [*universal[:1], ("in", "in", "IN", 3, "case"), universal[2]]])])
    assert len(both.counts) == 2


def test_pairs_are_inflected_alike(tmp_path):
    text = []
    for ending, tag in (("", "VB"), ("ed", "VBD"), ("ing", "VBG")):
        for verb in ("walk", "stroll", "think"):
            thing = "park" if verb != "think" else "thought"
            text += [[(verb + ending, verb, tag, 0, "root"), (thing, thing, "NN", 1, "obj")]] * 3
    build_thesaurus([write(tmp_path / "a", text)], tmp_path / "out.txt", ALL)
    assert set(table(tmp_path / "out.txt")) == {
        (one + ending, other + ending) for ending in ("", "ed", "ing") for one, other in (("walk", "stroll"), ("stroll", "walk"))
    }


def test_mistakes_of_the_tagger_are_no_forms(tmp_path):
    def said(verb, lemma, tag, thing="park"):
        return [(verb, lemma, tag, 0, "root"), (thing, thing, "NN", 1, "obj")]

    text = [said("walk", "walk", "VB"), said("strolled", "stroll", "VBD"), said("stroll", "stroll", "VB")] * 20
    text += [said("think", "think", "VB", "thought")] * 9
    text += [said("stroll", "stroll", "VBD"), said("walk", "walk", "VBD"), said("walked", "walk", "VBD")] * 8  # no past tense
    text += [[("park", "park", "VB", 0, "root"), ("walk", "walk", "NN", 1, "obj")]] * 2  # nor is "park" a verb
    build_thesaurus([write(tmp_path / "a", text)], tmp_path / "out.txt", ALL)
    assert set(table(tmp_path / "out.txt")) == {
        ("walk", "stroll"), ("stroll", "walk"), ("walked", "strolled"), ("strolled", "walked"),
    }  # fmt: skip


def test_top_and_threshold(tmp_path):
    path = write(tmp_path / "a", random_text(1))
    build_thesaurus([path], tmp_path / "all.txt", ALL)
    build_thesaurus([path], tmp_path / "best.txt", ThesaurusOptions(top=2, threshold=0.1, min_count=1, min_features=1))
    everything, best = table(tmp_path / "all.txt"), table(tmp_path / "best.txt")
    assert best.items() <= everything.items()
    assert min(best.values()) >= 0.1
    assert max(sum(source == form for source, _ in best) for form, _ in best) == 2


def test_mutual(tmp_path):
    assert list(_mutual(iter([(1, 2, 0.5), (1, 3, 0.4), (2, 1, 0.5), (3, 2, 0.1)]))) == [(1, 2, 0.5), (2, 1, 0.5)]
    path = write(tmp_path / "a", random_text(2, 400))
    counts = [
        build_thesaurus(
            [path], tmp_path / "out.txt", ThesaurusOptions(top=2, threshold=0, min_count=1, min_features=1, mutual=mutual)
        ).pairs
        for mutual in (False, True)
    ]
    assert counts[0] > counts[1] > 0


def test_min_count_and_min_features(tmp_path):
    path = write(tmp_path / "a", random_text(2, 400))
    pairs = [
        build_thesaurus([path], tmp_path / "out.txt", ThesaurusOptions(threshold=0, min_count=count, min_features=features)).words
        for count, features in ((1, 1), (70, 1), (1, 15))
    ]
    assert pairs[0] > pairs[1] > 0 and pairs[0] > pairs[2] > 0
    with pytest.raises(ParagenError, match="no pair"):
        build_thesaurus([path], tmp_path / "out2.txt", ThesaurusOptions(min_count=10**6))
    assert not (tmp_path / "out2.txt").exists()


def test_the_table_is_the_same_for_any_threads_order_and_hash_seed(tmp_path):
    one, two = write(tmp_path / "a", random_text(3)), write(tmp_path / "b", random_text(4))
    (tmp_path / "c.gz").write_bytes(gzip.compress(one.read_bytes()))
    outputs = []
    code = """if True:
        import sys
        from paragen.tables.builder import Run
        from paragen.tables.resources.thesaurus import ThesaurusOptions, build_thesaurus
        options = ThesaurusOptions(threshold=0, min_count=1, min_features=1)
        build_thesaurus(sys.argv[3:], sys.argv[1], options, Run(threads=int(sys.argv[2])))
    """
    for seed, threads, inputs in (("0", "1", (one, two)), ("1", "3", (two, one)), ("2", "2", (tmp_path / "c.gz", two))):
        out = tmp_path / f"{seed}.txt"
        command = [sys.executable, "-c", code, out, threads, *inputs]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        outputs.append(out.read_bytes())
    assert outputs[0] == outputs[1] == outputs[2] != b""


def test_information_is_symmetric_in_counts(tmp_path):
    found = count_triples([write(tmp_path / "a", random_text(5))])
    told = information(triples(random_text(5)))
    values = mutual_information(found)
    assert np.isfinite(values).all()
    assert (values > 1e-9).sum() == sum(map(len, told.values())) / 2


def test_what_is_a_word():
    def lemma(form, part, tag):
        return form.rstrip("s")

    read = Reader(lemma).reading
    assert read("dogs", "_", "NNS", "_") == (("n", "dog"), "dogs", "NNS")
    assert read("dogs", "hound", "NNS", "_") == (("n", "hound"), "dogs", "NNS")
    assert read("dogs", "_", "_", "NOUN") == (("n", "dog"), "dogs", "")
    assert read("bark", "_", "VBP", "_") == read("bark", "_", "VB", "_") == (("v", "bark"), "bark", "VB")
    assert read("she", "_", "PRP", "_") == (("x", "she"), "she", "")
    for form, tag, upos in (("1990s", "NNS", "_"), ("%", "NN", "_"), ("'s", "VBZ", "_"), ("the", "DT", "NOUN"), ("to", "_", "X")):
        assert read(form, "_", tag, upos) is None
    assert read("is", "be", "VBZ", "_") is None
    assert part_of("MD", "VERB") == "" and part_of("XYZ", "VERB") == "v"


def test_lemmas_are_found_where_the_parse_has_none():
    pytest.importorskip("lemminflect")
    read = Reader().reading
    assert read("bought", "_", "VBD", "_").word == ("v", "buy")
    assert read("other", "_", "JJR", "_").word == ("a", "other")
    assert read("larger", "_", "JJR", "_").word == ("a", "large")
    assert read("are", "_", "VBP", "_") is None


def test_kinds(tmp_path):
    path = write(tmp_path / "a", random_text(1, 3))
    assert kind_of(path) == "conllu"
    (tmp_path / "c").write_bytes(gzip.compress(b"# sent_id = 1\n# text = x\n" + path.read_bytes()))
    assert kind_of(tmp_path / "c") == "conllu"
    (tmp_path / "text").write_text("The dog barks.\n")
    with pytest.raises(FormatError, match=r"text: found something else, expected parsed text \(CoNLL-U\), .* Parse text with"):
        kind_of(tmp_path / "text")
    (tmp_path / "cut").write_bytes(gzip.compress(path.read_bytes())[:5])
    with pytest.raises(FormatError, match="damaged gzip file"):
        kind_of(tmp_path / "cut")
    with pytest.raises(FileNotFoundError):
        kind_of(tmp_path / "none")


def test_parsed_text_and_a_ready_made_thesaurus(tmp_path):
    pytest.importorskip("lemminflect")
    text = [eats("dog", "eat", "meat")] * 2 + [eats("cat", "eat", "meat")] * 2 + [eats("man", "wash", "car")]
    (tmp_path / "th.dat").write_text("UTF-8\nhappy|1\n(adj)|glad\n")
    inputs = [write(tmp_path / "a", text), tmp_path / "th.dat"]
    build_thesaurus(inputs, tmp_path / "out.txt", ALL)
    assert {("dog", "cat"), ("happy", "glad")} <= table(tmp_path / "out.txt").keys()


def test_bad_options(tmp_path):
    path = write(tmp_path / "a", random_text(1))
    for options, message in (
        ({"top": 0}, "top: found 0"), ({"min_count": 0}, "min_count: found 0"), ({"min_features": -1}, "min_features: found -1"),
        ({"threshold": 1.5}, "threshold: found 1.5"), ({"threshold": float("nan")}, "threshold: found nan"),
    ):  # fmt: skip
        with pytest.raises(ConfigError, match=message):
            ThesaurusOptions(**options)
    with pytest.raises(ConfigError, match="found no input"):
        build_thesaurus([], tmp_path / "out.txt")
    with pytest.raises(ConfigError, match="no folder"):
        build_thesaurus([path], tmp_path / "no/out.txt")


def test_a_bad_line_leaves_no_table(tmp_path):
    path = write(tmp_path / "a", random_text(1))
    with open(path, "a") as file:
        file.write("1\tx\n")
    with pytest.raises(FormatError, match="found 2 columns"):
        build_thesaurus([path], tmp_path / "out.txt", ALL)
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.shared
def test_real_text(tmp_path, shared):
    inputs = [shared / "data/ud_ewt/en_ewt-ud-train.reconstructed.conllu.gz", shared / "data/ud_gum/en_gum-ud-dev.conllu.gz"]
    found = build_thesaurus(inputs, tmp_path / "out.txt", ThesaurusOptions(threshold=0))
    pairs = table(tmp_path / "out.txt")
    assert found.tokens > 200_000 and found.words > 200 and len(pairs) > 10_000
    assert all(0 < score <= 1 for score in pairs.values())
    for one, other in (("said", "told"), ("child", "woman")):
        assert (one, other) in pairs or not any(source == one for source, _ in pairs)
    assert ("said", "told") in pairs
    assert not {("husband", "wife"), ("morning", "evening"), ("good", "bad")} & pairs.keys()
