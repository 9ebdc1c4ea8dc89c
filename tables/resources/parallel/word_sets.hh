// The words of the chunks of a unit, and of their contexts, as sets that are compared in a few instructions.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

namespace paragen::parallel {

// The chunks of a text, by unit: what the other texts of its group say in other words.
struct ChunkedText {
  const uint32_t* words = nullptr;        // of all units: numbers of a vocabulary that all texts share
  const uint64_t* unit_words = nullptr;   // units + 1: where the words of each begin
  const uint64_t* unit_chunks = nullptr;  // units + 1: where its chunks begin
  const uint32_t* begin = nullptr;        // of each chunk, half-open, into `words`; within its unit
  const uint32_t* end = nullptr;
  const uint8_t* label = nullptr;         // chunks of a unit stand in the order of their labels
  const uint32_t* phrase = nullptr;       // the same number for the same words
};

// What is known of words and phrases, by their numbers.
struct Lexicon {
  const uint8_t* in_context = nullptr;  // of words: whether they count as context; punctuation does not
  const uint64_t* marks = nullptr;      // of phrases: what paraphrases must have in common (negation, person, number)
};

constexpr uint32_t kContext = 3;  // words on each side of a chunk [Z08, note 6]

// Word types that several texts of the unit share are bits; those of one text alone only count.
struct WordSet {
  uint32_t at = 0;    // where its bits begin
  uint32_t size = 0;  // types, shared or not
};

// A chunk with its two sets.
struct ChunkSets {
  uint32_t phrase;
  uint8_t label;
  WordSet content, context;
};

// The sets of one unit of all texts of a group. Reused from unit to unit.
class UnitSets {
 public:
  void read(const std::vector<ChunkedText>& texts, const Lexicon& lexicon, uint64_t unit) {
    number(texts, unit);
    bits_.clear();
    chunks_.resize(texts.size());
    for (size_t i = 0; i < texts.size(); ++i) {
      const ChunkedText& text = texts[i];
      chunks_[i].clear();
      for (uint64_t chunk = text.unit_chunks[unit]; chunk < text.unit_chunks[unit + 1]; ++chunk)
        chunks_[i].push_back({text.phrase[chunk], text.label[chunk], content(text, chunk), context(text, lexicon, unit, chunk)});
    }
  }

  const std::vector<ChunkSets>& chunks(size_t text) const { return chunks_[text]; }

  uint32_t common(const WordSet& a, const WordSet& b) const {
    uint32_t count = 0;
    for (uint32_t block = 0; block < blocks_; ++block)
      count += static_cast<uint32_t>(__builtin_popcountll(bits_[a.at + block] & bits_[b.at + block]));
    return count;
  }

 private:
  // Numbers the words that occur in more than one text.
  void number(const std::vector<ChunkedText>& texts, uint64_t unit) {
    shared_.clear();
    seen_.clear();
    for (const ChunkedText& text : texts) {
      types_.assign(text.words + text.unit_words[unit], text.words + text.unit_words[unit + 1]);
      std::sort(types_.begin(), types_.end());
      types_.erase(std::unique(types_.begin(), types_.end()), types_.end());
      seen_.insert(seen_.end(), types_.begin(), types_.end());
    }
    std::sort(seen_.begin(), seen_.end());
    for (size_t i = 1; i < seen_.size(); ++i)
      if (seen_[i] == seen_[i - 1] && (shared_.empty() || shared_.back() != seen_[i])) shared_.push_back(seen_[i]);
    blocks_ = static_cast<uint32_t>(std::max<size_t>(1, (shared_.size() + 63) / 64));
  }

  WordSet content(const ChunkedText& text, uint64_t chunk) {
    types_.assign(text.words + text.begin[chunk], text.words + text.end[chunk]);
    return set_of_types();
  }

  WordSet context(const ChunkedText& text, const Lexicon& lexicon, uint64_t unit, uint64_t chunk) {
    types_.clear();
    const uint64_t first = text.unit_words[unit], last = text.unit_words[unit + 1];
    uint32_t left = kContext, right = kContext;
    for (uint64_t i = text.begin[chunk]; left && i > first; --i) left -= take(text.words[i - 1], lexicon);
    for (uint64_t i = text.end[chunk]; right && i < last; ++i) right -= take(text.words[i], lexicon);
    return set_of_types();
  }

  bool take(uint32_t word, const Lexicon& lexicon) {
    if (!lexicon.in_context[word]) return false;
    types_.push_back(word);
    return true;
  }

  WordSet set_of_types() {
    std::sort(types_.begin(), types_.end());
    types_.erase(std::unique(types_.begin(), types_.end()), types_.end());
    const WordSet set{static_cast<uint32_t>(bits_.size()), static_cast<uint32_t>(types_.size())};
    bits_.resize(bits_.size() + blocks_, 0);
    for (const uint32_t word : types_) {
      const auto found = std::lower_bound(shared_.begin(), shared_.end(), word);
      if (found == shared_.end() || *found != word) continue;
      const size_t number = static_cast<size_t>(found - shared_.begin());
      bits_[set.at + number / 64] |= uint64_t(1) << (number % 64);
    }
    return set;
  }

  std::vector<uint32_t> shared_, seen_, types_;
  std::vector<uint64_t> bits_;  // `blocks_` words of them for each set
  std::vector<std::vector<ChunkSets>> chunks_;
  uint32_t blocks_ = 1;
};

}  // namespace paragen::parallel
