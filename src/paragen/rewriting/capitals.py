"""Capitals that belong to the phrases of tables: how substitutes are written, and which words of a text a source matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paragen.decoder.options import Options
from paragen.rewriting.sentence import Sentence
from paragen.text.render import AsWritten
from paragen.text.written import Words, WrittenForms, has_capitals


class Capitals:
    """How the phrases of tables are written, packed or given at load time.

    Parameters
    ----------
    tables : by the decoder's number of the table.

    Attributes
    ----------
    written : how targets are written if that does not follow from the text, by source and target;
        of two tables with other capitals, the later counts.
    of_sources : the tables that have a source with capitals, and how it is written there, by source.
    """

    def __init__(self, tables: Mapping[int, WrittenForms]) -> None:
        self.written: dict[tuple[Words, Words], AsWritten] = {}
        self.of_sources: dict[Words, list[tuple[int, frozenset[Words]]]] = {}
        for number, forms in sorted(tables.items()):
            self.written.update(forms.targets)
            for words, ways in forms.sources.items():
                self.of_sources.setdefault(words, []).append((number, ways))

    def forbid_other_case(self, sentences: Sequence[Sentence], options: Options) -> None:
        """Forbid options for words written differently from the table: *US* is not *us*."""
        mask = bytearray(len(options))
        for number, sentence in enumerate(sentences):
            for begin, end, first, last in options.groups(number):
                words = tuple(sentence.words[begin:end])
                for table, ways in self.of_sources.get(words, ()):
                    surfaces = [sentence.text[a:b] for a, b in sentence.renderer.spans[begin:end]]
                    if not any(has_capitals(way, words, surfaces) for way in ways):
                        for k in range(first, last):
                            mask[k] |= any(offer == table for offer, _ in options[k].offers)
        options.forbid(mask)
