"""Stanza's pipelines [https://stanfordnlp.github.io/stanza]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paragen.base.errors import ConfigError, first_line
from paragen.base.packages import optional_package
from paragen.tables.parses.pipeline import Parse, Word, tokens_of

_PROCESSORS = "tokenize,mwt,pos,lemma,depparse"
_PRETOKENIZED = "tokenize,pos,lemma,depparse"


class StanzaPipeline:
    """A Stanza pipeline.

    Parameters
    ----------
    language : of the models, as "en".
    tokenized : whether tokens are what spaces separate, and a line is a sentence.

    Raises
    ------
    ConfigError : its models are not there.
    MissingPackageError : stanza is not installed.
    """

    def __init__(self, language: str, tokenized: bool = False) -> None:
        self._stanza = optional_package("stanza", "Parsing with Stanza", "stanza")
        self._tokenized = tokenized
        self._pipeline = _load(self._stanza, language, tokenized)

    def parse(self, lines: Sequence[str]) -> list[Parse]:
        """Return the sentences of each line."""
        if self._tokenized:
            rows = list(map(tokens_of, lines))
            found = iter(self._pipeline([row for row in rows if row]).sentences)
            return [[_words_of(next(found))] if row else [] for row in rows]
        documents = self._pipeline.bulk_process([" ".join(line.split()) for line in lines])
        return [list(map(_words_of, document.sentences)) for document in documents]


def _load(stanza: Any, language: str, tokenized: bool) -> Any:
    options: dict[str, Any] = {"download_method": None, "verbose": False}
    options |= {"processors": _PRETOKENIZED, "tokenize_pretokenized": True} if tokenized else {}
    try:
        if not tokenized:
            try:
                return stanza.Pipeline(language, processors=_PROCESSORS, **options)
            except Exception:  # a language without multiword tokens has no model for them; whatever else fails does so again
                options["processors"] = _PRETOKENIZED
        return stanza.Pipeline(language, **options)
    except Exception as error:  # what it raises for missing models differs from version to version
        download = f"""python -c "import stanza; stanza.download('{language}')\""""
        raise ConfigError(f"stanza:{language}: {first_line(error)}. Are its models there? Install them: {download}") from None


def _words_of(sentence: Any) -> list[Word]:
    return [
        Word(word.text, word.lemma or "", word.upos or "", word.xpos or "", int(word.head or 0), word.deprel or "")
        for word in sentence.words
    ]
