"""Counts lines without a paraphrase."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock
from typing import TypeVar

from paragen.cli.console import notice
from paragen.cli.records import Record

_Found = TypeVar("_Found")


class Shortfall:
    """Counts lines with words, and those of them left unchanged; thread-safe."""

    def __init__(self) -> None:
        self._lock, self._lines, self._short = Lock(), 0, 0

    def counted(
        self, answers: Iterable[tuple[Record, list[_Found]]], unchanged: Callable[[_Found], bool]
    ) -> Iterator[tuple[Record, list[_Found]]]:
        """Pass answers on, counting them."""
        for record, found in answers:
            if record.request.text.strip():
                with self._lock:
                    self._lines += 1
                    self._short += all(map(unchanged, found))
            yield record, found

    def counts(self) -> Counter[str]:
        """Return the number of lines so far, and of those without a paraphrase."""
        return Counter(lines=self._lines, short=self._short)

    def tell(self, asked: bool) -> None:
        """Tell the user, on a terminal or if ``asked``."""
        if asked or sys.stderr.isatty():
            tell_short(self.counts())


def tell_short(counts: Mapping[str, int]) -> None:
    """Tell the user how many lines or rows had no paraphrase."""
    if short := counts.get("short"):
        of = f"{counts['rows']} rows" if counts.get("rows") else f"{counts['lines']} lines"
        notice(f"{short} of {of} gave no paraphrase.")
