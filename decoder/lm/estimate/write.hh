// Writes a model estimated in memory.
#pragma once
#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

#include "decoder/lm/estimate/arpa.hh"
#include "decoder/lm/estimate/memory.hh"

namespace paragen::estimate {

class ModelWriter {
 public:
  ModelWriter(const MemoryEstimator& model, const WordTable& words, const Settings& settings, const Host& host)
      : model_(model), settings_(settings), host_(host), texts_(settings.threads, ArpaText(words)) {}

  void run() {
    texts_[0].header(model_.order_counts());
    flush(0);
    for (uint32_t k = 1; k <= settings_.order; ++k) {
      texts_[0].begin_order(k);
      flush(0);
      write_order(k);
      texts_[0].end_order();
      flush(0);
    }
    texts_[0].end_model();
    flush(0);
  }

 private:
  // Every thread formats a block of its own; the blocks are put out in order.
  void write_order(uint32_t k) {
    constexpr size_t kBlock = 1 << 16;
    const size_t n_ngrams = model_.levels()[k - 1].size();
    for (size_t begin = 0; begin < n_ngrams; begin += kBlock * texts_.size()) {
      std::vector<std::thread> others;
      for (size_t t = 1; t < texts_.size(); ++t) {
        const size_t first = std::min(begin + t * kBlock, n_ngrams), last = std::min(first + kBlock, n_ngrams);
        if (first < last) others.emplace_back([this, k, t, first, last] { format(k, first, last, &texts_[t]); });
      }
      format(k, begin, std::min(begin + kBlock, n_ngrams), &texts_[0]);
      for (std::thread& other : others) other.join();
      for (size_t t = 0; t < texts_.size(); ++t) flush(t);
      host_.progress("write", (k - 1 + double(begin) / n_ngrams) / settings_.order);
    }
  }

  void format(uint32_t k, size_t begin, size_t end, ArpaText* text) const {
    const Level& level = model_.levels()[k - 1];
    const Buffer<float>& probabilities = model_.probabilities(k);
    const bool highest = k == settings_.order;
    std::vector<uint32_t> ids(k);
    for (size_t i = begin; i < end; ++i) {
      if (level.count[i] & kPruned) continue;
      uint32_t at = static_cast<uint32_t>(i);
      for (uint32_t j = k; j-- > 0; at = model_.levels()[j].context[at]) ids[j] = model_.levels()[j].word[at];
      text->ngram(ids.data(), k, probabilities[i], highest ? nullptr : &model_.gammas(k)[i]);
    }
  }

  void flush(size_t t) {
    host_.output(texts_[t].text().data(), texts_[t].text().size());
    texts_[t].clear();
  }

  const MemoryEstimator& model_;
  const Settings& settings_;
  const Host& host_;
  std::vector<ArpaText> texts_;
};

}  // namespace paragen::estimate
