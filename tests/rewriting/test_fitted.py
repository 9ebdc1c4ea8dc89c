"""A model with a fit: how sure edits are, what is left out, guards and quotations; and one without, as ever."""

from __future__ import annotations

import json
import math
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path

import fits
import numpy as np
import pytest
from command_line import paragen as command
from command_line import process
from english import ENGLISH_TABLES, english_arpa

import paragen
from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.fit.kernel import feature_names, write_fit
from paragen.model import Model
from paragen.model.directory import FIT_FILE
from paragen.packing import pack
from paragen.rewriting import prepare
from paragen.text.analysis import Analysis
from paragen.text.languages.english import ENGLISH

TEXTS = [
    "They made a purchase.", "The big house is red.", "We need a lot of big cars as soon as possible.", 'He said "a big car".',
]  # fmt: skip


@pytest.fixture
def fitted(fitted_model) -> Path:
    return fitted_model


def candidates(paraphraser, texts=TEXTS, **options):
    return [each for found in paraphraser.pipe_substitutes(texts, **options) for each in found]


def test_without_a_fit_nothing_is_sure(english_model):
    paraphraser = paragen.load(english_model)
    assert Model.open(english_model).fit is None and "fit" not in paraphraser.features
    found = candidates(paraphraser)
    assert found and all(each.confidence is None and "confidence" not in each.to_dict() for each in found)
    assert all(edit.confidence is None for text in TEXTS for edit in paraphraser.rewrite(text)[0].edits)
    with pytest.raises(ConfigError, match="does not say how sure an edit is"):
        paragen.load(english_model, min_confidence=0.5)
    with pytest.raises(ConfigError, match="nothing says how sure"):
        paraphraser.substitutes(TEXTS[0], rank="fit")


def test_a_model_whose_fit_is_off_is_one_without(english_model, fitted):
    plain, off = paragen.load(english_model), paragen.load(fitted, fit=False)
    assert off.features == plain.features
    for text in TEXTS:
        assert [each.text for each in off.rewrite(text, n=5)] == [each.text for each in plain.rewrite(text, n=5)]
    assert candidates(off) == candidates(plain)
    with pytest.raises(ConfigError, match="does not say how sure"):
        paragen.load(fitted, fit=False, min_confidence=0.5)


def test_confidence_is_that_of_the_fit(fitted):
    paraphraser = paragen.load(fitted, min_confidence=0, guards=[], quotes="change")
    sure = {each.id: each.confidence for each in candidates(paraphraser)}
    assert len(set(sure.values())) > 2 and all(0 < confidence < 1 for confidence in sure.values())
    for text in TEXTS:
        for result in paraphraser.rewrite(text, n=5):
            for edit in result.edits:
                assert edit.confidence == sure[edit.id]


@pytest.mark.parametrize("least", [0.0, 0.2, 0.5, 0.89, 1.0])
def test_no_edit_is_less_sure_than_the_user_asks_for(fitted, least):
    paraphraser, everything = (paragen.load(fitted, min_confidence=bound, guards=[], quotes="change") for bound in (least, 0))
    sure = {each.id: each.confidence for each in candidates(everything)}
    found = {each.id: each.confidence for each in candidates(paraphraser)}
    assert found == {name: confidence for name, confidence in sure.items() if confidence >= least}
    made = [edit for text in TEXTS for result in paraphraser.rewrite(text, n=20) for edit in result.edits]
    assert all(edit.confidence >= least for edit in made)
    assert bool(made) == (least < 0.9)


def test_the_model_says_how_sure_edits_are_to_be(fitted):
    asked, default = paragen.load(fitted, min_confidence=0.5), paragen.load(fitted)
    assert candidates(asked) == candidates(default) and min(each.confidence for each in candidates(default)) >= 0.5
    assert len(candidates(paragen.load(fitted, min_confidence=0))) > len(candidates(default))


def test_ranked_by_fit_the_surest_comes_first(fitted):
    found = paragen.load(fitted, min_confidence=0).pipe_substitutes(TEXTS, rank="fit")
    spans: dict = {}
    for each in [each for one in found for each in one]:
        spans.setdefault((each.sentence, each.begin, each.end), []).append(each.confidence)
    assert any(len(set(sure)) > 1 for sure in spans.values())
    assert all(sure == sorted(sure, reverse=True) for sure in spans.values())


@pytest.mark.parametrize("top", [None, 1])
def test_what_is_conceivable_is_said_and_can_be_asked_for(fitted, top):
    paraphraser = paragen.load(fitted, min_confidence=0, guards=[], quotes="change")
    everything = candidates(paraphraser, rank="fit", top=top)
    x, y = [0.05, 0.4, 0.9], [0.2, 0.8, 1.0]  # as fits.py has it
    expected = np.interp([each.confidence for each in everything], x, y)
    assert [each.conceivable for each in everything] == pytest.approx(expected, abs=1e-4)
    sizes = [len(everything)]
    for least in 0.6, 0.9, 1.0:
        found = candidates(paraphraser, rank="fit", top=top, min_conceivable=least)
        assert found == [each for each in everything if each.conceivable >= least]
        sizes.append(len(found))
    assert sizes[0] > sizes[1] >= sizes[2] >= sizes[3] and sizes[1] > sizes[3]
    if top is None:
        options = ("--rank", "fit", "--min-conceivable", 0.8, "--guard", "none", "--quotes", "change")
        listed = command("substitutes", "-m", fitted, *options, input="\n".join(TEXTS)).stdout.splitlines()
        found = candidates(paraphraser, rank="fit", min_conceivable=0.8)
        assert [json.loads(line)["conceivable"] for line in listed] == [each.conceivable for each in found] != []


def test_a_fit_that_does_not_know_what_is_conceivable_says_so(tmp_path, english_model):
    model = fits.with_fit(english_model, tmp_path / "model", tmp_path / "english.bin", conceivable=())
    assert all(each.conceivable is None and "conceivable" not in each.to_dict() for each in candidates(paragen.load(model)))
    for opened in paragen.load(model), paragen.load(english_model):
        with pytest.raises(ConfigError, match="does not say how likely a substitute is conceivable"):
            opened.substitutes(TEXTS[0], min_conceivable=0.5)
        for wrong in -0.1, 1.5, "0.5", float("nan"):
            with pytest.raises(ConfigError, match="expected a number from 0 to 1"):
                opened.substitutes(TEXTS[0], min_conceivable=wrong)


@pytest.mark.parametrize("together", [0.1, 0.3, 0.6, 0.85, 1.0])
def test_edits_of_a_sentence_are_together_as_sure_as_the_user_asks_for(fitted, together):
    options = {"guards": [], "quotes": "change"}
    everything = paragen.load(fitted, min_confidence=0.2, **options)
    paraphraser = paragen.load(fitted, min_confidence=0.2, min_sentence_confidence=together, **options)
    assert candidates(paraphraser) == candidates(everything)  # by itself each is as sure as ever
    fewer = 0
    for text in [*TEXTS, " ".join(TEXTS)]:
        made, all_made = (each.rewrite(text)[0].edits for each in (paraphraser, everything))
        assert {edit.id for edit in made} <= {each.id for each in paraphraser.substitutes(text)}
        fewer += len(all_made) - len(made)
        if text in TEXTS:
            assert math.prod(edit.confidence for edit in made) >= together or len(made) == (len(all_made) > 0)
    assert (fewer > 0) == (together > 0.1)
    assert paragen.load(fitted, min_sentence_confidence=together).signature() != paragen.load(fitted).signature()


def test_the_model_says_how_sure_sentences_are_to_be_unless_the_user_asks_for_edits(tmp_path, english_model):
    bounds = {"min_confidence": 0.2, "min_sentence_confidence": 1.0}
    strict = fits.with_fit(english_model, tmp_path / "model", tmp_path / "english.bin", **bounds)

    def made(paraphraser):
        return max(len(paraphraser.rewrite(text)[0].edits) for text in TEXTS)

    assert made(paragen.load(strict)) == 1
    assert made(paragen.load(strict, min_confidence=0.2)) > 1
    assert made(paragen.load(strict, min_confidence=0.2, min_sentence_confidence=1)) == 1
    assert made(paragen.load(strict, min_sentence_confidence=0)) > 1


@pytest.mark.parametrize("name", ["min_confidence", "min_sentence_confidence"])
@pytest.mark.parametrize("least", [-0.1, 1.1, float("nan"), "0.5", True])
def test_a_bound_that_is_no_probability_is_refused(fitted, least, name):
    with pytest.raises(ConfigError, match=f"{name}: found"):
        paragen.load(fitted, **{name: least})


def test_quotations_stay_or_change(fitted):
    def changed(**options):
        return {each.before for each in candidates(paragen.load(fitted, min_confidence=0, guards=[], **options), TEXTS[3:])}

    assert changed() == changed(quotes="keep") == set()
    assert "big" in changed(quotes="change")
    assert "big" in {each.before for each in candidates(paragen.load(fitted, fit=False), TEXTS[3:])}
    assert candidates(paragen.load(fitted, fit=False, quotes="keep"), TEXTS[3:]) == []
    with pytest.raises(ConfigError, match="quotes: found 'all', expected one of keep, change"):
        paragen.load(fitted, quotes="all")


@pytest.mark.parametrize("options", [{}, {"quotes": "change"}, {"fit": False, "quotes": "keep"}, {"fit": False}])
def test_a_sentence_is_analysed_once(fitted, options, monkeypatch):
    """For the quotation that stays and for the fit alike."""
    seen = []
    monkeypatch.setattr(prepare, "Analysis", lambda text, *more, **named: seen.append(text) or Analysis(text, *more, **named))
    paragen.load(fitted, **options).rewrite(TEXTS[3])
    assert '"' in TEXTS[3] and seen == [TEXTS[3]]


def test_guards_forbid(fitted, english_model):
    pairs = {"mine": {"big": "not big", "house": "perhaps house", "red": "reddish"}}
    free = paragen.load(fitted, guards=[], tables=pairs, min_confidence=0)
    guarded = paragen.load(fitted, tables=pairs, min_confidence=0, guards=ENGLISH.guards)
    some = paragen.load(fitted, tables=pairs, min_confidence=0, guards=["hedges"])
    new = {"not big", "perhaps house", "reddish"}
    found = [new & {each.after for each in candidates(one, TEXTS[1:2])} for one in (free, guarded, some)]
    assert found == [new, {"reddish"}, {"not big", "reddish"}]
    for plain in paragen.load(fitted, tables=pairs), paragen.load(english_model, tables=pairs):  # who gives a table means it
        assert new <= {each.after for each in candidates(plain, TEXTS[1:2])}
    with pytest.raises(ConfigError, match="guards: no guard 'some'"):
        paragen.load(english_model, guards=["some"])


def test_pickled_it_is_the_same(fitted):
    for options in ({}, {"min_confidence": 0.2, "guards": ["terms"], "quotes": "change"}, {"fit": False}):
        one = paragen.load(fitted, **options)
        other = pickle.loads(pickle.dumps(one))
        assert candidates(other, rank="lm") == candidates(one, rank="lm")
        assert [other.rewrite(text, n=3) for text in TEXTS] == [one.rewrite(text, n=3) for text in TEXTS]


def test_threads_change_nothing(fitted):
    paraphraser = paragen.load(fitted, min_confidence=0.1)
    texts = TEXTS * 20
    assert list(paraphraser.pipe(texts, threads=1)) == list(paraphraser.pipe(texts, threads=2))
    assert list(paraphraser.pipe_substitutes(texts, threads=1)) == list(paraphraser.pipe_substitutes(texts, threads=2))


def test_seeds_of_hashes_change_nothing(fitted):
    runs = [
        process("decode", "-m", fitted, "-n", 3, "--format", "jsonl", input="\n".join(TEXTS), seed=seed) for seed in (1, 2)
    ]
    assert runs[0].stdout == runs[1].stdout and runs[0].returncode == 0, runs[0].stderr
    assert '"confidence"' in runs[0].stdout


def test_the_front_takes_weights_with_and_without_the_fit(tmp_path, fitted):
    weights = paragen.load(fitted).weights
    assert weights["fit"] == 1.0
    without = {name: value for name, value in weights.items() if name != "fit"}
    assert paragen.load(fitted, weights=without).weights == weights
    assert paragen.load(fitted, weights=without, fit=False).weights == without
    assert paragen.load(fitted, weights=weights, fit=False).weights == without
    (tmp_path / "weights.toml").write_text("".join(f"{name} = {value}\n" for name, value in weights.items()))
    assert paragen.load(fitted, weights=tmp_path / "weights.toml", fit=False).weights == without


def test_a_fit_of_other_tables_is_no_part_of_a_model(tmp_path, english_model):
    shutil.copytree(english_model, tmp_path / "model")
    write_fit(
        tmp_path / "model" / FIT_FILE, feature_names(["other"]), fits.knowledge(tmp_path / "english.bin"), [~0], [], [0.0],
        [(0.0, 0.5)], {"min_confidence": 0.5},
    )  # fmt: skip
    with pytest.raises(FormatError, match="found a fit of other features .*Make it again with `paragen fit`, or remove it"):
        Model.open(tmp_path / "model")
    foreign = tmp_path / "model" / FIT_FILE
    with pytest.raises(FormatError, match=f"^{re.escape(str(foreign))}: found a fit of other features"):
        pack(tmp_path / "packed", tmp_path / "no.arpa", ENGLISH_TABLES, fit=foreign)
    assert not (tmp_path / "packed").exists()


def test_an_altered_fit_is_found_by_verify(tmp_path, fitted):
    shutil.copytree(fitted, tmp_path / "model")
    data = bytearray((tmp_path / "model" / FIT_FILE).read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "model" / FIT_FILE).write_bytes(data)
    with pytest.raises(FormatError, match=FIT_FILE):
        Model.open(tmp_path / "model").verify()
    assert command("verify", tmp_path / "model").returncode != 0
    assert command("verify", fitted).returncode == 0


def test_packed_with_a_fit(tmp_path, fitted, english_model):
    (tmp_path / "lm.arpa").write_text(english_arpa())
    for name, text in tables().items():
        (tmp_path / f"{name}.txt").write_text(text)
    files = {name: tmp_path / f"{name}.txt" for name in tables()}
    model = pack(tmp_path / "model", tmp_path / "lm.arpa", files, fit=fitted / FIT_FILE)
    assert paragen.load(model).weights["fit"] == 1.0 and (model / FIT_FILE).read_bytes() == (fitted / FIT_FILE).read_bytes()
    pack(model, tmp_path / "lm.arpa", files, fit=model / FIT_FILE, force=True)  # its own once more
    assert Model.open(model).fit is not None
    pack(model, tmp_path / "lm.arpa", files, force=True)
    assert Model.open(model).fit is None and not (model / FIT_FILE).exists()
    with pytest.raises(FormatError):
        pack(tmp_path / "none", tmp_path / "lm.arpa", {"one": files["phrases"]}, fit=fitted / FIT_FILE)
    assert not (tmp_path / "none").exists()


def tables() -> dict[str, str]:
    return {name: "\n".join(map(str.strip, text.strip().splitlines())) + "\n" for name, text in ENGLISH_TABLES.items()}


def test_the_command_line_leaves_out_what_is_less_sure(fitted):
    def listed(*options):
        done = command("substitutes", "-m", fitted, "--format", "jsonl", *options, input="\n".join(TEXTS))
        assert done.returncode == 0, done.stderr
        return [{**json.loads(line), "score": 0} for line in done.stdout.splitlines()]  # it counts from the bound on

    everything = listed("--min-confidence", 0, "--guard", "none", "--quotes", "change")
    assert len({each["confidence"] for each in everything}) > 2
    for least in (0.2, 0.6):
        kept = listed("--min-confidence", least, "--guard", "none", "--quotes", "change")
        assert kept == [each for each in everything if each["confidence"] >= least]
    assert all("confidence" not in each for each in listed("--no-fit"))
    assert command("decode", "-m", fitted, "--min-confidence", 1, input=TEXTS[1]).stdout.strip() == TEXTS[1]
    assert command("decode", "-m", fitted, "--min-confidence", 0, input=TEXTS[1]).stdout.strip() != TEXTS[1]
    assert command("decode", "-m", fitted, "--min-confidence", 1.5, input="").returncode == 2
    assert command("decode", "-m", fitted, "--guard", "amounts", input="").returncode == 2


def test_a_model_is_opened_without_lightgbm(fitted):
    code = "import sys; sys.modules['lightgbm'] = None; import paragen; paragen.load(sys.argv[1]).rewrite(sys.argv[2])[0].text"
    done = subprocess.run([sys.executable, "-c", code, fitted, TEXTS[1]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
