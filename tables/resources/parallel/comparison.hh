// Compares the chunks of texts that say the same thing [Z08 section 4, eq. 6].
#pragma once
#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "src/paragen/base/hash_table.hh"
#include "tables/resources/overlap_rate.hh"
#include "tables/resources/parallel/word_sets.hh"

namespace paragen::parallel {

struct ScoredPair {
  uint64_t key = 0;  // the smaller phrase number, then the larger one
  double score = 0;
  uint8_t label = 0;
};

inline uint64_t pair_key(uint32_t a, uint32_t b) { return a < b ? uint64_t(a) << 32 | b : uint64_t(b) << 32 | a; }

// The best similarity of each pair of phrases.
class PairTable {
 public:
  // Keeps the best score of a pair; of labels with the same score, the smallest: the order of adding changes nothing.
  void add(const ScoredPair& pair) {
    const uint32_t next = static_cast<uint32_t>(pairs_.size());
    const uint32_t at = table_.find_or_add(hash_number(pair.key), next, [&](uint32_t i) { return pairs_[i].key == pair.key; });
    if (at == next) pairs_.push_back(pair);
    ScoredPair& known = pairs_[at];
    if (pair.score > known.score || (pair.score == known.score && pair.label < known.label)) known = pair;
  }

  void add(const PairTable& other) {
    for (const ScoredPair& pair : other.pairs_) add(pair);
  }

  // All pairs, ordered by their phrases.
  std::vector<ScoredPair> sorted() const {
    std::vector<ScoredPair> pairs = pairs_;
    std::sort(pairs.begin(), pairs.end(), [](const ScoredPair& a, const ScoredPair& b) { return a.key < b.key; });
    return pairs;
  }

 private:
  HashTable table_;
  std::vector<ScoredPair> pairs_;
};

struct Candidate {
  uint64_t hash = 0;  // of what follows
  uint64_t key = 0;   // see pair_key
  uint32_t content = 0, content_sizes = 0;  // words in common, and the sum of the sizes of both sets
  uint32_t context = 0, context_sizes = 0;

  auto order() const { return std::tie(hash, key, content, content_sizes, context, context_sizes); }
  bool operator<(const Candidate& other) const { return order() < other.order(); }
  bool operator==(const Candidate& other) const { return order() == other.order(); }
};

// Keeps the `limit` distinct candidates with the smallest hashes, whatever the order in which they come.
class Sample {
 public:
  explicit Sample(size_t limit) : limit_(limit) {}

  void offer(Candidate candidate) {
    const uint64_t numbers = uint64_t(candidate.content) << 48 ^ uint64_t(candidate.content_sizes) << 32 ^
                             uint64_t(candidate.context) << 16 ^ candidate.context_sizes;
    candidate.hash = hash_number(candidate.key + hash_number(numbers));
    if (full_ && candidate.hash > kept_[limit_ - 1].hash) return;
    kept_.push_back(candidate);
    if (kept_.size() >= limit_ * 2 + 4096) shrink();
  }

  void add(const Sample& other) {
    for (const Candidate& candidate : other.kept_) offer(candidate);
  }

  const std::vector<Candidate>& finish() {
    shrink();
    return kept_;
  }

 private:
  void shrink() {
    std::sort(kept_.begin(), kept_.end());
    kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
    full_ = kept_.size() >= limit_;
    if (full_) kept_.resize(limit_);
  }

  size_t limit_;
  std::vector<Candidate> kept_;  // once full, the first `limit_` are ordered
  bool full_ = false;
};


struct Settings {
  double alpha = 0.5;        // weight of the content
  double threshold = 0.5;    // Th1: more similar chunks are paraphrases
  bool containment = false;  // whether paraphrases may only add words, or leave words out
  bool all_pairs = false;    // whether chunks are paired with all that are similar, rather than with the most similar
  uint64_t sample = 0;       // candidates to keep
};

struct Counts {
  uint64_t unit_pairs = 0;   // units of two texts that both have chunks
  uint64_t comparisons = 0;  // of two chunks
};

class Comparison {
 public:
  PairTable pairs;
  Sample candidates;
  Counts counts;

  explicit Comparison(const Settings& settings) : candidates(settings.sample), settings_(settings) {}

  // Compares units [begin, end) of all pairs of texts.
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
  using Run = std::pair<const ChunkSets*, const ChunkSets*>;  // chunks of a unit with the same label

  struct Likeness {
    uint32_t content, context;  // words in common
    double score;               // kSame: the same words
  };

  // Chunks are in the order of their labels.
  void compare(const std::vector<ChunkSets>& left, const std::vector<ChunkSets>& right, const Lexicon& lexicon) {
    counts.unit_pairs += !left.empty() && !right.empty();
    const ChunkSets *a = left.data(), *b = right.data();
    const ChunkSets *const a_end = a + left.size(), *const b_end = b + right.size();
    while (a != a_end && b != b_end) {
      const uint8_t label = std::max(a->label, b->label);
      const auto before = [label](const ChunkSets& chunk) { return chunk.label < label; };
      const auto within = [label](const ChunkSets& chunk) { return chunk.label == label; };
      a = std::find_if_not(a, a_end, before);
      b = std::find_if_not(b, b_end, before);
      const Run of_left{a, std::find_if_not(a, a_end, within)}, of_right{b, std::find_if_not(b, b_end, within)};
      judge(of_left, of_right, lexicon);
      if (of_left.first == of_left.second || of_right.first == of_right.second) continue;
      a = of_left.second;
      b = of_right.second;
    }
  }

  void judge(const Run& left, const Run& right, const Lexicon& lexicon) {
    const size_t rows = static_cast<size_t>(left.second - left.first), columns = static_cast<size_t>(right.second - right.first);
    counts.comparisons += rows * columns;
    alike_.resize(rows * columns);
    best_left_.assign(rows, 0.0);
    best_right_.assign(columns, 0.0);
    for (size_t i = 0; i < rows; ++i)
      for (size_t j = 0; j < columns; ++j) {
        const Likeness& alike = alike_[i * columns + j] = likeness(left.first[i], right.first[j]);
        best_left_[i] = std::max(best_left_[i], alike.score);
        best_right_[j] = std::max(best_right_[j], alike.score);
      }
    for (size_t i = 0; i < rows; ++i)
      for (size_t j = 0; j < columns; ++j) {
        const Likeness& alike = alike_[i * columns + j];
        const bool best = alike.score >= best_left_[i] && alike.score >= best_right_[j];
        if (alike.score > 0 && (best || settings_.all_pairs)) take(left.first[i], right.first[j], alike, lexicon);
      }
  }

  // A chunk that stands in both units is its own counterpart, whatever is around it.
  static constexpr double kSame = 2.0;

  Likeness likeness(const ChunkSets& a, const ChunkSets& b) const {
    if (a.phrase == b.phrase) return {0, 0, kSame};
    const uint32_t content = sets_.common(a.content, b.content), context = sets_.common(a.context, b.context);
    if (content + context == 0) return {0, 0, 0.0};
    const double of_content = overlap_rate(content, a.content.size + b.content.size);
    const double of_context = overlap_rate(context, a.context.size + b.context.size);
    return {content, context, settings_.alpha * of_content + (1 - settings_.alpha) * of_context};
  }

  void take(const ChunkSets& a, const ChunkSets& b, const Likeness& alike, const Lexicon& lexicon) {
    if (a.phrase == b.phrase || lexicon.marks[a.phrase] != lexicon.marks[b.phrase]) return;
    const bool contained = alike.content == std::min(a.content.size, b.content.size) && a.content.size != b.content.size;
    if (contained && !settings_.containment) return;
    const uint64_t key = pair_key(a.phrase, b.phrase);
    if (alike.score > settings_.threshold) pairs.add({key, alike.score, a.label});
    if (settings_.sample)
      candidates.offer({0, key, alike.content, a.content.size + b.content.size, alike.context, a.context.size + b.context.size});
  }

  Settings settings_;
  UnitSets sets_;
  std::vector<Likeness> alike_;  // of a run on each side, row by row
  std::vector<double> best_left_, best_right_;
};

}  // namespace paragen::parallel
