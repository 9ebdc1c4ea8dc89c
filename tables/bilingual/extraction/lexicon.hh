// Word translation probabilities: relative frequencies of word links, as Moses' lexicons have them.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "src/paragen/base/vocabulary.hh"

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
    uint64_t key;  // source word, target word; 0: empty, as nothing links NULL with NULL
    uint64_t count;
    double source, target;  // p(source word | target word), p(target word | source word)
  };

  LexiconC() : slots_(1024, Entry{0, 0, 0, 0}) {
    sources_.add("", 0);
    targets_.add("", 0);
  }

  void add(std::string_view source, std::string_view target, uint64_t count) {
    const uint64_t key = uint64_t{sources_.add(source.data(), source.size())} << 32 | targets_.add(target.data(), target.size());
    if (key == 0) return;
    Entry* entry = place(key);
    if (entry->key == 0) {
      entry->key = key;
      if (++size_ * 2 > slots_.size()) {
        grow();
        entry = place(key);
      }
    }
    entry->count += count;
  }

  // Turns counts into probabilities.
  void finish() {
    std::vector<uint64_t> of_source(sources_.size(), 0), of_target(targets_.size(), 0);
    for (const Entry& entry : slots_) {
      of_source[entry.key >> 32] += entry.count;
      of_target[static_cast<uint32_t>(entry.key)] += entry.count;
    }
    for (Entry& entry : slots_) {
      if (entry.count == 0) continue;
      entry.source = printed_probability(entry.count, of_target[static_cast<uint32_t>(entry.key)]);
      entry.target = printed_probability(entry.count, of_source[entry.key >> 32]);
    }
  }

  uint32_t source_word(std::string_view word) const { return sources_.view().find(word.data(), word.size()); }
  uint32_t target_word(std::string_view word) const { return targets_.view().find(word.data(), word.size()); }

  // Null where the two were never linked.
  const Entry* find(uint32_t source, uint32_t target) const {
    const uint64_t key = uint64_t{source} << 32 | target;
    uint64_t slot = spread(key);
    for (; slots_[slot].key != 0; slot = (slot + 1) & (slots_.size() - 1))
      if (slots_[slot].key == key) return &slots_[slot];
    return nullptr;
  }

  const std::vector<Entry>& entries() const { return slots_; }  // those with key 0 are none
  size_t size() const { return size_; }
  std::string_view source_text(uint64_t key) const { return text(sources_, static_cast<uint32_t>(key >> 32)); }
  std::string_view target_text(uint64_t key) const { return text(targets_, static_cast<uint32_t>(key)); }

 private:
  static std::string_view text(const VocabularyBuilder& words, uint32_t id) {
    size_t length;
    const char* word = words.view().word(id, &length);
    return {word, length};
  }

  uint64_t spread(uint64_t key) const {
    key *= 0x9E3779B97F4A7C15ull;
    return (key ^ key >> 32) & (slots_.size() - 1);
  }

  Entry* place(uint64_t key) {
    uint64_t slot = spread(key);
    while (slots_[slot].key != 0 && slots_[slot].key != key) slot = (slot + 1) & (slots_.size() - 1);
    return &slots_[slot];
  }

  void grow() {
    std::vector<Entry> old(slots_.size() * 2, Entry{0, 0, 0, 0});
    old.swap(slots_);
    for (const Entry& entry : old)
      if (entry.key != 0) *place(entry.key) = entry;
  }

  VocabularyBuilder sources_, targets_;
  std::vector<Entry> slots_;
  size_t size_ = 0;
};

}  // namespace paragen
