"""How many lines gave no paraphrase."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import TypeVar

from paragen.cli.console import notice
from paragen.cli.records import Record

_Found = TypeVar("_Found")


class Shortfall:
    """Counts the lines with words, and those of them that came back as they were; from several threads."""

    def __init__(self) -> None:
        self._lock, self._lines, self._short = Lock(), 0, 0

    def counted(
        self, answers: Iterable[tuple[Record, list[_Found]]], unchanged: Callable[[_Found], bool]
    ) -> Iterator[tuple[Record, list[_Found]]]:
        """Give answers on, counting them."""
        for record, found in answers:
            if record.request.text.strip():
                with self._lock:
                    self._lines += 1
                    self._short += all(map(unchanged, found))
            yield record, found

    def tell(self, asked: bool) -> None:
        """Tell the user, on a terminal or where ``asked``."""
        if self._short and (asked or sys.stderr.isatty()):
            notice(f"{self._short} of {self._lines} lines gave no paraphrase.")
