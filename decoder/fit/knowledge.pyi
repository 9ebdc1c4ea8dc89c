from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from paragen.base.destination import StrPath
from paragen.base.packfile import PackFile
from paragen.text.tagger import Tagger

KIND: str
VERSION: int
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
