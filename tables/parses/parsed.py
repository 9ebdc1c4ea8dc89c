"""What a parsing pipeline gives: the words of sentences, with tags and heads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

_SPACES = re.compile(r"[ \t\r\v\f]+")


class Word(NamedTuple):
    """A word of a parsed sentence; an empty text stands for what the pipeline does not provide.

    ``head`` is the number of its head in the sentence, from 1, or 0 for the root.
    """

    form: str
    lemma: str
    upos: str
    xpos: str
    head: int
    relation: str


Parse = list[list[Word]]
"""The sentences of a line."""


class Pipeline(Protocol):
    """Parses lines of text."""

    def parse(self, lines: Sequence[str]) -> list[Parse]:
        """Return what each line is parsed to."""
        ...


def tokens_of(line: str) -> list[str]:
    """Return what spaces and tabs separate; other spaces that Unicode has are part of a token, as everywhere in paragen."""
    return [token for token in _SPACES.split(line) if token]
