// Word links of sentence pairs, counted, and word translation probabilities: relative frequencies of links, as Moses' lexicons
// have them.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "src/paragen/base/interner.hh"
#include "src/paragen/base/text_column.hh"
#include "tables/bilingual/extraction/sentence_pair.hh"

namespace paragen {

constexpr uint32_t kNullWord = 0;  // what words without a link are linked with; its text is empty

// count / total as Moses' lexicon prints it, with seven decimals: its scores come from that file.
inline double printed_probability(uint64_t count, uint64_t total) {
  constexpr double kUnit = 1e7;
  const double probability = static_cast<double>(count) / static_cast<double>(total);
  const double scaled = probability * kUnit;
  double units = std::nearbyint(scaled);
  // where the product may have rounded across the half, only exact decimals tell
  if (std::fabs(std::fabs(scaled - units) - 0.5) < 1e-6) {
    char text[32];
    std::snprintf(text, sizeof text, "%.7f", probability);
    char digits[32];
    size_t n = 0;
    for (const char* c = text; *c; ++c)
      if (*c >= '0' && *c <= '9') digits[n++] = *c;
    digits[n] = 0;
    units = std::strtod(digits, nullptr);
  }
  return std::fmax(units, 1) / kUnit;  // Moses has 0 here, which no log-linear model can use
}

class LexiconC {
 public:
  struct Entry {
    uint64_t key;  // source word, target word
    uint64_t count;
    double source, target;  // p(source word | target word), p(target word | source word)
  };

  LexiconC() {
    sources_.add("");
    targets_.add("");
  }

  void add(std::string_view source, std::string_view target, uint64_t count) {
    const uint64_t key = uint64_t{sources_.add(source)} << 32 | targets_.add(target);
    if (key == 0) return;  // nothing links NULL with NULL
    const uint32_t next = static_cast<uint32_t>(entries_.size());
    const uint32_t at = table_.find_or_add(hash_number(key), next, [&](uint32_t i) { return entries_[i].key == key; });
    if (at == next) entries_.push_back({key, 0, 0, 0});
    entries_[at].count += count;
  }

  // Turns counts into probabilities.
  void finish() {
    std::vector<uint64_t> of_source(sources_.size(), 0), of_target(targets_.size(), 0);
    for (const Entry& entry : entries_) {
      of_source[entry.key >> 32] += entry.count;
      of_target[static_cast<uint32_t>(entry.key)] += entry.count;
    }
    for (Entry& entry : entries_) {
      if (entry.count == 0) continue;
      entry.source = printed_probability(entry.count, of_target[static_cast<uint32_t>(entry.key)]);
      entry.target = printed_probability(entry.count, of_source[entry.key >> 32]);
    }
  }

  uint32_t source_word(std::string_view word) const { return sources_.find(word); }
  uint32_t target_word(std::string_view word) const { return targets_.find(word); }

  // Null where the two were never linked.
  const Entry* find(uint32_t source, uint32_t target) const {
    const uint64_t key = uint64_t{source} << 32 | target;
    const uint32_t at = table_.find(hash_number(key), [&](uint32_t i) { return entries_[i].key == key; });
    return at == kNotFound ? nullptr : &entries_[at];
  }

  const std::vector<Entry>& entries() const { return entries_; }
  size_t size() const { return entries_.size(); }
  std::string_view source_text(uint64_t key) const { return sources_.text(static_cast<uint32_t>(key >> 32)); }
  std::string_view target_text(uint64_t key) const { return targets_.text(static_cast<uint32_t>(key)); }

 private:
  Interner sources_, targets_;
  HashTable table_;  // key -> entry
  std::vector<Entry> entries_;
};

// Counts word links, and lays the counts out in columns.
// Counts the word links of a pair; a word without one is linked with NULL.
inline void count_pair_links(const SentencePair& pair, LexiconC* counts) {
  for (uint32_t i = 0; i < pair.source.size(); ++i) {
    if (pair.of_source.count(i) == 0) counts->add(pair.source.word(i), {}, 1);
    for (const uint32_t* j = pair.of_source.begin(i); j != pair.of_source.end(i); ++j)
      counts->add(pair.source.word(i), pair.target.word(*j), 1);
  }
  for (uint32_t j = 0; j < pair.target.size(); ++j)
    if (pair.of_target.count(j) == 0) counts->add({}, pair.target.word(j), 1);
}

struct LinkColumns {
  TextColumn source, target;
  std::vector<int64_t> count;

  void fill(const LexiconC& counts) {
    for (const LexiconC::Entry& entry : counts.entries()) {
      source.push(counts.source_text(entry.key));
      target.push(counts.target_text(entry.key));
      count.push_back(static_cast<int64_t>(entry.count));
    }
  }
};

}  // namespace paragen
