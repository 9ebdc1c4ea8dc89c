// The options of a batch of sentences, looked up once: the search, rankings and scorers read the same arrays; and the sources
// that offer them: packed tables, patterns, pairs given at load time.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "decoder/lexicon.hh"
#include "src/paragen/base/check.hh"
#include "src/paragen/text/fillers.hh"
#include "tables/store/store.hh"

namespace paragen {

class OptionSink;

// A syntactic label of the words [begin, end) [CB08 section 3.1].
struct SpanLabelC {
  uint32_t begin, end;
  uint32_t label;          // the label's word in the tables (store.hh); an id that no word has where no table knows it
};

// Values of SentenceC::keep, as in paragen.text.protection: words that stay as they are, but may move in a filler: names in any,
// numbers in a number or a quotation, quoted words in a quotation.
constexpr uint8_t kMovable = 2, kMovableNumber = 3, kMovableQuote = 4;

// Source words as ids, and which of them must not change. Words that no source knows have ids of their own, above all
// others.
struct SentenceC {
  const uint32_t* words;
  const uint8_t* keep;     // not 0: the word must not be inside an edit; kMovable: but may be in a filler that moves
  uint32_t n_words;
  bool has_tree;           // whether its labels are known: spans not among them have none
  const SpanLabelC* labels;  // by begin, then by end
  uint32_t n_labels;
  const FillerC* fillers;    // of the slots of patterns: by begin, then by end
  uint32_t n_fillers;
};

class OptionSource {
 public:
  virtual ~OptionSource() = default;

  // Its tables are numbered from 0 here; the sink puts them after those of the sources before.
  virtual uint32_t n_tables() const = 0;

  // Give the sink every option for the spans of the sentence: span by span in any order, within a span table by table, and
  // each distinct target once a table. A span may hold no word that is to be kept.
  virtual void offer(const SentenceC& sentence, OptionSink* sink) const = 0;

  // Whether the word occurs in one of its tables, on either side (PT-7).
  virtual bool has_word(uint32_t word) const = 0;
};

// A table that offers a substitute.
struct OfferC {
  uint32_t table;
  float logscore;                    // natural
};

// What may replace a span and differs from it; distinct by span and words.
struct SubstituteC {
  uint32_t begin = 0, end = 0;                 // words of its sentence
  uint32_t words_begin = 0, n_words = 0;       // into OptionSet::words
  uint32_t offers_begin = 0, n_offers = 0;     // into OptionSet::offers; in the order of the tables
};

// A table's pair whose target is the span itself: a step of a derivation, but no edit.
struct IdentityC {
  uint32_t begin, end;               // words of its sentence
  uint32_t table;
  float logscore;
};

// Words that fill a slot of a pattern, where they are and where a rewriting puts them; without those that it leaves in place at
// either end.
struct FilledC {
  uint32_t begin, end;               // words of the sentence
  uint32_t at;                       // of the rewriting's words
};

// A substitute that a pattern makes around what fills its slots.
struct StructureC {
  uint32_t begin, end;               // words of the sentence
  uint32_t words_begin;              // of the substitute: tells it apart from others
  uint32_t table;
  float logscore;
  uint32_t first_filled, last_filled;  // into OptionSet::filled
};

// Part of a sentence that is searched by itself: no option and no n-gram reaches across its borders.
struct WindowC {
  uint32_t sentence;
  uint32_t begin, end;               // words of the sentence; at least one
  size_t source_begin;               // of its first word in OptionSet::source
  size_t context_begin = 0, context_end = 0;  // of the words there that stand around it and belong to its text, with its own
  uint32_t first_substitute = 0, last_substitute = 0;  // into OptionSet::substitutes: ordered by begin, then by end
  uint32_t first_identity = 0, last_identity = 0;      // into OptionSet::identities: in the same order
  bool has_tree = false;
  uint32_t first_label = 0, last_label = 0;            // into OptionSet::labels: of its spans, if it has a tree
  uint32_t first_filler = 0, last_filler = 0;          // into OptionSet::fillers
  uint32_t first_structure = 0, last_structure = 0;    // into OptionSet::structures
};

// Of OptionSet::forbidden: a substitute that may be used, but not beside better ones.
constexpr uint8_t kOnlyAlone = 2;

// Of OptionSet::in_table: a word that a pattern puts there, and that may stay whatever tables offer for it.
constexpr uint8_t kPutThere = 2;

// Ids of words in a row.
struct WordSpan {
  const uint32_t *begin = nullptr, *end = nullptr;
};

struct OptionSet {
  std::vector<uint32_t> source;      // the words of all windows, and those that stand around sentences
  std::vector<uint8_t> keep;         // by word of `source`
  std::vector<uint8_t> in_table;     // by word of `source`: whether a table knows it
  std::vector<SpanLabelC> labels;    // in words of their window
  std::vector<FillerC> fillers;      // likewise
  std::vector<WindowC> windows;      // in the order of the sentences, and of the text
  std::vector<SubstituteC> substitutes;
  std::vector<OfferC> offers;
  std::vector<uint32_t> words;       // of targets
  std::vector<IdentityC> identities;
  std::vector<StructureC> structures;
  std::vector<FilledC> filled;       // of structures
  uint32_t n_scorers = 0;
  std::vector<double> scores;        // by substitute n_scorers numbers, natural logs; empty where nothing was scored
  std::vector<uint8_t> forbidden;    // by substitute, not 0: must not be used; empty where nothing was forbidden

  SentenceC sentence(const WindowC& window) const {
    PARAGEN_CHECK(window.begin < window.end && window.source_begin + (window.end - window.begin) <= source.size());
    PARAGEN_CHECK(keep.size() == source.size());
    PARAGEN_CHECK(window.first_label <= window.last_label && window.last_label <= labels.size());
    PARAGEN_CHECK(window.first_filler <= window.last_filler && window.last_filler <= fillers.size());
    return {source.data() + window.source_begin, keep.data() + window.source_begin, window.end - window.begin,
            window.has_tree, labels.data() + window.first_label, window.last_label - window.first_label,
            fillers.data() + window.first_filler, window.last_filler - window.first_filler};
  }
  WordSpan context(const WindowC& window) const {
    PARAGEN_CHECK(window.context_begin <= window.source_begin && window.context_end <= source.size());
    return {source.data() + window.context_begin, source.data() + window.context_end};
  }
  const uint32_t* words_of(const SubstituteC& substitute) const {
    PARAGEN_CHECK(size_t(substitute.words_begin) + substitute.n_words <= words.size());
    return words.data() + substitute.words_begin;
  }
  bool allows(uint32_t substitute) const { return forbidden.empty() || !forbidden[substitute]; }
  bool allows_alone(uint32_t substitute) const { return allows(substitute) || forbidden[substitute] == kOnlyAlone; }
  // What fills a slot of a structure and has all the words [begin, end) of the sentence; null: nothing.
  const FilledC* filled_around(const StructureC& structure, uint32_t begin, uint32_t end) const {
    for (uint32_t k = structure.first_filled; k < structure.last_filled; ++k)
      if (filled[k].begin <= begin && end <= filled[k].end) return &filled[k];
    return nullptr;
  }
  const double* scores_of(uint32_t substitute) const {
    PARAGEN_CHECK(scores.empty() || (size_t(substitute) + 1) * n_scorers <= scores.size());
    return scores.empty() ? nullptr : scores.data() + size_t(substitute) * n_scorers;
  }
};

// The best log score that the tables from `first` on give a substitute; -infinity where none of them offers it.
inline float best_offer(const OptionSet& set, uint32_t substitute, uint32_t first) {
  const SubstituteC& at = set.substitutes[substitute];
  float best = -std::numeric_limits<float>::infinity();
  for (uint32_t k = at.offers_begin; k < at.offers_begin + at.n_offers; ++k)
    if (set.offers[k].table >= first) best = std::max(best, set.offers[k].logscore);
  return best;
}

constexpr uint32_t kNoStructure = 0xFFFFFFFFu;

// The number of the structure that each substitute of a window is, or kNoStructure; empty if the window has none.
inline void structures_of(const OptionSet& set, const WindowC& window, std::vector<uint32_t>* found) {
  found->clear();
  if (window.first_structure == window.last_structure) return;
  found->assign(window.last_substitute - window.first_substitute, kNoStructure);
  const auto first = set.substitutes.begin() + window.first_substitute, last = set.substitutes.begin() + window.last_substitute;
  for (uint32_t k = window.first_structure; k < window.last_structure; ++k) {
    const StructureC& structure = set.structures[k];
    auto at = std::partition_point(first, last, [&](const SubstituteC& one) {
      return one.begin != structure.begin ? one.begin < structure.begin : one.end < structure.end;
    });
    while (at != last && at->words_begin != structure.words_begin) ++at;
    if (at == last) continue;
    uint32_t& number = (*found)[at - first];
    number = std::min(number, k);
  }
}

// The first of n rows that is no span of n_words words, or is out of order (by begin, then end); n if there is none.
template <class Span>
size_t first_bad_span(const Span* rows, size_t n, size_t n_words) {
  for (size_t i = 0; i < n; ++i) {
    if (rows[i].begin >= rows[i].end || rows[i].end > n_words) return i;
    if (i > 0 && (rows[i].begin != rows[i - 1].begin ? rows[i].begin < rows[i - 1].begin : rows[i].end < rows[i - 1].end))
      return i;
  }
  return n;
}

// Append those of n rows that are within the words [begin, end), counted from `begin`; *next: the first row that no earlier
// window has passed.
template <class Span>
void take_within(const Span* rows, size_t n, uint32_t begin, uint32_t end, size_t* next, std::vector<Span>* taken) {
  for (; *next < n && rows[*next].begin < end; ++*next) {
    Span one = rows[*next];
    if (one.end > end) continue;
    one.begin -= begin;
    one.end -= begin;
    taken->push_back(one);
  }
}

constexpr double kWorst = 1e300;

inline bool same_span(const SubstituteC& a, const SubstituteC& b) { return a.begin == b.begin && a.end == b.end; }

// Whether the text of one comes before the other's.
inline bool text_before(const OptionSet& set, const LexiconView& names, uint32_t left, uint32_t right) {
  const SubstituteC &a = set.substitutes[left], &b = set.substitutes[right];
  return text_before(names, set.words_of(a), a.n_words, set.words_of(b), b.n_words);
}

}  // namespace paragen
