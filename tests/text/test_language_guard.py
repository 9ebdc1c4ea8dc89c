"""The guard tells text of other languages from that of the model's, and takes whatever it is given."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from fuzzing import rounds
from hypothesis import given, settings
from hypothesis import strategies as st

from paragen.base.errors import ConfigError, FormatError
from paragen.base.packages import package_folder
from paragen.rewriting.prepare import is_whole
from paragen.text.kernel import LanguageGuard, features
from paragen.text.language_guard import GUARDED, language_guard, open_guard, write_weights

OWN = Path(__file__).parent / "other_languages"
PARTLY = {
    "Her new address is 14 Rue de la République, Lyon, France.": ["Rue de la République, Lyon, France"],
    "The recipe calls for crème fraîche and a pinch of piment d'Espelette.": ["piment d'Espelette"],
}
"""Lines of en.txt that have passages of another language."""


def lines(name: str) -> list[str]:
    return (OWN / name).read_text(encoding="utf-8").splitlines()


def passages(text: str, code: str = "en") -> list[str]:
    [found] = language_guard(code).spans([text])
    return [text[begin:end] for begin, end in found]


@pytest.mark.parametrize("code", ["en", "fr"])
@pytest.mark.parametrize("name", ["nl.txt", "de_ascii.txt"])
def test_lines_of_other_languages_are_held_back(name, code):
    texts = lines(name)
    assert len(texts) >= 200
    whole = sum(map(is_whole, texts, language_guard(code).spans(texts)))
    assert whole >= 0.98 * len(texts)


@pytest.mark.parametrize("code", ["de", "fr"])
def test_english_is_held_back_from_models_of_other_languages(code):
    texts = lines("en.txt")
    assert sum(map(is_whole, texts, language_guard(code).spans(texts))) >= 0.98 * len(texts)


def test_english_is_not_held_back():
    found = {text: passages(text) for text in lines("en.txt")}
    assert {text: held for text, held in found.items() if held} == PARTLY


def test_german_without_umlauts_is_german():
    assert not any(language_guard("de").spans(lines("de_ascii.txt")))


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Als ich ein Student war, war alles anders.", ["Als ich ein Student war, war alles anders."]),
        ("Lass uns gehen.", ["Lass uns gehen."]),
        ('He said: "Wir schaffen das schon", and left.', ["Wir schaffen das schon"]),
        ("We must find a solution.\nLass uns jetzt gehen.\n", ["Lass uns jetzt gehen.\n"]),
        ("Das ist gut. They made a purchase as soon as possible.", ["Das ist gut"]),
        ("George Washington ist in Virginia geboren.", ["George Washington ist in Virginia geboren."]),
        ("ICH BIN GESTERN ZU SPÄT GEKOMMEN", ["ICH BIN GESTERN ZU SPÄT GEKOMMEN"]),
        ("I AM SORRY THAT I WAS LATE", []),
        ("Мы должны найти решение этой проблемы.", ["Мы должны найти решение этой проблемы."]),
        ("我们必须找到解决办法。", ["我们必须找到解决办法。"]),
        ("The word мир means peace.", []),
        ("Wolfgang Amadeus Mozart", []),
        ("git commit --amend && ./configure --prefix=/usr/local", []),
        ("", []),
        ("  \n\t\n", []),
        ("12 345 !? …", []),
    ],
)
def test_passages(text, held):
    assert passages(text) == held


@pytest.mark.parametrize("code", GUARDED)
@given(text=st.text(max_size=200))
@settings(max_examples=rounds(100, 2000))
def test_spans_are_in_order_and_within_the_text(code, text):
    [found] = language_guard(code).spans([text])
    ends = [place for span in found for place in span]
    assert ends == sorted(ends)
    assert all(0 <= begin < end <= len(text) for begin, end in found)
    assert language_guard(code).spans([text, text]) == [found, found]


def test_any_weights_and_any_characters_are_taken():
    draw = random.Random(3)
    for _ in range(rounds(20, 300)):
        guard = LanguageGuard(draw.randbytes(1 << draw.randrange(12)))
        top = draw.choice([0x80, 0x250, 0x3000, 0xFFFF, 0x10FFFF])
        text = "".join(chr(draw.randrange(top + 1)) for _ in range(draw.randrange(500)))
        [found] = guard.spans([text])
        assert all(begin < end <= len(text) for begin, end in found)
    assert LanguageGuard(b"\x80").spans(["a" * 100_000, "ä " * 50_000]) == [[(0, 100_000)], [(0, 100_000)]]


@pytest.mark.parametrize("weights", [b"", b"abc", bytes(96)])
def test_a_number_of_weights_that_is_no_power_of_two_is_refused(weights):
    with pytest.raises(ConfigError, match="expected a power of two"):
        LanguageGuard(weights)


def test_only_texts_are_taken():
    for wrong in (None, b"text", 3):
        with pytest.raises(TypeError):
            language_guard("en").spans([wrong])
    with pytest.raises(TypeError):
        features(None)


def test_a_language_without_weights_has_no_guard():
    assert language_guard("eo") is None


def test_weights_are_read_back(tmp_path):
    write_weights(tmp_path / "weights.bin", {"en": bytes([255, 1, 255, 255])})
    assert open_guard(tmp_path / "weights.bin", "en").spans(["some words"])
    with pytest.raises(FormatError, match="no section 'de'"):
        open_guard(tmp_path / "weights.bin", "de")


def test_damaged_weights_are_an_error(tmp_path):
    data = (package_folder("paragen.text") / "language_guard.bin").read_bytes()
    draw = random.Random(5)
    damaged = tmp_path / "weights.bin"
    for _ in range(rounds(30, 300)):
        place = draw.randrange(len(data))
        damaged.write_bytes(data[:place] + bytes([data[place] ^ 1 << draw.randrange(8)]) + data[place + 1 :])
        try:
            open_guard(damaged, "en")
        except FormatError:
            continue
        assert data[place] == 0, "only what pads sections may differ"
    for length in (0, 10, 1000, len(data) - 1):
        damaged.write_bytes(data[:length])
        with pytest.raises(FormatError):
            open_guard(damaged, "en")


def test_weights_of_a_length_that_cannot_be_are_an_error(tmp_path):
    write_weights(tmp_path / "weights.bin", {"en": bytes(100)})
    with pytest.raises(FormatError, match="100 weights, expected .*, expected what `write_weights` wrote"):
        open_guard(tmp_path / "weights.bin", "en")
