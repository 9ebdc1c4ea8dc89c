"""spaCy's pipelines [https://spacy.io], and the Berkeley Neural Parser as a component of one (benepar)
[https://github.com/nikitakit/self-attentive-parser]."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from paragen.base.errors import ConfigError, first_line
from paragen.base.packages import optional_package
from paragen.tables.parses.parsed import Parse, Word, tokens_of

_UNUSED = ("ner", "entity_linker", "entity_ruler", "textcat", "textcat_multilabel", "spancat")
_BATCH = 256
_PROBE = "This is a sentence ."


class SpacyPipeline:
    """A spaCy pipeline with a dependency parser.

    Parameters
    ----------
    name : of an installed pipeline, or the path of one.
    tokenized : whether tokens are what spaces separate, instead of what its tokenizer finds.

    Raises
    ------
    ConfigError : there is none of that name, it cannot be loaded, or does not parse.
    MissingPackageError : spacy is not installed.
    """

    def __init__(self, name: str, tokenized: bool = False) -> None:
        self._nlp = load_spacy(name)
        self._tokenized = tokenized
        if tokenized:
            split_by_spaces(self._nlp)
        _check(name, self._nlp, self._nlp(_PROBE))

    def parse(self, lines: Sequence[str]) -> list[Parse]:
        """Return the sentences of each line."""
        if not self._tokenized:
            lines = [" ".join(line.split()) for line in lines]
        with self._nlp.memory_zone():  # its tables of strings would grow with every new word
            return [_words_of(doc) for doc in self._nlp.pipe(lines, batch_size=_BATCH)]


def load_spacy(name: str) -> Any:
    """Load a pipeline without what parsing does not need.

    Raises
    ------
    ConfigError : there is none of that name, or it cannot be loaded.
    MissingPackageError : spacy is not installed.
    """
    spacy = optional_package("spacy", "Parsing with spaCy", "parse")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that it was trained with another minor version
        try:
            nlp = spacy.load(name, exclude=list(_UNUSED))
        except Exception as error:  # its parts may raise anything for a missing file, or one of another version
            raise ConfigError(_failed(name, error)) from None
    nlp.max_length = 1 << 40  # lines too long for it are left out before
    return nlp


def split_by_spaces(nlp: Any) -> None:
    """Let the tokens of a pipeline be what spaces separate."""
    from spacy.tokens import Doc

    nlp.tokenizer = lambda line: Doc(nlp.vocab, words=tokens_of(line))


def _failed(name: str, error: Exception) -> str:
    reason = first_line(error)
    if Path(name).exists():
        return f"{name}: spaCy cannot load this pipeline: {reason}. Is it whole, and made for this version of spaCy?"
    if os.sep in name:
        return f"{name}: there is no such folder. Give the folder of a spaCy pipeline, with its config.cfg."
    if "E050" not in reason:
        return f"{name}: spaCy cannot load this pipeline: {reason}. Install it anew: python -m spacy download {name}"
    return f"{name}: this spaCy pipeline is not installed. Install it: python -m spacy download {name}"


def _check(name: str, nlp: Any, probe: Any) -> None:
    """Raise ConfigError unless the pipeline finds heads, and so sentences."""
    if not (probe.has_annotation("DEP") and probe.has_annotation("SENT_START")):
        parts = ", ".join(nlp.pipe_names) or "no components"
        raise ConfigError(
            f"{name}: found a pipeline without a dependency parser ({parts}), expected one. English has spacy:en_core_web_sm: "
            "python -m spacy download en_core_web_sm"
        )


def _words_of(doc: Any) -> Parse:
    """Return the words of each sentence of a parsed text."""
    parse: Parse = []
    for sentence in doc.sents:
        before = sentence.start - 1
        words = []
        for token in sentence:
            root = token.head.i == token.i
            relation = "root" if root else token.dep_
            words.append(
                Word(token.text, token.lemma_, token.pos_, token.tag_, 0 if root else token.head.i - before, relation)
            )
        parse.append(words)
    return parse


_BENEPAR = "benepar_en3"


class BeneparTrees:
    """A spaCy pipeline that finds sentences, with benepar behind it.

    Parameters
    ----------
    name : of an installed pipeline, or the path of one.
    model : of benepar, by name or path; benepar_en3 if empty.
    tokenized : whether tokens are what spaces separate, instead of what the pipeline finds.

    Raises
    ------
    ConfigError : the pipeline or the model is not there, cannot be loaded, or finds no sentences.
    MissingPackageError : spacy or benepar is not installed.
    """

    def __init__(self, name: str, model: str = "", tokenized: bool = False) -> None:
        optional_package("benepar", "Parsing with benepar", "benepar")
        self._nlp = load_spacy(name)
        if tokenized:
            split_by_spaces(self._nlp)
        if not self._nlp("This is a sentence .").has_annotation("SENT_START"):
            parts = ", ".join(self._nlp.pipe_names) or "no components"
            raise ConfigError(
                f"{name}: found a pipeline that does not find sentences ({parts}), expected a parser, a senter or a sentencizer."
                " English has en_core_web_md: python -m spacy download en_core_web_md"
            )
        model = model or _BENEPAR
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._nlp.add_pipe("benepar", config={"model": model})
        except Exception as error:  # torch and transformers may raise anything for what they cannot load
            raise ConfigError(_benepar_failed(model, error)) from None

    def parse(self, lines: Sequence[str]) -> list[str]:
        """Return the trees of each line, those of several sentences one after the other."""
        with self._nlp.memory_zone():  # its tables of strings would grow with every new word
            return [self._trees_of(" ".join(tokens_of(line))) for line in lines]

    def _trees_of(self, line: str) -> str:
        return " ".join(sentence._.parse_string for sentence in self._nlp(line).sents) if line else ""


def _benepar_failed(model: str, error: Exception) -> str:
    if isinstance(error, LookupError):
        return f"{model}: this benepar model is not there. Install it: python -c \"import benepar; benepar.download('{model}')\""
    return f"{model}: benepar cannot load this model: {first_line(error)}. Is it whole, and made for the transformers installed?"
