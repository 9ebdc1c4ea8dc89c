"""Places that no edit crosses (empty spans of what is kept), and breaks between sentences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paragen
from paragen.base.errors import ConfigError
from paragen.packing import TableSource, pack
from paragen.settings.request import Request


@pytest.fixture(scope="module")
def paraphraser(english_model):
    return paragen.load(english_model)


def best(paraphraser, text, stops, **known):
    """The paraphrase with the most edits, with no edit across any of ``stops``."""
    return paraphraser.rewrite(text, min_edits=9, keep=[(stop, stop) for stop in stops], **known)[0]


@pytest.mark.parametrize(
    ("text", "stops", "after"),
    [
        ("They made a purchase.", [], "They bought something."),
        ("They made a purchase.", [5], "They bought something."),  # where the edit begins
        ("They made a purchase.", [20], "They bought something."),  # where it ends
        ("They made a purchase.", [4, 21], "They bought something."),
        ("They made a purchase.", [11], "They made a buy."),  # between two words, before the space
        ("They made a purchase.", [12], "They made a buy."),
        ("They made a purchase.", [14], "They made a purchase."),  # inside a word
        ("A big house", [0, 2, 5, 11], "A large building"),
        ("A big house", [3], "A big building"),
    ],
)
def test_no_edit_crosses_an_empty_span(paraphraser, text, stops, after):
    assert best(paraphraser, text, stops).text == after


def test_the_language_model_sees_across(paraphraser):
    plain, stopped = best(paraphraser, "A big house", []), best(paraphraser, "A big house", [2, 5])
    assert stopped.edits == plain.edits and stopped.features == plain.features


def test_an_article_across_a_barrier_stays_and_so_does_its_word(paraphraser):
    changed = paraphraser.changed(blocked=["large"])
    assert best(changed, "A big house", []).text == "An enormous building"
    assert best(changed, "A big house", [2]).text == "A big building"
    assert best(changed, "A big house", [5]).text == "An enormous building"


def test_white_space_across_a_barrier_stays_and_so_does_its_word(paraphraser):
    assert best(paraphraser, "it is red", []).text == "it's red"
    assert best(paraphraser, "it is red", [3, 5]).text == "it is red"
    assert best(paraphraser, "it is red", [2]).text == "it's red"


def test_substitutes_do_not_cross_either(paraphraser):
    text = "They made a purchase."
    assert {one.begin for one in paraphraser.substitutes(text)} == {5, 10, 12}
    assert {one.begin for one in paraphraser.substitutes(text, keep=[(12, 12)])} == {12}


def test_barriers_beside_forced_wording(paraphraser):
    text = "A red car made a purchase."
    forced = best(paraphraser, text, [16], force=[(2, 5, "very red")])
    assert forced.text == "A very red automobile made a buy."
    assert best(paraphraser, text, [], force=[(2, 5, "very red")]).text == "A very red automobile bought something."


def test_patterns_that_move_words_do_not_cross(tmp_path):
    arpa = "\\data\\\nngram 1=3\n\n\\1-grams:\n-9\t<s>\n-1\t</s>\n-3\t<unk>\n\n\\end\\\n"
    (tmp_path / "lm.arpa").write_text(arpa)
    (tmp_path / "patterns.txt").write_text("give [N_1] to [NNP_1] ||| give [NNP_1] [N_1] ||| 0.9\n")
    source = TableSource(tmp_path / "patterns.txt", floor=0, kind="patterns")
    weights = {"lm": 0, "patterns": 0.1, "self": 0, "edit": 1, "unknown": 0}
    moving = paragen.load(pack(tmp_path / "model", tmp_path / "lm.arpa", {"patterns": source}, weights=weights))
    text = "We give a big book to Mary."
    moved = "We give Mary a big book."
    assert moving.rewrite(text)[0].text == moved
    for stop in range(len(text) + 1):
        expected = text if 8 < stop < 26 else moved  # what moves is "a big book to Mary"
        assert moving.rewrite(text, keep=[(stop, stop)])[0].text == expected, stop


WORDS = st.sampled_from("a an big house car purchase made is it , . They 5 as soon possible “ lot of ( )".split())


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=12).map(" ".join), st.lists(st.integers(0, 60), max_size=5))
def test_no_edit_of_any_sentence_crosses(paraphraser, text, stops):
    stops = [stop for stop in stops if stop <= len(text)]
    for one in paraphraser.rewrite(text, n=3, min_edits=3, keep=[(stop, stop) for stop in stops]):
        for edit in one.edits:
            assert not any(edit.begin < stop < edit.end for stop in stops)
            assert edit.after.strip() == edit.after or not {edit.begin, edit.end} & set(stops)


def test_breaks_are_as_line_ends(paraphraser):
    lines = ["They made a purchase.", "A big house.", "5 cars."]
    text, broken = "\n".join(lines), " ".join(lines)
    request = Request(broken, breaks=[22, 35])
    for limits in ({"n": 4}, {"max_edits": 1}, {"min_edits": 2}):
        found = [one.text for one in paraphraser.rewrite(request, **limits)]
        assert found == [one.text.replace("\n", " ") for one in paraphraser.rewrite(text, **limits)]
    assert paraphraser.rewrite(request, max_edits=1)[0].score == paraphraser.rewrite(text, max_edits=1)[0].score


def test_no_edit_spans_a_break(paraphraser):
    assert paraphraser.rewrite("They made a purchase", min_edits=1)[0].text == "They bought something"
    assert paraphraser.rewrite(Request("They made a purchase", breaks=[12]), min_edits=1)[0].text == "They made a buy"
    everywhere = Request("made a purchase", breaks=range(99))  # before every word, and past the end
    assert paraphraser.rewrite(everywhere, min_edits=1)[0].text == "made a buy"


@pytest.mark.parametrize("breaks", [[-1], ["x"], 7, [None], [1.5]])
def test_bad_breaks(paraphraser, breaks):
    with pytest.raises(ConfigError, match="^a.txt:3: breaks: found .*, expected the characters at which sentences begin"):
        paraphraser.rewrite(Request("A house", breaks=breaks, where="a.txt:3"))
