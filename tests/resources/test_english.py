"""What a fit is to know of English, made from small files of the kinds that it is really made from."""

from __future__ import annotations

import gzip
import math
import re
import sys
import zipfile
from array import array

import numpy as np
import pytest

from paragen.base.packages import install_hint
from paragen.decoder.fit.knowledge import (
    COMPANIONS,
    GROUPS_BEGIN,
    LABELS,
    NEVER,
    SENTENCE_BREAK,
    SENTENCE_END,
    UNKNOWN_WORD,
    VECTOR_SIZE,
    Knowledge,
    train_vectors,
)
from paragen.recipes import english, english_usage
from paragen.recipes.english import pairs, vectors
from paragen.recipes.english_usage import TAGS, accuracy, labels, sentence, texts, usage
from paragen.text.kernel import train

MASC = {
    "masc_tagged/data/written/a.txt": "The_DT dog_NN barks_VBZ ._.\n\nHe_PRP do_VBP n't_RB bark_VB ..._:\n",
    "masc_tagged/data/written/b.txt": "A_DT cat_NN sees_VBZ \"_\" it_PRP \"_''\n",
    "masc_tagged/data/notes.md": "x_NN\n",
    "masc_tagged/readme.txt": "x_NN\n",
}  # fmt: skip


@pytest.fixture
def corpus(tmp_path):
    with zipfile.ZipFile(tmp_path / "masc.zip", "w") as archive:
        for name, text in reversed(MASC.items()):
            archive.writestr(name, text)
    return tmp_path / "masc.zip"


@pytest.fixture
def counts(tmp_path, monkeypatch):
    """The two packages, with a few counts each."""
    for name, file, text in [
        ("symspellpy", "frequency_bigramdictionary_en_243_342.txt", "\ufeffof the 600\nBig house 300\nbig House 100\n"),
        ("wordsegment", "bigrams.txt", "of the\t40\n<S> of\t50\nred car\t60\nalone\t7\n"),
    ]:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        (tmp_path / name / file).write_text(text, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(tmp_path)


def test_tagged_texts_are_read_in_the_order_of_their_names(corpus):
    assert list(texts(corpus)) == [
        (
            "masc_tagged/data/written/a.txt",
            [
                [("The", "DT"), ("dog", "NN"), ("barks", "VBZ"), (".", ".")], [],
                [("He", "PRP"), ("do", "VBP"), ("n't", "RB"), ("bark", "VB"), ("...", ":")],
            ],
        ),
        (
            "masc_tagged/data/written/b.txt",
            [[("A", "DT"), ("cat", "NN"), ("sees", "VBZ"), ('"', "``"), ("it", "PRP"), ('"', "''")]],
        ),
    ]  # fmt: skip


def test_broken_text_does_not_stop_the_reading(tmp_path):
    with zipfile.ZipFile(tmp_path / "masc.zip", "w") as archive:
        archive.writestr("masc_tagged/a/b.txt", b"caf\xc3\xa9_NN caf\xe9_NN\n")
    assert list(texts(tmp_path / "masc.zip")) == [("masc_tagged/a/b.txt", [[("café", "NN"), ("caf\ufffd", "NN")]])]


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        ([("The", "DT"), ("US", "NNP"), ("won", "VBD")], (["the", "us", "won"], b"\1\3\0", ["DT", "NNP", "VBD"])),
        ([("do", "VBP"), ("n’t", "RB"), ("go", "VB")], (["don't", "go"], b"\0\0", ["VBP", "VB"])),
        ([("n't", "RB"), ("so", "RB")], (["n't", "so"], b"\0\0", ["RB", "RB"])),
        ([("-LRB-", "("), ("``", "``"), ("so", "RB"), ("''", "''"), ("-RRB-", ")")],
         (["(", '"', "so", '"', ")"], b"\0\0\x10\0\0", ["(", "``", "RB", "''", ")"])),
        ([("x", "NN"), ("y", "XX")], None),
        ([("", "NN")], None),
        ([], None),
    ],
)  # fmt: skip
def test_a_sentence_is_cut_as_the_tokenizer_would(tokens, expected):
    assert sentence(tokens) == expected


def test_accuracy_and_mistakes():
    class Nouns:
        def tag(self, words, how):
            assert how == b"\0\0"
            return ["NN"] * len(words)

    found = accuracy(Nouns(), [(["the", "dog"], b"\0\0", ["DT", "NN"]), (["a", "red"], b"\0\0", ["DT", "JJ"])])
    assert found == (0.25, {("DT", "NN"): 2, ("JJ", "NN"): 1})
    assert accuracy(Nouns(), []) == (0.0, {})


def test_pairs_of_both_counts(counts):
    """600 of 1000 and 40 of 100 are a mean share of 0.5; an eighth of a doubling of a billionth is a level."""
    level = {share: round(8 * np.log2(1 + share * 1e9)) for share in (0.6, 0.5, 0.4)}
    assert pairs() == [("red", "car", level[0.6]), ("of", "the", level[0.5]), ("big", "house", level[0.4])]


def test_levels_are_bytes_from_one_on(counts, tmp_path):
    (tmp_path / "wordsegment" / "bigrams.txt").write_text("of the\t1e30\na b\t1\n")
    assert [level for _, _, level in pairs()] == [round(8 * np.log2(1 + 0.8e9)), round(8 * np.log2(1 + 0.4e9)), 1]


def test_counts_of_one_pair_are_added(counts, tmp_path):
    (tmp_path / "symspellpy" / "frequency_bigramdictionary_en_243_342.txt").write_text("a b 1\nc d 2\nA B 1\n")
    (tmp_path / "wordsegment" / "bigrams.txt").write_text("a b\t1\n")
    level = {share: round(8 * np.log2(1 + share * 1e9)) for share in (0.75, 0.5)}
    assert pairs() == [("a", "b", level[0.75]), ("c", "d", level[0.5])] and level[0.75] > level[0.5]


def test_without_a_package_its_name_and_extra_are_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "symspellpy", None)
    with pytest.raises(SystemExit, match=f"^symspellpy is missing. {re.escape(install_hint('english'))}$"):
        pairs()


def test_usage_is_what_words_are_and_stand_beside(monkeypatch):
    """A word that the dictionary has, one that it lacks, one of a group, and one that is too rare."""
    monkeypatch.setattr(english_usage, "_LEAST", 8)
    tagged = [
        ("these/DT zorgs/NNS rose/VBD", 6), ("to/TO help/VB zorgs/NNS", 2), ("the/DT help/NN rose/VBD", 6), ("a/DT rare/JJ", 7),
    ]  # fmt: skip
    split = [([word.split("/") for word in line.split()], n) for line, n in tagged]
    tagger = train([([w for w, _ in line], bytes(len(line)), [t for _, t in line]) for line, _ in split], TAGS)
    found = usage([" ".join(word for word, _ in line) for line, n in split for _ in range(n)], tagger)
    assert set(found) == {"zorgs", "help", "rose"}
    number = {name: k for k, name in enumerate(LABELS)}
    may = {word: {name for name in LABELS if row[1 + number[name]] != NEVER} for word, row in found.items()}
    assert may["zorgs"] == {"plural"} and may["help"] == {"base", "present", "singular", "plural"}  # a mass noun is both
    assert {"past", "singular"} <= may["rose"] and "base" not in may["rose"]
    help_row, zorgs = found["help"], found["zorgs"]
    assert help_row[1 + number["singular"]] == round(-16 * math.log(6.2 / 10)) < help_row[1 + number["base"]]
    assert help_row[1 + number["base"]] == help_row[1 + number["present"]] == round(-16 * math.log(2.2 / 10))
    before, after = 1 + len(LABELS), 1 + len(LABELS) + COMPANIONS
    assert zorgs[before + GROUPS_BEGIN] < zorgs[before + number["base"]] < zorgs[before + number["past"]]  # these, help, rose
    assert zorgs[after + number["past"]] < zorgs[after + SENTENCE_END] < zorgs[after + number["base"]]
    assert [row[0] for row in found.values()] == [0, 0, 0] and help_row[before + GROUPS_BEGIN + 2] < NEVER  # to
    assert labels(["VB", "NNP", "``"]) == bytes([0, number["singular"], number["other"]])


def test_vectors_of_frequent_words(tmp_path, monkeypatch):
    lines = ["the red car waits here"] * 9 + ["the blue bus waits"] * 8 + ["rare"] * 7
    (tmp_path / "text").write_text("\n".join(lines))
    found = vectors(tmp_path / "text")
    frequent = ["the", "waits", "car", "here", "red", "blue", "bus"]
    assert found.words == ["<unk>", "</s>", *frequent]
    number = {word: k for k, word in enumerate(found.words)}
    text = [SENTENCE_BREAK]
    for line in lines:
        text += [*(number.get(word, UNKNOWN_WORD) for word in line.split()), SENTENCE_BREAK]
    counts = array("Q", [text.count(k) for k in range(len(number))])
    learnt = train_vectors(array("I", text), counts, 4)
    scale = 1.0
    for given, numbers in zip((found.inputs, found.outputs, found.places), (learnt[0], learnt[1], learnt[3]), strict=True):
        unit = np.percentile(np.abs(numbers), 99.95) / 127
        scale *= unit
        assert np.abs(np.frombuffer(given, np.int8) * unit - np.clip(numbers, -127 * unit, 127 * unit)).max() <= 0.51 * unit
    assert found.scale == pytest.approx(scale) and list(found.biases) == list(learnt[2])
    monkeypatch.setattr(english, "_KEPT", 3)
    fewer = vectors(tmp_path / "text")
    assert fewer.words == found.words[:5] and fewer.inputs == found.inputs[: 5 * VECTOR_SIZE]
    assert len(fewer.outputs) == 5 * VECTOR_SIZE and len(fewer.biases) == 5 and fewer.places == found.places


def test_one_text_in_ten_is_held_out_and_learnt_from_in_the_end(tmp_path, capsys):
    known, other = "a_DT dog_NN barks_VBZ ._.", "zig_UH zag_FW zog_CC zug_MD zeg_EX zyg_IN zag_LS zeg_SYM zog_RP zag_PDT"
    with zipfile.ZipFile(tmp_path / "masc.zip", "w") as archive:
        for number in range(12):
            archive.writestr(f"masc_tagged/data/{number:02}.txt", f"{other if number == 10 else known}\n\nx_XX\n" * 5)
    tagger = english.trained(tmp_path / "masc.zip")
    first, *mistakes = capsys.readouterr().out.splitlines()
    assert first == "50 sentences; of 10 held out 28.57 % of the words get the right tag"
    assert len(mistakes) == 8 and all(re.fullmatch(r"5\t\S+ tagged as \S+", line) for line in mistakes)
    assert {line.split()[1] for line in mistakes} < set("UH FW CC MD EX IN LS SYM RP PDT".split())
    assert tagger.tag(["zig", "a", "dog"], bytes(3)) == ["UH", "DT", "NN"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--help"], ["MASC, as NLTK distributes it", "plain or compressed", "--tagged", "--text", "--ratings", "--output"]),
        ([], ["the following arguments are required: --tagged, --text, --ratings, -o/--output"]),
    ],
)
def test_the_builder_says_what_it_takes(arguments, said, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["build", *arguments])
    with pytest.raises(SystemExit):
        english.main()
    text = " ".join("".join(capsys.readouterr()).split())
    assert all(part in text for part in said)


def test_all_of_it_becomes_a_file(tmp_path, corpus, counts, monkeypatch, capsys):
    monkeypatch.setattr(english_usage, "_LEAST", 8)
    words = [f"w{number}" for number in range(80)]
    text = "\n".join(" ".join(words[k:] + words[:k]) for k in range(10))
    with gzip.open(tmp_path / "text.gz", "wt") as file:
        file.write(text)
    (tmp_path / "rated.tsv").write_text("a\tb\t1\t2\n")
    out = tmp_path / "english.bin"
    given = {"--tagged": corpus, "--text": tmp_path / "text.gz", "--ratings": tmp_path / "rated.tsv", "-o": out}
    monkeypatch.setattr(sys, "argv", ["build", *(str(part) for option in given.items() for part in option)])
    english.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "3 pairs, 82 vectors, 1 rated exchanges"
    assert lines[-1] == "the usage of 80 words"
    assert lines[1].startswith("1 sentences; of 2 held out ") and lines[1].endswith(" % of the words get the right tag")
    assert Knowledge.open(out)
