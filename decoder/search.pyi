from collections.abc import Iterable, Mapping, Sequence

from paragen.decoder.derivation import Derivation as Derivation
from paragen.decoder.derivation import Rewriting as Rewriting
from paragen.decoder.derivation import Substitute as Substitute
from paragen.decoder.features import FeatureList as FeatureList
from paragen.decoder.options import Options
from paragen.decoder.sentence import SentenceInput as SentenceInput
from paragen.decoder.settings import SearchSettings as SearchSettings
from paragen.lm import LanguageModel
from paragen.tables.store.store import TableStore

Pair = tuple[Sequence[str], Sequence[str], float]

class Decoder:
    store: TableStore
    lm: LanguageModel
    has_patterns: bool
    features: FeatureList
    def __init__(
        self, store: TableStore, lm: LanguageModel, features: FeatureList, weights: Mapping[str, float],
        floors: Mapping[str, float] | None = None, disabled: Sequence[str] = (), pairs: Iterable[Iterable[Pair]] = (),
        syntax: Mapping[str, str] | None = None,
    ) -> None: ...
    def with_weights(self, weights: Mapping[str, float]) -> Decoder: ...
    def blocked(self, words: Iterable[str]) -> bytes: ...
    def options(
        self, sentences: Sequence[SentenceInput], table_limit: int = 20, blocked: bytes | None = None,
        phrase_limit: int | None = None,
    ) -> Options: ...
    def rewritings(self, sentence: SentenceInput) -> list[Rewriting]: ...
    def decode(
        self, sentences: Sequence[SentenceInput], settings: SearchSettings, blocked: bytes | None = None
    ) -> list[list[Derivation]]: ...
    def search(self, options: Options, settings: SearchSettings) -> list[list[Derivation]]: ...
    def rescore(self, sentence: SentenceInput, steps: Sequence[Substitute]) -> Derivation: ...
    def gains(self, sentence: SentenceInput, derivation: Derivation) -> tuple[float, ...]: ...
