"""The syntactic labels of the phrases of a sentence, by its tree; see tree_labels.hh."""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libcpp.vector cimport vector

from paragen.base.arrays cimport array_of
from paragen.base.vocabulary cimport VocabularyView
from paragen.tables.parses.kernel cimport Tree, TreeC
from paragen.tables.store.store cimport StoreView, TableStore

from paragen.base.errors import ConfigError

cdef extern from "src/paragen/rewriting/tree_labels.hh" namespace "paragen" nogil:
    void label_phrases(
        const StoreView& store, const VocabularyView& names, const TreeC& tree, const vector[uint32_t]& words,
        const uint8_t* keep,
        const int64_t* boundaries, vector[uint32_t]* rows
    ) except +


def phrase_labels(
    TableStore store not None, Tree tree not None, words: Sequence[str], bytes keep: bytes | None,
    const int64_t[::1] boundaries not None,
) -> UInt32s:
    """Return the labels of those spans of a sentence that are phrases of packed tables.

    Parameters
    ----------
    store : the tables.
    tree : of the sentence.
    words, keep : of the sentence; see :class:`paragen.decoder.sentence.SentenceInput`.
    boundaries : for the beginning of each word, and the end of the last, the leaf of the tree that begins there; -1: none.

    Returns
    -------
    The labels for :class:`paragen.decoder.sentence.SentenceInput`.

    Raises
    ------
    ConfigError : the length of ``boundaries`` or ``keep`` does not fit the number of words.
    """
    cdef vector[uint32_t] ids, rows
    cdef const uint8_t* kept = NULL
    for word in words:
        ids.push_back(store.vocabulary.find(word))
    if <size_t>boundaries.shape[0] != ids.size() + 1 or keep is not None and <size_t>len(keep) != ids.size():
        raise ConfigError(f"labels: boundaries or what is to be kept do not fit {ids.size()} words.")
    if keep is not None:
        kept = <const uint8_t*><const char*>keep
    with nogil:
        label_phrases(store.view, store.vocabulary.view, tree.c, ids, kept, &boundaries[0], &rows)
    return array_of(rows.data(), rows.size()).reshape(-1, 3)
