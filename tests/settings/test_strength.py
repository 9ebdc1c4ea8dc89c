"""One knob for how much changes, with a fit and without; and what it left as it was."""

from __future__ import annotations

import fits
import pytest
from command_line import paragen as command
from english import stems

import paragen
from paragen.base.errors import ConfigError
from paragen.io.shortfall import remedy
from paragen.model import Model
from paragen.model.bundled import starter_path
from paragen.settings.strength import STRENGTHS

TEXTS = ["They made a purchase.", "The big house is red.", "We need a lot of big cars as soon as possible.", "They need it."]


def edits(paraphraser):
    return sum(len(paraphraser.rewrite(text)[0].edits) for text in TEXTS)


def test_with_a_fit_it_bounds_confidence(tmp_path, english_model):
    bounds = {"min_confidence": 0.6, "min_sentence_confidence": 0.8}
    model = fits.with_fit(english_model, tmp_path / "model", tmp_path / "english.bin", **bounds)
    found = {name: paragen.load(model, strength=name) for name in STRENGTHS}
    asked = {name: paraphraser.signature().partition(">=")[2].partition("|")[0] for name, paraphraser in found.items()}
    assert asked == {"light": "0.85,0.85", "medium": "0.6,0.8", "strong": "0.5,0.6"}
    assert edits(found["light"]) <= edits(found["medium"]) <= edits(found["strong"])
    assert found["light"].weights == found["strong"].weights == paragen.load(model).weights
    assert ">=0.2,0|" in paragen.load(model, strength="light", min_confidence=0.2).signature()
    assert ">=0.85,0.1|" in paragen.load(model, strength="light", min_sentence_confidence=0.1).signature()
    assert paragen.load(model, strength="medium").signature() == paragen.load(model, strength=None).signature()


def test_a_model_that_asks_for_more_or_less_is_no_less_light_and_no_less_strong(tmp_path, english_model):
    for own, light, strong in ((0.95, "0.95,0.85", "0.5,0"), (0.3, "0.85,0.85", "0.3,0")):
        folder = tmp_path / str(own)
        folder.mkdir()
        bounds = {"min_confidence": own, "min_sentence_confidence": 0.0}
        model = fits.with_fit(english_model, folder / "model", folder / "english.bin", **bounds)
        assert f">={light}|" in paragen.load(model, strength="light").signature()
        assert f">={strong}|" in paragen.load(model, strength="strong").signature()


def test_without_a_fit_it_changes_weights_and_floors(english_model):
    floors = {"phrases": -2.0}
    found = {name: paragen.load(english_model, strength=name, weight={"thesaurus": 0.5}) for name in STRENGTHS}
    assert [found[name].weights["edit"] for name in STRENGTHS] == [1 - 1.5, 1, 1 + 1.5]
    assert all(each.weights["thesaurus"] == 0.5 for each in found.values())
    assert edits(found["light"]) < edits(found["medium"]) <= edits(found["strong"])
    assert paragen.load(english_model, strength="strong", weight={"edit": 0.25}, floors=floors).weights["edit"] == 0.25
    assert paragen.load(english_model, strength="strong", floors=floors).floors["phrases"] == -2.0
    assert "|strength:light|" in found["light"].signature() and "strength" not in found["medium"].signature()
    assert found["light"].changed(strength="medium").signature() == found["medium"].signature()


def test_floors_of_the_model(english_model, tmp_path):
    from paragen.packing import TableSource, pack

    (tmp_path / "t.txt").write_text("big ||| large ||| 0.5\n")
    model = pack(tmp_path / "m", english_model / "lm.bin", {"t": TableSource(tmp_path / "t.txt", floor=-2.0)})
    assert [paragen.load(model, strength=name).floors["t"] for name in STRENGTHS] == [-1, -2, -4]


def test_weights_of_a_file_are_not_changed_twice(english_model):
    path = english_model / "weights.toml"
    light = paragen.load(english_model, weights=path, strength="light")
    assert light.changed(stack=50).weights == light.weights == paragen.load(english_model, strength="light").weights


@pytest.mark.parametrize("name", ["much", 3, "MEDIUM"])
def test_no_strength(english_model, name):
    with pytest.raises(ConfigError, match="strength: found .*, expected one of light, medium, strong."):
        paragen.load(english_model, strength=name)


def test_one_notice_says_what_is_missing_and_how_to_get_more(english_model, tmp_path):
    (tmp_path / "in.txt").write_text("\n".join([*TEXTS, "", "Nothing here"]) + "\n")
    (tmp_path / "in.tsv").write_text("\n".join(["text", *TEXTS, "Nothing here"]) + "\n")
    more = "For more: --strength strong or a --weight edit=X above 1.\n"
    none = f"paragen: 2 of 5 sentences gave no paraphrase. {more}"
    few = f"paragen: 5 of 5 sentences gave fewer than 30 paraphrases, 2 of them none; {{}} were found in all. {more}"
    lists = paragen.load(english_model).rewrite_batch([*TEXTS, "Nothing here"], n=30)
    few = few.format(sum(not one.unchanged for found in lists for one in found))
    file, table, out = tmp_path / "in.txt", tmp_path / "in.tsv", tmp_path / "out"
    parts = ["--engine", "local", "--threads", 1, "-o"]
    for number, (given, expected) in enumerate({
        (file,): "", (file, "--strength", "medium"): none, (file, "--strength", "medium", "--quiet"): "", (file, "-o", out): none,
        (file, "--strength", "medium", "--threads", 2): none, (file, "--format", "jsonl", "--explain", "-o", out): none,
        (table, "--column", "text", "-o", out): none, (file, *parts): none,
        (file, "-n", 30): few, (file, "-n", 30, "-o", out): few, (file, "-n", 30, "--format", "jsonl"): few,
        (file, "-n", 30, "--format", "nbest"): few, (file, "-n", 30, "--explain", "--changed-only"): few,
        (table, "-n", 30, "--column", "text"): few, (table, "-n", 30, "--column", "text", "--changed-only", "-o", out): few,
        (file, "--copies", 30): few, (file, "--copies", 30, "-o", out): few, (file, "-n", 30, *parts): few,
        (file, "--copies", 30, *parts): few,
    }.items()):  # fmt: skip
        folder = [tmp_path / f"parts{number}"] if "--engine" in given else []
        said = command("decode", "-m", english_model, *given, *folder).stderr
        assert "".join(line + "\n" for line in said.splitlines() if "part files answered" not in line) == expected, given
    assert command("decode", "-m", english_model, "--strength", "strong", input=TEXTS[0]).stderr == ""


@pytest.mark.parametrize(("options", "expected"), [
    ({}, "--strength strong or a --min-confidence below 0.5"),
    ({"strength": "light"}, "--strength strong or a --min-confidence below 0.85"),
    ({"strength": "strong"}, "a --min-confidence below 0.5"),
    ({"min_confidence": 0.4}, "a --min-confidence below 0.4"),
    ({"min_confidence": 0}, "a table of your own, --table NAME=FILE"),
    ({"fit": False}, "--strength strong or a --weight edit=X above 1"),
    ({"fit": False, "strength": "strong"}, "a --weight edit=X above 2.5"),
])  # fmt: skip
def test_the_remedy_is_one_that_is_left(fitted_model, options, expected):
    assert remedy(paragen.load(fitted_model, **options)) == f"For more: {expected}."


def test_the_remedies_of_the_starter_pack_give_more():
    texts = ["We must find a solution to this problem as soon as possible.", "The new law is a big mistake."]
    found = [sum(not one.unchanged for each in paragen.load(**options).rewrite_batch(texts, n=200) for one in each)
             for options in ({}, {"strength": "strong"}, {"min_confidence": 0.4})]  # fmt: skip
    assert found == sorted(set(found))


def test_light_makes_one_edit_with_a_new_content_word():
    text = "Many people wanted to buy the huge house, and the company said it would purchase a new car."
    tokens, found = Model.open(starter_path()).tokenizer.words, {}
    for name in STRENGTHS:
        [best] = paragen.load(strength=name).rewrite(text)
        found[name] = sum(bool(stems(tokens(edit.after)) - stems(tokens(text))) for edit in best.edits)
    assert found["light"] == 1 < found["medium"] <= found["strong"]


def test_what_brings_a_content_word_comes_before_what_is_hardly_surer():
    text = "We must find a solution to this problem, and the company did not purchase the car."
    plain, usual, much = (paragen.load(new_word_bonus=bonus, min_sentence_confidence=0.93) for bonus in (1, 1.15, 99))
    assert usual.signature() == paragen.load(min_sentence_confidence=0.93).signature() != plain.signature()
    assert "|new_word_bonus:99|" in much.signature() and "bonus" not in paragen.load(fit=False, new_word_bonus=2).signature()
    tokens = plain.model.tokenizer.words
    trivial, word = (
        sorted(bool(stems(tokens(edit.after)) - stems(tokens(text))) for edit in paraphraser.rewrite(text)[0].edits)
        for paraphraser in (plain, much)
    )
    assert not trivial[0] and word[0]
    with pytest.raises(ConfigError, match="new_word_bonus"):
        paragen.load(new_word_bonus=0.5)
