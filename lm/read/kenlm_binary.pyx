"""Reads KenLM's binary files: probing tables and tries, quantised or not."""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libcpp cimport bool as cbool
from libcpp.memory cimport unique_ptr

from paragen.lm.pack.builder cimport ArpaFault, LmBuilder, LmPacker, raise_fault

cdef extern from "lm/read/kenlm_layout.hh" namespace "paragen" nogil:
    cdef cppclass KenlmFile:
        KenlmFile(const uint8_t* data, uint64_t size) except +
        cbool read_header() except +
        ArpaFault fault

    cdef cppclass KenlmReader:
        cbool open() except +
        cbool step(cbool* done) except +

cdef extern from "lm/read/kenlm_reader.hh" namespace "paragen" nogil:
    unique_ptr[KenlmReader] open_reader(KenlmFile* file, LmBuilder* builder) except +


def read_kenlm(LmPacker packer not None, const uint8_t[::1] data):
    """Take the n-grams of a KenLM binary, given whole.

    A probing binary holds only hashes of its n-grams; they are recovered by trial, which for bigrams takes time
    quadratic in the number of words (10 s for 100,000 words, a quarter of an hour for a million).
    """
    packer.begin()
    with packer.exclusive:
        _read(packer, data)
        packer.complete = True


cdef int _read(LmPacker packer, const uint8_t[::1] data) except -1:
    cdef unique_ptr[KenlmFile] file
    cdef unique_ptr[KenlmReader] reader
    file.reset(new KenlmFile(&data[0] if data.shape[0] else NULL, data.shape[0]))
    cdef bint fine = file.get().read_header()
    cdef cbool done = False
    if fine:
        with nogil:
            reader = open_reader(file.get(), packer.builder.get())
            fine = reader.get().open()
    while fine and not done:
        PyErr_CheckSignals()
        with nogil:
            fine = reader.get().step(&done)
    if not fine:
        raise_fault(packer.name, file.get().fault)
