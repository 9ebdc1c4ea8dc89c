"""Makes a paraphrase table of news articles, or of sentence pairs that were found in them."""

from __future__ import annotations

import mmap
import os
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from paragen.base.errors import ConfigError, ParagenError
from paragen.base.packages import optional_package
from paragen.base.partial import blaming
from paragen.base.scratch import scratch_directory
from paragen.base.sizes import parse_memory
from paragen.base.threads import thread_count
from paragen.tables.bilingual.extraction import extract_files
from paragen.tables.calibration.samples import write_candidates
from paragen.tables.engine import DEFAULT_MEMORY, open_engine
from paragen.tables.engine.base import StrPath
from paragen.tables.io.skips import Skips
from paragen.tables.io.writing import TOP, check_table_destination, write_pairs
from paragen.tables.resources.comparable.align import Sides, align_words
from paragen.tables.resources.comparable.articles import read_articles
from paragen.tables.resources.comparable.corpus import LONGEST, Corpus, Numbered
from paragen.tables.resources.comparable.documents import document_pairs, vectors
from paragen.tables.resources.comparable.names import Names
from paragen.tables.resources.comparable.pair_files import is_pairs, read_sentence_pairs, write_sentence_pairs
from paragen.tables.resources.comparable.phrases import Limits, paraphrases
from paragen.tables.resources.comparable.sample import sample
from paragen.tables.resources.comparable.sentence_pairs import PAIR, distinct, matches
from paragen.tables.resources.opposites import without_opposites
from paragen.text.tokenizer import Tokenizer

Progress = Callable[[str, float], object]
DAYS, DOCUMENTS, SENTENCES, PARTNERS = 2.0, 0.5, 0.5, 50
"""Defaults: days, Th2, Th3, later articles an article is paired with."""
_LOWEST = 0.2  # overlap of sampled candidates


@dataclass(frozen=True)
class Options:
    """How comparable articles and sentences are found [Z08 section 4].

    Parameters
    ----------
    days : articles are published less than so many days apart.
    threshold_documents : Th2; the cosine of their tf-idf vectors exceeds it.
    threshold_sentences : Th3; the overlap 2·|A∩B| / (|A|+|B|) of the word types of their sentences exceeds it.
    partners : later articles that an article is paired with, at most: the most similar.
    """

    days: float = DAYS
    threshold_documents: float = DOCUMENTS
    threshold_sentences: float = SENTENCES
    partners: int = PARTNERS

    def check(self) -> None:
        """Raise ConfigError for an option out of range."""
        if not 0 < self.days < 1e6:
            raise ConfigError(f"days: found {self.days:g}, expected more than 0.")
        for name in ("threshold_documents", "threshold_sentences"):
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError(f"{name}: found {getattr(self, name):g}, expected 0 or more and less than 1.")
        if self.partners < 1:
            raise ConfigError(f"partners: found {self.partners}, expected 1 or more.")


@dataclass(frozen=True)
class Summary:
    """What was found.

    Attributes
    ----------
    articles, sentences : taken up, with those sentences of theirs that are compared.
    document_pairs : pairs of comparable articles.
    sentence_pairs : pairs of sentences, those read as such included.
    pairs, phrases : paraphrases that were written, and phrases that have one.
    skips : what was left out.
    """

    articles: int
    sentences: int
    document_pairs: int
    sentence_pairs: int
    pairs: int
    phrases: int
    skips: Skips = field(default_factory=Skips)


def comparable_files(
    inputs: Sequence[StrPath], destination: StrPath, *, options: Options | None = None, limits: Limits | None = None,
    top: int = TOP, licence: str = "", sentences: StrPath | None = None, candidates: StrPath | None = None,
    memory: str | int = DEFAULT_MEMORY, threads: int = 0, temp: StrPath | None = None, progress: Progress | None = None,
) -> Summary:  # fmt: skip
    """Write the paraphrases of comparable news articles: score p(p2|p1), relative frequency [Z08]_ eq. 7.

    Parameters
    ----------
    inputs : files of articles (see `read_articles`) or of sentence pairs (see `read_sentence_pairs`), known by how they begin.
    destination : text, ``source ||| target ||| score``, where the name ends in .txt or .txt.gz, else Parquet.
    options, limits : what is comparable, and what is left out of the phrases.
    top : paraphrases of a phrase, at most.
    licence : of the pairs, for the column of that name.
    sentences : a file to write the sentence pairs of the articles to; it is an input as good as the articles.
    candidates : a file to write a sample of sentence pairs to, of any overlap from 0.2, for people to label.
    memory : to count phrases in; beyond it, files.
    threads : how many; 0: one for each processor. The table does not depend on it.
    temp : folder for scratch files; they are gone at the end.
    progress : told which step is at work and how far it is.

    Raises
    ------
    ConfigError : an option out of range, a destination that cannot be.
    FormatError : a file is not what it should be.
    MissingPackageError : an optional package is not installed.
    ParagenError : no pair was found.
    """
    options, limits = options or Options(), limits or Limits()
    _check(inputs, options, limits, memory)
    check_table_destination(destination, top, inputs=inputs, others=(sentences, candidates))
    skips, told = Skips(), progress or (lambda step, fraction: None)
    threads = thread_count(threads)
    files = {os.fspath(path): is_pairs(path) for path in inputs}
    articles, ready = ([path for path, pairs in files.items() if pairs is wanted] for wanted in (False, True))
    with scratch_directory(temp) as folder, blaming(folder.parent, folder):
        search = _Search(folder, options, threads, told)
        if articles:
            search.read(articles, skips)
            search.find(sentences, candidates)
        sides = _Writer(folder, skips)
        sides.add((one, other) for one, other, _ in search.texts(search.found))
        for path in ready:
            sides.add(read_sentence_pairs(path, skips))
        if not sides.pairs:
            raise ParagenError(_nothing(search, ready))
        table = folder / "phrases.parquet"
        sides.align(threads, lambda fraction: told("aligning", fraction))
        with open_engine(memory=memory, threads=threads, temp=folder, progress=progress) as engine:
            extract_files(folder / "one", folder / "other", folder / "links", table, engine=engine, max_length=limits.max_length)
        with open_engine(memory=memory, threads=threads, temp=folder, progress=progress) as engine:
            pairs = paraphrases(table, limits, engine, sides.names)
            kept = pairs if limits.keep_opposites else without_opposites(pairs, skips)
            written = write_pairs(kept, destination, top=top, licence=licence)
    return Summary(
        len(search.corpus or ()), search.sentences, search.document_pairs, sides.pairs, written.pairs, written.phrases, skips
    )


def _check(inputs: Sequence[StrPath], options: Options, limits: Limits, memory: str | int) -> None:
    if not inputs:
        raise ConfigError("comparable: found no file, expected one or more of articles or of sentence pairs.")
    options.check()
    limits.check()
    parse_memory(memory)
    optional_package("duckdb", "counting phrases", "bitext")


def _nothing(search: _Search, ready: list[str]) -> str:
    if search.corpus is None:
        return f"{', '.join(ready)}: no sentence pair that can be used."
    return (
        f"no two sentences are similar enough: {len(search.corpus)} articles, {search.sentences} sentences, "
        f"{search.document_pairs} pairs of articles. Lower --threshold-documents or --threshold-sentences, or give more articles."
    )


class _Search:
    """From articles to sentence pairs."""

    def __init__(self, folder: Path, options: Options, threads: int, told: Progress) -> None:
        self._folder, self._options, self._threads, self._told = folder, options, threads, told
        self.corpus: Corpus | None = None
        self._numbered: Numbered | None = None
        self.document_pairs = self.sentences = 0
        self.found = np.empty(0, PAIR)

    def read(self, paths: Sequence[str], skips: Skips) -> None:
        """Take up the articles."""
        seen: set[str] = set()
        with open(self._folder / "texts", "wb") as texts:
            self.corpus = Corpus(texts, skips)
            for number, path in enumerate(paths):
                for article in read_articles(path, skips, seen):
                    self.corpus.add(article)
                self._told("reading", (number + 1) / len(paths))
        self.sentences = self.corpus.sentences
        self._numbered = self.corpus.numbered()

    def find(self, sentences: StrPath | None, candidates: StrPath | None) -> None:
        """Find pairs of articles, then of their sentences; write these where it is asked for."""
        corpus, options = self._numbered, self._options
        assert corpus is not None
        pairs = list(
            document_pairs(
                vectors(corpus.bag, corpus.n_types), corpus.days, less_than=options.days, threshold=options.threshold_documents,
                partners=options.partners, progress=lambda fraction: self._told("articles", fraction),
            )  # fmt: skip
        )
        self.document_pairs = sum(len(one) for one, _ in pairs)
        self.found = distinct(corpus, matches(corpus, pairs, options.threshold_sentences, self._threads))
        self._told("sentences", 1.0)
        if sentences is not None:
            write_sentence_pairs(self.texts(self.found), sentences)
        if candidates is not None:
            rows = sample(matches(corpus, pairs, _LOWEST, self._threads), corpus.same)
            write_candidates(self.texts(rows), candidates, ("overlap",))

    def texts(self, rows: np.ndarray) -> Iterator[tuple[str, str, float]]:
        """Yield the sentences of pairs, and their overlap."""
        if self._numbered is None or not len(rows):
            return
        begins, ends = self._numbered.texts.tolist()
        with open(self._folder / "texts", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as texts:
            for row in rows:
                one, other = (texts[begins[at] : ends[at]].decode() for at in (row["one"], row["other"]))
                yield one, other, float(row["overlap"])


class _Writer:
    """Writes sentence pairs as tokens, each pair both ways, and their links."""

    def __init__(self, folder: Path, skips: Skips) -> None:
        self._folder, self._skips, self._tokenizer = folder, skips, Tokenizer()
        self.names = Names()
        self._numbers: dict[str, int] = {}
        self._sides = [(array("I"), array("Q", [0])) for _ in range(2)]
        self.pairs = 0

    def add(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Take up sentence pairs; those that are the same words are none."""
        numbers = self._numbers
        with open(self._folder / "first", "ab") as first, open(self._folder / "second", "ab") as second:
            for number, pair in enumerate(pairs, 1):
                where = f"sentence pair {number}"
                cut = [self._cut(text) for text in pair]
                if cut[0] == cut[1] or not all(cut):
                    self._skips.add("sentence pairs of the same words", where, pair[0])
                    continue
                if max(map(len, cut)) > 2 * LONGEST:
                    self._skips.add(f"sentence pairs of more than {2 * LONGEST} words", where, pair[0])
                    continue
                for words, file, (flat, begins) in zip(cut, (first, second), self._sides, strict=True):
                    flat.extend(numbers.setdefault(word, len(numbers)) for word in words)
                    begins.append(len(flat))
                    file.write((" ".join(words) + "\n").encode())
                self.pairs += 1

    def _cut(self, text: str) -> list[str]:
        """Return the words of a sentence; note which of them are written as names are."""
        spans = self._tokenizer.tokens(text)
        words = self._tokenizer.forms(text, spans)
        self.names.see(text, spans, words)
        return words

    def align(self, threads: int, progress: Callable[[float], object]) -> None:
        """Write the files one, other and links: every pair, then every pair turned round."""
        arrays = [(np.frombuffer(flat, np.uint32), np.frombuffer(begins, np.uint64)) for flat, begins in self._sides]
        sides = Sides(*arrays[0], *arrays[1], len(self._numbers))
        with open(self._folder / "links", "wb") as links, open(self._folder / "mirrored", "wb") as mirrored:
            align_words(sides, links, mirrored, threads, progress)
        for name, parts in {"one": ("first", "second"), "other": ("second", "first"), "links": ("links", "mirrored")}.items():
            with open(self._folder / name, "ab") as file:
                for part in parts[1:] if name == "links" else parts:
                    with open(self._folder / part, "rb") as read:
                        while piece := read.read(1 << 20):
                            file.write(piece)
