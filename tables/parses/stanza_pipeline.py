"""Stanza's pipelines [https://stanfordnlp.github.io/stanza]."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from paragen.base.errors import ConfigError, first_line
from paragen.base.packages import optional_package
from paragen.tables.parses.parsed import Parse, Word, tokens_of

_DEPENDENCIES = "pos,lemma,depparse"
_CONSTITUENCY = "pos,constituency"


class StanzaPipeline:
    """A Stanza pipeline that finds heads.

    Parameters
    ----------
    language : of the models, as "en", or the folder of a language among Stanza's resources.
    tokenized : whether tokens are what spaces separate, and a line is a sentence.

    Raises
    ------
    ConfigError : its models are not there.
    MissingPackageError : stanza is not installed.
    """

    def __init__(self, language: str, tokenized: bool = False) -> None:
        self._sentences = _sentences_of(language, _DEPENDENCIES, tokenized)

    def parse(self, lines: Sequence[str]) -> list[Parse]:
        """Return the sentences of each line."""
        return [list(map(_words_of, sentences)) for sentences in self._sentences(lines)]


class StanzaTrees:
    """A Stanza pipeline that finds constituents; see `StanzaPipeline`."""

    def __init__(self, language: str, tokenized: bool = False) -> None:
        self._sentences = _sentences_of(language, _CONSTITUENCY, tokenized)

    def parse(self, lines: Sequence[str]) -> list[str]:
        """Return the trees of each line, those of several sentences one after the other."""
        return [" ".join(_brackets(sentence.constituency) for sentence in sentences) for sentences in self._sentences(lines)]


def _brackets(tree: Any) -> str:
    """Return a tree of Stanza's in Penn brackets; its own text breaks where a token has a space in it."""
    if tree.children:
        return f"({tree.label} {' '.join(map(_brackets, tree.children))})"
    return "\u00a0".join(tree.label.split()).replace("(", "-LRB-").replace(")", "-RRB-")


def _sentences_of(language: str, processors: str, tokenized: bool) -> Callable[[Sequence[str]], list[Sequence[Any]]]:
    """Load a pipeline; return a function that finds the sentences of each line."""
    pipeline = _load(language, processors, tokenized)

    def of_tokens(lines: Sequence[str]) -> list[Sequence[Any]]:
        rows = list(map(tokens_of, lines))
        filled = [row for row in rows if row]
        found = iter(pipeline(filled).sentences if filled else ())
        return [[next(found)] if row else [] for row in rows]

    def of_text(lines: Sequence[str]) -> list[Sequence[Any]]:
        texts = [" ".join(line.split()) for line in lines]
        documents = iter(pipeline.bulk_process(list(filter(None, texts))))
        return [next(documents).sentences if text else [] for text in texts]

    return of_tokens if tokenized else of_text


def _load(language: str, processors: str, tokenized: bool) -> Any:
    stanza = optional_package("stanza", "Parsing with Stanza", "stanza")
    options: dict[str, Any] = {"download_method": None, "verbose": False}
    folder, name = os.path.split(language.rstrip(os.sep))
    if folder:
        options["dir"] = folder
    tried = [f"tokenize,mwt,{processors}", f"tokenize,{processors}"]
    if tokenized:
        options["tokenize_pretokenized"] = True
        del tried[0]
    for chain in tried:
        try:
            return stanza.Pipeline(name, processors=chain, **options)
        except Exception as error:  # what it raises for missing models differs from version to version; a language without
            failed = error  # multiword tokens has no model for them
    download = f"""python -c "import stanza; stanza.download('{name}')\""""
    raise ConfigError(f"stanza:{language}: {first_line(failed)}. Are its models there? Install them: {download}") from None


def _words_of(sentence: Any) -> list[Word]:
    return [
        Word(word.text, word.lemma or "", word.upos or "", word.xpos or "", int(word.head or 0), word.deprel or "")
        for word in sentence.words
    ]
