"""Files of parameters: what is written is read, and all else is an error that says what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paragen.base.errors import ConfigError, FormatError
from paragen.tables.bilingual.patterns.options import (
    FEATURES,
    Parameters,
    default_parameters,
    read_parameters,
    write_parameters,
)


@pytest.mark.parametrize("model", FEATURES)
def test_what_is_written_is_read(tmp_path, model):
    parameters = default_parameters(model)
    write_parameters(parameters, tmp_path / "p.toml")
    assert read_parameters(tmp_path / "p.toml") == parameters
    assert len(parameters.weights) == FEATURES[model]
    assert "pivot_lambda" not in (tmp_path / "p.toml").read_text()
    parameters = replace(parameters, pivot_weights=(1.0, 0.5, 0.0, 2.0), pivot_threshold=0.5)
    write_parameters(parameters, tmp_path / "p.toml")
    assert read_parameters(tmp_path / "p.toml") == parameters


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", FormatError, "found no key 'model', expected model, lambda and threshold. Make the file with"),
        ('model = 1\nlambda = [1, 1, 1, 1]\nthreshold = 0.1', FormatError, "found 1 as 'model', expected a string"),
        ('model = "1"\nlambda = 1\nthreshold = 0.1', FormatError, "found 1 as 'lambda', expected a list of numbers"),
        ('model = "1"\nlambda = [1, 1, 1, 1]\nthreshold = true', FormatError, "found True as 'threshold', expected a number"),
        ('model = "1"\nlambda = [1, 1, 1, 1]\nthreshold = 0.1\nT = 1', FormatError, "found the key 'T', expected model, lambda,"),
        ('model = "4"\nlambda = [1, 1, 1, 1]\nthreshold = 0.1', ConfigError, "model: found '4', expected bc, 1, 2, 3."),
        ('model = "1"\nlambda = [1, 1, 1]\nthreshold = 0.1', ConfigError, "found 3 weights, expected the 4 of Model 1."),
        ('model = "1"\nlambda = [1, 1, 1, -1]\nthreshold = 0.1', ConfigError, "found -1, expected numbers from 0 to 20."),
        ('model = "1"\nlambda = [1, 1, 1, nan]\nthreshold = 0.1', ConfigError, "found nan, expected numbers from 0 to 20."),
        ('model = "1"\nlambda = [1, 1, 1, "a"]\nthreshold = 0.1', ConfigError, "found 'a', expected numbers from 0 to 20."),
        ('model = "bc"\nlambda = [1, 1, 1, 0]\nthreshold = 0.1', ConfigError, "expected [1.0, 1.0, 0.0, 0.0] of Model bc."),
        ('model = "1"\nlambda = [1, 1, 1, 1]\nthreshold = 0', ConfigError, "threshold: found 0, expected a number from 1e-12"),
        ('model = "1"\nlambda = [1, 1, 1, 1]\nthreshold = 0.1\npivot_threshold = 2', ConfigError, "pivot_threshold: found 2,"),
        ('model = "2"\nlambda = [1, 1, 1, 1, 1]\nthreshold = 0.1\npivot_lambda = [1]', ConfigError, "pivot_lambda: found 1 "),
        ('model = "2"\nlambda = [1, 1, 1, 1, 1]\nthreshold = 0.1\npivot_lambda = 1', FormatError, "expected a list of numbers"),
        ("model =", FormatError, "invalid TOML"),
    ],
)  # fmt: skip
def test_errors(tmp_path, text, error, message):
    path = tmp_path / "p.toml"
    path.write_text(text)
    with pytest.raises(error) as raised:
        read_parameters(path)
    assert str(raised.value).startswith(str(path)) and message in str(raised.value)


def test_another_model():
    with pytest.raises(ConfigError, match="model: found 'x', expected bc, 1, 2, 3"):
        default_parameters("x")
    with pytest.raises(ConfigError, match="lambda: found 1 weights"):
        Parameters(model="1", weights=(1.0,), threshold=0.1)
