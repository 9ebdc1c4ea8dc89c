"""Weights and the TOML they are written in."""

from __future__ import annotations

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.decoder.features import FeatureList
from paragen.weights import check_table_names, check_weights, default_weights, read_weights, write_weights

NAMES = FeatureList(("thesaurus", "pivot.en")).names

def test_features_in_order():
    assert NAMES == ("lm", "thesaurus", "pivot.en", "self", "word", "edit", "unknown")
    assert FeatureList((), False).names == ("lm", "word", "edit", "unknown")


def test_defaults():
    assert default_weights(NAMES) == {
        "lm": 0.5, "thesaurus": 0.2, "pivot.en": 0.2, "self": 0.0, "word": 0.0, "edit": 0.0, "unknown": 0.0
    }  # fmt: skip


def test_round_trip(tmp_path):
    weights = {name: i / 7 - 0.3 for i, name in enumerate(NAMES)}
    write_weights(tmp_path / "w.toml", weights)
    assert read_weights(tmp_path / "w.toml", NAMES) == weights


def test_a_name_with_a_full_stop_needs_no_quotes(tmp_path):
    (tmp_path / "w.toml").write_text("lm = 1\nthesaurus = 0.5\npivot.en = 0.25\n")
    assert read_weights(tmp_path / "w.toml", NAMES)["pivot.en"] == 0.25


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("lm = 1\nthesaurus = 1\n", "no weight for pivot.en. The features are lm, thesaurus, pivot.en, self"),
        ("lm = 1\nthesaurus = 1\n'pivot.en' = 1\nlmm = 2\n", "no feature 'lmm'. The features are lm,"),
        ("lm = nan\nthesaurus = 1\n'pivot.en' = 1\n", "lm = nan, expected a finite number"),
        ("lm = 'x'\nthesaurus = 1\n'pivot.en' = 1\n", "lm = 'x', expected a finite number"),
        ("lm = true\nthesaurus = 1\n'pivot.en' = 1\n", "lm = True, expected a finite number"),
        ("lm = inf\nthesaurus = 1\n'pivot.en' = 1\n", "expected a finite number"),
    ],
)
def test_bad_weights(tmp_path, lines, message):
    path = tmp_path / "w.toml"
    path.write_text(lines)
    with pytest.raises(ConfigError) as error:
        read_weights(path, NAMES)
    assert message in str(error.value) and str(path) in str(error.value)


@pytest.mark.parametrize("data", [b"lm 0.5", b"\xff\xfe", b"lm = 1\nlm = 2", b"\0", b"[" * 100_000, b"a ||| b ||| 0.5\n"])
def test_no_weights_file(tmp_path, data):
    path = tmp_path / "w.toml"
    path.write_bytes(data)
    with pytest.raises(FormatError, match="expected weights: a TOML file"):
        read_weights(path, NAMES)


def test_a_directory_is_no_weights_file(tmp_path):
    with pytest.raises(FormatError, match="found a directory"):
        read_weights(tmp_path, NAMES)


def test_self_has_no_effect_where_there_is_none():
    assert check_weights({"lm": 1, "self": 3}, FeatureList((), False).names) == {"lm": 1, "word": 0, "edit": 0, "unknown": 0}


@pytest.mark.parametrize("names", [["lm"], ["a", "a"], [""], ["1a"], ["a b"], ["a=b"], ["é"], ["self"], ["a\n"], ["unknown"]])
def test_bad_table_names(names):
    with pytest.raises(ConfigError):
        check_table_names(names)


@pytest.mark.parametrize("value", [1e7, -1e38, 10**400])
def test_weights_beyond_sense_are_refused_by_name(value):
    with pytest.raises(ConfigError, match="lm is too large"):
        check_weights({"lm": value, "a": 1.0}, ["lm", "a", "word", "edit", "unknown"])
