"""How the phrases of a table are written where that does not follow from the text: with capitals of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from paragen.base.patterns import lazy_pattern
from paragen.text.tokenizer import Tokenizer

Words = tuple[str, ...]
_MARKS = lazy_pattern(r"[\W_]+", re.ASCII)


class AsWritten(NamedTuple):
    """The words of a substitute as written, if not in lower case; ``verbatim``: exactly so, except for a capital at the beginning
    of a sentence, as in *as soon as possible* for *ASAP*."""

    words: Words
    verbatim: bool = False


Written = Mapping[tuple[Words, Words], AsWritten]
"""How the target of a pair is written, by its source and target: whichever table a substitute is taken from."""


class WrittenForms(NamedTuple):
    """How the phrases of one table are written if not in lower case; all keys are lookup forms.

    Attributes
    ----------
    targets : how targets are written that have capitals of their own, or whose sources have, by source and target.
    sources : for sources with capitals, every way they are written; they match no other.
    """

    targets: Written = {}
    sources: Mapping[Words, frozenset[Words]] = {}

    def __bool__(self) -> bool:
        return bool(self.targets or self.sources)

    def described(self) -> Iterator[str]:
        """Yield a line for each phrase, for digests."""
        yield from (repr((pair, tuple(own))) for pair, own in self.targets.items())
        yield from (repr((words, sorted(ways))) for words, ways in self.sources.items())


def written_forms(pairs: Callable[[], Iterable[tuple[str, str]]], tokenizer: Tokenizer) -> WrittenForms:
    """Return how the phrases of a table are written.

    Parameters
    ----------
    pairs : yields its sources and targets; called a second time if a source has capitals.
    tokenizer : splits phrases; of lookup forms that keep their case nothing needs to be known.
    """
    if tokenizer.tokenized or tokenizer.language.cased:
        return WrittenForms()
    targets: dict[tuple[Words, Words], AsWritten] = {}
    sources: dict[Words, set[Words]] = {}
    plain: set[Words] = set()
    for source, target in pairs():
        if source.islower() and target.islower():
            continue
        forms, as_written = _written(source, target, tokenizer)
        target_forms, own = _written(target, source, tokenizer)
        if not (forms and target_forms):
            continue
        if as_written != forms:
            sources.setdefault(forms, set()).add(as_written)
        else:
            plain.add(forms)
        if own != target_forms or as_written != forms:
            targets[forms, target_forms] = AsWritten(own, verbatim=as_written != forms)
    if sources:
        plain.update(_lower_case(pairs(), {_letters(" ".join(words)) for words in sources}, tokenizer))
    return WrittenForms(targets, {words: frozenset(ways) for words, ways in sources.items() if words not in plain})


def own_capitals(forms: Words, surfaces: Words, other: str) -> Words:
    """Return the words of one side of a pair with the capitals that belong to it; ``other``: the other side.

    A single capital at the beginning of both sides of a pair is how the pair is written, as at the beginning of a sentence.
    """
    kept = [surface if surface.lower() == form else form for form, surface in zip(forms, surfaces, strict=True)]
    one_each = kept[1:] == list(forms[1:]) and kept[0][1:] == forms[0][1:] and not any(map(str.isupper, other[1:]))
    if one_each and other[:1].isupper():
        kept[0] = forms[0]
    return tuple(kept)


def has_capitals(written: Words, forms: Words, surfaces: Iterable[str]) -> bool:
    """Return whether words of a text are written as a phrase is: with its capitals where it has some, in any case elsewhere."""
    return all(surface == word for word, form, surface in zip(written, forms, surfaces, strict=True) if word != form)


def _written(phrase: str, other: str, tokenizer: Tokenizer) -> tuple[Words, Words]:
    """Return the lookup forms of a phrase, and its words with their own capitals; ``other``: the other side of its pair."""
    spans = tokenizer.tokens(phrase)
    forms = tuple(tokenizer.forms(phrase, spans))
    return forms, own_capitals(forms, tuple(phrase[begin:end] for begin, end in spans), other) if forms else forms


def _lower_case(pairs: Iterable[tuple[str, str]], sources: set[str], tokenizer: Tokenizer) -> Iterator[Words]:
    """Yield those of the sources in lower case that may be among ``sources``, which are reduced to their letters."""
    for source, target in pairs:
        if source.islower() and target.islower() and (not source.isascii() or _letters(source) in sources):
            yield tuple(tokenizer.words(source))


def _letters(phrase: str) -> str:
    return _MARKS.sub("", phrase)
