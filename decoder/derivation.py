"""What the search returns: substitutes, and the derivations they make up."""

from __future__ import annotations

from typing import NamedTuple


class Substitute(NamedTuple):
    """A table's option as used: source words [begin, end), the table's number, target words, natural log score, and what each
    scorer gave it (natural logs; empty where there are no scorers, or where it changes nothing)."""

    begin: int
    end: int
    table: int
    words: tuple[str, ...]
    score: float
    scores: tuple[float, ...] = ()


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
