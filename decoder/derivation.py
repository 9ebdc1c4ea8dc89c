"""What the search returns: substitutes, and the derivations they make up."""

from __future__ import annotations

from typing import NamedTuple


class Substitute(NamedTuple):
    """A table's option in use: source tokens [begin, end), the table's number, target words, natural log score."""

    begin: int
    end: int
    table: int
    words: tuple[str, ...]
    score: float


class Derivation(NamedTuple):
    """One way to say the sentence.

    ``score`` is natural-log model score; ``features`` the unweighted sums in the order of the decoder's feature names;
    ``edits`` the substitutes that change words, left to right; ``steps`` all substitutes, those included whose target
    equals their source.
    """

    score: float
    features: tuple[float, ...]
    edits: tuple[Substitute, ...]
    steps: tuple[Substitute, ...]
