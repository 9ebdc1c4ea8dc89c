from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paragen.base.destination import StrPath
from paragen.decoder.fit.knowledge import Conditions, Knowledge
from paragen.decoder.options import Options
from paragen.decoder.search import Decoder

KIND: str
VERSION: int

def feature_names(tables: Iterable[str], conditions: bool = False) -> tuple[str, ...]: ...

def confidence_base(least: float) -> float: ...

class FeatureReader:
    knowledge: Knowledge
    n_tables: int
    conditions: Conditions | None
    with_conditions: bool
    def __init__(
        self, decoder: Decoder, knowledge: Knowledge, n_tables: int | None = None, conditions: Conditions | None = None,
        with_conditions: bool | None = None,
    ) -> None: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    def rows(self, options: Options) -> array[float]: ...

class Fit:
    knowledge: Knowledge
    features: tuple[str, ...]
    meta: dict[str, Any]
    def __init__(self, path: StrPath) -> None: ...
    @property
    def n_tables(self) -> int: ...
    @property
    def digest(self) -> str: ...
    @property
    def has_conceivable(self) -> bool: ...
    def conceivable(self, confidence: float) -> float | None: ...
    def verify(self) -> None: ...
    @property
    def has_conditions(self) -> bool: ...
    def scorer(self, decoder: Decoder, conditions: Conditions | None = None) -> FitScorer: ...

class FitScorer:
    fit: Fit
    def __init__(self, fit: Fit, decoder: Decoder, conditions: Conditions | None = None) -> None: ...
    def conditions(
        self, options: Options, begin: int, end: int, words: Sequence[str]
    ) -> tuple[int, int, list[tuple[str, int]]] | None: ...
    def probabilities(self, options: Options) -> array[float]: ...
    def score(self, options: Options, least: float = 0) -> array[float]: ...
    def limit_sentence_confidence(
        self, options: Options, probabilities: array[float], least: float, least_product: float
    ) -> None: ...

def write_fit(
    path: StrPath,
    features: Iterable[str],
    knowledge: Knowledge,
    roots: Iterable[int],
    branches: Iterable[tuple[int, float, int, int]],
    leaves: Iterable[float],
    levels: Iterable[tuple[float, float]],
    meta: Mapping[str, Any],
    conceivable: Iterable[tuple[float, float]] = (),
) -> None: ...
