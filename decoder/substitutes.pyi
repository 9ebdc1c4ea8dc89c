from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from paragen.decoder.fit.knowledge import Knowledge
from paragen.decoder.options import Options
from paragen.decoder.search import Decoder

Forms = Sequence[Iterable[str]]

class Blocking:
    def __init__(self, decoder: Decoder, phrases: Iterable[Forms], exchanges: Iterable[tuple[Forms, Forms]] = ()) -> None: ...
    def forbid(self, options: Options) -> None: ...

class Guards:
    def __init__(self, decoder: Decoder, names: Iterable[str], knowledge: Knowledge | None = None) -> None: ...
    def forbid(self, options: Options, spared: int | None = None) -> None: ...

class RankedSubstitute(NamedTuple):
    number: int
    begin: int
    end: int
    words: tuple[str, ...]
    offers: tuple[tuple[int, float], ...]
    lm: float
    score: float
    confidence: float | None = None

class Ranked:
    options: Options
    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> RankedSubstitute: ...
    def __iter__(self) -> Iterator[RankedSubstitute]: ...
    def groups(self, sentence: int) -> list[tuple[int, int, int, int]]: ...
    def lm_change(self, sentence: int, begin: int, end: int, words: Sequence[str]) -> float: ...

def rank(decoder: Decoder, options: Options, with_lm: bool = False, by_fit: bool = False) -> Ranked: ...
