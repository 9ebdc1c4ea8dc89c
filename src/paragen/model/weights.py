"""The weights of a model's features: names, defaults, and file format.

The features and their order are those of :mod:`paragen.decoder.features`.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError
from paragen.base.json_and_toml import read_toml, toml_text
from paragen.base.patterns import lazy_pattern
from paragen.decoder.features import ADDED, FIT, RESERVED

_NAME = lazy_pattern(r"[A-Za-z][A-Za-z0-9_.-]*")

DEFAULT_LM = 0.5
DEFAULT_TABLE = 0.2
DEFAULT_FIT = 1.0
ADDED_FOR_LM = 100.0
"""The weight of pairs that a user adds, relative to the language model's: enough to outweigh its dislike of rare words."""
FITTED_LM, FITTED_TABLE = 0.005, 0.001
"""Defaults of :func:`default_weights` for the language model, each table, the fit and what the user adds; all others get 0. The
last two are for models with a fit, which already takes language model and tables into account."""


def check_table_names(names: Sequence[str]) -> None:
    """Raise ConfigError unless ``names`` are distinct, well formed and not names of other features."""
    for i, name in enumerate(names):
        if not _NAME.fullmatch(name):
            raise ConfigError(f"Table name {name!r}: it must begin with a letter; then letters, digits, '_', '.' and '-'.")
        if name in RESERVED:
            raise ConfigError(f"Table name {name!r} is the name of a feature. Choose one other than {', '.join(RESERVED)}.")
        if name in names[:i]:
            raise ConfigError(f"Table name {name!r} is given twice. Name each table differently.")


def default_weights(names: Sequence[str]) -> dict[str, float]:
    """Return initial weights: 0.5 for ``lm``, 0.2 for each table, 0 for the others; see above for models with a fit."""
    fitted = FIT in names
    lm = FITTED_LM if fitted else DEFAULT_LM
    known = {**dict.fromkeys(RESERVED, 0.0), "lm": lm, FIT: DEFAULT_FIT, ADDED: ADDED_FOR_LM * lm}
    return {name: known.get(name, FITTED_TABLE if fitted else DEFAULT_TABLE) for name in names}


def _flat(data: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Flatten the sections that TOML makes of unquoted names with full stops."""
    flat: dict[str, Any] = {}
    for name, value in data.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


LARGEST = 1e6
"""Beyond this, a weight would leave the other features no digits of precision."""


def check_weights(
    weights: Mapping[str, Any], names: Sequence[str], where: str = "weights", defaults: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Return ``weights`` in the order of ``names``, with ``defaults`` for those not given.

    ``lm`` and every table need a weight; if missing, ``fit`` is 1, ``added`` :data:`ADDED_FOR_LM` times ``lm``, any other 0.
    ``self`` may be given to a model without self-paraphrase, ``fit`` to one without a fit, and ``added`` to one without tables
    that its fit does not know; there they have no effect.

    Raises
    ------
    ConfigError : a name is not a feature, one is missing, or a value is not a finite number.
    """
    given = {**(defaults or {}), **_flat(weights)}
    known = f"The features are {', '.join(names)}."
    for name, value in given.items():
        if name not in names and name not in ("self", FIT, ADDED):
            from difflib import get_close_matches

            near = get_close_matches(name, names, 1)
            raise ConfigError(f"{where}: no feature {name!r}. {f'Did you mean {near[0]}? ' if near else ''}{known}")
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value or abs(value) == math.inf:
            raise ConfigError(f"{where}: {name} = {value!r}, expected a finite number.")
        if abs(value) > LARGEST:
            expected = f"expected at most {LARGEST:g} in absolute value"
            raise ConfigError(f"{where}: {name} is too large, {expected}. Only ratios matter: scale all weights.")
    missing = [name for name in names if name not in given and (name == "lm" or name not in RESERVED)]
    if missing:
        usual = default_weights(names)
        lines = ", ".join(f"`{name} = {usual[name]:g}`" for name in missing)
        add = f"Add the line{'s' * (len(missing) > 1)} {lines}."
        raise ConfigError(f"{where}: no weight for {', '.join(missing)}. {add} {known}")
    usual = {FIT: DEFAULT_FIT, ADDED: ADDED_FOR_LM * abs(given["lm"]) if "lm" in given else 0.0}
    return {name: float(given.get(name, usual.get(name, 0.0))) for name in names}


def raised(weights: Mapping[str, float], by: float) -> dict[str, float]:
    """Return weights with that of ``edit`` higher ``by`` so many times the language model's."""
    return {**weights, "edit": weights["edit"] + by * abs(weights["lm"])}


def read_weights(path: StrPath, names: Sequence[str], defaults: Mapping[str, float] | None = None) -> dict[str, float]:
    """Read ``weights.toml`` (lines ``name = number``) for the features ``names``; see :func:`check_weights`."""
    return check_weights(read_toml(path, "weights: a TOML file of lines `feature = number`"), names, os.fspath(path), defaults)


def weights_text(weights: Mapping[str, float]) -> str:
    """Return the text of a ``weights.toml``."""
    return toml_text(dict(weights))


def write_weights(path: StrPath, weights: Mapping[str, float]) -> None:
    """Write ``weights.toml``, atomically."""
    from paragen.base.output_files import atomic_file

    with atomic_file(path) as file:
        file.write(weights_text(weights).encode())
