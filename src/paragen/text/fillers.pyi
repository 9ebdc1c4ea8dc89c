from array import array
from collections.abc import Iterable, Sequence

from paragen.text.tagger import Tagger

QUOTE: int

class Fillers:
    def __init__(self, tagger: Tagger) -> None: ...
    def find(
        self, words: Sequence[str], marks: bytes, windows: Iterable[tuple[int, int]]
    ) -> tuple[list[str], array[int]]: ...
