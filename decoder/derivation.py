"""What the search returns: substitutes, and the derivations they make up."""

# Annotations are evaluated here: named tuples take twice as long to make of annotations that are text.
from collections.abc import Collection, Sequence
from typing import NamedTuple, Self


class Part(NamedTuple):
    """An edit inside what a pattern moves or surrounds: as a :class:`Substitute`, with the place of its words in those of the
    pattern's."""

    begin: int
    end: int
    table: int
    words: tuple[str, ...]
    score: float
    scores: tuple[float, ...]
    at: int


class Substitute(NamedTuple):
    """A table's option as used: source words [begin, end), the table's number, target words, natural log score, and what each
    scorer gave it (natural logs; empty where there are no scorers, or where it changes nothing); and the edits inside what it
    moves or surrounds, in the order of its words, if it is a pattern's. Its words have theirs; its scores are its own."""

    begin: int
    end: int
    table: int
    words: tuple[str, ...]
    score: float
    scores: tuple[float, ...] = ()
    parts: tuple[Part, ...] = ()

    def without(self, parts: Collection[Part], source: Sequence[str]) -> Self:
        """Return it without some of its parts, given the words of the sentence."""
        words, kept, shift = list(self.words), [], 0
        for part in self.parts:
            at = part.at + shift
            if part in parts:
                words[at : at + len(part.words)] = source[part.begin : part.end]
                shift += part.end - part.begin - len(part.words)
            else:
                kept.append(part._replace(at=at))
        return self._replace(words=tuple(words), parts=tuple(kept))

    def alone(self, source: Sequence[str]) -> Self:
        """Return it without any parts: the option of the table."""
        return self.without(self.parts, source) if self.parts else self


class Rewriting(NamedTuple):
    """A pattern's rewriting of the words it matches: source words [begin, end), without unchanged ones at either end; the table's
    number, the replacing words, natural log score; the pattern and its target, as in *give [NN_1] to [NN_2]*; and the words
    [begin, end) that fill its slots, in the pattern's order."""

    begin: int
    end: int
    table: int
    words: tuple[str, ...]
    score: float
    pattern: str
    target: str
    fillers: tuple[tuple[int, int], ...]


class Derivation(NamedTuple):
    """One way to say the sentence.

    ``score`` is natural-log model score; ``features`` the unweighted sums in the order of the decoder's features;
    ``edits`` the substitutes that change words, left to right; ``steps`` all substitutes, including those whose
    target equals their source.
    """

    score: float
    features: tuple[float, ...]
    edits: tuple[Substitute, ...]
    steps: tuple[Substitute, ...]

    @property
    def n_edits(self) -> int:
        """How many edits there are, with those inside others."""
        return len(self.edits) + sum(len(step.parts) for step in self.edits)
