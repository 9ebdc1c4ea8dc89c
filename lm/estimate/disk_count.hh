// Counts n-grams of a text too large for memory: sorted on disk in suffix order, then adjusted in one pass.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "lm/estimate/storage.hh"
#include "lm/estimate/settings.hh"
#include "lm/estimate/sorter.hh"

namespace paragen::estimate {

constexpr uint64_t kPrunedCount = 1ull << 63;   // marks the adjusted count of an n-gram that will be left out

// How often the host is told of progress.
constexpr uint64_t kReportEvery = 1 << 18;

class DiskCounter {
 public:
  DiskCounter(const Settings& settings, const Host& host)
      : settings_(settings), host_(host), order_(settings.order),
        occurrences_(std::make_unique<RecordSorter>(order_, settings.memory / 2, settings.temp, settings.threads)),
        order_counts_(order_), window_(order_ + kPayloadWords, kBegin) {
    set_payload(window_.data(), order_, 1);
  }

  // Takes complete sentences, or the parts of one in turn.
  void add(const uint32_t* tokens, size_t n_tokens) {
    for (size_t i = 0; i < n_tokens; ++i) {
      if (tokens[i] == kBegin) {
        std::fill_n(window_.begin(), order_, kBegin);
        continue;
      }
      std::copy_backward(window_.begin(), window_.begin() + order_ - 1, window_.begin() + order_);
      window_[0] = tokens[i];
      occurrences_->add(window_.data());
    }
  }

  // Computes adjusted counts. Afterwards words() and ngrams(k) hold them.
  void finish(uint32_t n_words) {
    words_.assign(n_words, 0);
    for (uint32_t word = 0; word <= kBegin; ++word) order_counts_[0].add(0, false);
    for (uint32_t k = 2; k <= order_; ++k)
      ngrams_.push_back(std::make_unique<RecordSorter>(k, settings_.memory / 2 / order_, settings_.temp, settings_.threads));
    occurrences_->finish();
    std::vector<uint32_t> last(order_, kUnknown);
    Chain chain(order_);
    uint64_t n_records = 0;
    while (const uint32_t* record = occurrences_->next()) {
      if (n_records++ % kReportEvery == 0) host_.progress("count", 0.5);
      step(record, &last, &chain);
    }
    for (uint32_t k = std::min(chain.length, order_ - 1); k >= 1; --k) emit(last.data(), k, chain, true);
    occurrences_.reset();
  }

  const std::vector<OrderCounts>& order_counts() const { return order_counts_; }
  const std::vector<uint64_t>& words() const { return words_; }
  // Keys: the context from its last word to its first, then the word; payload: adjusted count and kPrunedCount.
  RecordSorter& ngrams(uint32_t k) { return *ngrams_[k - 2]; }
  void release(uint32_t k) { ngrams_[k - 2].reset(); }

 private:
  // The n-grams that end the latest record, from one word to all.
  struct Chain {
    explicit Chain(uint32_t order) : occurrences(order + 1, 0), extensions(order + 1, 0) {}
    uint32_t length = 0;                  // words of the record up to and with <s>
    std::vector<uint64_t> occurrences, extensions;
  };

  void step(const uint32_t* record, std::vector<uint32_t>* last, Chain* chain) {
    const uint64_t count = payload(record, order_);
    uint32_t length = 1, same = 0;
    while (length < order_ && record[length - 1] != kBegin) ++length;
    while (same < std::min(length, chain->length) && record[same] == (*last)[same]) ++same;
    for (uint32_t k = std::min(chain->length, order_ - 1); k > same; --k) emit(last->data(), k, *chain, false);
    for (uint32_t k = 1; k <= same; ++k) chain->occurrences[k] += count;
    if (same > 0) ++chain->extensions[same];
    for (uint32_t k = same + 1; k <= length; ++k) {
      chain->occurrences[k] = count;
      chain->extensions[k] = k < length;
    }
    chain->length = length;
    std::copy(record, record + order_, last->begin());
    if (length == order_) emit(record, order_, *chain, false);
  }

  // `filed_last`: lmplz counts the counts of the very last n-grams by occurrence.
  void emit(const uint32_t* reversed, uint32_t k, const Chain& chain, bool filed_last) {
    const uint64_t occurrences = chain.occurrences[k];
    const uint64_t adjusted = chain.extensions[k] ? chain.extensions[k] : occurrences;
    const bool special = k == 1 && reversed[0] <= kEnd;
    const bool pruned = !special && occurrences <= settings_.prune[k - 1];
    order_counts_[k - 1].add(filed_last ? occurrences : adjusted, pruned);
    const uint64_t value = adjusted | (pruned ? kPrunedCount : 0);
    if (k == 1) {
      words_[reversed[0]] = value;
      return;
    }
    record_.resize(k + kPayloadWords);
    std::rotate_copy(reversed, reversed + 1, reversed + k, record_.begin());
    set_payload(record_.data(), k, value);
    ngrams_[k - 2]->add(record_.data());
  }

  const Settings& settings_;
  const Host& host_;
  uint32_t order_;
  std::unique_ptr<RecordSorter> occurrences_;          // of the longest n-grams, from last word to first
  std::vector<OrderCounts> order_counts_;
  std::vector<uint64_t> words_;
  std::vector<std::unique_ptr<RecordSorter>> ngrams_;
  std::vector<uint32_t> window_, record_;
};

}  // namespace paragen::estimate
