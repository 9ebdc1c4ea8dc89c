"""Which patterns are induced from parsed bitexts, how pairs of them are made, and which paths DIRT pairs.

Pairs are made by a model, whose parameters are the weights of its features and a threshold [Z09 §3.5].
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.json_and_toml import read_toml, toml_text
from paragen.base.output_files import atomic_file
from paragen.base.settings import Settings, flag, one_of, whole
from paragen.tables.bilingual.options import BitextOptions
from paragen.tables.builder import TOP, replaceable
from paragen.text.slots import MAX_SLOTS

FEATURES = {"bc": 4, "1": 4, "2": 5, "3": 7}
"""Models -> how many features each has."""
MODEL = "3"
"""The model by which pairs are scored unless another one is chosen."""
BC = (1.0, 1.0, 0.0, 0.0)
"""The weights with which Model 1 is that of Bannard and Callison-Burch [BC05 eq. 2]."""
LEAST = 1e-12
"""The lowest threshold: likelihoods are sums of whole numbers of 1e-15."""
_HIGHEST = 20.0
_THRESHOLDS = {"bc": 0.02, "1": 0.002, "2": 0.002, "3": 0.0002}
_NUMBER = (int, float), "a number"
_LIST = list, "a list of numbers"
_KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "model": (str, "a string"), "lambda": _LIST, "threshold": _NUMBER, "pivot_threshold": _NUMBER, "pivot_lambda": _LIST,
}  # fmt: skip
_PIVOTS = {"pivot_threshold": "pivot_threshold", "pivot_lambda": "pivot_weights"}
"""Keys that may be missing, with the names of the parameters."""
_REMEDY = "Make the file with `paragen patterns tune`."


@dataclass(frozen=True, kw_only=True)
class Parameters:
    """The parameters of a model.

    Parameters
    ----------
    model : "bc", "1", "2" or "3".
    weights : lambda 1, 2, … of [Z09]_ eq. 3, 7 and 8; each from 0 to 20.
    threshold : T, what the likelihood of a pair must reach.
    pivot_threshold : what that of a pair of paraphrase pivots must reach, in Models 2 and 3.
    pivot_weights : the weights of Model 1, by which paraphrase pivots are found and scored in Models 2 and 3.

    Raises
    ------
    ConfigError : another model, a wrong number of weights, or a number out of range.
    """

    model: str
    weights: tuple[float, ...]
    threshold: float
    pivot_threshold: float = 0.05
    pivot_weights: tuple[float, ...] = (1.0,) * FEATURES["1"]

    def __post_init__(self) -> None:
        if self.model not in FEATURES:
            raise ConfigError(f"model: found {self.model!r}, expected {', '.join(FEATURES)}.")
        for key, weights, model in (("lambda", self.weights, self.model), ("pivot_lambda", self.pivot_weights, "1")):
            if len(weights) != FEATURES[model]:
                raise ConfigError(f"{key}: found {len(weights)} weights, expected the {FEATURES[model]} of Model {model}.")
            for weight in weights:
                if not _is_number(weight, 0, _HIGHEST):
                    raise ConfigError(f"{key}: found {weight!r}, expected numbers from 0 to {_HIGHEST:g}.")
        if self.model == "bc" and self.weights != BC:
            raise ConfigError(f"lambda: found {list(self.weights)}, expected {list(BC)} of Model bc. Choose Model 1.")
        for name in ("threshold", "pivot_threshold"):
            if not _is_number(value := getattr(self, name), LEAST, 1):
                raise ConfigError(f"{name}: found {value!r}, expected a number from {LEAST:g} to 1.")

    @property
    def has_paraphrase_pivots(self) -> bool:
        """Whether pivots may be paraphrases of each other rather than the same [Z09 eq. 7]."""
        return len(self.weights) > 4

    @property
    def has_word_alignment(self) -> bool:
        """Whether words of the two patterns are aligned with each other [Z09 eq. 8]."""
        return len(self.weights) > 5


def default_parameters(model: str = MODEL) -> Parameters:
    """Return the parameters that a model has unless it is tuned."""
    if model not in FEATURES:
        raise ConfigError(f"model: found {model!r}, expected {', '.join(FEATURES)}.")
    weights = BC if model == "bc" else (1.0,) * FEATURES[model]
    return Parameters(model=model, weights=weights, threshold=_THRESHOLDS[model])


def read_parameters(path: StrPath) -> Parameters:
    """Read the parameters of a model from a TOML file: ``model``, ``lambda``, ``threshold``, maybe those of its pivots.

    Raises
    ------
    FormatError : a key is missing, unknown or of another type, or its value is out of range.
    """
    name = os.fspath(path)
    data: dict[str, Any] = read_toml(path, "parameters of a pattern model, as TOML")
    if unknown := sorted(set(data) - set(_KINDS)):
        raise FormatError(name, f"the key {unknown[0]!r}", ", ".join(_KINDS), _REMEDY)
    for key, (kind, expected) in _KINDS.items():
        if key not in data and key not in _PIVOTS:
            raise FormatError(name, f"no key {key!r}", "model, lambda and threshold", _REMEDY)
        if key in data and (not isinstance(data[key], kind) or isinstance(data[key], bool)):
            raise FormatError(name, f"{data[key]!r} as {key!r}", expected, _REMEDY)
    more: dict[str, Any] = {name: data[key] for key, name in _PIVOTS.items() if key in data}
    if "pivot_weights" in more:
        more["pivot_weights"] = tuple(more["pivot_weights"])
    try:
        return Parameters(model=data["model"], weights=tuple(data["lambda"]), threshold=data["threshold"], **more)
    except ConfigError as error:
        raise ConfigError(f"{name}: {error}") from None


def write_parameters(parameters: Parameters, path: StrPath) -> None:
    """Write parameters as :func:`read_parameters` reads them."""
    values: dict[str, Any] = {
        "model": parameters.model, "lambda": [float(weight) for weight in parameters.weights],
        "threshold": parameters.threshold, "pivot_threshold": parameters.pivot_threshold,
    }  # fmt: skip
    if parameters.pivot_weights != default_parameters(parameters.model).pivot_weights:
        values["pivot_lambda"] = [float(weight) for weight in parameters.pivot_weights]
    with atomic_file(path) as file:
        file.write(toml_text(values).encode())


def _is_number(value: object, least: float, most: float) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and least <= value <= most


MAX_WORDS = 16
"""Words of the longest subtree that patterns are taken from."""


@dataclass(frozen=True, kw_only=True)
class InduceOptions(BitextOptions):
    """Which patterns are induced; see `paragen patterns induce --help`.

    A subtree of n words has up to 2^(n-1) partial subtrees.

    Parameters
    ----------
    pivot_parses : parses of the other side: the words of a pivot are then a partial subtree, too [Z09 section 4.1].
    """

    side: str = one_of("target", ("target", "source"), help="Which side is English.")
    max_words: int = whole(10, 2, MAX_WORDS, metavar="N", help="Words of the longest subtree with those in slots.")
    max_slots: int = whole(MAX_SLOTS, 1, MAX_SLOTS, metavar="N", help="Slots of a pattern, at most.")
    tight: bool = flag(help="Leave out patterns whose first or last word has no link.")
    min_count: int = whole(1, 1, metavar="N", help="Leave out patterns that occur fewer than N times with their pivot.")
    min_sentence: int = whole(1, 1, (1 << 31) - 1, metavar="N", help="Leave out pairs with fewer tokens on a side.")
    pivot_parses: StrPath | None = None
    replace: bool = replaceable()


@dataclass(frozen=True, kw_only=True)
class PathOptions(Settings):
    """Which paths from pattern to pattern over pivots are followed."""

    min_count: int = whole(1, 1, metavar="N", help="Leave out patterns found less often with their pivot.")
    fan_out: int = whole(
        100, 1, metavar="N", help="Follow only so many pivots of a pattern, and patterns of a pivot: the most probable."
    )
    inner_top: int = whole(
        TOP, 1, metavar="N",
        help="Paraphrases of a pivot, at most, in Models 2 and 3, and of a pattern among those that words are aligned by.",
    )


@dataclass(frozen=True, kw_only=True)
class PatternModelOptions(PathOptions):
    """How pattern pairs are made; see `paragen patterns extract --help`.

    Parameters
    ----------
    parameters : the model and its weights and thresholds.
    keep_unlike : see `paragen.tables.bilingual.patterns.unlike`.
    """

    parameters: Parameters = field(default_factory=default_parameters)
    top: int = whole(TOP, 1, metavar="N", help="Paraphrases of a pattern, at most.")
    keep_unlike: bool = flag(
        help="Keep pairs that are mostly wrong: that differ in opposites, negation or person, or only in a preposition, or in "
        "tense or number, or that say more on one side.",
    )
    replace: bool = replaceable()


@dataclass(frozen=True, kw_only=True)
class PatternTuning(PathOptions):
    """How the parameters of a model are learnt; see `paragen patterns tune --help`."""

    folds: int = whole(5, 0, metavar="K", help="Folds of a cross-validation; 0 for none.")
    seed: int = whole(1, 0, metavar="N", help="Seed of the folds.")


@dataclass(frozen=True, kw_only=True)
class DirtOptions(Settings):
    """Which pairs of paths are kept; see `paragen patterns dirt --help`.

    Words that fill many slots say little, and take most of the time.
    """

    top: int = whole(TOP, 1, metavar="N", help="Keep at most the best N paraphrases of a path.")
    min_count: int = whole(5, 1, metavar="N", help="Leave out paths that occur fewer than N times.")
    max_words: int = whole(5, 1, 20, metavar="N", help="Words of the longest path, without its nouns.")
    lemmas: bool = flag(help="Take paths of lemmas that have a verb, as the paper does, and not those of words with any content.")
    max_patterns: int = whole(1000, 1, metavar="N", help="Leave out words that fill a slot of more than N paths.")
    replace: bool = replaceable()
