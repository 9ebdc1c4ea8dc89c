"""«See X» leads to X, and no further than it must."""

from __future__ import annotations

import pytest

pytest.importorskip("lemminflect")

from paragen.base.input_files import Skips
from paragen.tables.resources.dictionary import Lexicon
from paragen.tables.resources.dictionary.sense import follow, reference_of

from .making import tsv


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("See {Karyoplasma}.", "Karyoplasma"), ("(Biol.) See {Karyoplasma}.", "Karyoplasma"), ("___trebuchet", "trebuchet"),
        ("Same as {Hemadrometer}.", "Hemadrometer"), ("See 5th {Grain}, n., 2 (b) .", "Grain"), ("See Barrow, and Camp", ""),
        ("Alternative spelling of colour", "colour"), ("Corrupt form of Treenail", "Treenail"), ("Variant of hiccup.", "hiccup"),
        ("another name for whey", "whey"), ("See under {Deck}.", ""), ("A heap. See Tas", ""), ("", ""), ("___", ""),
    ],
)  # fmt: skip
def test_what_is_a_reference(text, word):
    assert reference_of(text) == (word if word != "under" else "")


def test_to_see_is_a_verb_too():
    assert reference_of("see clearly", "v") == ""
    assert reference_of("See Perceive.", "v") == "Perceive"


def test_chains_end_where_a_word_is_defined_or_unknown():
    references = {"a": ["b"], "b": ["c"], "c": ["d"], "x": ["y"], "y": ["x"]}
    assert follow("a", "b", references, {"c"}).way == ("b", "c")
    assert follow("a", "b", references, set()).way == ("b", "c", "d")
    assert follow("x", "y", references, set()).circular
    assert follow("x", "x", references, set()).circular


def read(tmp_path, *rows) -> tuple[dict[str, dict[str, int]], Lexicon]:
    lexicon = Lexicon(5, Skips())
    lexicon.read(tsv(tmp_path, *rows))
    return {word: {found.phrase: rank for rank, found in ranked} for word, ranked in lexicon.ranked()}, lexicon


def test_a_reference_gives_the_word_and_its_definitions(tmp_path):
    found, _ = read(
        tmp_path, "trebucket | n | see Trebuchet", "trebuchet | n | a big catapult; an engine of war", "trebucket | n | a cage"
    )
    assert found["trebucket"] == {"trebuchet": 1, "big catapult": 2, "engine of war": 3, "cage": 4}
    assert found["trebuchet"] == {"big catapult": 1, "engine of war": 2}


def test_circles_are_counted_and_end(tmp_path):
    rows = [
        "alpha | n | see beta",
        "beta | n | see gamma",
        "gamma | n | see alpha",
        "delta | n | see delta",
        "epsilon | n | a dog",
    ]
    found, lexicon = read(tmp_path, *rows)
    assert found == {"epsilon": {"dog": 1}}
    assert lexicon.skips.counts["references that lead in a circle"] == 4


def test_a_word_made_of_another_is_none_of_its_spellings(tmp_path):
    found, lexicon = read(
        tmp_path, "unhandy | adj | See handy", "handy | adj | useful", "canal lock | n | See lock", "lock | n | a gate"
    )
    assert sorted(found) == ["handy", "lock"]
    assert lexicon.skips.counts["references to a word the headword is derived from"] == 2


def test_ten_thousand_references_in_a_row(tmp_path):
    letters = "abcdefghij"
    names = ["w" + "".join(letters[int(digit)] for digit in f"{i:05}") for i in range(10_000)]
    rows = [f"{one} | n | see {two}" for one, two in zip(names, names[1:], strict=False)]
    lexicon = Lexicon(5, Skips())
    lexicon.read(tsv(tmp_path, *rows[::-1], f"{names[-1]} | n | a dog"))
    word, ranked = next(iter(lexicon.ranked()))
    assert (word, [found.phrase for _, found in ranked]) == (names[-2], [names[-1], "dog"])
