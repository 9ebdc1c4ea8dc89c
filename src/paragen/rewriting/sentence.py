"""A request on its way through the decoder: text, tokens and what is kept, derivations, text again."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from paragen.base.errors import ConfigError
from paragen.decoder.sentence import SentenceInput
from paragen.settings.forced import ForcedText
from paragen.settings.request import Request, Span, checked_breaks, checked_spans
from paragen.text.marks import QUOTED, marks, may_quote
from paragen.text.protect import Protector
from paragen.text.render import Piece, Placed, Renderer, Written, placed
from paragen.text.tokenizer import Spans, Tokenizer

if TYPE_CHECKING:
    from array import array

    import numpy as np
    import numpy.typing as npt

    from paragen.results import Origin
    from paragen.settings.forced import Always


class Rendered(NamedTuple):
    """One derivation written into the text, and the pieces of its edits."""

    text: str
    pieces: list[Piece]
    derivation: Any


class Sentence:
    """A tokenised request, with what must not change.

    Parameters
    ----------
    request : one line, or several, which are decoded one by one.
    blocked : lookup forms that rendering must not produce.
    always : phrases that must be replaced wherever they occur; None: none.
    keep_quotes : whether quotations stay.
    written : how target words are written, by table number and target; see :class:`paragen.text.render.Renderer`.
    other_language : the passages of ``request.text`` that are not in the language of the model.

    Attributes
    ----------
    text : the text with its forced wordings, to which ``words`` and ``renderer`` refer; ``request.text`` if none is forced.
    barriers : the words before which there is a position that no edit crosses; increasing.
    forced : maps back to ``request.text``; None if nothing is forced.
    origins : the origins of edits, by step: the paraphrases of a list share most of them.
    has_tree : whether its tree limits the options of its spans; None: no table asks for one.
    labels : the syntactic labels of its spans, if it has a tree; see :class:`paragen.decoder.sentence.SentenceInput`.
    fillers : what may fill slots of patterns; see there.
    rewritings : its rewritings by patterns, by place, table and words; None until requested.
    """

    __slots__ = (
        "_breaks", "_marks", "barriers", "fillers", "forced", "has_tree", "keep", "labels", "origins", "other_language",
        "renderer", "request", "rewritings", "text", "words",
    )  # fmt: skip

    def __init__(
        self, request: Request, tokenizer: Tokenizer, protector: Protector, blocked: Collection[str] = (),
        keep_quotes: bool = False, written: Written | None = None, always: Always | None = None,
        other_language: Sequence[Span] = (),
    ) -> None:
        if not isinstance(request.text, str):
            raise TypeError(f"a sentence must be str, not {type(request.text).__name__}")
        self.request, self.text, self.other_language = request, request.text, tuple(other_language)
        self.origins: dict[Any, Origin] = {}
        self.has_tree: bool | None = None
        self.labels: npt.NDArray[np.uint32] | None = None
        self.fillers: array[int] | None = None
        self.rewritings: dict[Any, Any] | None = None
        try:
            keep, self._breaks = checked_spans(request.keep, len(request.text)), checked_breaks(request.breaks)
            self.forced = forced = ForcedText(request.text, request.force) if request.force else None
        except ConfigError as error:
            raise request.named(error) from None
        if always is not None:
            self.forced = forced = self._forced_everywhere(always, tokenizer, protector, keep)
        stops = sorted({begin for begin, end in keep if begin == end})
        if forced is not None:
            self.text = forced.text
            keep = [(forced.to_text(begin), forced.to_text(end)) for begin, end in keep] + forced.spans
            self._breaks, stops = [*map(forced.to_text, self._breaks)], [*map(forced.to_text, stops)]
        text = self.text
        spans = tokenizer.tokens(text)
        words = tokenizer.sentence_forms(text, spans)
        language = tokenizer.language
        self.barriers, inside = _barriers(spans, stops) if stops else ([], [])
        keep += inside
        self._marks, quoted = b"", list[int]()
        if keep_quotes and may_quote(text, language):
            self._marks = marks(text, spans, language)
            quoted = _quoted(self._marks, words)
        self.keep = protector.mask(text, spans, words, keep, quoted)
        self.words = words if text.isascii() else _encodable(words)
        self.renderer = Renderer(
            text, spans, words, self.keep, tokenizer.tokenized, blocked, language, written, stops=stops
        )

    def _forced_everywhere(
        self, always: Always, tokenizer: Tokenizer, protector: Protector, keep: list[Span]
    ) -> ForcedText | None:
        """Return the text with the wording forced in every sentence besides that of the request; forced wording that equals the
        text is added to ``keep``."""
        text, own = self.request.text, self.forced.force if self.forced is not None else []
        spans = tokenizer.tokens(text)
        words = tokenizer.sentence_forms(text, spans)
        taken = [(begin, end) for begin, end, _ in own]
        found = always.force(text, spans, words, protector.fixed(text, spans, words, keep), [*keep, *taken])
        keep.extend((begin, end) for begin, end, wording in found if text[begin:end] == wording)
        forced = [*own, *(force for force in found if text[force[0] : force[1]] != force[2])]
        return ForcedText(text, forced) if forced else None

    def input(self, marked: bool = False) -> SentenceInput:
        """Return the decoder's input; each line is searched by itself. ``marked``: with how its words are written."""
        how = self.marks() if marked else None
        line_ends = self._line_ends() if "\n" in self.text or self._breaks else ()
        return SentenceInput(self.words, self.keep, line_ends, how, self.labels, self.fillers)

    def marks(self) -> bytes:
        """Return how its words are written; see :mod:`paragen.text.marks`."""
        self._marks = self._marks or marks(self.text, self.renderer.spans, self.renderer.language)
        return self._marks

    def _line_ends(self) -> list[int]:
        """Return the number of words before each line end and break that has words on both sides."""
        spans = self.renderer.spans
        found = {i for i in range(1, len(spans)) if "\n" in self.text[spans[i - 1][1] : spans[i][0]]}
        if self._breaks:
            begins = [begin for begin, _ in spans]
            at = {bisect_left(begins, position) for position in self._breaks}
            found |= at - {0, len(spans)}
        return sorted(found)

    def rendered(self, derivations: Iterable[Any]) -> list[Rendered]:
        """Return the derivations as text, in order; of identical texts only the first."""
        found: dict[str, Rendered] = {}
        for derivation in derivations:
            pieces = self.renderer.pieces(derivation.edits)
            text = self.renderer.applied(pieces)
            if text not in found:
                found[text] = Rendered(text, pieces, derivation)
        return list(found.values())

    def edits(self, rendered: Rendered) -> list[tuple[Placed, Any]]:
        """Return the place of each edit in ``request.text``, with its step; None for the step of a forced wording.

        What reads as before is no edit, even if a step replaced its words: agreement may undo a step, or one step another.
        """
        source, steps, places = self.request.text, rendered.derivation.edits, placed(rendered.pieces)
        if rendered.text == source:
            return []
        found: Iterable[tuple[Placed, Any]] = zip(places, steps, strict=True)
        if self.forced is not None:
            found = ((place, None if number is None else steps[number]) for place, number in self.forced.merged(places))
        return [(place, step) for place, step in found if source[place.begin : place.end] != place.after]

    def undone(self, rendered: Rendered) -> list[Any]:
        """Return the steps whose words read as before; the last one if only together they leave the text as it was."""
        text, steps = self.text, rendered.derivation.edits
        found = zip(placed(rendered.pieces), steps, strict=True)
        alone = [step for place, step in found if text[place.begin : place.end] == place.after]
        return alone if alone or rendered.text != text else list(steps[-1:])

    def words_of_other_languages(self) -> list[Span]:
        """Return the words of each passage that is not in the language of the model, as half-open ranges."""
        at = (lambda position: position) if self.forced is None else self.forced.to_text
        spans = self.renderer.spans
        begins, ends = [begin for begin, _ in spans], [end for _, end in spans]
        return [(bisect_right(ends, at(begin)), bisect_left(begins, at(end))) for begin, end in self.other_language]

    def alone(self, step: Any) -> tuple[str, int, int, str]:
        """Return ``text``, the characters that a step changes if it is the only one, and what then replaces them."""
        place = self.renderer.alone(step)
        return self.text, place.begin, place.end, place.after


def _quoted(marks: bytes, words: list[str]) -> list[int]:
    """Return the words within quotations, without a comma or full stop at their end, which belongs to the sentence around."""
    found = [i for i, mark in enumerate(marks) if mark & QUOTED]
    return [i for i in found if words[i] not in ",." or i + 1 == len(marks) or marks[i + 1] & QUOTED]


def _barriers(spans: Spans, stops: Sequence[int]) -> tuple[list[int], list[Span]]:
    """Return the words that have a stop before them, and the spans of those that have one inside."""
    ends = [end for _, end in spans]
    before, inside = set(), []
    for stop in stops:
        i = bisect_right(ends, stop)
        if i < len(spans) and spans[i][0] < stop:
            inside.append(spans[i])
        else:
            before.add(i)
    return sorted(before), inside


def _encodable(words: list[str]) -> list[str]:
    """Replace words with an unpaired surrogate, which no file can contain."""
    try:
        "".join(words).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return [word.encode("utf-8", "replace").decode().replace("?", "\ufffd") if not word.isascii() else word for word in words]
    return words
