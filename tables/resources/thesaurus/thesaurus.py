"""Makes PT-1, the thesaurus [Z08 section 4]: of parsed text, or of ready-made thesauri."""

from __future__ import annotations

import gzip
import os
import re
import stat
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, FormatError
from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import Pair, check_table_destination, write_pairs
from paragen.tables.resources.thesaurus import published
from paragen.tables.resources.thesaurus.limits import Limits
from paragen.tables.resources.thesaurus.lin import LinThesaurus, Progress

_HEAD = 1 << 16
_WORD = re.compile(rb"\d+([-.]\d+)?\t")
_COMMENT = re.compile(rb"#[^\n]*=")
_EXPECTED = f"parsed text (CoNLL-U), {', '.join(published.KINDS.values())}"


@dataclass(frozen=True)
class Summary:
    """What was found.

    Attributes
    ----------
    sentences, tokens : of parsed text.
    triples : distinct dependency triples in it.
    words : of it that were compared.
    pairs, phrases : of the table: pairs, and forms that have one.
    skips : what was left out: of ready-made thesauri, and opposites among similar words.
    """

    sentences: int
    tokens: int
    triples: int
    words: int
    pairs: int
    phrases: int
    skips: Skips = field(compare=False)


def kind_of(path: StrPath) -> str:
    """Tell by its content what an input is: "conllu", or one of `paragen.tables.resources.thesaurus.published.KINDS`.

    A pipe can be read only once, so that it is taken for CoNLL-U.

    Raises
    ------
    FormatError : it is something else.
    """
    if not os.path.isdir(path) and (_is_pipe(path) or _is_conllu(_head(path))):
        return "conllu"
    kind = published.kind_of(path)
    if kind is None:
        raise FormatError(os.fspath(path), "something else", _EXPECTED, "Parse text with `paragen parse`.")
    return kind


def _is_pipe(path: StrPath) -> bool:
    return not stat.S_ISREG(os.stat(path).st_mode)


def _is_conllu(head: bytes) -> bool:
    """Tell whether a file begins with a word of a sentence, after comments; one that has only comments may be a cut file."""
    lines = head.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    words = [line for line in lines if line.strip() and not line.startswith(b"#")]
    return bool(words and _WORD.match(words[0])) or (not words and bool(_COMMENT.match(head)))


def _head(path: StrPath) -> bytes:
    with open(path, "rb") as file:
        if not file.peek(2).startswith(b"\x1f\x8b"):
            return file.read(_HEAD)
        try:
            return gzip.GzipFile(fileobj=file).read1(_HEAD)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise FormatError(
                os.fspath(path), f"a damaged gzip file ({error})", _EXPECTED, "Fetch or compress it again."
            ) from None


def thesaurus_files(
    inputs: Sequence[StrPath],
    destination: StrPath,
    *,
    limits: Limits | None = None,
    licence: str = "",
    threads: int = 1,
    progress: Progress | None = None,
) -> Summary:
    """Make a table of similar words.

    Words of parsed text are similar where they depend, and have depend on them, the same words in the same ways: nouns are
    compared with nouns, verbs with verbs, and so on, by lemma; the similarity is [Z08]_ eq. 5, after Lin 1998. Opposites,
    which stand in the same places, are left out. Pairs are inflected alike, in the forms that the text has.

    Parameters
    ----------
    inputs : CoNLL-U, plain or gzip, which is taken as one text; or ready-made thesauri, or both.
    destination : see `paragen.tables.io.writing.write_pairs`.
    limits : what is left out; of ready-made thesauri, what is below the threshold, and beyond the top.
    licence : of the pairs; a column of Parquet.
    threads : 0 for one for each processor; the table is the same for any number.
    progress : called with the name of a step ("reading", "comparing") and which part of it is done.

    Raises
    ------
    ConfigError : no input, an option out of range, a destination that cannot be.
    FormatError : an input is something else, or damaged.
    MissingPackageError : a package that is needed is not installed.
    ParagenError : no pair was found.
    """
    limits = limits or Limits()
    limits.check()
    if not inputs:
        raise ConfigError("thesaurus: found no input, expected parsed text or a thesaurus.")
    check_table_destination(destination, limits.top, inputs=inputs)
    kinds = {path: kind_of(path) for path in inputs}
    parsed = [path for path, kind in kinds.items() if kind == "conllu"]
    listed = [path for path, kind in kinds.items() if kind != "conllu"]
    lin = LinThesaurus(parsed, limits, threads, progress) if parsed else None
    skips = lin.skips if lin else Skips()
    found = chain(lin.pairs() if lin else (), _above(published.list_pairs(listed, skips), limits.threshold))
    written = write_pairs(found, destination, top=limits.top, licence=licence)
    counts = (lin.sentences, lin.tokens, lin.triples, lin.words) if lin else (0, 0, 0, 0)
    return Summary(*counts, written.pairs, written.phrases, skips)


def _above(pairs: Iterator[Pair], threshold: float) -> Iterator[Pair]:
    return (pair for pair in pairs if pair[2] >= threshold)
