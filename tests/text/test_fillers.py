"""What may fill slots, by tags."""

from __future__ import annotations

from array import array

import pytest

from paragen.base.errors import ConfigError
from paragen.text.kernel import QUOTE, Fillers, Tagger, train
from paragen.text.slots import SLOT_TAGS

WORDS = {
    "the": "DT", "a": "DT", "his": "PRP$", "all": "PDT", "big": "JJ", "very": "RB", "new": "JJ", "tax": "NN", "income": "NN",
    "reduction": "NN", "houses": "NNS", "france": "NNP", "mary": "NNP", "'s": "POS", "of": "IN", "in": "IN", "and": "CC",
    "who": "WP", "was": "VBD", "sold": "VBN", "growing": "VBG", "three": "CD", ",": ",", "she": "PRP", "gave": "VBD",
    "monday": "NNP", "$": "$", "billion": "CD", '"': "''",
}  # fmt: skip


@pytest.fixture(scope="module")
def fillers() -> Fillers:
    """A tagger for which each of these words has one tag, wherever it stands."""
    tags = tuple(sorted(set(WORDS.values())))
    lines = [([word, other], bytes(2), [WORDS[word], WORDS[other]]) for word in WORDS for other in WORDS]
    return Fillers(train(lines, tags, epochs=6))


def found(fillers: Fillers, text: str, windows=None) -> dict[str, tuple[str, int]]:
    """Return the fillers of a text: by their words, the tag and edges."""
    words = text.split()
    tags, rows = fillers.find(words, bytes(len(words)), windows or [(0, len(words))])
    assert tags == [WORDS[word] for word in words]
    assert isinstance(rows, array) and rows.typecode == "I" and len(rows) % 4 == 0
    each = [tuple(rows[i : i + 4]) for i in range(0, len(rows), 4)]
    assert [row[:2] for row in each] == sorted(row[:2] for row in each)
    return {" ".join(words[begin:end]): (SLOT_TAGS[tag], edges) for begin, end, tag, edges in each}


WHOLE, CLOSED = 1, 2


def test_a_noun_phrase_its_ends_and_the_nouns_before_its_head(fillers):
    assert found(fillers, "the big income tax reduction was sold") == {
        "the big income tax reduction": ("NN", WHOLE | CLOSED), "big income tax reduction": ("NN", CLOSED),
        "income tax reduction": ("NN", CLOSED), "tax reduction": ("NN", CLOSED), "reduction": ("NN", CLOSED),
        "income": ("NN", WHOLE), "income tax": ("NN", WHOLE), "tax": ("NN", 0), "big": ("JJ", WHOLE | CLOSED),
        "was": ("VBD", WHOLE | CLOSED), "sold": ("VBN", WHOLE | CLOSED),
    }  # fmt: skip


def test_a_number_with_what_belongs_to_it(fillers):
    assert found(fillers, "was $ three billion , three")["$ three billion"] == ("CD", WHOLE | CLOSED)
    assert "$" not in found(fillers, "was $ of france")
    tags, rows = fillers.find(["was", "1,071.99", "."], bytes(3), [(0, 3)])  # whatever the tagger takes it for
    assert tags[1] == "CD" and list(rows[4:8]) == [1, 2, SLOT_TAGS.index("CD"), WHOLE | CLOSED]


def test_a_quotation_with_and_without_its_last_comma(fillers):
    quotations = [words for words, (tag, _) in found(fillers, '" she gave , " mary " and " , " was').items() if tag == "QUOTE"]
    assert quotations == ["she gave", "she gave ,", "and"]
    assert not [tag for tag, _ in found(fillers, '" she gave').values() if tag == "QUOTE"]
    assert SLOT_TAGS[QUOTE] == "QUOTE"


def test_who_possesses_it_is_a_filler(fillers):
    some = found(fillers, "france 's tax was")
    assert some["france 's tax"] == ("NN", WHOLE | CLOSED) and some["france"] == ("NNP", WHOLE) and some["tax"] == ("NN", CLOSED)
    assert "'s" not in some


@pytest.mark.parametrize(
    ("text", "filler", "closed"),
    [
        ("the houses of france", "the houses", False),
        ("the houses in france", "the houses", False),
        ("mary in france", "mary", True),  # a name seldom has more to it
        ("mary of france", "mary", False),
        ("the houses and mary", "the houses", False),
        ("mary who was", "mary", False),
        ("the houses sold", "the houses", False),
        ("the houses , mary", "the houses", True),
        ("the houses", "the houses", True),
        ("his big", "big", True),
    ],
)
def test_what_may_go_on_to_the_right(fillers, text, filler, closed):
    assert bool(found(fillers, text)[filler][1] & CLOSED) == closed


def test_a_noun_phrase_ends_with_its_nouns(fillers):
    some = found(fillers, "the tax reduction new houses")
    assert "the tax reduction" in some and "new houses" in some and "the tax reduction new houses" not in some
    assert "the houses" in found(fillers, "the houses monday") and "the houses monday" not in found(fillers, "the houses monday")
    assert "monday" in found(fillers, "the houses monday")


def test_what_goes_on_to_the_left(fillers):
    assert not found(fillers, "mary and the houses")["the houses"][1] & WHOLE
    assert found(fillers, "she gave the houses")["the houses"][1] & WHOLE
    assert found(fillers, "was very big")["very big"] == ("JJ", WHOLE | CLOSED)
    assert found(fillers, "was very big")["big"] == ("JJ", CLOSED)
    assert found(fillers, "all the three houses")["all the three houses"] == ("NNS", WHOLE | CLOSED)


def test_nothing_reaches_across_windows(fillers):
    assert set(found(fillers, "the tax houses", [(0, 2), (2, 3)])) == {"the tax", "tax", "houses"}
    assert found(fillers, "", [(0, 0)]) == {}


def test_what_cannot_be(fillers):
    with pytest.raises(ConfigError, match="1 marks, expected 2"):
        fillers.find(["the", "tax"], bytes(1), [(0, 2)])
    with pytest.raises(ConfigError, match="window 0-3 of 2 words"):
        fillers.find(["the", "tax"], bytes(2), [(0, 3)])
    with pytest.raises(ConfigError, match="expected Penn tags"):
        Fillers(Tagger(("NOUN", "VERB"), bytes(48)))


def test_their_number_is_linear_in_that_of_words(fillers):
    """However many nouns stand in a row: a noun phrase that moves has 16 words at most."""
    counts = []
    for words in (100, 200, 400):
        _, rows = fillers.find(["tax"] * words, bytes(words), [(0, words)])
        assert max(rows[i + 1] - rows[i] for i in range(0, len(rows), 4)) == 16
        counts.append(len(rows) // 4)
    assert counts[2] - counts[1] == 2 * (counts[1] - counts[0])
