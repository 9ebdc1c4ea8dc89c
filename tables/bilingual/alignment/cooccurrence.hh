// Which words occur together in sentence pairs, within a bound of memory.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace paragen::hmm {

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

}  // namespace paragen::hmm
