"""What is offered at a place of a document."""

from __future__ import annotations

import pytest
from fits import with_fit
from packages import need

from paragen.documents import Document
from paragen.lsp.rewordings import Rewording, Rewordings, _change
from paragen.paraphraser import load
from paragen.results import Candidate

need("pyromark", "sentencex", "turbohtml")

TEXT = "They made a purchase. The red house is big. We need a car.\n"
PURCHASES = "A big car, a big house, a purchase, and a lot of purchase is big."


@pytest.fixture(scope="module")
def rewordings(english_model):
    return Rewordings(load(english_model), 2)


def applied(text, replacements):
    for begin, end, after in reversed(replacements):
        text = text[:begin] + after + text[end:]
    return text


def found(rewordings, text, begin, end, form="plain"):
    offered = rewordings.find(Document(text, form), begin, end)
    return {one.title: applied(text, one.replacements) for one in offered}


@pytest.mark.parametrize("at", [30, 32, 35])
def test_the_sentence_at_the_cursor(rewordings, at):
    """Paraphrases of it, then what takes the place of the word; at its end, of the next word too."""
    house, be, big = (30, 35, "building"), (35, 38, "'s"), (39, 42, "large")
    assert list(rewordings.find(Document(TEXT, "plain"), at, at)) == [
        Rewording("Rewrite: house → building; big → large", [house, big], 1),
        Rewording("Rewrite: house → building; is → 's; big → large", [house, be, big], 1),
        Rewording("house → building", [house], 1),
        *([Rewording("is → 's", [be], 1)] if at == 35 else []),
    ]


def test_the_best_substitutes_come_first_and_eight_at_most(english_model):
    offered = list(Rewordings(load(english_model)).find(Document(PURCHASES, "plain"), 0, len(PURCHASES)))
    large = [(2, 5, "large"), (13, 16, "large"), (61, 64, "large")]
    buy = [(26, 34, "buy"), (49, 57, "buy")]
    many, automobile = (40, 48, "many"), (6, 9, "automobile")
    assert offered[:3] == [
        Rewording(
            "Rewrite: big → large; car → automobile; big → large; purchase → buy; a lot of → many; purchase → buy; big → …",
            sorted([*large, *buy, many, automobile]), 1,
        ),
        Rewording(
            "Rewrite: big → large; car → automobile; big → large; purchase → buy; a lot of → many; purchase → buy; is → '…",
            sorted([*large, *buy, many, automobile, (57, 60, "'s")]), 1,
        ),
        Rewording(
            "Rewrite: big → large; big → large; purchase → buy; a lot of → many; purchase → buy; big → large",
            sorted([*large, *buy, many]), 1,
        ),
    ]  # fmt: skip
    assert [(one.title, *one.replacements) for one in offered[3:]] == [
        ("a lot of → many", many), ("big → large", large[1]), ("big → large", large[0]), ("purchase → buy", buy[0]),
        ("purchase → buy", buy[1]), ("big → large", large[2]), ("car → automobile", automobile),
        ("A big → An enormous", (0, 5, "An enormous")),
    ]  # fmt: skip
    assert {one.sentences for one in offered} == {1}


def test_forced_wording_and_models_whose_fit_is_off(fitted_model):
    for bus, shown in (("bus", "bus"), ("b" * 94, "b" * 94), ("b" * 95, "b" * 93 + "…")):  # "car → " has six characters
        rewordings = Rewordings(load(fitted_model, fit=False, always={"car": bus}), 1)
        at = TEXT.index("car")
        assert found(rewordings, TEXT, at, at) == {
            f"Rewrite: car → {shown}": TEXT.replace("car", bus), "a car → an automobile": TEXT.replace("a car", "an automobile"),
        }  # fmt: skip


def test_long_substitutes_leave_room_for_their_confidence():
    def title(before, after):
        return _change(Candidate(before, 0, len(before), before, after, before, after, (), 0.0, confidence=0.594))

    assert title(" a ", "b") == "a → b (59 %)"
    assert title("a" * 40, "b" * 50) == f"{'a' * 40} → {'b' * 50} (59 %)"
    assert title("a" * 40, "b" * 51) == f"{'a' * 40} → {'b' * 49}… (59 %)"


def test_single_substitutes_are_offered_from_a_confidence_of_their_own(english_model, fitted_model, tmp_path):
    """The surest first; how sure whole paraphrases must be is another matter."""
    levels = [(-0.75, 0.0), (0.0, 0.4), (2.0, 0.9)]
    model = load(with_fit(english_model, tmp_path / "model", fitted_model.parent / "english.bin", levels=levels))

    def offered(**options):
        rewordings = Rewordings(model.changed(min_confidence=1), 1, **options)
        return [(one.title, one.replacements[0][0]) for one in rewordings.find(Document(PURCHASES, "plain"), 0, len(PURCHASES))]

    assert offered(least=0) == [
        ("big → large (90 %)", 2), ("big → large (90 %)", 13), ("purchase → buy (90 %)", 26), ("purchase → buy (90 %)", 49),
        ("big → large (90 %)", 61), ("car → automobile (84 %)", 6), ("a lot of → many (59 %)", 40),
        ("A big → An enormous (0 %)", 0),
    ]  # fmt: skip
    assert offered() == offered(least=0)[:-1] == offered(least=0.2)


def test_between_two_sentences_it_is_the_first(rewordings):
    at = TEXT.index("The red")
    assert found(rewordings, TEXT, at, at).keys() == found(rewordings, TEXT, 0, 0).keys()
    assert "Rewrite: made a purchase → bought something" in found(rewordings, TEXT, 0, 0)


def test_other_sentences_stay(english_model):
    """To the last of their words, even such as have but one letter."""
    rewordings = Rewordings(load(english_model, keep_defaults=False), 1)
    text = "5 houses. It is big. It has 5."
    assert list(found(rewordings, text, 16, 16)) == ["Rewrite: big → large", "big → enormous"]
    assert list(found(rewordings, text, 3, 3)) == ["Rewrite: 5 → five"]


def test_substitutes_are_of_what_is_selected(rewordings):
    begin = TEXT.index("big")
    offered = found(rewordings, TEXT, begin, begin + 3)
    assert offered["big → large"] == TEXT.replace("big", "large") and "big → enormous" in offered
    assert "house → building" not in offered
    end = TEXT.index(". We")
    assert [title for title in found(rewordings, TEXT, end, end + 1) if ":" not in title] == ["big → large", "big → enormous"]
    sentence = found(rewordings, TEXT, TEXT.index("The red"), end + 1)
    assert list(sentence)[2:] == ["big → large", "house → building", "big → enormous", "is → 's"], "what it meets is not touched"


@pytest.mark.parametrize(
    ("text", "begin", "end", "title", "expected"),
    [
        (TEXT, 0, 58, "Rewrite 2 sentences (3 edits)", "They bought something. The red building is large. We need a car.\n"),
        (TEXT, 0, 23, "Rewrite 2 sentences (3 edits)", "They bought something. The red building is large. We need a car.\n"),
        (TEXT, 30, 45, "Rewrite 1 sentence (2 edits)", "They made a purchase. The red building is large. We need a car.\n"),
        ("We need it. A lot of it.", 1, 14, "Rewrite 1 sentence (1 edit)", "We need it. Many it."),
        ("A big house. A big house. A big house.", 0, 38, "Rewrite 3 sentences (3 edits)",
         "A large house. A large house. A large house."),
        ("A big house.\n\nA big house.\n\nA big house.", 5, 17, "Rewrite 2 sentences (2 edits)",
         "A large house.\n\nA large house.\n\nA big house."),
    ],
)  # fmt: skip
def test_several_sentences_are_one_action(rewordings, text, begin, end, title, expected):
    [one] = rewordings.find(Document(text, "plain"), begin, end)
    assert (one.title, one.sentences, applied(text, one.replacements)) == (title, int(title.split()[1]), expected)


def test_a_selection_from_the_end_of_a_paragraph_is_of_the_next(rewordings):
    text = "They made a purchase.\n\nA big house.\n"
    assert found(rewordings, text, 21, 30) == found(rewordings, text, 23, 30)
    assert next(iter(found(rewordings, text, 21, 30))) == "Rewrite: big → large"


def test_markup_stays(rewordings):
    text = "# Big\n\nThe [red\nhouse](house.html) is **big**, see `big`.\n"
    at = text.index("house]")
    assert found(rewordings, text, at, at, "markdown")["house → building"] == text.replace("house]", "building]")
    begin = text.index("big**")
    assert found(rewordings, text, begin, begin, "markdown")["big → large"] == text.replace("**big**", "**large**")
    code = text.index("big`")
    assert not any("big`" in after for after in found(rewordings, text, code, code + 3, "markdown"))


def test_sentences_after_a_footnote(rewordings):
    """What stands apart comes last in the text of a request, and so do its sentences."""
    text = "They made a purchase\\footnote{A car is big. It is red.}. The red house is big. We need a car.\n"
    at = text.index("house")
    assert found(rewordings, text, at, at, "latex")["house → building"] == text.replace("house", "building")
    assert not any("purchase" in title or "car" in title for title in found(rewordings, text, at, at, "latex"))
    at = text.index("car is")
    assert found(rewordings, text, at, at, "latex")["A car → An automobile"] == text.replace("A car", "An automobile")


def test_nothing_to_say_otherwise(rewordings):
    assert found(rewordings, "", 0, 0) == {}
    assert found(rewordings, "12 34\n", 1, 1) == {}
    assert found(rewordings, "We need it.\n", 3, 3) == {}
