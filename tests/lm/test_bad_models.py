"""Files that are no sound language model: an error that says where and what to do; oddities that are sound: read."""

from __future__ import annotations

import bz2
import gzip
import lzma
import math
import os
import re
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import FormatError
from paragen.base.packfile import write_packfile
from paragen.lm import LanguageModel, pack_lm
from paragen.lm.mix import mix

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "kenlm"

SOUND = """\\data\\
ngram 1=4
ngram 2=3

\\1-grams:
-1.5\t<unk>
-99\t<s>\t-0.25
-1.25\t</s>
-0.5\tword\t-0.125

\\2-grams:
-0.75\t<s> word
-0.25\tword word
-0.5\tword </s>

\\end\\
"""


def packed(tmp_path, data: str | bytes, name: str = "lm.arpa") -> LanguageModel:
    path = tmp_path / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    pack_lm(path, tmp_path / "packed")
    lm = LanguageModel(tmp_path / "packed")
    lm.verify()
    return lm


def log10s(lm, text="word other word"):
    return [logprob / math.log(10) for logprob, _, _ in lm.full_scores(text)]


EXPECTED = [-0.75, -1.5 - 0.125, -0.5, -0.5]

ODDITIES = {
    "as it is": SOUND,
    "no newline at the end": SOUND.rstrip("\n"),
    "windows": SOUND.replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + SOUND,
    "blank lines and comments before": "\n\n# made by hand\n" + SOUND,
    "blank lines after": SOUND + "\n\n \n",
    "blank lines between": SOUND.replace("\n-0.25\tword word", "\n\n-0.25\tword word"),
    "spaces for tabs": SOUND.replace("\t", " "),
    "tabs for spaces": SOUND.replace("ngram 1", "ngram\t1").replace(" word", "\tword").replace(" </s>", "\t</s>"),
    "spaces in counts": SOUND.replace("1=4", "1= 4").replace("2=3", "2 = 3"),
    "capital unk": SOUND.replace("<unk>", "<UNK>"),
    "exponents": SOUND.replace("-0.75", "-7.5e-1").replace("-0.125", "-1.25E-01").replace("-1.5\t", "-.15e+1\t"),
    "many digits": SOUND.replace("-0.75", "-0.7500000000000000000000000000000001").replace(
        "-1.5\t", "-1.49999999999999999999999999\t"
    ),
    "no blank line before a section": SOUND.replace("\n\n", "\n"),
    "back-off 0 at the highest order": SOUND.replace("<s> word", "<s> word\t0").replace("word word", "word word\t-0.0"),
    "an empty highest order": SOUND.replace("ngram 2=3", "ngram 2=3\nngram 3=0").replace("\\end", "\\3-grams:\n\n\\end"),
    "an empty order without heading": SOUND.replace("ngram 2=3", "ngram 2=3\nngram 3=0"),
    "an unused trigram of unknown words": SOUND.replace("ngram 2=3", "ngram 2=4\nngram 3=1")
    .replace("word </s>\n", "word </s>\n-3\t<unk> <unk>\n").replace("\\end", "\\3-grams:\n-2\t<unk> <unk> <unk>\n\n\\end"),
}  # fmt: skip


@pytest.mark.parametrize("name", ODDITIES)
def test_oddities(tmp_path, name):
    assert log10s(packed(tmp_path, ODDITIES[name])) == pytest.approx(EXPECTED, abs=1e-6)


def test_missing_unk_is_minus_100(tmp_path):
    lm = packed(tmp_path, SOUND.replace("-1.5\t<unk>\n", "").replace("1=4", "1=3"))
    assert log10s(lm)[1] == pytest.approx(-100.125)
    assert lm.counts == (4, 3) and len(lm) == 4


PIPED = {
    "several gzip members": (
        b"".join(gzip.compress(part.encode()) for part in (SOUND[:70], "", SOUND[70:])) + bytes(512),
        (4, 3),
    ),
    "bzip2": (bz2.compress(SOUND.encode()), (4, 3)),
    "xz": (lzma.compress(SOUND.encode()), (4, 3)),
    "a KenLM binary": ((GOLDEN / "tiny.trie.bin").read_bytes(), (36, 68, 83, 82)),
}


@pytest.mark.parametrize("name", PIPED)
def test_from_a_pipe(tmp_path, name):
    data, counts = PIPED[name]
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit((tmp_path / "pipe").write_bytes, data)
        assert pack_lm(tmp_path / "pipe", tmp_path / "packed") == counts
        writing.result()


@pytest.mark.parametrize("kind", ["tiny.quant.bin", "tiny.probing.bin"])
def test_cut_anywhere(tmp_path, kind):
    data = (GOLDEN / kind).read_bytes()
    for length in [*range(1, 400), *range(400, len(data), 37), len(data) - 1]:
        with pytest.raises(FormatError):
            packed(tmp_path, data[:length])


def test_minus_infinity_is_minus_99(tmp_path):
    lm = packed(tmp_path, SOUND.replace("-1.5\t<unk>", "-inf\t<unk>").replace("-0.75", "-Infinity"))
    assert log10s(lm)[:2] == pytest.approx([-99, -99.125])


def test_words_that_are_not_utf8(tmp_path):
    lm = packed(tmp_path, SOUND.encode().replace(b"word", b"w\xff\x00\xc3"))
    word = b"w\xff\x00\xc3".decode("utf-8", "surrogateescape")
    assert word in lm
    assert log10s(lm, f"{word} other {word}") == pytest.approx(EXPECTED)


def test_unigrams_only(tmp_path):
    lm = packed(tmp_path, "\\data\\\nngram 1=4\n\n\\1-grams:\n-1\t<unk>\n-99\t<s>\n-1\t</s>\n-2\ta\n\n\\end\\\n")
    assert lm.order == 1
    assert log10s(lm, "a b") == pytest.approx([-2, -1, -1])


WRONG = {
    "more than stated": (SOUND.replace("2=3", "2=2"), ":14: found another 2-gram"),
    "fewer than stated": (SOUND.replace("2=3", "2=9"), "3 2-grams before"),
    "no end": (SOUND.replace("\\end\\\n", ""), "expected \\end\\"),
    "cut in a line": (SOUND[:150], "found"),
    "text after the end": (SOUND + "more\n", "after"),
    "two models": (SOUND + SOUND, "several files"),
    "duplicate unigram": (SOUND.replace("1=4", "1=5").replace("-99\t", "-2\tword\n-99\t"), "'word' twice"),
    "both spellings of unk": (SOUND.replace("1=4", "1=5").replace("-99\t", "-2\t<UNK>\n-99\t"), "'<UNK>' twice"),
    "duplicate of the highest order": (SOUND.replace("word </s>", "word word"), "'word word' twice"),
    "duplicate in the middle": (
        SOUND.replace("word </s>", "word word").replace("2=3", "2=3\nngram 3=0"), ":15: found the n-gram 'word word' twice"
    ),
    "positive": (SOUND.replace("-0.75", "0.75"), ":12: found the positive log10 probability"),
    "infinite": (SOUND.replace("-0.75", "inf"), "positive"),
    "NaN": (SOUND.replace("-0.75", "nan"), "expected a log10 probability"),
    "NaN back-off": (SOUND.replace("-0.125", "NaN"), "finite"),
    "infinite back-off": (SOUND.replace("-0.125", "-inf"), "finite"),
    "too large": (SOUND.replace("-0.75", "-1e300"), "between -10000 and 10000"),
    "a back-off too large": (SOUND.replace("-0.125", "-1e5"), "between -10000 and 10000"),
    "no number": (SOUND.replace("-0.75", "x"), "log10 probability"),
    "half a number": (SOUND.replace("-0.75", "-0.75e"), "log10 probability"),
    "a word too few": (SOUND.replace("<s> word", "word"), "2 fields"),
    "a word too many": (SOUND.replace("<s> word", "<s> word word word"), "fields"),
    "a back-off at the highest order": (SOUND.replace("<s> word", "<s> word\t-0.5"), "highest order"),
    "a word without unigram": (SOUND.replace("<s> word", "<s> wort"), "'wort'"),
    "a missing context": (
        SOUND.replace("2=3", "2=3\nngram 3=1").replace("\\end", "\\3-grams:\n-1\tword <s> word\n\n\\end"),
        "whose context 'word <s>'"
    ),
    "no sentence begin": (SOUND.replace("<s>", "<t>"), "no <s>"),
    "no sentence end": (SOUND.replace("</s>", "<t>"), "no </s>"),
    "counts out of order": (SOUND.replace("ngram 2", "ngram 3"), "count of 2-grams"),
    "no counts": (SOUND.replace("ngram 1=4\nngram 2=3\n", ""), "ngram 1=COUNT"),
    "a count that is none": (SOUND.replace("1=4", "1=four"), "N=COUNT"),
    "a negative count": (SOUND.replace("1=4", "1=-4"), "N=COUNT"),
    "a huge count": (SOUND.replace("1=4", "1=99999999999999999"), "1-grams before"),
    "an order of 33": (SOUND.replace("ngram 2=3\n", "".join(f"ngram {n}=3\n" for n in range(2, 34))), "order above 32"),
    "sections out of order": (SOUND.replace("\\1-grams", "\\2-grams"), "1-grams:"),
    "an iARPA file": ("iARPA\n" + SOUND, "compile-lm"),
    "a phrase table": ("a house ||| a building ||| 0.5\n", "--table"),
    "plain text": ("This is a sentence.\nAnd another.\n", "paragen lm"),
    "an empty file": ("", "empty"),
    "blank lines": ("\n\n\n", "blank"),
    "a line of 2 MB": (SOUND.replace("word word", "word " + "x" * 2_000_000), "1 MiB"),
    "zeros": (b"\0" * 5000, "found"),
    "an IRSTLM binary": (b"blmt 3\n" + bytes(100), "IRSTLM"),
    "broken bzip2": (bz2.compress(SOUND.encode())[:-9], "damaged bzip2"),
    "broken xz": (lzma.compress(SOUND.encode())[:-20], "damaged xz"),
    "broken gzip": (gzip.compress(SOUND.encode())[:-20], "damaged gzip"),
    "damaged gzip": (gzip.compress(SOUND.encode())[:-8] + bytes(8), "damaged gzip"),
    "a gzipped binary": (gzip.compress((GOLDEN / "tiny.trie.bin").read_bytes()), "a KenLM binary within a gzip file"),
    "an unfinished KenLM binary": (b"mmap lm http://kheafield.com/code incomplete\n" + bytes(200), "never finished"),
    "an old KenLM binary": (
        (GOLDEN / "tiny.trie.bin").read_bytes().replace(b"version 5", b"version 4"), "another format version",
    ),
    "a cut KenLM binary": ((GOLDEN / "tiny.trie.bin").read_bytes()[:1500], "cut"),
    "a cut probing binary": ((GOLDEN / "tiny.probing.bin").read_bytes()[:-3], "cut"),
    "a KenLM header alone": ((GOLDEN / "tiny.probing.bin").read_bytes()[:60], "cut"),
    "a KenLM binary without words": (
        (lambda data: data[:100] + b"\0" + data[101:])((GOLDEN / "tiny.trie.bin").read_bytes()), "without its words"
    ),
    "a foreign KenLM binary": (
        (lambda data: data[:60] + struct.pack(">f", 1) + data[64:])((GOLDEN / "tiny.trie.bin").read_bytes()), "another machine"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_files(tmp_path, name):
    data, message = WRONG[name]
    with pytest.raises(FormatError) as caught:
        packed(tmp_path, data, "model file")
    text = str(caught.value)
    assert "model file" in text and "found" in text and "expected" in text
    assert message in text
    assert [path.name for path in tmp_path.iterdir()] == ["model file"]
    (tmp_path / "zipf.tsv").write_text("word\t5\n")
    with pytest.raises(FormatError) as refused:
        mix(tmp_path / "model file", tmp_path / "zipf.tsv", tmp_path / "mixed.arpa")
    assert (refused.value.where, refused.value.found) == (caught.value.where, caught.value.found)
    assert not (tmp_path / "mixed.arpa").exists()


FIRST_FAULTS = {
    "an unknown word, then no number": ({50: "-1\tx w1", 60: "?\tw1 w1"}, ":360: found the word 'x'"),
    "no number, then an unknown word": ({50: "?\tw1 w1", 60: "-1\tx w1"}, ":360: found '?'"),
    "an unknown word, then the end": ({50: "-1\tx w1", 99: "-1\tw99 w99\n\\end\\\nmore"}, ":360: found the word 'x'"),
    "a duplicate after an empty line": ({50: "", 90: "-1\tw3 w4"}, ":400: found the n-gram 'w3 w4' twice"),
}


@pytest.mark.parametrize("name", FIRST_FAULTS)
def test_first_fault_of_many_lines(tmp_path, name):
    """N-grams are looked up in batches; what is wrong is nonetheless reported where it stands, and first things first."""
    faults, message = FIRST_FAULTS[name]
    unigrams = ["-1\t<unk>", "-99\t<s>", "-1\t</s>", *(f"-2\tw{i}\t-0.5" for i in range(300))]
    bigrams = [faults.get(i, f"-1\tw{i} w{i + 1}") for i in range(100)]
    counts = ["ngram 1=303", f"ngram 2={sum(map(bool, bigrams))}", "ngram 3=0"]
    text = "\n".join(["\\data\\", *counts, "\\1-grams:", *unigrams, "\\2-grams:", *bigrams, "\\end\\", ""])
    with pytest.raises(FormatError, match=re.escape(message)):
        packed(tmp_path, text)


def test_folder(tmp_path):
    with pytest.raises(FormatError, match="a directory"):
        pack_lm(tmp_path, tmp_path / "packed")


def test_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        pack_lm(tmp_path / "none", tmp_path / "packed")


def test_other_packed_file(tmp_path):
    write_packfile(tmp_path / "t", "tables", 1, [("x", np.zeros(3, np.uint8))])
    with pytest.raises(FormatError, match="'tables'"):
        pack_lm(tmp_path / "t", tmp_path / "packed")


def test_newer_version(tmp_path):
    write_packfile(tmp_path / "t", "lm", 99, [("x", np.zeros(3, np.uint8))])
    with pytest.raises(FormatError, match="Upgrade"):
        LanguageModel(tmp_path / "t")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400), st.integers(0, len(SOUND)), st.integers(0, 20))
def test_any_bytes(tmp_path_factory, junk, at, cut):
    """Junk in the middle of a sound file: read or refused, nothing else."""
    folder = tmp_path_factory.mktemp("junk")
    try:
        packed(folder, SOUND.encode()[:at] + junk + SOUND.encode()[at + cut :])
    except FormatError as error:
        assert "found" in str(error)
