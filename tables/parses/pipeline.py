"""Opens parsers: pipelines, which give words with tags and heads, and parsers of constituents, which give trees."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from paragen.base.errors import ConfigError, FormatError, ParagenError, first_line
from paragen.tables.parses.kernel import Tree
from paragen.tables.parses.spacy_and_stanza import Pipeline, benepar_trees, spacy_pipeline, stanza_pipeline, stanza_trees

_PACKAGES = ("spacy", "stanza")


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
    return spacy_pipeline(model, tokenized) if package == "spacy" else stanza_pipeline(model, tokenized)


Parser = Callable[[Sequence[str]], list[str]]
"""Sentences to their trees in Penn brackets, one line each; empty for a sentence without words."""

_WHITE_SPACE = re.compile(r"[ \t\r\n\v\f]+")
_PARSERS = (
    "expected stanza:LANGUAGE, benepar:SPACY_MODEL, benepar:SPACY_MODEL:BENEPAR_MODEL or a function as package.module:name, for"
    " example stanza:en or benepar:en_core_web_md"
)


def open_parser(spec: str, tokenized: bool = False) -> Parser:
    """Load a constituency parser.

    Parameters
    ----------
    spec : ``stanza:LANGUAGE``, or ``stanza:`` and the folder of a language among Stanza's resources; ``benepar:SPACY_MODEL``,
        an installed spaCy pipeline or the path of one, with ``:BENEPAR_MODEL`` behind it where that is not benepar_en3; or
        ``package.module:function``, which takes a list of sentences and returns a list of trees, whose ``str()`` is Penn
        brackets.
    tokenized : whether tokens are what spaces separate; a function gets sentences as they are.

    Returns
    -------
    A function from sentences to their trees, each on one line. Several trees stand there for a text of several sentences. What a
    parser returns is checked: anything but a tree is a FormatError that names the sentence, from 1.

    Raises
    ------
    ConfigError : no such parser; the message says how to install it.
    MissingPackageError : its package is not installed.
    """
    package, colon, model = spec.partition(":")
    if not (colon and model) or package == "spacy":  # whose pipelines find heads
        raise ConfigError(f"parser: found {spec!r}, {_PARSERS}.")
    if package == "stanza":
        return _checked(stanza_trees(model, tokenized))
    if package == "benepar":
        name, _, own = model.partition(":")
        return _checked(benepar_trees(name, own, tokenized))
    return _checked(_function(spec, package, model))


def _function(spec: str, module: str, name: str) -> Callable[[Sequence[str]], Sequence[Any]]:
    try:
        found = getattr(import_module(module), name)
    except (ImportError, ValueError) as error:
        raise ConfigError(f"parser: found {spec!r}, {_PARSERS}. Python says: {first_line(error)}.") from None
    except AttributeError:
        raise ConfigError(f"parser: {module} has no {name}. Name the function that parses.") from None
    if not callable(found):
        raise ConfigError(f"parser: {spec} is not a function. Name the function of {module} that parses.")
    return found  # type: ignore[no-any-return]


def _checked(parse: Callable[[Sequence[str]], Sequence[Any]]) -> Parser:
    """Return a parser whose trees are on one line each, as many as sentences, and are trees."""

    def parse_checked(sentences: Sequence[str]) -> list[str]:
        trees = [_WHITE_SPACE.sub(" ", str(tree)).strip() for tree in parse(sentences)]
        if len(trees) != len(sentences):
            raise ParagenError(f"parser: found {len(trees)} trees, expected {len(sentences)}, one for each sentence. Fix it.")
        for number, tree in enumerate(trees, 1):
            try:
                Tree(tree, f"sentence {number} of the parser")
            except FormatError as error:
                raise FormatError(error.where, error.found, error.expected, "The parser is to write Penn brackets.") from None
        return trees

    return parse_checked
