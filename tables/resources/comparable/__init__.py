"""Makes PT-3 from news articles, or from sentence pairs found in them [Z08 section 4]."""

from __future__ import annotations

import mmap
import os
import shutil
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, ParagenError
from paragen.base.input_files import Skips
from paragen.base.output_files import report_errors_as, scratch_directory
from paragen.base.packages import optional_package
from paragen.base.settings import parse_memory
from paragen.tables.bilingual.alignment.hmm import Sides, align_words
from paragen.tables.bilingual.extraction import ExtractOptions, extract_phrases
from paragen.tables.builder import Run, TableSummary
from paragen.tables.calibration.labelled import write_candidates
from paragen.tables.inflection.opposites import without_opposites
from paragen.tables.io.writing import check_table_destination, write_pairs
from paragen.tables.resources.comparable.corpus import LONGEST, Corpus, Numbered
from paragen.tables.resources.comparable.inputs import is_pairs, read_articles, read_sentence_pairs, write_sentence_pairs
from paragen.tables.resources.comparable.matching import PAIR, distinct, document_pairs, matches, sample, vectors
from paragen.tables.resources.comparable.phrases import Names, paraphrases
from paragen.tables.resources.options import ComparableOptions
from paragen.text.tokenizer import Tokenizer

__all__ = ["ComparableOptions", "ComparableSummary", "build_comparable"]

_LOWEST = 0.2  # overlap of sampled candidates


@dataclass(frozen=True, kw_only=True)
class ComparableSummary(TableSummary):
    """What was found.

    Attributes
    ----------
    articles, sentences : articles read, and sentences compared.
    document_pairs : pairs of comparable articles.
    sentence_pairs : pairs of sentences, including those read as such.
    """

    articles: int
    sentences: int
    document_pairs: int
    sentence_pairs: int

    def __str__(self) -> str:
        made = f"{self.pairs} paraphrases of {self.phrases} phrases, from {self.sentence_pairs} sentence pairs"
        return made + f", from {self.document_pairs} pairs of {self.articles} articles" * bool(self.articles)


def build_comparable(
    inputs: Sequence[StrPath], destination: StrPath, options: ComparableOptions | None = None, run: Run | None = None
) -> ComparableSummary:
    """Write the paraphrases of comparable news articles: score p(p2|p1), relative frequency [Z08]_ eq. 7.

    Parameters
    ----------
    inputs : files of articles (see `read_articles`) or of sentence pairs (see `read_sentence_pairs`), recognised by their
        beginning.
    destination : text, ``source ||| target ||| score``, if the name ends in .txt or .txt.gz, otherwise Parquet.
    options : what is comparable, and which phrases are left out.
    run : threads; memory for counting phrases; the folder for scratch files. The steps are "reading", "articles", "sentences",
        "aligning" and those of `build_phrase_table`.

    Raises
    ------
    ConfigError : there is no input, or the destination cannot be written.
    FormatError : a file is malformed.
    MissingPackageError : an optional package is not installed.
    ParagenError : no pair was found.
    """
    options, run = options or ComparableOptions(), run or Run()
    if not inputs:
        raise ConfigError("comparable: found no file, expected one or more of articles or of sentence pairs.")
    parse_memory(run.memory)
    optional_package("duckdb", "counting phrases", "bitext")
    check_table_destination(destination, options.top, inputs=inputs, others=(options.sentences, options.candidates))
    files = {os.fspath(path): is_pairs(path) for path in inputs}
    articles, ready = ([path for path, pairs in files.items() if pairs is wanted] for wanted in (False, True))
    with scratch_directory(run.temp) as folder, report_errors_as(folder.parent, folder):
        search = _Search(folder, options, run)
        if articles:
            search.read(articles)
            search.find()
        sides = _Writer(folder, run.skips)
        sides.add((one, other) for one, other, _ in search.texts(search.found))
        for path in ready:
            sides.add(read_sentence_pairs(path, run.skips))
        if not sides.pairs:
            raise ParagenError(_no_pairs_message(search, ready))
        table = folder / "phrases.parquet"
        sides.align(run)
        bitext = folder / "one", folder / "other", folder / "links"
        with run.open_engine(folder) as engine:
            extract_phrases(bitext, table, ExtractOptions(max_length=options.max_length), engine)
        with run.open_engine(folder) as engine:
            pairs = paraphrases(table, options, engine, sides.names)
            kept = pairs if options.keep_opposites else without_opposites(pairs, run.skips)
            written = write_pairs(kept, destination, top=options.top, licence=options.licence)
    return ComparableSummary(
        articles=len(search.corpus or ()), sentences=search.sentences, document_pairs=search.document_pairs,
        sentence_pairs=sides.pairs, pairs=written.pairs, phrases=written.phrases, skips=run.skips,
    )  # fmt: skip


def _no_pairs_message(search: _Search, ready: list[str]) -> str:
    if search.corpus is None:
        return f"{', '.join(ready)}: no usable sentence pair."
    return (
        f"no two sentences are similar enough: {len(search.corpus)} articles, {search.sentences} sentences, "
        f"{search.document_pairs} pairs of articles. Lower --threshold-documents or --threshold-sentences, or give more articles."
    )


class _Search:
    """Finds sentence pairs in articles."""

    def __init__(self, folder: Path, options: ComparableOptions, run: Run) -> None:
        self._folder, self._options, self._run = folder, options, run
        self.corpus: Corpus | None = None
        self._numbered: Numbered | None = None
        self.document_pairs = self.sentences = 0
        self.found = np.empty(0, PAIR)

    def read(self, paths: Sequence[str]) -> None:
        """Read the articles."""
        seen: set[str] = set()
        with open(self._folder / "texts", "wb") as texts:
            self.corpus = Corpus(texts, self._run.skips)
            for number, path in enumerate(paths):
                for article in read_articles(path, self._run.skips, seen):
                    self.corpus.add(article)
                self._run.report("reading", number + 1, len(paths))
        self.sentences = self.corpus.sentences
        self._numbered = self.corpus.numbered()

    def find(self) -> None:
        """Find pairs of articles, then of their sentences; write the latter if the options ask for it."""
        corpus, options = self._numbered, self._options
        assert corpus is not None
        pairs = list(document_pairs(
            vectors(corpus.bag, corpus.n_types), corpus.days, less_than=options.days, threshold=options.threshold_documents,
            partners=options.partners, progress=partial(self._run.report, "articles"),
        ))  # fmt: skip
        self.document_pairs = sum(len(one) for one, _ in pairs)
        self.found = distinct(corpus, matches(corpus, pairs, options.threshold_sentences, self._run.workers))
        self._run.report("sentences", 1)
        if options.sentences is not None:
            write_sentence_pairs(self.texts(self.found), options.sentences)
        if options.candidates is not None:
            rows = sample(matches(corpus, pairs, _LOWEST, self._run.workers), corpus.same)
            write_candidates(self.texts(rows), options.candidates, ("overlap",))

    def texts(self, rows: np.ndarray) -> Iterator[tuple[str, str, float]]:
        """Yield the sentences of each pair, and their overlap."""
        if self._numbered is None or not len(rows):
            return
        begins, ends = self._numbered.texts.tolist()
        with open(self._folder / "texts", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as texts:
            for row in rows:
                one, other = (texts[begins[at] : ends[at]].decode() for at in (row["one"], row["other"]))
                yield one, other, float(row["overlap"])


class _Writer:
    """Writes sentence pairs as tokens, each pair in both directions, and their links."""

    def __init__(self, folder: Path, skips: Skips) -> None:
        self._folder, self._skips, self._tokenizer = folder, skips, Tokenizer()
        self.names = Names()
        self._numbers: dict[str, int] = {}
        self._sides = [(array("I"), array("Q", [0])) for _ in range(2)]
        self.pairs = 0

    def add(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Add sentence pairs, except those with the same words."""
        numbers = self._numbers
        with open(self._folder / "first", "ab") as first, open(self._folder / "second", "ab") as second:
            for number, pair in enumerate(pairs, 1):
                where = f"sentence pair {number}"
                sides = [self._cut(text) for text in pair]
                if sides[0] == sides[1] or not all(sides):
                    self._skips.add("sentence pairs with the same words", where, pair[0])
                    continue
                if max(map(len, sides)) > 2 * LONGEST:
                    self._skips.add(f"sentence pairs of more than {2 * LONGEST} words", where, pair[0])
                    continue
                for words, file, (flat, begins) in zip(sides, (first, second), self._sides, strict=True):
                    flat.extend(numbers.setdefault(word, len(numbers)) for word in words)
                    begins.append(len(flat))
                    file.write((" ".join(words) + "\n").encode())
                self.pairs += 1

    def _cut(self, text: str) -> list[str]:
        """Return the words of a sentence; note which of them are written like names."""
        spans = self._tokenizer.tokens(text)
        words = self._tokenizer.forms(text, spans)
        self.names.see(text, spans, words)
        return words

    def align(self, run: Run) -> None:
        """Write the files one, other and links: every pair, then every pair with its sides swapped."""
        arrays = [(np.asarray(flat), np.asarray(begins)) for flat, begins in self._sides]
        sides = Sides(*arrays[0], *arrays[1], len(self._numbers))
        with open(self._folder / "links", "wb") as links, open(self._folder / "mirrored", "wb") as mirrored:
            align_words(sides, links, mirrored, run.workers, partial(run.report, "aligning"))
        for name, parts in {"one": ("first", "second"), "other": ("second", "first"), "links": ("links", "mirrored")}.items():
            with open(self._folder / name, "ab") as file:
                for part in parts[1:] if name == "links" else parts:
                    with open(self._folder / part, "rb") as read:
                        shutil.copyfileobj(read, file)
