"""Segmenters: what they cut, and what is no model."""

from __future__ import annotations

import random
import re
from contextlib import suppress

import pytest

from paragen.base.errors import ConfigError, FormatError, MissingPackageError
from paragen.base.packages import install_hint
from paragen.tables.bilingual.bitext import segmenter, train_segmenter


@pytest.fixture(scope="module")
def sentences():
    rng = random.Random(1)
    words = ["".join(rng.choice("abcdefghij") for _ in range(rng.randint(2, 8))) for _ in range(500)]
    return [" ".join(rng.choices(words, k=10)) for _ in range(500)]


def test_white_space():
    assert segmenter(None)(" a\tb\u3000c \r") == ["a", "b\u3000c"]


def test_words():
    assert segmenter("words")("Don't go.") == ["don't", "go", "."]


def test_trained_model_cuts_and_is_the_same_twice(sentences, tmp_path):
    pytest.importorskip("sentencepiece")
    for name in ("one", "two"):
        train_segmenter(sentences, tmp_path / name, pieces=300)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
    cut = segmenter(tmp_path / "one")
    assert "".join(cut(sentences[0])).replace("▁", " ").strip() == sentences[0]
    assert cut("") == [] and cut(" \u3000") == []
    assert not any(" " in piece for piece in cut("a\tb\u2028c\x85d \x1c"))


@pytest.mark.parametrize(
    ("lines", "pieces", "message"),
    [
        (["a b c"], 8000, r"too small for 8000 pieces, expected at most \d+\. Give it with --pieces \d"),
        (["the quick brown fox"], 5, r"more different letters than 5 pieces can hold, expected \d+ or more\. Raise --pieces"),
        ([], 100, "no text to learn from"),
        (["", " "], 100, "no text to learn from"),
        (["a b c"], 0, "0 pieces"),
        (["a b c"], 1, "Raise --pieces|other --pieces"),
    ],
)
def test_training_that_cannot_be(tmp_path, lines, pieces, message):
    pytest.importorskip("sentencepiece")
    with pytest.raises(ConfigError, match=message):
        train_segmenter(lines, tmp_path / "model", pieces=pieces)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"text\n", b"\0" * 50, bytes(range(256)), b"\x0a\x05abc"])
def test_no_model(tmp_path, content):
    pytest.importorskip("sentencepiece")
    path = tmp_path / "model"
    path.write_bytes(content)
    with pytest.raises(FormatError, match="a sentencepiece model"):
        segmenter(path)
    with pytest.raises(FormatError, match="a directory"):
        segmenter(tmp_path)


def test_cut_models(sentences, tmp_path):
    pytest.importorskip("sentencepiece")
    train_segmenter(sentences, tmp_path / "model", pieces=100)
    whole = (tmp_path / "model").read_bytes()
    rng = random.Random(2)
    for _ in range(30):
        part = bytearray(whole[: rng.randrange(1, len(whole))])
        part[rng.randrange(len(part))] ^= 1 << rng.randrange(8)
        (tmp_path / "part").write_bytes(part)
        with suppress(FormatError):
            assert isinstance(segmenter(tmp_path / "part")("abc a\n"), list)


def test_sentencepiece_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "sentencepiece", None)
    with pytest.raises(MissingPackageError, match=re.escape(install_hint("bitext"))):
        segmenter(tmp_path / "model")


def test_what_interrupts_training_is_told_as_it_is(tmp_path):
    def lines():
        yield "a line of text"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_segmenter(lines(), tmp_path / "model", 10)
    assert not list(tmp_path.iterdir())
