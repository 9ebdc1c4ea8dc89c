"""Weights and the TOML they are written in."""

from __future__ import annotations

import pytest

from paragen.base.errors import FormatError
from paragen.decoder.features import FeatureList
from paragen.model.weights import check_weights, raised, read_weights, write_weights

NAMES = FeatureList(("thesaurus", "pivot.en")).names


def test_round_trip(tmp_path):
    weights = {name: i / 7 - 0.3 for i, name in enumerate(NAMES)}
    write_weights(tmp_path / "w.toml", weights)
    assert read_weights(tmp_path / "w.toml", NAMES) == weights


@pytest.mark.parametrize("data", [b"lm 0.5", b"\xff\xfe", b"lm = 1\nlm = 2", b"\0", b"[" * 100_000, b"a ||| b ||| 0.5\n"])
def test_no_weights_file(tmp_path, data):
    path = tmp_path / "w.toml"
    path.write_bytes(data)
    with pytest.raises(FormatError, match="expected weights: a TOML file"):
        read_weights(path, NAMES)


def test_self_has_no_effect_where_there_is_none():
    names = FeatureList((), False).names
    assert check_weights({"lm": 1, "self": 3}, names) == dict.fromkeys(names, 0) | {"lm": 1}


def test_raised_by_so_many_times_the_language_model_s():
    assert raised({"lm": -0.5, "edit": 1.0, "words": 0.2}, 3.0) == {"lm": -0.5, "edit": 2.5, "words": 0.2}
