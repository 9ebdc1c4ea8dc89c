"""Features of phrases: the part-of-speech tags and the stems of their words, in sequence [MM12]_ 3.1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paragen.base.destination import StrPath
from paragen.base.errors import ConfigError, Unexpected, shown
from paragen.base.packages import optional_package
from paragen.tables.bilingual.graph.bipartite import BipartiteGraph
from paragen.tables.bilingual.graph.checks import ascend_within, check_array, check_offsets, check_positive, check_range
from paragen.tables.bilingual.graph.features_kernel import SequenceCounter
from paragen.tables.bilingual.graph.runs import place_in_run, share_of_run
from paragen.tables.builder import Run
from paragen.tables.engine.columns import texts_of
from paragen.tables.parses.conllu import ConlluReader, ParsedBatch

Tag = Callable[[list[str]], list[str]]
"""Tells the part-of-speech tags of words."""

SEQUENCES = 3
"""How many of a phrase's tag or stem sequences are kept, the most frequent."""
_SENTENCES = 50_000  # read at a time
_PHRASES = 100_000  # tagged at a time


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
        check_array("sequences", self.ids, np.int32)
        check_array("counts of sequences", self.counts, np.float64, len(self.ids))
        check_array("offsets", self.offsets, np.int64)
        check_offsets("offsets", self.offsets, len(self.ids))
        check_range("sequences", self.ids, len(self.texts))
        if not ascend_within(self.ids, self.offsets):
            raise Unexpected("sequences out of order", "ascending ones")
        check_positive("counts of sequences", self.counts)

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

    Stems are lemmas; words without one are stemmed. A phrase that does not occur gets the tags that ``tag`` tells of it by
    itself, and of each of its words the lemma it has most often, or else its stem.

    Parameters
    ----------
    parses : CoNLL-U of the side to paraphrase. Tags are XPOS, or UPOS where there are none; forms are compared in lower case.
    tag : None where nothing can tell tags, or not in this language: each word then has the tag that it has most often, and
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
    counter = SequenceCounter(texts_of(phrases))
    more = run.counter("parses")
    for path in parses:
        reader = ConlluReader(path, numbered=False)
        for batch in reader.batches(_SENTENCES):
            _add(counter, reader, batch, stem)
            if more:
                more(len(batch.units))
    words = _strings(counter.words()).to_pylist()
    stems = _most_frequent(counter.word_lemmas(), words)
    tags = _most_frequent(counter.word_tags(), words)

    def stems_of(phrase: list[str]) -> list[str]:
        return [stems.get(word) or stem(word) for word in phrase]

    def tags_of(phrase: list[str]) -> list[str]:
        return [tags[word] for word in phrase] if all(word in tags for word in phrase) else []

    return Features(
        _sequences(phrases, counter.tags(), tag or tags_of, run.counter("tags", float(len(phrases)))),
        _sequences(phrases, counter.lemmas(), stems_of, run.counter("stems", float(len(phrases)))),
    )


def stemmer_of(language: str) -> Callable[[str], str]:
    """Return what stems words of a language, one of Snowball's; raise ConfigError if there is none."""
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


def _add(counter: SequenceCounter, reader: ConlluReader, batch: ParsedBatch, stem: Callable[[str], str]) -> None:
    """Add sentences: what the file leaves open, id 0, is the UPOS tag, or the stem of the form."""
    import pyarrow as pa

    forms, tags, lemmas = reader.form_texts(), reader.tag_texts(), reader.lemma_texts()
    columns = [
        texts_of(pa.array(column, pa.string())) for column in (forms, tags + reader.upos_texts(), lemmas + list(map(stem, forms)))
    ]
    ids = np.stack([
        batch.forms,
        np.where(batch.tags == 0, batch.upos + np.int32(len(tags)), batch.tags),
        np.where(batch.lemmas == 0, batch.forms + np.int32(len(lemmas)), batch.lemmas),
    ]).astype(np.int32)  # fmt: skip
    counter.add(columns[0], columns[1], columns[2], ids, batch.begins)


def _strings(column: tuple[np.ndarray, np.ndarray]) -> Any:
    import pyarrow as pa

    offsets, data = column
    return pa.Array.from_buffers(pa.large_string(), len(offsets) - 1, [None, pa.py_buffer(offsets), pa.py_buffer(data)])


def _most_frequent(counted: Any, words: list[str]) -> dict[str, str]:
    """Return the most frequent text of each word; of equals the first in the order of the alphabet."""
    keys, ids, counts, column = counted
    texts = _strings(column).to_pylist()
    best: dict[str, tuple[float, str]] = {}
    for key, number, count in zip(keys.tolist(), ids.tolist(), counts.tolist(), strict=True):
        found = (-count, texts[number])
        if words[key] not in best or found < best[words[key]]:
            best[words[key]] = found
    return {word: text for word, (_, text) in best.items()}


def _sequences(phrases: Any, counted: Any, tell: Tag, more: Callable[[float], None] | None) -> Sequences:
    """Return the sequences that were counted, and what ``tell`` says of the phrases without any."""
    import pyarrow as pa
    import pyarrow.compute as pc

    keys, ids, counts, column = counted
    unseen = np.setdiff1d(np.arange(len(phrases), dtype=np.int32), keys)
    told = list(_told(phrases, unseen, tell, more))
    if more:
        more(len(phrases) - len(unseen))
    texts = pa.chunked_array([_strings(column).take(pa.array(ids)), *told], pa.large_string()).combine_chunks()
    keys, counts = np.concatenate([keys, unseen]), np.concatenate([counts, np.ones(len(unseen))])
    there = np.asarray(pc.fill_null(pc.not_equal(texts, ""), False))
    encoded = texts.filter(pa.array(there)).dictionary_encode()
    order = np.asarray(pc.sort_indices(encoded.dictionary))
    ranks = np.empty(len(order), np.int32)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    keys, counts, ids = keys[there], counts[there], ranks[np.asarray(encoded.indices)]
    by_count = np.lexsort((ids, -counts, keys))
    kept = np.sort(by_count[place_in_run(keys[by_count]) < SEQUENCES])
    kept = kept[np.lexsort((ids[kept], keys[kept]))]
    offsets = np.searchsorted(keys[kept], np.arange(len(phrases) + 1)).astype(np.int64)
    return Sequences(encoded.dictionary.take(pa.array(order)), offsets, ids[kept].astype(np.int32), counts[kept])


def _told(phrases: Any, unseen: np.ndarray, tell: Tag, more: Callable[[float], None] | None) -> Iterator[Any]:
    import pyarrow as pa

    for first in range(0, len(unseen), _PHRASES):
        some = phrases.take(pa.array(unseen[first : first + _PHRASES])).to_pylist()
        yield pa.array([" ".join(tell(phrase.split(" "))) for phrase in some], pa.large_string())
        if more:
            more(len(some))
