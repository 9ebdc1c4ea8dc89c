# Columns of text as Arrow lays them out, between numpy or pyarrow and the kernels.
from libc.stdint cimport int32_t, int64_t, uint8_t, uintptr_t
from libcpp.string cimport string
from libcpp.vector cimport vector

cdef extern from "<string_view>" namespace "std" nogil:
    cdef cppclass string_view:
        string_view()
        string_view(const char* data, size_t size)
        const char* data()
        size_t size()

cdef extern from "src/paragen/base/text_column.hh" namespace "paragen" nogil:
    cdef cppclass TextColumn:
        vector[int32_t] offsets
        string bytes

    cdef cppclass TextView:
        const int64_t* offsets
        const char* bytes
        int64_t n_bytes
        string_view at(int64_t row)


# A column of `rows` texts: offsets (one more than rows) into UTF-8 bytes, and those bytes. The owners of their memory are
# appended to `held`, which must outlive the view.
cdef inline TextView text_view(column, Py_ssize_t rows, list held) except *:
    cdef TextView view
    cdef const int64_t[::1] offsets
    cdef const uint8_t[::1] data
    offsets, data = column
    if offsets.shape[0] != rows + 1:
        raise ValueError(f"{offsets.shape[0]} offsets of texts, expected {rows + 1}")
    held += [offsets, data]
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
