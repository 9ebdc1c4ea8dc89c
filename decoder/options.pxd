# The options of a batch of sentences: what the search, rankings and scorers written in C++ or Cython read.
#
# `Options.kernel` is filled when Python code first sees it, and its arrays never move or change afterwards; only scores and
# what is forbidden are added before the search. A scorer reads, for each substitute, its span, its target words and which
# tables offer it, and gives Options.score_column(...) one number for each.
from libc.stdint cimport uint8_t, uint32_t
from libcpp cimport bool as cbool
from libcpp.string cimport string
from libcpp.vector cimport vector

from paragen.base.vocabulary cimport Interner, Vocabulary, VocabularyView

cdef extern from "decoder/lexicon.hh" namespace "paragen" nogil:
    cdef cppclass LexiconView:
        VocabularyView packed
        const Interner* added
        const Interner* local
        const char* word(uint32_t id, size_t* length)
        uint32_t size()
        uint32_t find(const char* bytes, size_t length)

cdef extern from "src/paragen/text/slot_tags.hh" namespace "paragen" nogil:
    bint is_filler_kind(uint32_t kind)

cdef extern from "decoder/features.hh" namespace "paragen" nogil:
    const uint32_t kMostEdits
    vector[string] feature_names() except +

cdef extern from "decoder/option_set.hh" namespace "paragen" nogil:
    cdef cppclass SpanLabelC:
        uint32_t begin
        uint32_t end
        uint32_t label

    cdef cppclass FillerC:
        uint32_t begin
        uint32_t end
        uint32_t tag
        uint32_t edges

    cdef cppclass SentenceC:
        const uint32_t* words
        const uint8_t* keep
        uint32_t n_words

    cdef cppclass OptionSource:
        uint32_t n_tables()

    cdef cppclass OfferC:
        uint32_t table
        float logscore

    cdef cppclass SubstituteC:
        uint32_t begin          # words of its sentence
        uint32_t end
        uint32_t words_begin    # into OptionSet.words
        uint32_t n_words
        uint32_t offers_begin   # into OptionSet.offers
        uint32_t n_offers

    cdef cppclass WindowC:
        uint32_t sentence
        uint32_t begin
        uint32_t end
        size_t source_begin
        size_t context_begin
        size_t context_end
        uint32_t first_substitute
        uint32_t last_substitute
        cbool has_tree
        uint32_t first_label
        uint32_t last_label
        uint32_t first_filler
        uint32_t last_filler

    const uint8_t kOnlyAlone

    cdef cppclass OptionSet:
        vector[uint32_t] source
        vector[uint8_t] keep
        vector[SpanLabelC] labels
        vector[FillerC] fillers
        vector[WindowC] windows
        vector[SubstituteC] substitutes
        vector[OfferC] offers
        vector[uint32_t] words
        uint32_t n_scorers
        vector[double] scores           # by substitute n_scorers numbers; empty: all 0
        vector[uint8_t] forbidden       # by substitute, not 0: it is; empty: none is
        SentenceC sentence(const WindowC& window)
        cbool allows(uint32_t substitute)
        cbool allows_alone(uint32_t substitute)
        const double* scores_of(uint32_t substitute)

    float best_offer(const OptionSet& set, uint32_t substitute, uint32_t first)
    size_t first_bad_span[Span](const Span* rows, size_t n, size_t n_words)
    void take_within[Span](
        const Span* rows, size_t n, uint32_t begin, uint32_t end, size_t* next, vector[Span]* taken
    ) except +

cdef extern from "decoder/option_sink.hh" namespace "paragen" nogil:
    cdef cppclass FilterC:
        uint32_t table_limit
        const uint8_t* blocked
        uint32_t n_blocked
        const uint8_t* disabled

    void collect_options(const vector[const OptionSource*]& sources, const FilterC& filter, OptionSet* set) except +


# Words and ids of a decoder: those of the packed tables, and what sources given at load time add.
cdef class Lexicon:
    cdef readonly Vocabulary vocabulary
    cdef Interner added

    cdef LexiconView view(self) noexcept
    cdef uint32_t add(self, str word) except 0xFFFFFFFF     # its id, given now where it has none


cdef class Options:
    cdef OptionSet kernel
    cdef readonly tuple sentences  # type: tuple[SentenceInput, ...]
    cdef readonly tuple scorers  # type: tuple[str, ...]
    cdef Lexicon lexicon
    cdef Interner local            # words of the sentences that the lexicon does not have
    cdef vector[uint32_t] first_window      # by sentence, and after the last
    cdef set scored
    cdef readonly double confidence_base    # what the scorer "fit" measures by: it gives log(probability / this)
    cdef bint read                          # whether a search or ranking has begun: nothing may change

    cdef int _add(self, uint32_t number, sentence) except -1
    cdef int _add_words(self, words) except -1
    cdef int _add_windows(self, uint32_t number, sentence, size_t begin, size_t first, size_t n_words) except -1
    cdef int _check_unread(self, str name) except -1
    cdef object _field(self, size_t number)
    cdef int _forbid(self, size_t number, uint8_t why=*) except -1
    cdef LexiconView names(self) noexcept
    cdef int score_column(self, str name, const double* values, size_t n) except -1
    cdef tuple target(self, uint32_t number)


cdef str lexicon_word(const LexiconView& view, uint32_t word)  # None: an id that no word has
cdef uint32_t lexicon_id(const LexiconView& view, str word) except? 0xFFFFFFFF
cdef tuple words_of(const LexiconView& names, const uint32_t* words, uint32_t n)
cdef object altered(str found)
