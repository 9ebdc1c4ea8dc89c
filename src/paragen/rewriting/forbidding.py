"""Forbids options that do not suit the place they would stand at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from paragen.decoder.derivation import Substitute
from paragen.decoder.options import Options
from paragen.rewriting.prepare import Sentence
from paragen.text.case import QUOTES
from paragen.text.languages import Agreement
from paragen.text.written import AsWritten, Words, WrittenForms, has_capitals


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
                    surfaces = sentence.analysis.surfaces[begin:end]
                    if not any(has_capitals(way, words, surfaces) for way in ways):
                        for k in range(first, last):
                            mask[k] |= any(offer == table for offer, _ in options[k].offers)
        options.forbid(mask)


def forbid_crossing(sentences: Sequence[Sentence], options: Options) -> None:
    """Forbid the options of sentences that cross a barrier, or that cannot be written without crossing one.

    A barrier is a position that no edit may cross; see :class:`paragen.Request`. The language model still sees the whole
    sentence, so the words beside a barrier are scored with those beyond it.
    """
    import numpy as np  # slower to import than most lines are to decode

    mask = np.zeros(len(options), dtype=np.uint8)
    begins, ends = np.asarray(options.begins), np.asarray(options.ends)
    for number, sentence in enumerate(sentences):
        first, last = options.numbers(number)
        if sentence.barriers and first < last:
            barriers = np.asarray(sentence.barriers)
            begin, end = begins[first:last], ends[first:last]
            across = np.searchsorted(barriers, begin, "right") < np.searchsorted(barriers, end, "left")
            mask[first:last] = across
            beside = ~across & (np.isin(begin, barriers) | np.isin(end, barriers))
            for k in (np.flatnonzero(beside) + first).tolist():
                step = Substitute(int(begins[k]), int(ends[k]), 0, options.words(k), 0.0)
                mask[k] = sentence.writer.crosses(step)
    options.forbid(mask.tobytes())


def forbid_other_language(sentences: Sequence[Sentence], options: Options, given: int) -> None:
    """Forbid the options of packed tables for words of a passage that is not in the language of the model.

    Parameters
    ----------
    given : the number of the first table given at load time; what these offer is allowed everywhere.
    """
    mask = bytearray(len(options))
    for number, sentence in enumerate(sentences):
        if not sentence.other_language:
            continue
        passages = sentence.words_of_other_languages()
        for begin, end, first, last in options.groups(number):
            if any(begin < until and since < end for since, until in passages):
                for k in range(first, last):
                    mask[k] = all(table < given for table, _ in options[k].offers)
    options.forbid(mask)


def forbid_misfits(sentences: Sequence[Sentence], options: Options, agreement: Agreement | None) -> None:
    """Forbid options that cannot be written between their neighbours, that move quotation marks, or that change only case."""
    mask = bytearray(len(options))
    for number, sentence in enumerate(sentences):
        words = sentence.words
        for begin, end, first, last in options.groups(number):
            source = words[begin:end]
            quoted, folded = not QUOTES.isdisjoint(source), " ".join(source).casefold()
            for k in filter(options.allowed, range(first, last)):
                target = options.words(k)
                mask[k] = (
                    " ".join(target).casefold() == folded
                    or (quoted and _marks(target) != _marks(source))
                    or (agreement is not None and not _agrees(sentence, begin, end, target, agreement))
                )
    if any(mask):
        options.forbid(mask)


def _marks(words: Iterable[str]) -> list[str]:
    return [word for word in words if not any(map(str.isalnum, word))]


def _agrees(sentence: Sentence, begin: int, end: int, target: Sequence[str], agreement: Agreement) -> bool:
    """Return whether a substitute can be written between its neighbours without changing a kept one."""
    words = sentence.words
    left, right = words[begin - 1] if begin else "", words[end] if end < len(words) else ""
    if not agreement.fits(left, words[begin:end], target, right):
        return False
    stays = begin > 0 and sentence.analysis.keep is not None and bool(sentence.analysis.keep[begin - 1])
    return not stays or agreement.agreed(left, target[0] if target else right, words[begin]) == left


def forbid_steps(options: Options, never: Collection[Substitute]) -> None:
    """Forbid some substitutes of the first sentence; of one with parts, the pattern's."""
    source = options.sentences[0].words
    wanted = {(step.begin, step.end, step.alone(source).words) for step in never}
    mask = bytearray(len(options))
    for begin, end, first, last in options.groups(0):
        for k in range(first, last):
            mask[k] = (begin, end, options.words(k)) in wanted
    options.forbid(mask)
