// Sources of options for the spans of a sentence: packed tables, pairs given at load time.
#pragma once
#include <cstdint>

#include "src/paragen/text/fillers.hh"
#include "tables/store/store.hh"

namespace paragen {

class OptionSink;

// A syntactic label of the words [begin, end) [CB08 section 3.1].
struct SpanLabelC {
  uint32_t begin, end;
  uint32_t label;          // the label's word in the tables (store.hh); an id that no word has where no table knows it
};

// Values of SentenceC::keep, as in paragen.text.protect: words that stay as they are, but may move in a filler: names in any,
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

}  // namespace paragen
