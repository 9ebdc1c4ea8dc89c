"""The Berkeley Neural Parser, as a component of a spaCy pipeline [https://github.com/nikitakit/self-attentive-parser]."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

from paragen.base.errors import ConfigError, first_line
from paragen.base.packages import optional_package
from paragen.tables.parses.pipeline import tokens_of
from paragen.tables.parses.spacy_pipeline import load_spacy, split_by_spaces

_MODEL = "benepar_en3"


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
        model = model or _MODEL
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._nlp.add_pipe("benepar", config={"model": model})
        except Exception as error:  # torch and transformers may raise anything for what they cannot load
            raise ConfigError(_failed(model, error)) from None

    def parse(self, lines: Sequence[str]) -> list[str]:
        """Return the trees of each line, those of several sentences one after the other."""
        with self._nlp.memory_zone():  # its tables of strings would grow with every new word
            return [self._trees_of(" ".join(tokens_of(line))) for line in lines]

    def _trees_of(self, line: str) -> str:
        return " ".join(sentence._.parse_string for sentence in self._nlp(line).sents) if line else ""


def _failed(model: str, error: Exception) -> str:
    if isinstance(error, LookupError):
        return f"{model}: this benepar model is not there. Install it: python -c \"import benepar; benepar.download('{model}')\""
    return f"{model}: benepar cannot load this model: {first_line(error)}. Is it whole, and made for the transformers installed?"
