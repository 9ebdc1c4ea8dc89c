// Compares the chunks of texts that say the same [Z08 section 4, eq. 6].
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "tables/parallel/pair_table.hh"
#include "tables/parallel/sample.hh"
#include "tables/parallel/word_sets.hh"

namespace paragen::parallel {

// 2|A n B| / (|A| + |B|); sets that are both empty share nothing.
inline double overlap(uint32_t common, uint32_t sizes) { return sizes ? 2.0 * common / sizes : 0.0; }

struct Settings {
  double alpha = 0.5;      // weight of the content
  double threshold = 0.5;  // Th1: more similar chunks are paraphrases
  uint64_t sample = 0;     // candidates to keep
};

struct Counts {
  uint64_t unit_pairs = 0;   // units of two texts that both have chunks
  uint64_t comparisons = 0;  // of two chunks that differ
};

class Comparison {
 public:
  explicit Comparison(const Settings& settings) : settings_(settings), candidates(settings.sample) {}

  // Compares all pairs of texts, units [begin, end).
  void run(const std::vector<ChunkedText>& texts, const Lexicon& lexicon, uint64_t begin, uint64_t end) {
    for (uint64_t unit = begin; unit < end; ++unit) {
      sets_.read(texts, lexicon, unit);
      for (size_t i = 0; i < texts.size(); ++i)
        for (size_t j = i + 1; j < texts.size(); ++j) compare(sets_.chunks(i), sets_.chunks(j), lexicon);
    }
  }

  void add(const Comparison& other) {
    pairs.add(other.pairs);
    if (settings_.sample) candidates.add(other.candidates);
    counts.unit_pairs += other.counts.unit_pairs;
    counts.comparisons += other.counts.comparisons;
  }

 private:
  Settings settings_;
  UnitSets sets_;

 public:
  PairTable pairs;
  Sample candidates;
  Counts counts;

 private:
  // Chunks with the same label, in runs: both are in the order of their labels.
  void compare(const std::vector<ChunkSets>& left, const std::vector<ChunkSets>& right, const Lexicon& lexicon) {
    counts.unit_pairs += !left.empty() && !right.empty();
    size_t begin = 0;
    for (const ChunkSets& a : left) {
      while (begin < right.size() && right[begin].label < a.label) ++begin;
      for (size_t i = begin; i < right.size() && right[i].label == a.label; ++i) {
        const ChunkSets& b = right[i];
        if (a.phrase == b.phrase || lexicon.marks[a.phrase] != lexicon.marks[b.phrase]) continue;
        ++counts.comparisons;
        judge(a, b);
      }
    }
  }

  void judge(const ChunkSets& a, const ChunkSets& b) {
    const uint32_t content = sets_.common(a.content, b.content), context = sets_.common(a.context, b.context);
    if (content + context == 0) return;
    const uint32_t content_sizes = a.content.size + b.content.size, context_sizes = a.context.size + b.context.size;
    const uint64_t key = pair_key(a.phrase, b.phrase);
    const double score =
        settings_.alpha * overlap(content, content_sizes) + (1 - settings_.alpha) * overlap(context, context_sizes);
    if (score > settings_.threshold) pairs.add({key, score, a.label});
    if (settings_.sample) candidates.offer({0, key, content, content_sizes, context, context_sizes});
  }
};

}  // namespace paragen::parallel
