"""Trees in Penn brackets."""

import unicodedata

from cpython.unicode cimport PyUnicode_AsUTF8AndSize
from libc.stdint cimport int32_t, int64_t, uint32_t

import numpy as np

from paragen.base.errors import FormatError, shown

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(str text)


EXPECTED = "trees in Penn treebank brackets, as (S (NP (DT the) (NN end)) (. .))"
MAX_BYTES = kMaxTreeBytes

_PROBLEMS = {
    "too_long": (f"more than {kMaxTreeBytes >> 20} MB", "a sentence a tree", ""),
    "not_text": ("broken UTF-8 or NUL", "UTF-8 text", "Convert it with iconv."),
    "outside": ("{} outside of brackets", EXPECTED, ""),
    "token": ("{}", "a tag and one token, as (NN house)", ""),
    "unclosed": ("a tree that does not end", EXPECTED, "Is the line whole?"),
    "tokens": (f"more than {kMaxLeaves} tokens", "a sentence a tree", ""),
    "label": ("the label {}", f"labels of at most {kMaxTreeLabel} bytes without control characters", "Is this a file of trees?"),
}


cdef string_view view_of(str text) except *:
    cdef Py_ssize_t size
    cdef const char* data = PyUnicode_AsUTF8AndSize(text, &size)
    return string_view(data, size)


cdef str composed(str text):
    """Return the text in NFC, as words of tables are."""
    return text if PyUnicode_IS_ASCII(text) else unicodedata.normalize("NFC", text)


cdef str decoded(string_view text):
    return text.data()[: text.size()].decode("utf-8")


def bracket_balance(str text not None):
    """Return how many more brackets open than close in a text; brackets that are tokens do not count."""
    return bracket_depth(view_of(text))


cdef class Tree:
    """A parsed sentence, without functions, indices, traces and artificial roots (ROOT, TOP, an empty label).

    Parameters
    ----------
    text : Penn brackets, as ``(S (NP (DT the) (NN end)) (. .))``. Several trees are one with several tops; of no text, or of
        ``()``, the tree has no leaves.
    where : what messages call it, such as the file and its line.

    Raises
    ------
    FormatError : it is something else.

    Attributes
    ----------
    where : as given.
    """

    def __cinit__(self, str text not None, str where not None="tree"):
        cdef TreeReader reader
        self.where = where
        text = composed(text)
        try:
            view = view_of(text)
        except UnicodeEncodeError:
            raise FormatError(where, "half a surrogate pair", "text that UTF-8 can hold") from None
        if not reader.read(view, &self.c):
            found, expected, remedy = _PROBLEMS[name_of(reader.problem()).decode()]
            raise FormatError(where, found.format(shown(reader.found().decode("utf-8", "replace"))), expected, remedy)

    def __len__(self):
        """Return how many leaves it has."""
        return self.c.leaves()

    @property
    def leaves(self):
        """The tokens, as they stand, with Penn escapes."""
        return [decoded(self.c.leaf(i)) for i in range(self.c.leaves())]

    @property
    def tags(self):
        """The part-of-speech tag of each token."""
        return [decoded(self.c.label(self.c.tag(i))) for i in range(self.c.leaves())]

    @property
    def nodes(self):
        """Label, begin and end (in leaves) and parent (its place in this list, or -1) of all constituents and tags.

        Each comes before those below it, and children are in order.
        """
        cdef uint32_t i
        found = []
        for i in range(self.c.nodes()):
            node = self.c.node(i)
            found.append((decoded(self.c.label(i)), node.begin, node.end, <int32_t>node.parent))
        return found

    def __str__(self):
        """Return the tree in brackets, on one line."""
        cdef uint32_t i, up
        parts = []
        for i in range(self.c.nodes()):
            parts.append(f"{' ' if i else ''}({decoded(self.c.label(i))}")
            if not self.c.is_tag(i):
                continue
            parts.append(f" {decoded(self.c.leaf(self.c.node(i).begin))})")
            up = self.c.node(i).parent
            while up != <uint32_t>-1 and self.c.node(up).after == self.c.node(i).after:
                parts.append(")")
                up = self.c.node(up).parent
        return "".join(parts)

    def __reduce__(self):
        return Tree, (str(self), self.where)

    def match(self, words):
        """Return the leaf that begins at each boundary of words of the same sentence.

        Words and leaves may be cut in different ways. They are compared in NFC without white space and case, with escapes
        (-LRB-, &apos;) undone, and quotation marks and dashes in one form.

        Parameters
        ----------
        words : of the sentence, in order.

        Returns
        -------
        int64, one more than words: the leaf that begins there, the number of leaves at the end, and -1 within a leaf.

        Raises
        ------
        FormatError : the tree is of another sentence; the message says where they differ.
        """
        cdef TreeMatch match
        self.fill(words, &match)
        cdef size_t i, count = match.boundaries().size()
        cdef int64_t[::1] boundaries = np.empty(count, np.int64)
        for i in range(count):
            boundaries[i] = match.boundaries()[i]
        return np.asarray(boundaries)

    cdef int fill(self, words, TreeMatch* match) except -1:
        cdef str word
        words = list(words)
        match.clear()
        for word in words:
            if word is None:
                raise TypeError("a word is None")
            word = composed(word)
            match.add_word(view_of(word))
        if match.match(self.c):
            return 0
        leaves = self.leaves
        raise FormatError(
            self.where, _place(leaves, match.leaf(), "token"), _place(words, match.word(), "word") + " of the sentence",
            "Is it the tree of this line?",
        )


def _place(texts, number, kind):
    """Say which of the texts is meant, or that there are no more."""
    return f"{shown(texts[number])} as {kind} {number + 1}" if number < len(texts) else f"{len(texts)} {kind}s"
