"""Some tables of a model only: as if the model had been packed without the others."""

from __future__ import annotations

import pytest

import paragen
from paragen.base.errors import ConfigError
from paragen.packing import TableSource, pack

TEXTS = ("They made a purchase of a big house.", "We need a lot of big cars as soon as possible!", "", "The big car is red.")


@pytest.mark.parametrize("floor", [0, -3.0])
@pytest.mark.parametrize("name", ["thesaurus", "phrases"])
def test_as_if_packed_alone(english_model, tmp_path, name, floor):
    folder = english_model.parent
    weights = {"lm": 0.5, "thesaurus": 0.7, "phrases": 0.4, "edit": 1}
    both = {each: TableSource(folder / f"{each}.txt", floor=floor) for each in ("thesaurus", "phrases")}
    pack(tmp_path / "both", folder / "lm.arpa", both, weights=weights)
    pack(
        tmp_path / "one", folder / "lm.arpa", {name: both[name]}, weights={each: weights[each] for each in ("lm", name, "edit")}
    )
    masked, alone = paragen.load(tmp_path / "both", use_tables=[name]), paragen.load(tmp_path / "one")
    for text in TEXTS:
        found, expected = masked.rewrite(text, 20), alone.rewrite(text, 20)
        assert [(each.text, pytest.approx(each.score)) for each in found] == [(each.text, each.score) for each in expected]
        assert all(each.features[other] == 0 for each in found for other in weights if other not in (name, "lm", "edit"))
        listed, known = masked.substitutes(text), alone.substitutes(text)
        assert [(each.id, each.tables) for each in listed] == [(each.id, each.tables) for each in known]


def test_all_tables_are_no_limit(english_model):
    usual, named = paragen.load(english_model), paragen.load(english_model, use_tables=["phrases", "thesaurus"])
    assert usual.signature() == named.signature()
    assert usual.rewrite(TEXTS[0], 20) == named.rewrite(TEXTS[0], 20)


def test_no_tables_change_nothing(english_model):
    none = paragen.load(english_model, use_tables=[])
    assert [each.text for each in none.rewrite(TEXTS[0], 5)] == [TEXTS[0]]
    assert none.substitutes(TEXTS[0]) == []
    assert "|use_tables:none" in none.signature()
    assert "|use_tables:phrases" in paragen.load(english_model, use_tables=["phrases"]).signature()


def test_the_decoder_disables_no_table_with_a_floor(english_model):
    from paragen.decoder.search import Decoder, FeatureList
    from paragen.model import Model

    model = Model.open(english_model)
    features = FeatureList(("thesaurus", "phrases"))
    with pytest.raises(ConfigError, match="thesaurus cannot be disabled: it has a floor"):
        Decoder(model.store, model.lm, features, model.weights, {"thesaurus": -1.0}, ["thesaurus"])
    with pytest.raises(ConfigError, match="no table 'queries'. The tables are thesaurus, phrases"):
        Decoder(model.store, model.lm, features, model.weights, {}, ["queries"])
