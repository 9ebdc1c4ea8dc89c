from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.packfile import PackFile
from paragen.decoder.options import Options
from paragen.decoder.search import Decoder
from paragen.text.kernel import Tagger

KIND: str
VERSION: int
KNOWLEDGE_KIND: str
KNOWLEDGE_VERSION: int
VECTOR_SIZE: int
LABELS: tuple[str, ...]
COMPANIONS: int
SENTENCE_END: int
GROUPS_BEGIN: int
NEVER: int

class Knowledge:
    tagger: Tagger
    def __init__(self, packfile: PackFile) -> None: ...
    @staticmethod
    def open(path: StrPath) -> Knowledge: ...
    def with_ratings(self, ratings: Iterable[tuple[str, str, int, int]]) -> Knowledge: ...
    def sections(self) -> list[tuple[str, Any]]: ...

def write_knowledge(
    path: StrPath,
    tagger: Tagger,
    pairs: Iterable[tuple[str, str, int]],
    vectors: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    ratings: Iterable[tuple[str, str, int, int]] = ...,
    labels: Iterable[int] | None = None,
    usage: Mapping[str, bytes] | None = None,
) -> None: ...

def feature_names(tables: Iterable[str]) -> tuple[str, ...]: ...

def confidence_base(least: float) -> float: ...

class FeatureReader:
    knowledge: Knowledge
    n_tables: int
    def __init__(self, decoder: Decoder, knowledge: Knowledge, n_tables: int | None = None) -> None: ...
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
    def scorer(self, decoder: Decoder) -> FitScorer: ...

class FitScorer:
    fit: Fit
    def __init__(self, fit: Fit, decoder: Decoder) -> None: ...
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
