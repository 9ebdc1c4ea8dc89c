"""Makes PT-1, the thesaurus [Z08 section 4], from parsed text or ready-made thesauri."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.base.input_files import read_head
from paragen.tables.builder import Run, TableSummary
from paragen.tables.io.writing import check_table_destination, write_pairs
from paragen.tables.resources.options import ThesaurusOptions
from paragen.tables.resources.thesaurus.lin import LinThesaurus
from paragen.tables.resources.thesaurus.published import KINDS, list_pairs
from paragen.tables.resources.thesaurus.published import kind_of as kind_of_published

__all__ = ["ThesaurusOptions", "ThesaurusSummary", "build_thesaurus"]

_WORD = re.compile(rb"\d+([-.]\d+)?\t")
_COMMENT = re.compile(rb"#[^\n]*=")
_EXPECTED = f"parsed text (CoNLL-U), {', '.join(KINDS.values())}"


@dataclass(frozen=True, kw_only=True)
class ThesaurusSummary(TableSummary):
    """What was compared and found.

    Attributes
    ----------
    sentences, tokens : in the parsed text.
    triples : distinct dependency triples in it.
    words : words of it that were compared.
    """

    sentences: int = 0
    tokens: int = 0
    triples: int = 0
    words: int = 0

    def __str__(self) -> str:
        made = f"{self.pairs} pairs of {self.phrases} forms"
        if not self.tokens:
            return made
        return (
            f"{self.tokens} words in {self.sentences} sentences, {self.triples} distinct dependencies; "
            f"{self.words} words compared\n{made}"
        )


def kind_of(path: StrPath) -> str:
    """Return what an input is, by its content: "conllu", or one of `paragen.tables.resources.thesaurus.published.KINDS`.

    A pipe can be read only once, so it is assumed to be CoNLL-U.

    Raises
    ------
    FormatError : it is something else.
    """
    if _is_pipe(path):
        return "conllu"
    kind = kind_of_published(path, _EXPECTED)
    if kind is None and not os.path.isdir(path) and _is_conllu(read_head(path, _EXPECTED)):
        return "conllu"
    if kind is None:
        raise FormatError(os.fspath(path), "something else", _EXPECTED, "Parse text with `paragen parse`.")
    return kind


def _is_pipe(path: StrPath) -> bool:
    mode = os.stat(path).st_mode
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _is_conllu(head: bytes) -> bool:
    """Return whether a file begins with a word of a sentence, after comments; one with only comments may be truncated."""
    lines = head.split(b"\n")
    words = [line for line in lines if line.strip() and not line.startswith(b"#")]
    return bool(words and _WORD.match(words[0])) or (not words and bool(_COMMENT.match(head)))


def build_thesaurus(
    inputs: Sequence[StrPath], destination: StrPath, options: ThesaurusOptions | None = None, run: Run | None = None
) -> ThesaurusSummary:
    """Make a table of similar words.

    Words of parsed text are similar if they have the same heads and dependents in the same relations: nouns are compared with
    nouns, verbs with verbs, and so on, by lemma; the similarity is [Z08]_ eq. 5, after Lin 1998. Opposites, which occur in the
    same contexts, are left out. Pairs are inflected together, in the forms found in the text.

    Parameters
    ----------
    inputs : CoNLL-U, plain or compressed, treated as one text; or ready-made thesauri, or both.
    destination : see `paragen.tables.io.writing.write_pairs`.
    options : what counts as similar; for ready-made thesauri, only the threshold and the top apply.
    run : threads; the steps are "reading" and "comparing".

    Raises
    ------
    ConfigError : there is no input, or the destination cannot be written.
    FormatError : an input is something else, or damaged.
    MissingPackageError : a package that is needed is not installed.
    ParagenError : no pair was found.
    """
    options, run = options or ThesaurusOptions(), run or Run()
    if not inputs:
        raise ConfigError("thesaurus: found no input, expected parsed text or a thesaurus.")
    check_table_destination(destination, options.top, inputs=inputs)
    kinds = {path: kind_of(path) for path in inputs}
    parsed = [path for path, kind in kinds.items() if kind == "conllu"]
    ready_made = [path for path, kind in kinds.items() if kind != "conllu"]
    lin = LinThesaurus(parsed, options, run) if parsed else None
    published_pairs = (pair for pair in list_pairs(ready_made, run.skips) if pair[2] >= options.threshold)
    pairs = chain(lin.pairs() if lin else (), published_pairs)
    written = write_pairs(pairs, destination, top=options.top, licence=options.licence)
    counts = {name: getattr(lin, name) for name in ("sentences", "tokens", "triples", "words")} if lin else {}
    return ThesaurusSummary(pairs=written.pairs, phrases=written.phrases, skips=run.skips, **counts)
