# Results of kernels as numpy arrays that own their memory.
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from paragen.base.text_column cimport TextColumn

ctypedef fused number_t:
    uint8_t
    int32_t
    uint32_t
    int64_t
    uint64_t
    float
    double


# A copy of n numbers.
cdef inline object array_of(const number_t* numbers, size_t n):
    import numpy
    cdef object array
    cdef number_t[::1] view
    if number_t is uint8_t:
        array = numpy.empty(n, numpy.uint8)
    elif number_t is int32_t:
        array = numpy.empty(n, numpy.int32)
    elif number_t is uint32_t:
        array = numpy.empty(n, numpy.uint32)
    elif number_t is int64_t:
        array = numpy.empty(n, numpy.int64)
    elif number_t is uint64_t:
        array = numpy.empty(n, numpy.uint64)
    elif number_t is float:
        array = numpy.empty(n, numpy.float32)
    else:
        array = numpy.empty(n, numpy.float64)
    if n:
        view = array
        memcpy(&view[0], numbers, n * sizeof(number_t))
    return array


# A copy of a column of texts: offsets (one more than rows) into bytes, and those bytes.
cdef inline tuple text_arrays(const TextColumn& column):
    offsets = array_of(column.offsets.data(), column.offsets.size())
    return offsets.astype("int64"), array_of(<const uint8_t*>column.bytes.data(), column.bytes.size())
