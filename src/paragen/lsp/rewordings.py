"""Rewordings at a place in a document: paraphrases of its sentence, and substitutes for single words and phrases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import NamedTuple

from paragen.documents import Document
from paragen.paraphraser import Paraphraser
from paragen.results import Candidate, Paraphrase
from paragen.settings.request import Request, Span

_TITLE = 100  # characters, about as many as editors' menus show
_SUBSTITUTES = 8

Replacement = tuple[int, int, str]
"""Characters ``begin`` to ``end`` of a document, and their replacement."""


class Rewording(NamedTuple):
    """One way to reword a place of a document.

    Attributes
    ----------
    title : what it changes, for menus.
    replacements : in the document, from left to right.
    sentences : how many sentences it changes.
    """

    title: str
    replacements: list[Replacement]
    sentences: int


class Rewordings:
    """Finds rewordings of a document.

    Parameters
    ----------
    paraphraser : rewrites its sentences.
    n : paraphrases offered for a sentence.
    least : the least confidence of single substitutes offered, each with its confidence; without a fit, all are.
    """

    def __init__(self, paraphraser: Paraphraser, n: int = 3, least: float = 0.2) -> None:
        self._paraphraser, self._n = paraphraser, n
        has_fit = paraphraser.has_fit
        self._listed = paraphraser.changed(min_confidence=least) if has_fit else paraphraser
        self._rank = "fit" if has_fit else "lm"

    def find(self, document: Document, begin: int, end: int) -> Iterator[Rewording]:
        """Yield the rewordings of the sentences that characters ``begin`` to ``end`` of a document touch.

        For one sentence, its best paraphrases come first, then single substitutes in the selection, the surest first. Several
        sentences are offered together, each in its best paraphrase.
        """
        within = (
            (number, request, span, sentences_within(request, span, whole=begin == end))
            for number, request, span in document.requests_within(begin, end)
        )
        touched = [one for one in within if one[-1]]
        if sum(len(sentences) for *_, sentences in touched) > 1:
            yield from self._together(document, [(number, request, sentences) for number, request, _, sentences in touched])
        elif touched:
            [(number, request, span, [sentence])] = touched
            yield from self._sentence(document, number, only(request, sentence), span)

    def is_held_back(self, document: Document, begin: int, end: int) -> bool:
        """Return whether a span of a document touches a passage that is not in the language of the model."""
        for _, request, span in document.requests_within(begin, end):
            [passages] = self._paraphraser.other_language([request.text])
            if any(_touch(passage, span) for passage in passages):
                return True
        return False

    def _sentence(self, document: Document, number: int, request: Request, span: Span) -> Iterator[Rewording]:
        changed = (best for best in self._paraphraser.rewrite(request, self._n + 1) if best.edits)
        offered = []
        for best in islice(changed, self._n):
            offered.append(document.replacements(number, best.edits))
            yield Rewording(f"Rewrite: {_changes(best)}", offered[-1], 1)
        found = [one for one in self._listed.substitutes(request, rank=self._rank) if _touch((one.begin, one.end), span)]
        found.sort(key=lambda one: (-(one.confidence or 0.0), -one.score, one.begin, one.after))
        single = ((one, document.replacements(number, [one])) for one in found)
        for one, replacements in islice((pair for pair in single if pair[1] not in offered), _SUBSTITUTES):
            yield Rewording(_change(one), replacements, 1)

    def _together(self, document: Document, selected: Sequence[tuple[int, Request, list[Span]]]) -> Iterator[Rewording]:
        limited = [only(request, (sentences[0][0], sentences[-1][1])) for _, request, sentences in selected]
        replacements: list[Replacement] = []
        changed = 0
        for (number, _, sentences), [best] in zip(selected, self._paraphraser.rewrite_batch(limited), strict=True):
            changed += sum(any(begin <= edit.begin < end for edit in best.edits) for begin, end in sentences)
            replacements += document.replacements(number, best.edits)
        if replacements:
            edits = f"{len(replacements)} edit{'s' * (len(replacements) > 1)}"
            title = f"Rewrite {changed} sentence{'s' * (changed > 1)} ({edits})"
            yield Rewording(title, sorted(replacements), changed)


def sentences_within(request: Request, span: Span, whole: bool) -> list[Span]:
    """Return the sentences of a request that a span of its text touches; if ``whole``, only the first of two that meet there."""
    bounds = sorted({0, *request.breaks, len(request.text)})
    found = [sentence for sentence in pairwise(bounds) if _touch(sentence, span, overlapping=not whole)]
    return found[:1] if whole else found


def only(request: Request, sentence: Span) -> Request:
    """Return a request in which only one sentence may change."""
    begin, end = sentence
    return replace(request, keep=[*request.keep, (0, begin), (end, len(request.text))])


def _touch(one: Span, other: Span, overlapping: bool = False) -> bool:
    """Return whether spans overlap, or, unless ``overlapping``, meet."""
    common = min(one[1], other[1]) - max(one[0], other[0])
    return common > 0 if overlapping else common >= 0


def _changes(paraphrase: Paraphrase) -> str:
    return _shortened("; ".join(f"{edit.before.strip()} → {edit.after.strip()}" for edit in paraphrase.edits))


def _change(one: Candidate) -> str:
    sure = "" if one.confidence is None else f" ({100 * one.confidence:.0f} %)"
    return _shortened(f"{one.before.strip()} → {one.after.strip()}", len(sure)) + sure


def _shortened(text: str, room: int = 0) -> str:
    most = _TITLE - room
    return text if len(text) <= most else f"{text[: most - 1]}…"
