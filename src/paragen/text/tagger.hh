// Part-of-speech tagging with an averaged perceptron [C02], left to right; features are the preceding tags and the words around.
//
// A feature is a template and its values, hashed to a row of weights, one for each tag. Different features may share a row: with
// 2^16 rows this costs a few words in a thousand, and needs no table of feature names.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "src/paragen/base/text_column.hh"

namespace paragen {

constexpr uint32_t kTagColumns = 48;   // weights in a row: the most tags there can be
constexpr uint32_t kTagTemplates = 22;
constexpr uint8_t kNoTag = 0xFF;       // before the first word

// How a word is written, which its lookup form does not show.
enum WordMark : uint8_t {
  kMarkCapital = 1,   // its first letter is a capital
  kMarkUpper = 2,     // all its letters are, and there are two or more
  kMarkDigit = 4,     // it holds a digit
  kMarkHyphen = 8,    // it holds a hyphen between letters
};

// The properties of a word that templates use.
struct TagWord {
  uint32_t form = 0, suffix2 = 0, suffix3 = 0, suffix4 = 0, prefix3 = 0;
  uint8_t marks = 0;
};

inline uint32_t tag_hash(uint32_t a, uint32_t b) {
  uint64_t mixed = (uint64_t(a) << 32 | b) * 0x9E3779B97F4A7C15ull;
  mixed ^= mixed >> 29;
  mixed *= 0xBF58476D1CE4E5B9ull;
  return static_cast<uint32_t>(mixed >> 32);
}

constexpr uint32_t tag_hash_bytes(const char* bytes, size_t length) {
  uint32_t hash = 2166136261u;  // FNV-1a
  for (size_t i = 0; i < length; ++i) hash = (hash ^ static_cast<uint8_t>(bytes[i])) * 16777619u;
  return hash;
}

// bytes: the lookup form, lower case.
inline TagWord tag_word(const char* bytes, size_t length, uint8_t marks) {
  const auto tail = [&](size_t n) { return tag_hash_bytes(bytes + (length > n ? length - n : 0), length > n ? n : length); };
  TagWord word;
  word.form = tag_hash_bytes(bytes, length);
  word.suffix2 = tail(2);
  word.suffix3 = tail(3);
  word.suffix4 = tail(4);
  word.prefix3 = tag_hash_bytes(bytes, length < 3 ? length : 3);
  word.marks = marks & (kMarkCapital | kMarkUpper);
  for (size_t i = 0; i < length; ++i) {
    if (bytes[i] >= '0' && bytes[i] <= '9') word.marks |= kMarkDigit;
    if (bytes[i] == '-' && i > 0 && i + 1 < length) word.marks |= kMarkHyphen;
  }
  return word;
}

// The index of a form among n_words in increasing order; n_words if it is not among them.
inline uint64_t word_row(const uint32_t* forms, uint64_t n_words, uint32_t form) {
  uint64_t low = 0, high = n_words;
  // They are hashes, so evenly distributed that interpolation nearly finds the place.
  uint64_t at = uint64_t(form) * n_words >> 32;
  for (uint64_t step = 16; high - low > step; step *= 2) {
    if (forms[at] < form) {
      low = at + 1;
      at = high - low > step ? low + step : low;
    } else {
      high = at;
      at = high - low > step ? high - step : low;
    }
  }
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (forms[middle] < form) low = middle + 1;
    else high = middle;
  }
  return low < n_words && forms[low] == form ? low : n_words;
}

// A word to be tagged, with its neighbours; beyond the sentence they are a TagWord of zeros.
struct TagPlace {
  const TagWord *left2, *left1, *word, *right1, *right2;
  uint8_t tag1, tag2;  // of the word before, and of the one before that
};

// Templates as bit masks, by what they look at: words and tags to the left; words to the right alone; words to the right, also
// with the tag to the left; the word itself; the word itself and the one to the right.
constexpr uint32_t kSeesLeft = 1u << 0 | 1u << 7 | 1u << 8 | 1u << 9 | 1u << 12 | 1u << 13 | 1u << 14;
constexpr uint32_t kSeesRightOnly = 1u << 15 | 1u << 16 | 1u << 17;
constexpr uint32_t kSeesRight = kSeesRightOnly | 1u << 20;
constexpr uint32_t kSeesOwn = 1u << 1 | 1u << 2 | 1u << 3 | 1u << 4 | 1u << 5;
constexpr uint32_t kSeesOwnRight = 1u << 18 | 1u << 21;
constexpr uint32_t kSeesAll = (1u << kTagTemplates) - 1;

constexpr uint32_t tag_count(uint32_t templates) { return templates == 0 ? 0 : (templates & 1) + tag_count(templates >> 1); }

// The rows of some templates, in their order.
template <uint32_t kTemplates = kSeesAll>
inline void tag_features(const TagPlace& at, uint32_t mask, uint32_t* rows) {
  const auto add = [&](uint32_t number, uint32_t a, uint32_t b = 0) {
    if (kTemplates >> number & 1) *rows++ = tag_hash(a + (number + 1) * 0x85EBCA6Bu, b) & mask;
  };
  const TagWord& word = *at.word;
  add(0, 0);
  add(1, word.form);
  add(2, word.suffix2);
  add(3, word.suffix3);
  add(4, word.suffix4);
  add(5, word.prefix3);
  add(6, word.marks, at.left1->form == 0);
  add(7, at.tag1);
  add(8, at.tag2);
  add(9, at.tag1, at.tag2);
  add(10, at.tag1, word.form);
  add(11, at.tag1, word.suffix3);
  add(12, at.left1->form);
  add(13, at.left1->suffix3);
  add(14, at.left2->form);
  add(15, at.right1->form);
  add(16, at.right1->suffix3);
  add(17, at.right2->form);
  add(18, word.form, at.right1->form);
  add(19, at.left1->form, word.form);
  add(20, at.tag1, at.right1->form);
  add(21, word.suffix3, at.right1->suffix3);
}

// A number for each tag.
struct TagSums {
  int16_t values[kTagColumns];
};

// Eight numbers added at once; compilers do not vectorise this by themselves.
typedef int8_t BytesC __attribute__((vector_size(8)));
typedef int16_t ShortsC __attribute__((vector_size(16)));

struct TaggerView {
  const int8_t* weights = nullptr;  // n_rows x kTagColumns
  uint32_t n_rows = 0;              // a power of two, or 0: no tagger
  uint32_t n_tags = 0;              // 1 to kTagColumns

  // Adds the weights of some templates to `before`; being whole numbers, they give the same sums in any order.
  template <uint32_t kTemplates>
  void add(const TagPlace& at, const TagSums& before, TagSums* sums) const {
    constexpr uint32_t n = tag_count(kTemplates);
    uint32_t rows[n];
    tag_features<kTemplates>(at, n_rows - 1, rows);
    for (uint32_t row : rows) __builtin_prefetch(weights + size_t(row) * kTagColumns);
    ShortsC added[kTagColumns / 8];
    std::memcpy(added, before.values, sizeof(added));
    for (uint32_t k = 0; k < n; ++k) {
      const int8_t* row = weights + size_t(rows[k]) * kTagColumns;
      for (uint32_t i = 0; i < kTagColumns / 8; ++i) {
        BytesC bytes;
        std::memcpy(&bytes, row + 8 * i, sizeof(bytes));
        added[i] += __builtin_convertvector(bytes, ShortsC);
      }
    }
    std::memcpy(sums->values, added, sizeof(added));
  }

  // The tag with the highest sum; the first of equals.
  uint8_t best(const TagSums& sums) const {
    uint8_t best = 0;
    for (uint8_t tag = 1; tag < n_tags; ++tag)
      if (sums.values[tag] > sums.values[best]) best = tag;
    return best;
  }

  // The tags of a sentence.
  void tag(const TagWord* words, size_t n_words, uint8_t* tags) const {
    static const TagWord none;
    const auto at = [&](size_t i) { return i < n_words ? words + i : &none; };
    TagSums sums;
    for (size_t i = 0; i < n_words; ++i) {
      add<kSeesAll>({at(i - 2), at(i - 1), at(i), at(i + 1), at(i + 2), i > 0 ? tags[i - 1] : kNoTag,
                     i > 1 ? tags[i - 2] : kNoTag},
                   TagSums{}, &sums);
      tags[i] = best(sums);
    }
  }
};

// Learns the weights: a mistake moves those of both tags by one; the result is their mean over all steps.
class TaggerTrainer {
 public:
  TaggerTrainer(uint32_t n_rows, uint32_t n_tags)
      : n_rows_(n_rows), n_tags_(n_tags), weights_(size_t(n_rows) * kTagColumns, 0), sums_(weights_.size(), 0) {}

  void sentence(const TagWord* words, const uint8_t* gold, size_t n_words) {
    static const TagWord none;
    const auto at = [&](size_t i) { return i < n_words ? words + i : &none; };
    uint8_t tag1 = kNoTag, tag2 = kNoTag;
    for (size_t i = 0; i < n_words; ++i, ++step_) {
      uint32_t rows[kTagTemplates];
      tag_features({at(i - 2), at(i - 1), at(i), at(i + 1), at(i + 2), tag1, tag2}, n_rows_ - 1, rows);
      float sums[kTagColumns] = {};
      for (uint32_t k = 0; k < kTagTemplates; ++k)
        for (uint32_t tag = 0; tag < n_tags_; ++tag) sums[tag] += weights_[size_t(rows[k]) * kTagColumns + tag];
      uint8_t best = 0;
      for (uint8_t tag = 1; tag < n_tags_; ++tag)
        if (sums[tag] > sums[best]) best = tag;
      if (best != gold[i]) {
        for (uint32_t k = 0; k < kTagTemplates; ++k) {
          move(rows[k], gold[i], 1);
          move(rows[k], best, -1);
        }
      }
      tag2 = tag1;
      tag1 = best;
    }
  }

  // The means, rounded to a byte each; those of `largest` or more become 127.
  std::vector<int8_t> weights(double largest) const {
    std::vector<int8_t> rounded(weights_.size());
    for (size_t i = 0; i < weights_.size(); ++i) {
      const double mean = weights_[i] - sums_[i] / double(step_ + 1);
      const double scaled = mean * 127 / largest;
      rounded[i] = static_cast<int8_t>(scaled > 127 ? 127 : scaled < -127 ? -127 : scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    }
    return rounded;
  }

 private:
  void move(uint32_t row, uint8_t tag, float by) {
    weights_[size_t(row) * kTagColumns + tag] += by;
    sums_[size_t(row) * kTagColumns + tag] += double(by) * double(step_);
  }

  uint32_t n_rows_, n_tags_;
  uint64_t step_ = 0;
  std::vector<float> weights_;
  std::vector<double> sums_;  // of each change times its step: weights less their mean so far
};

// Appends the names of the tags of a phrase's words, which are separated by single spaces.
inline void tag_phrase(
    const TaggerView& tagger, std::string_view phrase, const std::vector<std::string>& names, TextColumn* out) {
  std::vector<TagWord> words;
  for (size_t at = 0; at <= phrase.size();) {
    const size_t end = std::min(phrase.find(' ', at), phrase.size());
    words.push_back(tag_word(phrase.data() + at, end - at, 0));
    at = end + 1;
  }
  std::vector<uint8_t> tags(words.size());
  tagger.tag(words.data(), words.size(), tags.data());
  for (size_t i = 0; i < tags.size(); ++i) {
    if (i > 0) out->append(" ");
    out->append(names[tags[i]]);
  }
  out->close();
}

}  // namespace paragen
