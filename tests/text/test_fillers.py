"""What may fill slots, by tags."""

from __future__ import annotations

from array import array

import pytest

from paragen.base.errors import ConfigError
from paragen.text.kernel import QUOTE, Fillers, Tagger, train
from paragen.text.slots import SLOT_TAGS

WORDS = {
    "the": "DT", "a": "DT", "his": "PRP$", "its": "PRP$", "their": "PRP$", "all": "PDT", "big": "JJ", "very": "RB", "new": "JJ",
    "tax": "NN", "income": "NN", "reduction": "NN", "houses": "NNS", "france": "NNP", "mary": "NNP", "'s": "POS", "of": "IN",
    "in": "IN", "and": "CC", "but": "CC", "because": "IN", "although": "IN", "that": "IN", "company": "NN", "will": "MD",
    "say": "VB", "said": "VBD", ".": ".", ";": ":", "who": "WP", "was": "VBD", "sold": "VBN", "growing": "VBG", "three": "CD",
    ",": ",", "she": "PRP", "gave": "VBD", "monday": "NNP", "$": "$", "billion": "CD", '"': "''",
}  # fmt: skip


@pytest.fixture(scope="module")
def fillers() -> Fillers:
    """A tagger for which each of these words has one tag, wherever it stands."""
    tags = tuple(sorted(set(WORDS.values())))
    lines = [([word, other], bytes(2), [WORDS[word], WORDS[other]]) for word in WORDS for other in WORDS]
    return Fillers(train(lines, tags, epochs=6))


LONG = ("NP", "SN", "SP", "SSN", "SSP", "REST")


def found(fillers: Fillers, text: str, windows=None) -> dict[str, tuple[str, int]]:
    """Return the fillers of a text but for whole phrases and clauses: by their words, the tag and edges."""
    words = text.split()
    tags, rows = fillers.find(words, bytes(len(words)), windows or [(0, len(words))])
    assert tags == [WORDS[word] for word in words]
    assert isinstance(rows, array) and rows.typecode == "I" and len(rows) % 4 == 0
    each = [tuple(rows[i : i + 4]) for i in range(0, len(rows), 4)]
    assert [row[:2] for row in each] == sorted(row[:2] for row in each)
    assert all(edges == WHOLE | CLOSED for _, _, tag, edges in each if SLOT_TAGS[tag] in LONG)
    return {" ".join(words[begin:end]): (SLOT_TAGS[tag], edges) for begin, end, tag, edges in each if SLOT_TAGS[tag] not in LONG}


def long_ones(fillers: Fillers, text: str, kind: str) -> list[str]:
    """Return the fillers of one of the kinds that hold several phrases."""
    words = text.split()
    rows = fillers.find(words, bytes(len(words)), [(0, len(words))])[1]
    return [" ".join(words[b:e]) for b, e, tag in zip(rows[::4], rows[1::4], rows[2::4], strict=True) if SLOT_TAGS[tag] == kind]


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


def test_a_whole_noun_phrase_ends_where_nothing_else_can_belong_to_it(fillers):
    assert long_ones(fillers, "the reduction of the income tax in france was big", "NP") == [
        "the reduction of the income tax in france", "france",
    ]  # fmt: skip
    assert long_ones(fillers, "she sold the houses of mary in france .", "NP") == ["france"]  # sold there, or houses there?
    assert long_ones(fillers, "she sold the houses of mary .", "NP") == ["the houses of mary", "houses of mary", "mary"]
    assert long_ones(fillers, "was the houses in france .", "NP")[0] == "the houses in france"
    assert long_ones(fillers, "she gave the houses sold .", "NP") == []


def test_a_clause_has_its_subject_and_a_finite_verb(fillers):
    assert long_ones(fillers, "the houses of mary was big .", "SN") == ["the houses of mary was big"]
    assert long_ones(fillers, "she was big .", "SP") == ["she was big"]
    for text in ("the houses of mary .", "sold in france .", "the houses sold in france .", "she , was big ."):
        assert long_ones(fillers, text, "SN") == long_ones(fillers, text, "SP") == []


def test_a_clause_ends_at_a_comma_or_before_a_conjunction_with_another(fillers):
    assert long_ones(fillers, "she was big because the tax was big .", "SP") == [
        "she was big", "she was big because the tax was big",
    ]  # fmt: skip
    assert long_ones(fillers, "she was big because the tax was big .", "SN") == ["the tax was big"]
    assert long_ones(fillers, "mary said that she was big , but the tax was new", "SP")[0] == "she was big"
    assert long_ones(fillers, "she gave three houses and new houses", "SP") == ["she gave three houses and new houses"]
    assert long_ones(fillers, "she was big ; she was new", "SP") == []  # what follows the mark may belong to it


def test_a_clause_does_not_begin_in_the_middle_of_a_phrase(fillers):
    assert long_ones(fillers, "a reduction of income tax was big", "SN") == ["a reduction of income tax was big"]
    assert long_ones(fillers, "she was in france and mary was big", "SN") == []  # *france and mary* may be one phrase
    assert long_ones(fillers, "she was big , and mary was new", "SN") == ["mary was new"]


def test_the_rest_of_a_sentence_without_its_mark(fillers):
    assert long_ones(fillers, "say new houses .", "REST") == ["new houses", "houses"]
    assert long_ones(fillers, "say new houses", "REST") == ["new houses", "houses"]
    assert long_ones(fillers, "she said . mary gave houses", "REST") == ["gave houses", "houses"]
    long = " ".join(["say", *["big"] * 30])
    assert [len(rest.split()) for rest in long_ones(fillers, long, "REST")] == list(range(30, 18, -1))  # after 12 words at most


def test_fillers_are_linear_in_the_words(fillers):
    sentence = "she said that the reduction of the tax was big , but mary gave the houses of mary because she was in france , "

    def count(times):
        words = (sentence * times).split()
        return len(fillers.find(words, bytes(len(words)), [(0, len(words))])[1])

    assert count(20) - count(18) == count(12) - count(10)


def test_a_simple_clause_holds_no_other_and_may_end_before_a_date(fillers):
    assert long_ones(fillers, "she was big because the tax was big .", "SSP") == ["she was big"]
    assert long_ones(fillers, "she was big because the tax was big .", "SSN") == ["the tax was big"]
    assert long_ones(fillers, "she was big in three .", "SSP") == ["she was big"]
    assert long_ones(fillers, "she was in france monday .", "SSP")[0] == "she was in france"
    assert long_ones(fillers, "she gave three houses .", "SSP") == []
    assert long_ones(fillers, "the houses was big and gave a reduction .", "SSN") == []
    long = " ".join(["she was", *["big"] * 12])
    assert long_ones(fillers, f"{long} .", "SSP") == [long] and long_ones(fillers, f"{long} big .", "SSP") == []


def test_how_far_the_object_of_saying_reaches_is_not_certain(fillers):
    assert long_ones(fillers, "mary said the tax was big .", "SN") == ["the tax was big"]
    assert long_ones(fillers, "mary said the tax was big and the houses was new .", "SN") == ["the tax was big"]
    assert long_ones(fillers, "the tax was big and the houses was new .", "SN")[-1] == "the tax was big and the houses was new"


def test_a_clause_with_what_may_stand_for_a_noun_outside_needs_one_before_it(fillers):
    for text, kind in (
        ("the tax gave his reduction", "SN"), ("the tax gave its reduction", "SP"), ("all houses gave their tax", "SP"),
        ("in france the tax gave their reduction", "SP"), ("his tax was big", "SP"),
    ):  # fmt: skip
        assert [k for k in ("SN", "SP") if text in long_ones(fillers, f"{text} .", k)] == [kind], text


def test_what_is_conceded_may_be_said_by_others(fillers):
    whole = "the tax was big , although the houses was new"
    assert long_ones(fillers, f"{whole} .", "SN")[-2:] == [whole, "the houses was new"]
    assert long_ones(fillers, f"mary said {whole} .", "SN") == ["the tax was big", "the houses was new"]


def test_a_sentence_that_begins_otherwise_is_a_clause_as_a_whole(fillers):
    assert long_ones(fillers, "in france , the tax was big , mary said .", "SN")[0] == "in france , the tax was big"
    assert long_ones(fillers, "because the tax was big .", "SN") == ["the tax was big"]
    assert long_ones(fillers, "who was big .", "SN") == []


def test_possessives_stand_for_something_as_pronouns_do(fillers):
    assert long_ones(fillers, "his tax was big .", "SP") == ["his tax was big"]
    assert long_ones(fillers, "the company was big .", "SP") == ["the company was big"]
    assert long_ones(fillers, "the company of mary was big .", "SN") == ["the company of mary was big"]
    assert long_ones(fillers, "that the tax was big .", "SP") == []
