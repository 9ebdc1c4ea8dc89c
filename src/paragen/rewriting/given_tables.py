"""Tables given at load time: whether they had any effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from paragen.decoder.options import Options

if TYPE_CHECKING:
    from paragen.settings.own_pairs import GivenTable
    from paragen.text.written import Words

UNSEEN, UNSURE, UNUSED = "unseen", "unsure", "unused"
"""Why a table had no effect: none of its phrases occurred where the text may change; none of its pairs was allowed, or sure
enough; other edits were better."""


class GivenTables:
    """The tables given at load time.

    Parameters
    ----------
    tables : by name, in order.
    first : the decoder's number of the first of them.
    """

    def __init__(self, tables: Mapping[str, GivenTable], first: int) -> None:
        self._names, self._first = list(tables), first
        self._pairs = {name: frozenset((source, target) for source, target, _ in table.pairs) for name, table in tables.items()}
        self._seen: set[int] = set()
        self._usable: set[int] = set()
        self._used: set[str] = set()

    def note_offers(self, options: Options) -> None:
        """Remember which tables offer options, and which offer ones that may be used."""
        if self._names and len(self._usable) < len(self._names):
            seen, usable = options.offering(self._first)
            self._seen |= seen
            self._usable |= usable

    def note_edit(self, source: Words, target: Words) -> None:
        """Remember all tables that have the pair of an edit, whichever table it was taken from."""
        self._used.update(name for name, pairs in self._pairs.items() if name not in self._used and (source, target) in pairs)

    def unused(self) -> dict[str, str]:
        """Return why each table without any effect so far had none: :data:`UNSEEN`, :data:`UNSURE` or :data:`UNUSED`."""
        found = {}
        for number, name in enumerate(self._names, self._first):
            if name not in self._used:
                found[name] = UNSEEN if number not in self._seen else UNUSED if number in self._usable else UNSURE
        return found
