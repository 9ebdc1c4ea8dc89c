"""The interface of a parsing pipeline: sentences in, words with tags and heads out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from paragen.base.errors import ConfigError

_PACKAGES = ("spacy", "stanza")
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


def open_pipeline(name: str, tokenized: bool = False) -> Pipeline:
    """Load a pipeline.

    Parameters
    ----------
    name : ``spacy:NAME``, an installed pipeline or the path of one, or ``stanza:LANG``, as ``spacy:en_core_web_sm``; LANG may
        be the folder of a language among Stanza's resources.
    tokenized : whether tokens are what spaces separate.

    Raises
    ------
    ConfigError : no such pipeline, or one that does not parse; the message says how to install it.
    MissingPackageError : spacy or stanza is not installed.
    """
    package, colon, model = name.partition(":")
    if package not in _PACKAGES or not (colon and model):
        raise ConfigError(
            f"pipeline: found {name!r}, expected spacy:NAME, spacy:PATH or stanza:LANGUAGE, as spacy:en_core_web_sm or stanza:en."
        )
    if package == "spacy":
        from paragen.tables.parses.spacy_pipeline import SpacyPipeline

        return SpacyPipeline(model, tokenized)
    from paragen.tables.parses.stanza_pipeline import StanzaPipeline

    return StanzaPipeline(model, tokenized)


def tokens_of(line: str) -> list[str]:
    """Return what spaces and tabs separate; other spaces that Unicode has are part of a token, as everywhere in paragen."""
    return [token for token in _SPACES.split(line) if token]
