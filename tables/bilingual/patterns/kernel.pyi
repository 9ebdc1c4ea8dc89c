import numpy as np
import numpy.typing as npt

from paragen.tables.bilingual.extraction.kernel import Lexicon, Memory, Sentences, TextArrays

Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]

MAX_WORDS: int
MAX_SLOTS: int
SLOT_TAGS: tuple[str, ...]
VERDICTS: tuple[str, ...]

class Parses:
    def __len__(self) -> int: ...
    @property
    def tagged(self) -> bool: ...
    def add(
        self, forms: TextArrays, tags: TextArrays, relations: TextArrays, ids: Int32s, heads: Int32s, begins: Int64s,
        units: Int64s,
    ) -> None: ...
    def end(self) -> None: ...
    def join(self, lines: TextArrays) -> tuple[JoinedParses, npt.NDArray[np.uint8]]: ...

class JoinedParses:
    def memory(self) -> Memory: ...

class Patterns:
    def memory(self) -> Memory: ...

def aligned_patterns(
    sentences: Sentences, lines: Int64s, lexicon: Lexicon, max_words: int, max_slots: int, tight: bool, english_is_source: bool
) -> Patterns: ...

class Paths:
    def memory(self) -> Memory: ...

def paths(
    forms: TextArrays, lemmas: TextArrays, tags: TextArrays, relations: TextArrays, ids: Int32s, heads: Int32s, begins: Int64s,
    max_words: int,
) -> Paths: ...
