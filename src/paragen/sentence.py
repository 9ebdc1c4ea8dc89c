"""A sentence on its way through the decoder: text in, tokens and what is kept, derivations, text out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from operator import index
from typing import Any, NamedTuple

from paragen.base.errors import ConfigError
from paragen.decoder.pieces import Edits, Words, piece
from paragen.text.protect import Protector
from paragen.text.render import Renderer
from paragen.text.tokenizer import Tokenizer

Span = tuple[int, int]


class Rendered(NamedTuple):
    """One derivation written into the text."""

    text: str
    derivation: Any


class Sentence:
    """A text cut into tokens, with what must not change.

    Parameters
    ----------
    text : one line, or several, which are decoded one by one.
    keep : character spans that stay, besides what ``protector`` finds.
    blocked : lookup forms that rendering must not produce.
    """

    __slots__ = ("allowed", "keep", "renderer", "text", "words")

    def __init__(
        self, text: str, tokenizer: Tokenizer, protector: Protector, keep: Iterable[Span] = (), blocked: Collection[str] = ()
    ) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a sentence must be str, not {type(text).__name__}")
        spans = tokenizer.tokens(text)
        words = tokenizer.forms(text, spans)
        self.text = text
        self.allowed: Edits | None = None  # the only edits it may take; None: any
        self.keep = protector.mask(text, spans, words, checked_spans(keep))
        self.words = words if text.isascii() else _encodable(words)
        self.renderer = Renderer(text, spans, words, self.keep, tokenizer.tokenized, blocked)

    def lines(self) -> Iterator[Words]:
        """Give each line as the decoder takes it; one line, empty or not, at least."""
        if "\n" not in self.text:
            yield (self.words, self.keep) if self.allowed is None else (self.words, self.keep, self.allowed)
            return
        first = 0
        for last in self._line_ends():
            yield piece(self.words, self.keep, self.allowed, first, last)
            first = last

    def _line_ends(self) -> Iterator[int]:
        """Give the number of tokens before the end of each line that has any."""
        spans = self.renderer.spans
        for i in range(1, len(spans)):
            if "\n" in self.text[spans[i - 1][1] : spans[i][0]]:
                yield i
        yield len(spans)

    def rendered(self, derivations: Iterable[Any]) -> list[Rendered]:
        """Return the derivations as text, in order; of those that read alike only the first."""
        found: dict[str, Rendered] = {}
        for derivation in derivations:
            text = self.renderer.text_of(derivation.edits)
            if text not in found:
                found[text] = Rendered(text, derivation)
        return list(found.values())


def checked_spans(keep: Iterable[Span]) -> list[Span]:
    """Return ``keep`` as a list; raise ConfigError unless each is a pair of numbers ``0 <= begin <= end``."""
    try:
        spans = list(keep)
    except TypeError:
        raise ConfigError(f"keep: found {keep!r}, expected a list of spans (begin, end).") from None
    for span in spans:
        try:
            begin, end = map(index, span)
        except (TypeError, ValueError):
            begin, end = -1, -1
        if not 0 <= begin <= end:
            raise ConfigError(f"keep: found {span!r}, expected spans (begin, end) of characters, 0 <= begin <= end.")
    return spans


def _encodable(words: list[str]) -> list[str]:
    """Replace words that hold half a surrogate pair, which no file of words can hold either."""
    try:
        "".join(words).encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return [word.encode("utf-8", "replace").decode().replace("?", "\ufffd") if not word.isascii() else word for word in words]
    return words
