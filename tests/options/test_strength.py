"""One knob for how much changes, with a fit and without; and what it left as it was."""

from __future__ import annotations

import fits
import pytest
from command_line import paragen as command

import paragen
from paragen.base.errors import ConfigError
from paragen.options.strength import STRENGTHS

TEXTS = ["They made a purchase.", "The big house is red.", "We need a lot of big cars as soon as possible.", "They need it."]


def edits(paraphraser):
    return sum(len(paraphraser.rewrite(text)[0].edits) for text in TEXTS)


def test_with_a_fit_it_bounds_confidence(tmp_path, english_model):
    bounds = {"min_confidence": 0.6, "min_sentence_confidence": 0.8}
    model = fits.with_fit(english_model, tmp_path / "model", tmp_path / "english.bin", **bounds)
    found = {name: paragen.load(model, strength=name) for name in STRENGTHS}
    asked = {name: paraphraser.signature().partition(">=")[2].partition("|")[0] for name, paraphraser in found.items()}
    assert asked == {"light": "0.9,0.9", "medium": "0.6,0.8", "strong": "0.5,0.6"}
    assert edits(found["light"]) <= edits(found["medium"]) <= edits(found["strong"])
    assert found["light"].weights == found["strong"].weights == paragen.load(model).weights
    assert ">=0.2,0|" in paragen.load(model, strength="light", min_confidence=0.2).signature()
    assert ">=0.9,0.1|" in paragen.load(model, strength="light", min_sentence_confidence=0.1).signature()
    assert paragen.load(model, strength="medium").signature() == paragen.load(model, strength=None).signature()


def test_a_model_that_asks_for_more_or_less_is_no_less_light_and_no_less_strong(tmp_path, english_model):
    for own, light, strong in ((0.95, "0.95,0.9", "0.5,0"), (0.3, "0.9,0.9", "0.3,0")):
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
    with pytest.raises(ConfigError, match="strength: found .*, expected light, medium, strong."):
        paragen.load(english_model, strength=name)


def test_the_shortfall_is_told(english_model):
    text = "\n".join([*TEXTS, "", "Nothing here"]) + "\n"
    told = "paragen: 2 of 5 lines gave no paraphrase.\n"
    for more, expected in ([], ""), (["--strength", "medium"], told), (["--strength", "medium", "--quiet"], ""):
        assert command("decode", "-m", english_model, *more, input=text).stderr == expected
    for more in ["--threads", 2], ["--format", "jsonl", "--explain"], ["-n", 3]:
        assert command("decode", "-m", english_model, "--strength", "medium", *more, input=text).stderr == told
    assert command("decode", "-m", english_model, "--strength", "strong", input=TEXTS[0]).stderr == ""
