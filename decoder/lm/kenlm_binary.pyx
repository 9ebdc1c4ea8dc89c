"""Reads KenLM's binary files: probing tables and tries, quantised or not."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool

from paragen.decoder.lm.build cimport ArpaFault, LmBuilder, LmPacker, raise_fault

cdef extern from "decoder/lm/kenlm_layout.hh" namespace "paragen" nogil:
    cdef cppclass KenlmFile:
        KenlmFile(const uint8_t* data, uint64_t size) except +
        cbool read_header() except +
        cbool is_trie()
        ArpaFault fault

cdef extern from "decoder/lm/kenlm_trie.hh" namespace "paragen" nogil:
    cdef cppclass KenlmTrie:
        KenlmTrie(KenlmFile* file, LmBuilder* builder) except +
        cbool open() except +
        cbool step(cbool* done) except +

cdef extern from "decoder/lm/kenlm_probing.hh" namespace "paragen" nogil:
    cdef cppclass KenlmProbing:
        KenlmProbing(KenlmFile* file, LmBuilder* builder) except +
        cbool open() except +
        cbool step(cbool* done) except +


def read_kenlm(LmPacker packer, const uint8_t[::1] data):
    """Take the n-grams of a KenLM binary, given whole.

    A probing binary holds only hashes of its n-grams; they are found again by trying, which for bigrams takes time
    in the square of the number of words (10 s for 100,000 words, a quarter of an hour for a million).
    """
    cdef KenlmFile* file = new KenlmFile(&data[0], len(data))
    try:
        fine = file.read_header()
        if fine:
            fine = _read_trie(file, packer.builder) if file.is_trie() else _read_probing(file, packer.builder)
        if not fine:
            raise_fault(packer.name, file.fault)
    finally:
        del file


cdef bint _read_trie(KenlmFile* file, LmBuilder* builder) except *:
    cdef KenlmTrie* trie = new KenlmTrie(file, builder)
    cdef cbool done = False
    cdef bint fine
    try:
        with nogil:
            fine = trie.open()
        while fine and not done:
            with nogil:
                fine = trie.step(&done)
        return fine
    finally:
        del trie


cdef bint _read_probing(KenlmFile* file, LmBuilder* builder) except *:
    cdef KenlmProbing* probing = new KenlmProbing(file, builder)
    cdef cbool done = False
    cdef bint fine
    try:
        with nogil:
            fine = probing.open()
        while fine and not done:
            with nogil:
                fine = probing.step(&done)
        return fine
    finally:
        del probing
