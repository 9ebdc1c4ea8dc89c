"""The weights of the language guard are learnt from texts and lists of words."""

from __future__ import annotations

import gzip
import sys
from collections import Counter

import pytest

pytest.importorskip("scipy")

from paragen.recipes import language_guard
from paragen.recipes.language_guard import counted, held_out, learnt, plain, shares, words_of
from paragen.text.kernel import features
from paragen.text.language_guard import GUARDED, open_guard

SENTENCES = {
    "en": ["the house is old", "we have seen this house", "this old man was here with us"],
    "de": ["das Haus ist alt", "wir haben dieses Haus gesehen", "dieser alte Mann war für uns hier"],
    "fr": ["la maison est vieille", "nous avons vu cette maison", "ce vieil homme était ici avec nous"],
    "es": ["la casa es vieja", "hemos visto esta casa", "este hombre viejo estaba aquí con nosotros"],
}


def learnt_lines(lines: list[str]) -> list[str]:
    """Return lines with a number before them, so that none of them is held out."""
    return [next(text for n in range(100) if not held_out(text := f"{n} {line}")) for line in lines]


@pytest.fixture
def lists(tmp_path):
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "nl.txt").write_text("huis oud\nhuis\n")
    (tmp_path / "words" / "fr.txt").write_text("maison L’été\n")
    (tmp_path / "words" / "notes.md").write_text("ignored\n")
    return tmp_path / "words"


def test_words_are_counted_in_columns_lines_and_lists(tmp_path, lists):
    """A column that a line lacks is no error; a whole line may hold tabs; a listed word counts three times."""
    both = learnt_lines(["Old house\tvieille maison", "only English"])
    whole = learnt_lines(["alt\tes Haus"])
    left_out = next(text for n in range(100) if held_out(text := f"{n} nowhere"))
    with gzip.open(tmp_path / "both.tsv.gz", "wt") as file:
        file.write("".join(f"{line}\n" for line in both))
    (tmp_path / "whole.txt").write_text("".join(f"{line}\n" for line in [*whole, left_out]))
    texts = [("en", tmp_path / "both.tsv.gz", 1), ("fr", tmp_path / "both.tsv.gz", 2), ("de", tmp_path / "whole.txt", 0)]
    assert held_out(left_out) and not held_out("vieille maison")
    assert counted([*texts, ("en", tmp_path / "both.tsv.gz", 1)], lists) == {
        "en": Counter(old=2, house=2, only=2, english=2),
        "fr": Counter({"vieille": 1, "maison": 4, "l'été": 3}),
        "de": Counter(alt=1, es=1, haus=1),
        "nl": Counter(huis=6, oud=3),
    }


def test_one_line_in_ten_is_held_out():
    assert 80 <= sum(held_out(f"line {n}") for n in range(1000)) <= 120


def test_words_are_letters_and_apostrophes():
    assert words_of("L’Été d'ALBERT, 3 x_y! " + "a" * 38 + " " + "b" * 39) == ["l'été", "d'albert", "x", "y", "a" * 38]
    assert plain("straße") == "strasse" and plain("œuvré") == "oeuvre"


def test_shares():
    """Rare words have more than their frequency; accents may be missing, and *ü* may be *ue*; English words come twice."""
    assert shares("fr", Counter({"été": 32, "le": 1})) == pytest.approx({"été": 8 / 12.2, "ete": 3.2 / 12.2, "le": 1 / 12.2})
    assert shares("de", Counter({"für": 1})) == pytest.approx({"für": 1 / 1.8, "fur": 0.4 / 1.8, "fuer": 0.4 / 1.8})
    assert shares("en", Counter({"café": 2, "slip": 1})) == {"café": 1.0}


def test_weights_tell_the_words_of_a_language(monkeypatch, capsys):
    monkeypatch.setattr(language_guard, "_BUCKETS", 1 << 12)
    by_language = {name: shares(name, Counter(words_of(" ".join(2 * lines)))) for name, lines in SENTENCES.items()}
    for code in GUARDED:
        weights = learnt(code, by_language)
        assert len(weights) == 1 << 12 and weights.dtype == "int8"
        votes = {
            word: sum(int(weights[bucket]) for bucket in {feature % len(weights) for feature in features(word)})
            for words in by_language.values()
            for word in words
        }
        own = set(by_language[code])
        others = {word for name, words in by_language.items() if name != code for word in words}
        assert {word for word in own - others if votes[word] <= 0} == set()
        assert {word for word in others - own if votes[word] >= 0} == set()
        said = capsys.readouterr().out
        assert said.startswith(f"{code}: {len(votes)} words, loss 0.") and 0 < float(said.split()[-1]) < 0.5


def test_the_builder_writes_weights_of_all_guarded_languages(tmp_path, lists, monkeypatch):
    arguments = ["--words", str(lists), "-o", str(tmp_path / "weights.bin")]
    for name, lines in SENTENCES.items():
        (tmp_path / f"{name}.tsv").write_text("".join(f"{name}\t{line}\n" for line in 20 * lines), encoding="utf-8")
        arguments += ["--text", f"{name}={tmp_path / name}.tsv:2"]
    monkeypatch.setattr(sys, "argv", ["language_guard", *arguments])
    monkeypatch.setattr(language_guard, "_BUCKETS", 1 << 12)
    monkeypatch.setattr(language_guard, "held_out", lambda line: False)
    language_guard.main()
    own = {code: SENTENCES[code][1] for code in GUARDED}
    for code in GUARDED:
        guard = open_guard(tmp_path / "weights.bin", code)
        assert {name for name, text in own.items() if not guard.spans([text])[0]} == {code}
