"""Finds the passages of texts that are not in a given language; see spans.hh."""

from cpython.unicode cimport PyUnicode_1BYTE_KIND, PyUnicode_2BYTE_KIND, PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t
from libcpp.vector cimport vector

from paragen.base.errors import ConfigError

cdef extern from "src/paragen/text/language_guard/spans.hh" namespace "paragen" nogil:
    cdef struct GuardWeights:
        const int8_t* weights
        uint32_t mask

    cdef struct TextSpan:
        size_t begin, end

    cdef cppclass LanguageScanner:
        LanguageScanner(GuardWeights weights)
        void scan[Char](const Char* text, size_t n, vector[TextSpan]* out) except +
    void word_features(const uint32_t* letters, size_t n, vector[uint32_t]* out) except +

_MOST = 1 << 24


def features(str word not None):
    """Return the numbers of the features of a word in lower case, of which a table of weights takes the remainder."""
    cdef vector[uint32_t] letters, found
    letters.push_back(ord(" "))
    for letter in word:
        letters.push_back(ord(letter))
    letters.push_back(ord(" "))
    word_features(letters.data(), letters.size(), &found)
    return list(found)


cdef class LanguageGuard:
    """Tells the passages of texts that are not in one language.

    Parameters
    ----------
    weights : a buffer of a byte for each feature, as a signed sixteenth of a natural log of odds; as many as a power of two.

    Raises
    ------
    ConfigError : another number of weights.
    """

    cdef const int8_t[::1] _weights
    cdef GuardWeights view

    def __cinit__(self, weights):
        cdef const int8_t[::1] view = memoryview(weights).cast("b")
        cdef size_t n = view.shape[0]
        if n == 0 or n & (n - 1) or n > _MOST:
            raise ConfigError(f"language guard: found {n} weights, expected a power of two of them, {_MOST} at most.")
        self._weights = view
        self.view.weights, self.view.mask = &view[0], <uint32_t>(n - 1)

    def spans(self, texts):
        """Return for each text the passages that are not in the language, as half-open spans of characters, in order.

        A line without a word in the language is one as a whole, with its line end; passages do not touch.
        """
        cdef vector[TextSpan] found
        cdef LanguageScanner* scanner = new LanguageScanner(self.view)
        cdef list result = []
        try:
            for text in texts:
                if not isinstance(text, str):
                    raise TypeError(f"a sentence must be str, not {type(text).__name__}")
                found.clear()
                self._scan(scanner, text, &found)
                result.append([(span.begin, span.end) for span in found] if found.size() else [])
        finally:
            del scanner
        return result

    cdef int _scan(self, LanguageScanner* scanner, str text, vector[TextSpan]* found) except -1:
        cdef size_t n = PyUnicode_GET_LENGTH(text)
        cdef int kind = PyUnicode_KIND(text)
        cdef const void* data = PyUnicode_DATA(text)
        if kind == PyUnicode_1BYTE_KIND:
            scanner.scan(<const uint8_t*>data, n, found)
        elif kind == PyUnicode_2BYTE_KIND:
            scanner.scan(<const uint16_t*>data, n, found)
        else:
            scanner.scan(<const uint32_t*>data, n, found)
        return 0
