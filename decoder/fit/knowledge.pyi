from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.packfile import PackFile
from paragen.text.kernel import Tagger

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

CONDITIONS_KIND: str
CONDITIONS_VERSION: int
PLACES: tuple[str, ...]
FIRST_KIND: int
DEEPEST: int
KINDS: dict[str, str]

def kinds_of_tags(tags: Sequence[str]) -> array[int]: ...

class Conditions:
    packfile: PackFile
    def __init__(self, path: StrPath) -> None: ...
    def __len__(self) -> int: ...
    @property
    def n_conditions(self) -> int: ...
    @property
    def digest(self) -> str: ...
    @property
    def names(self) -> list[str]: ...
    def verify(self) -> None: ...

def write_conditions(
    path: StrPath, words: Mapping[str, Sequence[int]],
    conditions: Sequence[Sequence[Sequence[tuple[int, bool, int, Sequence[int], Sequence[Sequence[int]]]]]],
    names: Sequence[str],
    rules: Sequence[tuple[int, Sequence[tuple[int, int, bool]]]], pairs: Sequence[tuple[str, str, int]],
    base: Conditions | None = None,
) -> None: ...
