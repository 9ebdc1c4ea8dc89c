// All n-grams of a text that fits in memory, counted by sorting positions.
//
// Level k holds the k-grams in suffix order: by last word, then by the word before it, and so on. A k-gram is its last
// word and the number of its context (the words before the last) in level k - 1, so contexts need no search. Level
// k + 1 comes out of level k by one stable bucket sort: take the positions where k-grams end, in order; step each to
// the next position; sort by the word there. What arrives in a word's bucket is ordered by context already.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "lm/estimate/storage.hh"
#include "lm/estimate/corpus.hh"

namespace paragen::estimate {

struct LevelNode {
  uint32_t word;              // the last word
  uint32_t context;           // in the level below
};

struct Level {
  Buffer<LevelNode> node;
  Buffer<uint32_t> suffix;    // without its first word, in the level below
  Buffer<uint32_t> count;     // occurrences; later the adjusted count and kPruned

  Level() = default;
  explicit Level(size_t size) : node(size), count(size) {}
  size_t size() const { return node.size(); }
};

struct Occurrence {
  uint32_t position;          // of the last word of an n-gram
  uint32_t ngram;             // its number in the level
};

// Grows the levels one by one.
class LevelSorter {
 public:
  LevelSorter(const uint32_t* tokens, size_t n_tokens, uint32_t n_words, uint32_t order)
      : tokens_(tokens), n_words_(n_words), endings_(n_words, 0), early_(order, std::vector<uint32_t>(n_words, 0)),
        starts_(n_words) {
    uint32_t since_begin = 0;
    for (size_t i = 0; i < n_tokens; ++i) {
      since_begin = tokens[i] == kBegin ? 0 : since_begin + 1;
      ++endings_[tokens[i]];
      if (since_begin < order) ++early_[since_begin][tokens[i]];
    }
    find_starts();
    current_ = Buffer<Occurrence>(n_tokens);
    spare_ = Buffer<Occurrence>(n_tokens);
    for (size_t i = 0; i < n_tokens; ++i)
      current_[starts_[tokens[i]]++] = Occurrence{static_cast<uint32_t>(i), tokens[i]};
  }

  // Words; <unk> and <s> are not predicted by counts and have none.
  Level first() const {
    Level level(n_words_);
    for (uint32_t word = 0; word < n_words_; ++word) {
      level.node[word] = {word, 0};
      level.count[word] = word <= kBegin ? 0 : endings_[word];
    }
    return level;
  }

  // The next level, without suffixes.
  Level next() {
    advance();
    size_t n_ngrams = 0;
    for_each_ngram([&](uint32_t, uint64_t, uint64_t) { ++n_ngrams; });
    Level level(n_ngrams);
    uint32_t at = 0;
    for_each_ngram([&](uint32_t word, uint64_t begin, uint64_t end) {
      level.node[at] = {word, current_[begin].ngram};
      level.count[at] = static_cast<uint32_t>(end - begin);
      for (uint64_t i = begin; i < end; ++i) current_[i].ngram = at;
      ++at;
    });
    return level;
  }

 private:
  void find_starts() {
    uint64_t total = 0;
    for (uint32_t word = 0; word < n_words_; ++word) {
      starts_[word] = total;
      total += endings_[word];
    }
  }

  // Moves every occurrence one word on. Afterwards starts_[word] is the end of that word's bucket.
  void advance() {
    const uint64_t end_bucket_begin = starts_[kEnd - 1], end_bucket_end = starts_[kEnd];
    for (uint32_t word = 0; word < n_words_; ++word) endings_[word] -= early_[length_ - 1][word];
    ++length_;
    const uint64_t n_before = starts_[n_words_ - 1];
    find_starts();
    step(0, end_bucket_begin, spare_.begin());
    step(end_bucket_end, n_before, spare_.begin());
    std::swap(current_, spare_);
  }

  void step(uint64_t begin, uint64_t end, Occurrence* to) {
    constexpr uint64_t kAhead = 24;
    for (uint64_t i = begin; i < end; ++i) {
      if (i + kAhead < end) __builtin_prefetch(tokens_ + current_[i + kAhead].position + 1);
      const uint32_t position = current_[i].position + 1;
      to[starts_[tokens_[position]]++] = Occurrence{position, current_[i].ngram};
    }
  }

  // Calls visit(word, begin, end) for each run of equal n-grams.
  template <class Visit>
  void for_each_ngram(Visit visit) const {
    uint64_t begin = 0;
    for (uint32_t word = 0; word < n_words_; ++word) {
      const uint64_t bucket_end = starts_[word];
      while (begin < bucket_end) {
        uint64_t end = begin + 1;
        while (end < bucket_end && current_[end].ngram == current_[begin].ngram) ++end;
        visit(word, begin, end);
        begin = end;
      }
    }
  }

  const uint32_t* tokens_;
  uint32_t n_words_;
  uint32_t length_ = 1;                            // of the n-grams in current_
  std::vector<uint32_t> endings_;                  // occurrences in current_ that end in each word
  std::vector<std::vector<uint32_t>> early_;       // [d][word]: positions d words after <s>, where longer n-grams end
  std::vector<uint64_t> starts_;                   // of each word's bucket; moved along while it is filled
  Buffer<Occurrence> current_, spare_;
};

}  // namespace paragen::estimate
