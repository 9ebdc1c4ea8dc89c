"""Tables given at load time: how their words are written, where they apply, and whether they had any effect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from paragen.decoder.options import Options
from paragen.lookup.sentence import Sentence
from paragen.text.render import AsWritten

if TYPE_CHECKING:
    from paragen.pairs.tables import GivenTable, Words

UNSEEN, UNSURE, UNUSED = "unseen", "unsure", "unused"
"""Why a table had no effect: none of its phrases occurred where the text may change; none of its pairs was allowed, or sure
enough; other edits were better."""


class GivenTables:
    """The tables given at load time.

    Parameters
    ----------
    tables : by name, in order.
    first : the decoder's number of the first of them.

    Attributes
    ----------
    written : how the words of a target are written if that does not follow from the text, by table number and target.
    """

    def __init__(self, tables: Mapping[str, GivenTable], first: int) -> None:
        self._names, self._first = list(tables), first
        self.written: dict[tuple[int, Words], AsWritten] = {}
        self._cased: dict[Words, list[tuple[int, frozenset[Words]]]] = {}
        for number, table in enumerate(tables.values(), first):
            self.written.update(((number, words), surfaces) for words, surfaces in table.written.items())
            for words, ways in table.cased.items():
                self._cased.setdefault(words, []).append((number, ways))
        self._pairs = {name: frozenset((source, target) for source, target, _ in table.pairs) for name, table in tables.items()}
        self._seen: set[int] = set()
        self._usable: set[int] = set()
        self._used: set[str] = set()

    def forbid_other_case(self, sentences: Sequence[Sentence], options: Options) -> None:
        """Forbid options for words written differently from the table: *US* is not *us*."""
        if not self._cased:
            return
        from paragen.pairs.tables import has_capitals

        mask = bytearray(len(options))
        for number, sentence in enumerate(sentences):
            for begin, end, first, last in options.groups(number):
                words = tuple(sentence.words[begin:end])
                for table, ways in self._cased.get(words, ()):
                    surfaces = [sentence.text[a:b] for a, b in sentence.renderer.spans[begin:end]]
                    if not any(has_capitals(way, words, surfaces) for way in ways):
                        for k in range(first, last):
                            mask[k] |= any(offer == table for offer, _ in options[k].offers)
        options.forbid(mask)

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
