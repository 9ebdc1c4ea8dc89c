// The tags of a window's words, and those of a substitute's words where it stands in place of a span.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "decoder/fit/feature_names.hh"
#include "decoder/lexicon.hh"
#include "decoder/option_set.hh"
#include "src/paragen/text/tagger.hh"

namespace paragen {

constexpr uint8_t kQuotedMark = 16;  // of paragen.text.analysis

// A word as the tagger sees it.
inline TagWord shape(const LexiconView& names, uint32_t word, uint8_t marks) {
  size_t length;
  const char* const bytes = names.word(word, &length);
  return tag_word(bytes, length, marks);
}

// A window as the tagger sees it.
class TaggedWindow {
 public:
  // marks: a byte a word, or null where nothing is known.
  void tag(const TaggerView& tagger, const LexiconView& names, const SentenceC& sentence, const uint8_t* marks) {
    n_words = sentence.n_words;
    words = sentence.words;
    this->marks.assign(n_words, 0);
    if (marks != nullptr) std::copy(marks, marks + n_words, this->marks.begin());
    shapes.resize(n_words);
    for (uint32_t i = 0; i < n_words; ++i) shapes[i] = shape(names, words[i], this->marks[i]);
    tags.resize(n_words);
    if (tagger.n_rows > 0) tagger.tag(shapes.data(), n_words, tags.data());
  }

  uint32_t n_words = 0;
  const uint32_t* words = nullptr;
  std::vector<uint8_t> marks, tags;
  std::vector<TagWord> shapes;
};

// The tags of a substitute's words, and of the word after it, where it stands in place of a span.
//
// The tagger sums the scores of its templates. Those of templates that look only at words beside the substitute are the same for
// all substitutes of a span, and are summed once.
struct Retagged {
  uint8_t first = 0, last = 0;  // of the substitute's words
  float doubt = 0;              // by how much the tag of the last word outscores that of the span's last word
  bool right_kept = true;       // whether the word after it keeps its tag

  // The features that say so, in a row that has the tags of the span.
  void write(float* row) const {
    row[kTagFirstAfter] = first;
    row[kTagLastAfter] = last;
    row[kTagDoubt] = doubt;
    row[kRightTagKept] = right_kept;
    row[kSameFirstTag] = row[kTagFirst] == row[kTagFirstAfter];
    row[kSameLastTag] = row[kTagLast] == row[kTagLastAfter];
  }
};

class Retagger {
 public:
  Retagger() = default;
  explicit Retagger(const TaggerView& tagger) : tagger_(tagger) {}

  // The span whose substitutes come next. `place` must stay alive until the next call.
  void begin_span(const TaggedWindow& place, uint32_t begin, uint32_t end) {
    static const TagWord any;
    place_ = &place;
    begin_ = begin;
    end_ = end;
    tag1_ = begin > 0 ? place.tags[begin - 1] : kNoTag;
    tag2_ = begin > 1 ? place.tags[begin - 2] : kNoTag;
    const TagPlace single = at(0, &any, 1, tag1_, tag2_);
    tagger_.add<kSeesLeft>(single, TagSums{}, &first_);
    tagger_.add<kSeesRight>(single, first_, &only_);
    if (end < place.n_words) tagger_.add<kSeesAfter>(at(1, &any, 1, kNoTag, kNoTag), TagSums{}, &after_);
  }

  // The tags with the substitute of some words.
  Retagged tag(const TagWord* words, uint32_t n_words) const {
    Retagged found;
    uint8_t tag1 = tag1_, tag2 = tag2_;
    TagSums sums;
    const uint32_t n = n_words + (end_ < place_->n_words);
    for (uint32_t i = 0; i < n; ++i) {
      const TagPlace place = at(i, words, n_words, tag1, tag2);
      if (i == n_words) tagger_.add<kSeesAll & ~kSeesAfter>(place, after_, &sums);
      else if (i > 0) tagger_.add<kSeesAll>(place, TagSums{}, &sums);
      else if (n_words == 1) tagger_.add<kSeesAll & ~(kSeesLeft | kSeesRight)>(place, only_, &sums);
      else tagger_.add<kSeesAll & ~kSeesLeft>(place, first_, &sums);
      const uint8_t best = tagger_.best(sums);
      if (i == 0) found.first = best;
      if (i + 1 == n_words) {
        found.last = best;
        found.doubt = float(sums.values[best] - sums.values[place_->tags[end_ - 1]]);
      }
      if (i == n_words) found.right_kept = best == place_->tags[end_];
      tag2 = tag1;
      tag1 = best;
    }
    return found;
  }

 private:
  static constexpr uint32_t kSeesAfter = kSeesOwn | kSeesOwnRight | kSeesRightOnly;  // of the word after a substitute

  // A word by its place, 0 for the first of the substitute.
  const TagWord* word(int64_t i, const TagWord* words, uint32_t n_words) const {
    static const TagWord none;
    if (i < 0) return int64_t(begin_) + i >= 0 ? &place_->shapes[begin_ + i] : &none;
    if (i < int64_t(n_words)) return words + i;
    const int64_t after = int64_t(end_) + i - n_words;
    return after < int64_t(place_->n_words) ? &place_->shapes[after] : &none;
  }

  TagPlace at(int64_t i, const TagWord* words, uint32_t n_words, uint8_t tag1, uint8_t tag2) const {
    const auto near = [&](int64_t k) { return word(i + k, words, n_words); };
    return {near(-2), near(-1), near(0), near(1), near(2), tag1, tag2};
  }

  TaggerView tagger_;
  const TaggedWindow* place_ = nullptr;
  uint32_t begin_ = 0, end_ = 0;
  uint8_t tag1_ = kNoTag, tag2_ = kNoTag;  // of the words before the span
  TagSums first_ = {};  // what is left of a substitute, for its first word
  TagSums only_ = {};   // that, and what is right of it, for its only word
  TagSums after_ = {};  // what does not see the substitute, for the word after it
};

}  // namespace paragen
