"""Pipelines that parse text: spaCy's [https://spacy.io], with the Berkeley Neural Parser as a component
[https://github.com/nikitakit/self-attentive-parser], and Stanza's [https://stanfordnlp.github.io/stanza]."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from paragen.base.errors import ConfigError, first_line
from paragen.base.packages import optional_package

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


Pipeline = Callable[[Sequence[str]], list[Parse]]
"""Parses lines of text."""

Trees = Callable[[Sequence[str]], list[str]]
"""Finds the trees of each line in Penn brackets, those of several sentences one after the other."""


def tokens_of(line: str) -> list[str]:
    """Return what spaces and tabs separate; other spaces that Unicode has are part of a token, as everywhere in paragen."""
    return [token for token in _SPACES.split(line) if token]


_UNUSED = ("ner", "entity_linker", "entity_ruler", "textcat", "textcat_multilabel", "spancat")
_BATCH = 256
_PROBE = "This is a sentence ."


def spacy_pipeline(name: str, tokenized: bool = False) -> Pipeline:
    """Load a spaCy pipeline with a dependency parser.

    Parameters
    ----------
    name : of an installed pipeline, or the path of one.
    tokenized : whether tokens are what spaces separate, instead of what its tokenizer finds.

    Raises
    ------
    ConfigError : there is none of that name, it cannot be loaded, or does not parse.
    MissingPackageError : spacy is not installed.
    """
    nlp = load_spacy(name)
    if tokenized:
        split_by_spaces(nlp)
    _check(name, nlp, nlp(_PROBE))

    def parse(lines: Sequence[str]) -> list[Parse]:
        texts = lines if tokenized else [" ".join(line.split()) for line in lines]
        with nlp.memory_zone():  # its tables of strings would grow with every new word
            return [_sentences_of_doc(doc) for doc in nlp.pipe(texts, batch_size=_BATCH)]

    return parse


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
        return f"{name}: spaCy cannot load this pipeline: {reason}. Is it complete, and made for this version of spaCy?"
    if os.sep in name:
        return f"{name}: there is no such folder. Give the folder of a spaCy pipeline, with its config.cfg."
    if "E050" not in reason:
        return f"{name}: spaCy cannot load this pipeline: {reason}. Reinstall it: python -m spacy download {name}"
    return f"{name}: this spaCy pipeline is not installed. Install it: python -m spacy download {name}"


def _check(name: str, nlp: Any, probe: Any) -> None:
    """Raise ConfigError unless the pipeline finds heads, and so sentences."""
    if not (probe.has_annotation("DEP") and probe.has_annotation("SENT_START")):
        parts = ", ".join(nlp.pipe_names) or "no components"
        raise ConfigError(
            f"{name}: found a pipeline without a dependency parser ({parts}), expected one. English has spacy:en_core_web_sm: "
            "python -m spacy download en_core_web_sm"
        )


def _sentences_of_doc(doc: Any) -> Parse:
    """Return the words of each sentence of a parsed text."""
    parse: Parse = []
    for sentence in doc.sents:
        before = sentence.start - 1
        words = []
        for token in sentence:
            root = token.head.i == token.i
            relation = "root" if root else token.dep_
            words.append(Word(token.text, token.lemma_, token.pos_, token.tag_, 0 if root else token.head.i - before, relation))
        parse.append(words)
    return parse


_BENEPAR = "benepar_en3"


def benepar_trees(name: str, model: str = "", tokenized: bool = False) -> Trees:
    """Load a spaCy pipeline that finds sentences, with benepar behind it.

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
    optional_package("benepar", "Parsing with benepar", "benepar")
    nlp = load_spacy(name)
    if tokenized:
        split_by_spaces(nlp)
    if not nlp(_PROBE).has_annotation("SENT_START"):
        parts = ", ".join(nlp.pipe_names) or "no components"
        raise ConfigError(
            f"{name}: found a pipeline that does not find sentences ({parts}), expected a parser, a senter or a sentencizer."
            " English has en_core_web_md: python -m spacy download en_core_web_md"
        )
    model = model or _BENEPAR
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            nlp.add_pipe("benepar", config={"model": model})
    except Exception as error:  # torch and transformers may raise anything for what they cannot load
        raise ConfigError(_benepar_failed(model, error)) from None

    def trees_of(line: str) -> str:
        return " ".join(sentence._.parse_string for sentence in nlp(line).sents) if line else ""

    def parse(lines: Sequence[str]) -> list[str]:
        with nlp.memory_zone():  # its tables of strings would grow with every new word
            return [trees_of(" ".join(tokens_of(line))) for line in lines]

    return parse


def _benepar_failed(model: str, error: Exception) -> str:
    if isinstance(error, LookupError):
        return f"{model}: this benepar model is not there. Install it: python -c \"import benepar; benepar.download('{model}')\""
    reason = first_line(error)
    return f"{model}: benepar cannot load this model: {reason}. Is it complete, and made for the transformers installed?"


_DEPENDENCIES = "pos,lemma,depparse"
_CONSTITUENCY = "pos,constituency"


def stanza_pipeline(language: str, tokenized: bool = False) -> Pipeline:
    """Load a Stanza pipeline that finds heads.

    Parameters
    ----------
    language : of the models, as "en", or the folder of a language among Stanza's resources.
    tokenized : whether tokens are what spaces separate, and a line is a sentence.

    Raises
    ------
    ConfigError : its models are not there.
    MissingPackageError : stanza is not installed.
    """
    sentences_of = _sentences_of(language, _DEPENDENCIES, tokenized)
    return lambda lines: [list(map(_words_of, sentences)) for sentences in sentences_of(lines)]


def stanza_trees(language: str, tokenized: bool = False) -> Trees:
    """Load a Stanza pipeline that finds constituents; see `stanza_pipeline`."""
    sentences_of = _sentences_of(language, _CONSTITUENCY, tokenized)
    return lambda lines: [" ".join(_brackets(sentence.constituency) for sentence in found) for found in sentences_of(lines)]


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
