"""Options of comparable news."""

from __future__ import annotations

from dataclasses import dataclass

from paragen.base.destination import StrPath
from paragen.base.settings import flag, number, whole
from paragen.tables.builder import TableOptions


@dataclass(frozen=True, kw_only=True)
class ComparableOptions(TableOptions):
    """How comparable articles and sentences are found [Z08 section 4], and which phrase pairs are left out.

    Parameters
    ----------
    days : articles must be published fewer than this many days apart.
    threshold_documents : Th2; the cosine of their tf-idf vectors must exceed it.
    threshold_sentences : Th3; the overlap 2·|A∩B| / (|A|+|B|) of the word types of two sentences must exceed it.
    partners : maximum number of later articles that an article is paired with: the most similar.
    min_count : how often a pair must have been extracted, from different sentence pairs or places.
    min_lexical : the least value of both lexical weights.
    max_length : words of the longest phrase.
    containment : whether a paraphrase may contain its phrase or be contained in it.
    keep_opposites : whether a pair may differ in opposites; see `paragen.tables.resources.opposites`.
    sentences : a file to write the sentence pairs of the articles to, which may serve as input instead of the articles.
    candidates : a file to write a sample of sentence pairs to, with any overlap from 0.2, for people to label.
    """

    days: float = number(2.0, above=0, below=1e6)
    threshold_documents: float = number(0.5, least=0, below=1)
    threshold_sentences: float = number(0.5, least=0, below=1)
    partners: int = whole(50, 1)
    min_count: int = whole(2, 1)
    min_lexical: float = number(0.01, least=0, below=1)
    max_length: int = whole(7, 1, 7)
    containment: bool = flag()
    keep_opposites: bool = flag()
    sentences: StrPath | None = None
    candidates: StrPath | None = None
