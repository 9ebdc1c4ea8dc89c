"""The synonyms of a wordnet: the words of each synset."""

from __future__ import annotations

from collections.abc import Iterator

from paragen.base.destination import StrPath
from paragen.tables.io.skips import Skips
from paragen.tables.resources.thesaurus.published.pair_scores import Listed, rank_score
from paragen.tables.resources.wordnet import read_wordnet


def read_synonyms(path: StrPath, skips: Skips) -> Iterator[Listed]:
    """Yield every two words of every synset of a wordnet, in both directions.

    The score falls with the ranks of both senses, i and j: gamma^(i-1) gamma^(j-1), as a substitute that rarely has the sense is
    as doubtful as a sense that is rarely meant.

    Raises
    ------
    FormatError, MissingPackageError : see `read_wordnet`.
    """
    for synset in read_wordnet(path):
        ranked = list(zip(synset.words, synset.ranks, strict=True))
        for source, i in ranked:
            for target, j in ranked:
                if source != target:
                    yield Listed(source, target, synset.part, rank_score(i) * rank_score(j))
