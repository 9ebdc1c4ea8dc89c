"""Tables added to a packed model, which stays what it is."""

from __future__ import annotations

import json

import pytest
from command_line import paragen as command

import paragen
from paragen.base.errors import ConfigError, FormatError
from paragen.model import Model
from paragen.packing import TableSource, extend, pack

TEXT = "They made a purchase of a big house."


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("source,target,score\nhouse,mansion,\nbig,vast,0.9\nUS,America,1\n")
    return path


def phrases(model, n_tables):
    return {words: found for words, options in model.store.phrases() if any(found := options[:n_tables])}


def test_the_model_stays_what_it_is(english_model, tmp_path, mine):
    told = []
    model = Model.open(extend(tmp_path / "m", english_model, {"mine": TableSource(mine, licence="mine")}, notice=told.append))
    before = Model.open(english_model)
    model.verify()
    assert phrases(model, 2) == phrases(before, 2)
    assert model.tables[:2] == before.tables and model.lm_info == before.lm_info
    assert (model.tables[2].name, model.tables[2].licence, model.tables[2].pairs) == ("mine", "mine", 2)
    assert model.options("house")[2] == [(("mansion",), 0.0)]
    assert model.weights.items() >= before.weights.items() and model.weights["mine"] == 0.2
    assert told == ["table mine: 1 pairs left out: capitals on the left, which packed tables do not keep."]
    same, other = (paragen.load(each, use_tables=["thesaurus", "phrases"]) for each in (before.path, model.path))
    assert [p.text for p in same.rewrite(TEXT, n=50)] == [p.text for p in other.rewrite(TEXT, n=50)]
    assert {edit.licence for p in paragen.load(model.path).rewrite(TEXT, n=50) for edit in p.edits} == {"", "CC0-1.0", "mine"}
    weights = {**model.weights, "mine": 0.75}
    assert Model.open(extend(tmp_path / "w", english_model, {"mine": mine}, weights=weights)).weights == weights


def test_the_fit_stays_and_of_the_table_the_score_counts(fitted_model, tmp_path, mine):
    plain = {each.id: each.confidence for each in paragen.load(fitted_model, min_confidence=0).substitutes(TEXT)}
    model = extend(tmp_path / "m", fitted_model, {"mine": mine})
    extended = paragen.load(model, min_confidence=0)
    found = {each.id: (each.confidence, dict(each.tables)) for each in extended.substitutes(TEXT)}
    new = sorted((confidence, tables["mine"]) for confidence, tables in found.values() if "mine" in tables)
    assert new == [(0.9, pytest.approx(0.9)), (1.0, 1.0)]
    assert {name: confidence for name, (confidence, tables) in found.items() if "mine" not in tables} == plain
    assert extended.weights["added"] == 100 * extended.weights["lm"] and extended.floors["mine"] == 0
    given = paragen.load(fitted_model, tables={"mine": mine}, min_confidence=0)
    assert [p.text for p in given.rewrite(TEXT, n=20)] == [p.text for p in extended.rewrite(TEXT, n=20)]
    twice = extend(tmp_path / "n", model, {"more": mine})
    assert {each.after for each in paragen.load(twice, min_confidence=1).substitutes(TEXT)} == {"mansion"}


def test_a_fit_of_other_tables_is_refused(fitted_model, tmp_path, mine):
    model = pack(tmp_path / "m", fitted_model / "lm.bin", {"x": mine, "thesaurus": mine, "phrases": mine})
    (model / "fit.bin").write_bytes((fitted_model / "fit.bin").read_bytes())
    with pytest.raises(FormatError, match="found a fit of other features"):
        Model.open(model)


def test_patterns_and_labels_stay(syntax_model, tmp_path, mine):
    before, model = Model.open(syntax_model), Model.open(extend(tmp_path / "m", syntax_model, {"mine": mine}))
    model.verify()
    assert phrases(model, 2) == phrases(before, 2) and [table.syntax for table in model.tables] == ["average", None, None]
    pairs = "take [NN_1] into account ||| consider [NN_1] ||| 0.5\n<s> but [N_1] ||| <s> yet [N_1] ||| 0.25\n"
    (tmp_path / "p.txt").write_text(pairs)
    one = extend(tmp_path / "p", syntax_model, {"p": TableSource(tmp_path / "p.txt", kind="patterns")})
    two = extend(tmp_path / "q", one, {"mine": mine})
    Model.open(two).verify()
    assert phrases(Model.open(two), 3) == phrases(Model.open(one), 3)
    assert any("\x1f[NN_1]" in words for words in phrases(Model.open(two), 3))


def test_what_cannot_be(english_model, tmp_path, mine):
    with pytest.raises(ConfigError, match="Table name 'phrases' is given twice"):
        extend(tmp_path / "m", english_model, {"phrases": mine})
    with pytest.raises(ConfigError, match="no weight for mine. Add the line `mine = 0.2`."):
        extend(tmp_path / "m", english_model, {"mine": mine}, weights=english_model / "weights.toml")
    mine.write_text("a,b\nc\n")
    with pytest.raises(FormatError, match="mine.csv:2: found 1 column"):
        extend(tmp_path / "m", english_model, {"mine": mine})
    with pytest.raises(ConfigError, match="--column does not apply"):
        extend(tmp_path / "m", english_model, {"mine": TableSource(mine, column=2)})
    assert not (tmp_path / "m").exists()


def test_the_verb(english_model, tmp_path, mine):
    done = command("pack", "--from", english_model, "-o", tmp_path / "m", "--table", f"mine={mine}", "--licence", "mine=CC0")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    found = json.loads(command("inspect", tmp_path / "m", "--format", "json").stdout)
    assert [(table["name"], table["licence"]) for table in found["tables"]][-1] == ("mine", "CC0")
    for more, message in (
        (["--from", english_model], "--from adds tables: name one with --table NAME=FILE."),
        (["--from", english_model, "--lm", "x", "--table", f"m={mine}"], "--lm does not go with --from"),
        (["--table", f"m={mine}"], "give --lm FILE, or --from MODEL"),
    ):
        done = command("pack", "-o", tmp_path / "n", *more)
        assert done.returncode == 2 and message in done.stderr
