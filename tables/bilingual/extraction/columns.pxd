# Columns of text as Arrow lays them out, between numpy or pyarrow and the kernels.
from libc.stdint cimport int32_t, int64_t, uint8_t, uintptr_t
from libcpp.string cimport string
from libcpp.vector cimport vector

cdef extern from "<string_view>" namespace "std" nogil:
    cdef cppclass string_view:
        pass

cdef extern from "tables/bilingual/extraction/columns.hh" namespace "paragen" nogil:
    cdef cppclass TextColumn:
        vector[int32_t] offsets
        string bytes

    cdef cppclass TextView:
        const int64_t* offsets
        const char* bytes
        int64_t n_bytes
        string_view at(int64_t row)


# A column of `rows` texts: offsets (one more than rows) into UTF-8 bytes, and those bytes. The view is valid as long as these
# two arrays are.
cdef inline TextView text_view(tuple column, Py_ssize_t rows) except *:
    cdef TextView view
    cdef const int64_t[::1] offsets = column[0]
    cdef const uint8_t[::1] data = column[1]
    assert offsets.shape[0] == rows + 1
    view.offsets = &offsets[0]
    view.n_bytes = data.shape[0]
    view.bytes = NULL
    if data.shape[0]:
        view.bytes = <const char*>&data[0]
    return view


# The address and size of each of a column's two buffers.
cdef inline tuple text_memory(const TextColumn& column):
    return (
        (<uintptr_t>column.offsets.data(), column.offsets.size() * sizeof(int32_t)),
        (<uintptr_t>column.bytes.data(), column.bytes.size()),
    )
