// Which words occur together in sentence pairs, p(word | word) of those, and the counts it is estimated from.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace paragen::hmm {

// Which words occur together in sentence pairs, within a bound of memory.
// Sentences one after the other; sentence s has the words [begins[s], begins[s + 1]).
struct Text {
  const uint32_t* words = nullptr;
  const uint64_t* begins = nullptr;
};

constexpr size_t kMostKeys = size_t(1) << 26;  // held at a time, of 8 bytes

// Collects (word << 32 | other) of the words from `first` up to `last`, in either order of each pair of sentences.
inline void collect(Text one, Text other, size_t n_pairs, uint32_t first, uint32_t last, std::vector<uint64_t>& keys) {
  std::vector<uint32_t> sides[2];
  for (size_t pair = 0; pair < n_pairs; ++pair) {
    sides[0].assign(one.words + one.begins[pair], one.words + one.begins[pair + 1]);
    sides[1].assign(other.words + other.begins[pair], other.words + other.begins[pair + 1]);
    for (auto& side : sides) {
      std::sort(side.begin(), side.end());
      side.erase(std::unique(side.begin(), side.end()), side.end());
    }
    for (int k = 0; k < 2; ++k)
      for (auto at = std::lower_bound(sides[k].begin(), sides[k].end(), first); at != sides[k].end() && *at < last; ++at)
        for (uint32_t target : sides[1 - k]) keys.push_back(uint64_t(*at) << 32 | target);
  }
}

// Returns where to cut the words into slices that each have about `most` keys; cells: keys of each word, at most.
inline std::vector<uint32_t> slices(const std::vector<uint64_t>& cells, size_t most) {
  std::vector<uint32_t> cuts{0};
  uint64_t sum = 0;
  for (size_t word = 0; word < cells.size(); ++word) {
    if (sum && sum + cells[word] > most) {
      cuts.push_back(uint32_t(word));
      sum = 0;
    }
    sum += cells[word];
  }
  cuts.push_back(uint32_t(cells.size()));
  return cuts;
}

// Returns the words that share a pair of sentences, (word << 32 | other), ordered; about `most` keys are held beside them.
inline std::vector<uint64_t> together(Text one, Text other, size_t n_pairs, size_t n_words, size_t most) {
  std::vector<uint64_t> cells(n_words, 0);
  for (size_t pair = 0; pair < n_pairs; ++pair) {
    const uint64_t n = one.begins[pair + 1] - one.begins[pair], m = other.begins[pair + 1] - other.begins[pair];
    for (uint64_t at = one.begins[pair]; at < one.begins[pair + 1]; ++at) cells[one.words[at]] += m;
    for (uint64_t at = other.begins[pair]; at < other.begins[pair + 1]; ++at) cells[other.words[at]] += n;
  }
  const std::vector<uint32_t> cuts = slices(cells, most);
  std::vector<uint64_t> keys, kept;
  for (size_t slice = 0; slice + 1 < cuts.size(); ++slice) {
    collect(one, other, n_pairs, cuts[slice], cuts[slice + 1], keys);
    std::sort(keys.begin(), keys.end());
    kept.insert(kept.end(), keys.begin(), std::unique(keys.begin(), keys.end()));
    keys.clear();
  }
  return kept;
}

constexpr double kUnit = 4294967296.0;  // expected counts are multiples of its inverse: the order of adding does not show

inline uint64_t whole(double expected) { return static_cast<uint64_t>(expected * kUnit); }

// Adds from any thread.
inline void add_whole(uint64_t& sum, uint64_t amount) { __atomic_fetch_add(&sum, amount, __ATOMIC_RELAXED); }

// Expected jumps by class.
struct JumpCounts {
  std::vector<uint64_t> counts;
  explicit JumpCounts(size_t classes = 0) : counts(classes, 0) {}
  void add(size_t which, double expected) { add_whole(counts[which], whole(expected)); }
};

// Prior counts.
struct Prior {
  double same = 100.0;  // of a word with itself
  double other = 1.0;   // of a word with all words it was never seen with
};

class Lexicon {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  Lexicon() = default;

  // frequencies: how often each word occurs; keys: (source << 32 | target), ordered, distinct.
  Lexicon(std::vector<uint64_t> frequencies, const std::vector<uint64_t>& keys, Prior prior) : prior_(prior) {
    uint64_t sum = 0;
    for (uint64_t each : frequencies) sum += each;
    const size_t n_words = frequencies.size();
    frequency_.resize(n_words);
    for (size_t word = 0; word < n_words; ++word)
      frequency_[word] = double(frequencies[word]) / double(std::max<uint64_t>(sum, 1));
    begins_.assign(n_words + 1, 0);
    targets_.reserve(keys.size());
    for (uint64_t key : keys) {
      ++begins_[(key >> 32) + 1];
      targets_.push_back(static_cast<uint32_t>(key));
    }
    for (size_t word = 0; word < n_words; ++word) begins_[word + 1] += begins_[word];
    counts_.assign(keys.size(), 0);
    rest_.assign(n_words, 0);
    floor_.assign(n_words, 0);
    probability_.assign(keys.size(), 0);
    for (size_t word = 0; word < n_words; ++word)  // before any iteration: uniform, but for the word itself
      for (size_t at = begins_[word]; at < begins_[word + 1]; ++at) counts_[at] = whole(0.1);
    estimate();
  }

  size_t size() const { return targets_.size(); }
  double frequency(uint32_t word) const { return frequency_[word]; }

  // Returns the entry of two words; kNone if they were not seen together.
  size_t find(uint32_t source, uint32_t target) const {
    const auto begin = targets_.begin() + ptrdiff_t(begins_[source]), end = targets_.begin() + ptrdiff_t(begins_[source + 1]);
    const auto at = std::lower_bound(begin, end, target);
    return at == end || *at != target ? kNone : size_t(at - targets_.begin());
  }

  double probability(uint32_t source, size_t entry) const { return entry == kNone ? floor_[source] : probability_[entry]; }

  void add(uint32_t source, size_t entry, double expected) {
    if (expected > 1e-7) add_whole(entry == kNone ? rest_[source] : counts_[entry], whole(expected));
  }

  // Turns counts into probabilities, and begins to count anew.
  void estimate() {
    const double n_words = double(frequency_.size());
    for (size_t word = 0; word < frequency_.size(); ++word) {
      uint64_t sum = rest_[word];
      for (size_t at = begins_[word]; at < begins_[word + 1]; ++at) sum += counts_[at];
      const double total = double(sum) / kUnit + prior_.same + prior_.other;
      floor_[word] = float(prior_.other / n_words / total);
      for (size_t at = begins_[word]; at < begins_[word + 1]; ++at) {
        const double same = targets_[at] == word ? prior_.same : 0.0;
        probability_[at] = float((double(counts_[at]) / kUnit + same) / total) + floor_[word];
      }
    }
    std::fill(counts_.begin(), counts_.end(), 0);
    std::fill(rest_.begin(), rest_.end(), 0);
  }

 private:
  Prior prior_;
  std::vector<double> frequency_;
  std::vector<uint64_t> begins_;   // of a word's row
  std::vector<uint32_t> targets_;  // ordered in a row
  std::vector<float> probability_, floor_;
  std::vector<uint64_t> counts_, rest_;
};

}  // namespace paragen::hmm
