"""Features of phrases: the part-of-speech tags and the stems of their words, in sequence [MM12]_ 3.1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, Unexpected, shown
from paragen.base.packages import optional_package
from paragen.tables.bilingual.graph.arrays import check_array, check_ascending, check_offsets, in_threads, on_each, share_of_run
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.count_kernel import ParsedWords, PhraseTree, SequenceCounter
from paragen.tables.builder import Run
from paragen.tables.engine.files import text_column, texts_of
from paragen.tables.parses.conllu import ConlluReader, ParsedBatch

Texts = tuple[np.ndarray, np.ndarray]
"""A column of texts: offsets (one more than rows), and UTF-8 bytes."""
Tag = Callable[[Texts], Texts]
"""Gives the part-of-speech tags of phrases: those of a phrase's words, separated by spaces."""

SEQUENCES = 3
"""How many of a phrase's tag or stem sequences are kept, the most frequent."""
_SENTENCES = 50_000  # read at a time
_PHRASES = 20_000  # that a thread finds the tags or stems of at a time


@dataclass(frozen=True, eq=False)
class Sequences:
    """Sequences of one kind that phrases occur with, CSR over phrases.

    Parameters
    ----------
    texts : pyarrow array of strings, each sequence; words separated by spaces.
    offsets : int64, one more than phrases; where the sequences of each begin and end.
    ids : int32, places in ``texts``; those of a phrase ascend.
    counts : float64, how often the phrase occurs with each; above 0.

    Raises
    ------
    Unexpected : the arrays do not fit together.
    """

    texts: Any
    offsets: np.ndarray
    ids: np.ndarray
    counts: np.ndarray

    def __post_init__(self) -> None:
        check_array("sequences", self.ids, np.int32, below=len(self.texts))
        check_array("counts of sequences", self.counts, np.float64, len(self.ids))
        check_offsets("offsets", self.offsets, len(self.ids))
        check_ascending("sequences", self.ids, self.offsets)

    def __len__(self) -> int:
        """Return how many phrases there are."""
        return len(self.offsets) - 1

    @property
    def shares(self) -> np.ndarray:
        """The counts as shares of their phrase's, float64."""
        return share_of_run(self.counts, self.offsets)


@dataclass(frozen=True, eq=False)
class Features:
    """Tag sequences and stem sequences of the phrases to paraphrase.

    Raises
    ------
    Unexpected : they are not of the same number of phrases.
    """

    tags: Sequences
    stems: Sequences

    def __post_init__(self) -> None:
        if len(self.tags) != len(self.stems):
            raise Unexpected(f"tags of {len(self.tags)} phrases, stems of {len(self.stems)}", "the same phrases")


def read_features(
    graph: BipartiteGraph, parses: Sequence[StrPath], tag: Tag | None, run: Run, language: str = "english"
) -> Features:
    """Find the tags and stems of the phrases to paraphrase where they occur in parsed sentences, word for word.

    Stems are lemmas; words without one are stemmed. A phrase that does not occur gets the tags that ``tag`` gives it by
    itself, and for each of its words its most frequent lemma, or else its stem. Threads share the phrases, by their first
    words, and then those that do not occur; the features do not depend on how.

    Parameters
    ----------
    parses : CoNLL-U of the side to paraphrase. Tags are XPOS, or UPOS where there are none; forms are compared in lower case.
    tag : None if there is no tagger, or none for this language: each word then has its most frequent tag, and
        phrases with words that do not occur have no tags.
    language : of Snowball's stemmer.

    Raises
    ------
    ConfigError : there is no stemmer for the language.
    FormatError : a file is not CoNLL-U.
    MissingPackageError : snowballstemmer is not installed.
    """
    stem = stemmer_of(language)
    phrases = graph.phrases.slice(0, graph.paraphrased)
    tree = PhraseTree(texts_of(phrases))
    counters = [SequenceCounter(tree, share, run.workers) for share in range(run.workers)]
    _count(counters, _parsed(tree, parses, stem, run), run)
    forms = _strings(tree.words()).to_pylist()
    lemma, tag_of = _most_frequent(counters, "word_lemmas"), _most_frequent(counters, "word_tags")
    stems = text_column([lemma.get(number) or stem(form) for number, form in enumerate(forms)])
    tags = text_column([tag_of.get(number, "") for number in range(len(forms))])
    return Features(
        _sequences(phrases, counters, "tags", tag or (lambda some: tree.compose(some, tags)), run),
        _sequences(phrases, counters, "lemmas", lambda some: tree.compose(some, stems), run),
    )


def stemmer_of(language: str) -> Callable[[str], str]:
    """Return Snowball's stemmer for a language; raise ConfigError if there is none."""
    snowball = optional_package("snowballstemmer", "stems of phrases", "bitext")
    if language not in (known := snowball.algorithms()):
        raise ConfigError(f"language: found {shown(language)}, expected one of {', '.join(sorted(known))}.")
    stemmer = snowball.stemmer(language)
    stems: dict[str, str] = {}

    def stem(word: str) -> str:
        if word not in stems:
            stems[word] = stemmer.stemWord(word) or word
        return stems[word]

    return stem


def _count(counters: Sequence[SequenceCounter], sentences: Iterable[ParsedWords], run: Run) -> None:
    """Count with each counter, while the next sentences are read."""
    locks = [Lock() for _ in counters]

    def add(number: int, words: ParsedWords) -> None:
        with locks[number]:
            counters[number].add(words)

    on_each(((number, words) for words in sentences for number in range(len(counters))), lambda each: add(*each), run)


def _parsed(tree: PhraseTree, parses: Sequence[StrPath], stem: Callable[[str], str], run: Run) -> Iterator[ParsedWords]:
    """Yield the sentences of files, some at a time."""
    more = run.counter("parses")
    for path in parses:
        reader = ConlluReader(path, numbered=False)
        for batch in reader.batches(_SENTENCES):
            yield _words(tree, reader, batch, stem)
            if more:
                more(len(batch.units))


def _words(tree: PhraseTree, reader: ConlluReader, batch: ParsedBatch, stem: Callable[[str], str]) -> ParsedWords:
    """Return the words of sentences: where the file has no value (id 0), the UPOS tag, or the stem of the form."""
    forms, tags, lemmas = reader.form_texts(), reader.tag_texts(), reader.lemma_texts()
    unknown = batch.lemmas == 0
    stems = [""] * len(forms)
    for form in np.unique(batch.forms[unknown]).tolist():
        stems[form] = stem(forms[form])
    ids = np.stack([
        batch.forms,
        np.where(batch.tags == 0, batch.upos + np.int32(len(tags)), batch.tags),
        np.where(unknown, batch.forms + np.int32(len(lemmas)), batch.lemmas),
    ]).astype(np.int32)  # fmt: skip
    forms_of, tags_of, lemmas_of = map(text_column, (forms, tags + reader.upos_texts(), lemmas + stems))
    return ParsedWords(tree, forms_of, tags_of, lemmas_of, ids, batch.begins)


def _strings(column: Texts) -> Any:
    import pyarrow as pa

    offsets, data = column
    return pa.Array.from_buffers(pa.large_string(), len(offsets) - 1, [None, pa.py_buffer(offsets), pa.py_buffer(data)])


def _most_frequent(counters: Sequence[SequenceCounter], kind: str) -> dict[int, str]:
    """Return the most frequent text of each word, by its number; of ties the first in the order of their bytes."""
    best: dict[int, str] = {}
    for counter in counters:
        keys, ids, _, column = getattr(counter, kind)(1)
        texts = _strings(column).to_pylist()
        best |= {key: texts[number] for key, number in zip(keys.tolist(), ids.tolist(), strict=True)}
    return best


def _sequences(phrases: Any, counters: Sequence[SequenceCounter], kind: str, fallback: Tag, run: Run) -> Sequences:
    """Return the sequences that were counted, and those that ``fallback`` gives for phrases without any."""
    import pyarrow as pa
    import pyarrow.compute as pc

    counted = on_each(counters, lambda counter: getattr(counter, kind)(SEQUENCES), run)
    seen = np.zeros(len(phrases), np.bool_)
    for keys, _, _, _ in counted:
        seen[keys] = True
    unseen = np.flatnonzero(~seen).astype(np.int32)

    def from_fallback(begin: int, end: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, Any]:
        some = unseen[begin:end]
        texts = _strings(fallback(texts_of(phrases.take(pa.array(some)))))
        there = pc.not_equal(texts, "")
        encoded = texts.filter(there).dictionary_encode()
        return some[np.asarray(there)], np.asarray(encoded.indices), np.ones(len(encoded)), encoded.dictionary

    parts = [(keys, ids, counts, _strings(column)) for keys, ids, counts, column in counted]
    parts += in_threads(from_fallback, np.arange(len(unseen) + 1), _PHRASES, run, {"lemmas": "stems"}.get(kind, kind))
    texts, ranks = ranked_texts([dictionary for _, _, _, dictionary in parts], run)
    keys, counts = (np.concatenate([part[k] for part in parts]) for k in (0, 2))
    ids = np.concatenate([rank[part[1]] for rank, part in zip(ranks, parts, strict=True)])
    order = np.argsort(keys.astype(np.int64) << 32 | ids)
    offsets = np.concatenate([[0], np.cumsum(np.bincount(keys, minlength=len(phrases)))]).astype(np.int64)
    return Sequences(texts, offsets, ids[order], counts[order])


_TEXTS = 50_000  # that a thread sorts at a time, about


def ranked_texts(columns: Sequence[Any], run: Run) -> tuple[Any, list[np.ndarray]]:
    """Return the distinct texts of columns in the order of their bytes, and the places among them of the texts of each column.

    Texts are divided by their first bytes, and threads sort each share by itself.

    Parameters
    ----------
    columns : pyarrow arrays of large_string.

    Returns
    -------
    pyarrow array, and int32 arrays as long as the columns.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    texts = pa.chunked_array(columns, pa.large_string()).combine_chunks()
    prefixes = _prefixes(*texts_of(texts))
    bounds = np.unique(np.sort(prefixes[:: max(1, len(texts) // 10_000)])[:: max(1, 10_000 * _TEXTS // max(1, len(texts)))])
    share = np.searchsorted(bounds, prefixes, "right").astype(np.int32)
    order = np.argsort(share, kind="stable")
    begins = np.searchsorted(share[order], np.arange(len(bounds) + 2))

    def sort(number: int) -> tuple[Any, np.ndarray]:
        """Return the distinct texts of a share, sorted, and the places of its texts."""
        encoded = texts.take(pa.array(order[begins[number] : begins[number + 1]])).dictionary_encode()
        sorted_ = np.asarray(pc.sort_indices(encoded.dictionary))
        ranks = np.empty(len(sorted_), np.int32)
        ranks[sorted_] = np.arange(len(sorted_), dtype=np.int32)
        return encoded.dictionary.take(pa.array(sorted_)), ranks[np.asarray(encoded.indices)]

    found = on_each(range(len(bounds) + 1), sort, run)
    firsts = np.cumsum([0] + [len(distinct) for distinct, _ in found])
    places = np.empty(len(texts), np.int32)
    for number, (_, ranks) in enumerate(found):
        places[order[begins[number] : begins[number + 1]]] = ranks + firsts[number]
    ends = np.cumsum([len(column) for column in columns])[:-1]
    return pa.concat_arrays([distinct for distinct, _ in found]), np.split(places, ends)


def _prefixes(offsets: np.ndarray, data: np.ndarray) -> np.ndarray:
    """Return the first eight bytes of each text as a number that sorts as they do; shorter texts are padded with zeros."""
    found = np.zeros(len(offsets) - 1, np.uint64)
    padded = np.append(data, np.zeros(8, np.uint8))
    for byte in range(8):
        at = offsets[:-1] + byte
        found |= np.where(at < offsets[1:], padded[at], 0).astype(np.uint64) << np.uint64(56 - 8 * byte)
    return found
