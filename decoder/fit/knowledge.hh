// What a fit knows of English besides the model's own tables and language model: arrays that are packed as they stand.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/paragen/base/hash_table.hh"
#include "src/paragen/base/wide.hh"
#include "src/paragen/text/tagger.hh"

namespace paragen {

// A table of small values under fingerprints of keys, open-addressed, in one array that is packed as it stands.
//
// The low kValueBits of a slot hold the value, 0 for an empty slot; the rest the fingerprint. Two keys may share a fingerprint;
// how often depends on how they are made.
template <class Slot, uint32_t kValueBits>
struct FingerprintView {
  static constexpr Slot kValue = (Slot(1) << kValueBits) - 1;

  const Slot* slots = nullptr;  // n_slots, a power of two; at least one in four is empty
  uint64_t n_slots = 0;         // 0: no key has a value

  // The value of the key with this fingerprint, probing from the slot `home` (modulo n_slots) on; 0 for none.
  Slot find(uint64_t home, Slot fingerprint) const {
    for (uint64_t probes = 0; probes < n_slots; ++probes, ++home) {
      const Slot slot = slots[home & (n_slots - 1)];
      if ((slot & kValue) == 0) return 0;
      if (slot >> kValueBits == fingerprint) return slot & kValue;
    }
    return 0;
  }

  // Prefetch the memory that find(home, …) will read first.
  void prefetch(uint64_t home) const {
    if (n_slots > 0) __builtin_prefetch(slots + (home & (n_slots - 1)));
  }

  size_t n_keys() const {
    size_t n = 0;
    for (uint64_t i = 0; i < n_slots; ++i) n += (slots[i] & kValue) != 0;
    return n;
  }
};

// Builds the slots, for up to n_keys keys; the first value of a key that is given twice stays.
template <class Slot, uint32_t kValueBits>
class FingerprintBuilder {
 public:
  explicit FingerprintBuilder(size_t n_keys) {
    size_t n = 16;
    while (n < n_keys + n_keys / 2) n *= 2;
    slots.assign(n, 0);
  }

  // value: not 0.
  void add(uint64_t home, Slot fingerprint, Slot value) {
    const uint64_t mask = slots.size() - 1;
    for (home &= mask; slots[home] != 0; home = (home + 1) & mask)
      if (slots[home] >> kValueBits == fingerprint) return;
    slots[home] = fingerprint << kValueBits | value;
  }

  std::vector<Slot> slots;
};

// How often two words stand side by side in English at large: 24 bits of a pair's hash and a byte of
// 16 log2(1 + count / unit) / 2.
//
// Of a million lookups of absent pairs, a few dozen are false positives.
struct CollocationView : FingerprintView<uint32_t, 8> {
  // A number that rises with the logarithm of the count of the words side by side; 0 where they are not known as a pair.
  float operator()(const TagWord& left, const TagWord& right) const {
    if (n_slots == 0) return 0;
    return float(find(home(left, right), fingerprint(left, right))) / 8;
  }

  static uint64_t home(const TagWord& left, const TagWord& right) { return tag_hash(left.form, right.form); }
  static uint32_t fingerprint(const TagWord& left, const TagWord& right) { return tag_hash(right.form, left.form) >> 8; }
};

class CollocationBuilder : public FingerprintBuilder<uint32_t, 8> {
 public:
  using FingerprintBuilder::FingerprintBuilder;

  // level: 1 to 255.
  void add(const TagWord& left, const TagWord& right, uint8_t level) {
    FingerprintBuilder::add(CollocationView::home(left, right), CollocationView::fingerprint(left, right), level);
  }
};

// How good readers find an exchange of two phrases by itself, whatever stands around it: 48 bits of a pair's hash, a byte of how
// often the exchange is right, and one, from 1, of how good it is where it fits best; both in hundredths.
constexpr float kUnrated = -1;  // instead of the ratings of a pair that nobody rated

struct Rating {
  float usual = kUnrated, best = kUnrated;  // hundredths
};

struct RatingView : FingerprintView<uint64_t, 16> {
  // Of two phrases, by their fingerprint.
  Rating operator()(uint64_t print) const {
    const uint64_t rating = find(print, print);
    if (rating == 0) return {};
    return {float(rating >> 8), float(rating & 0xFF) - 1};
  }

  static uint64_t phrase(std::string_view text) { return hash_bytes(text.data(), text.size()); }
  // Of two phrases, as the hashes of their words with a space between them.
  static uint64_t fingerprint(uint64_t source, uint64_t target) { return hash_number(source ^ hash_number(target)) >> 16; }
};

class RatingBuilder : public FingerprintBuilder<uint64_t, 16> {
 public:
  using FingerprintBuilder::FingerprintBuilder;

  // usual, best: 0 to 100.
  void add(std::string_view source, std::string_view target, uint8_t usual, uint8_t best) {
    const uint64_t print = RatingView::fingerprint(RatingView::phrase(source), RatingView::phrase(target));
    FingerprintBuilder::add(print, print, uint64_t(usual) << 8 | (best + 1u));
  }

  // Add another table's ratings, except those of exchanges that were added already.
  void add_all(const RatingView& others) {
    for (uint64_t i = 0; i < others.n_slots; ++i)
      if (const uint64_t slot = others.slots[i]; (slot & RatingView::kValue) != 0)
        FingerprintBuilder::add(slot >> 16, slot >> 16, slot & RatingView::kValue);
  }
};

// Words as vectors, learnt to tell a word from the words around it [M13]; each number of a neighbour's counts as much as is
// learnt for its place [M18].
constexpr uint32_t kVectorSize = 128;
constexpr uint32_t kReach = 10;  // words on either side of a place that say something of it

// The row of a word is found by the hash of its form: rows are ordered by it. How likely a word is in a place, as a sum whose
// logistic function says how sure one is that it is no random word:
//
//     bias + scale x sum over numbers of output x (sum over neighbours of input x weight of their place) / neighbours
struct VectorView {
  const uint32_t* forms = nullptr;   // n_words, increasing
  const int8_t* inputs = nullptr;    // n_words x kVectorSize: what a word says of its neighbours
  const int8_t* outputs = nullptr;   // the same: where it stands itself
  const float* biases = nullptr;     // n_words
  const int8_t* places = nullptr;    // 2 kReach x kVectorSize: from kReach words before to 1, then from 1 word after to kReach
  uint64_t n_words = 0;
  float scale = 0;

  // The row of a word; n_words where it has none.
  uint64_t row(const TagWord& word) const { return word_row(forms, n_words, word.form); }

  bool finite() const {
    return std::isfinite(scale) && std::all_of(biases, biases + n_words, [](float bias) { return std::isfinite(bias); });
  }
};

// The sum of at most kMostSummed vectors, in whole numbers: the same in any order.
constexpr uint32_t kMostSummed = 256;

class VectorSum {
 public:
  PARAGEN_INLINE void clear() { *this = VectorSum(); }
  PARAGEN_INLINE void add(const int8_t* row) {
    if (n_ == kMostSummed) return;
    ++n_;
    for (uint32_t i = 0; i < kVectorSize; ++i) values_[i] = static_cast<int16_t>(values_[i] + row[i]);
    square_ = -1;
  }

  // The cosine of two sums; 0 where one of them is of nothing.
  PARAGEN_INLINE float cosine(VectorSum& other) {
    if (square() == 0 || other.square() == 0) return 0;
    return float(double(dot(other)) / std::sqrt(double(square()) * double(other.square())));
  }

 private:
  PARAGEN_INLINE int64_t dot(const VectorSum& other) const {
    if (n_ * other.n_ <= kShortDot) return dot_in<int32_t>(other);
    return dot_in<int64_t>(other);
  }

  // Compilers turn products of short numbers into few instructions, if the sum of them fits four bytes.
  template <class Number>
  PARAGEN_INLINE Number dot_in(const VectorSum& other) const {
    Number dot = 0;
    for (uint32_t i = 0; i < kVectorSize; ++i) dot += Number(values_[i]) * Number(other.values_[i]);
    return dot;
  }

  // The square of its length, computed once.
  PARAGEN_INLINE int64_t square() {
    if (square_ < 0) square_ = dot(*this);
    return square_;
  }

  static constexpr uint32_t kShortDot = INT32_MAX / (128 * 128 * kVectorSize);

  uint32_t n_ = 0;  // vectors
  int16_t values_[kVectorSize] = {};
  int64_t square_ = 0;  // -1: not known yet
};

// How words are used: which parts of speech they may be, and what stands beside them. Takes the place of a tree's labels.
// Coarse parts of speech; of verbs the form, of nouns the number.
enum UsageLabel : uint8_t {
  kBase, kPresent, kThird, kPast, kParticiple, kIng, kModal, kTo, kSingular, kPlural, kAdjective, kAdverb, kDeterminer, kPronoun,
  kPreposition, kOtherLabel, kUsageLabels
};

// Masks of labels, a bit each.
constexpr uint16_t label_mask() { return 0; }
template <class... Labels>
constexpr uint16_t label_mask(UsageLabel label, Labels... labels) {
  return static_cast<uint16_t>(1u << label | label_mask(labels...));
}
constexpr uint16_t kAnyLabel = 0xFFFF;

// What a word counts as beside another: its label, the end of the sentence, or its own group.
constexpr uint8_t kSentenceEnd = kUsageLabels;
constexpr uint8_t kGroupsBegin = kSentenceEnd + 1;
constexpr uint32_t kCompanions = 32;
constexpr uint8_t kBeforePlural = kGroupsBegin;     // these, many
constexpr uint8_t kAfterPlural = kGroupsBegin + 1;  // are, were

// A row of bytes a word: 1 + its group or 0; for each label, and for each neighbour before it and after it, how rarely the word
// has it: -16 log of the share, or kNever.
constexpr uint8_t kNever = 255;
constexpr uint32_t kUsageBefore = 1 + kUsageLabels;
constexpr uint32_t kUsageAfter = kUsageBefore + kCompanions;
constexpr uint32_t kUsageRow = kUsageAfter + kCompanions;

struct UsageView {
  const uint8_t* labels = nullptr;  // of each tag of the tagger
  uint32_t n_tags = 0;
  const uint32_t* forms = nullptr;  // n_words, increasing
  const uint8_t* rows = nullptr;    // n_words x kUsageRow
  uint64_t n_words = 0;             // 0: nothing is known

  UsageLabel label(uint8_t tag) const {
    return tag < n_tags && labels[tag] < kUsageLabels ? UsageLabel(labels[tag]) : kOtherLabel;
  }

  // The row of a word, or null.
  const uint8_t* row(const TagWord& word) const {
    const uint64_t at = word_row(forms, n_words, word.form);
    return at < n_words ? rows + at * kUsageRow : nullptr;
  }

  // How rare: a column of a word's row; -1 for a word without a row.
  static float rarity(const uint8_t* row, uint32_t column) { return row == nullptr ? -1 : float(row[column]) / 16; }

  // The number of a word's group as a neighbour; 0 for none.
  static uint8_t group(const uint8_t* row) {
    return row != nullptr && row[0] != 0 && row[0] <= kCompanions - kGroupsBegin ? uint8_t(kGroupsBegin + row[0] - 1) : 0;
  }

  uint8_t companion(const uint8_t* row, uint8_t tag) const {
    const uint8_t own = group(row);
    return own != 0 ? own : label(tag);
  }

  // The labels that a word may have; any, if nothing is known.
  static uint16_t may(const uint8_t* row) {
    if (row == nullptr) return kAnyLabel;
    uint32_t mask = 0;
    for (uint32_t i = 0; i < kUsageLabels; ++i) mask |= uint32_t(row[1 + i] != kNever) << i;
    return static_cast<uint16_t>(mask != 0 ? mask : kAnyLabel);
  }
};

struct FitKnowledge {
  TaggerView tagger;
  CollocationView pairs;
  VectorView vectors;
  RatingView ratings;
  UsageView usage;
};

}  // namespace paragen
