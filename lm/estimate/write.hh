// Writes a model estimated in memory.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <future>
#include <vector>

#include "lm/estimate/arpa.hh"
#include "lm/estimate/memory.hh"

namespace paragen::estimate {

class ModelWriter {
 public:
  ModelWriter(const MemoryEstimator& model, const WordTable& words, const Settings& settings, const Host& host)
      : model_(model), words_(words), settings_(settings), host_(host) {}

  void run() {
    ArpaText text(words_);
    text.header(model_.order_counts());
    for (uint32_t k = 1; k <= settings_.order; ++k) {
      text.begin_order(k);
      put(&text);
      write_order(k);
      text.end_order();
    }
    text.end_model();
    put(&text);
  }

 private:
  static constexpr size_t kBlock = 1 << 15;   // n-grams

  struct Block {
    ArpaText text;
    std::future<void> done;
  };

  // Threads format blocks ahead of the one that is put out.
  void write_order(uint32_t k) {
    const size_t n_ngrams = model_.levels()[k - 1].size(), n_ahead = settings_.threads + 1;
    std::deque<Block> blocks;
    size_t next = 0, begin = 0;
    for (; begin < n_ngrams; begin += kBlock) {
      for (; next < n_ngrams && blocks.size() < n_ahead; next += kBlock) {
        blocks.push_back({ArpaText(words_), {}});
        blocks.back().done = start(settings_.threads, [this, k, next, n_ngrams, text = &blocks.back().text] {
          format(k, next, std::min(next + kBlock, n_ngrams), text);
        });
      }
      blocks.front().done.get();
      put(&blocks.front().text);
      blocks.pop_front();
      host_.progress("write", (k - 1 + double(begin) / n_ngrams) / settings_.order);
    }
  }

  void format(uint32_t k, size_t begin, size_t end, ArpaText* text) const {
    const Level& level = model_.levels()[k - 1];
    std::vector<uint32_t> kept, ids;
    for (size_t i = begin; i < end; ++i)
      if (!(level.count[i] & kPruned)) kept.push_back(static_cast<uint32_t>(i));
    collect_words(k, kept, &ids);
    for (size_t i = 0; i < kept.size(); ++i) {
      const float gamma = k < settings_.order ? model_.gamma(k, kept[i]) : 0;
      text->ngram(&ids[i * k], k, model_.probabilities(k)[kept[i]], k < settings_.order ? &gamma : nullptr);
    }
  }

  // The words of each n-gram, by the chain of its contexts; word by word, so that reads do not wait for each other.
  void collect_words(uint32_t k, std::vector<uint32_t> ngrams, std::vector<uint32_t>* ids) const {
    ids->resize(ngrams.size() * k);
    for (uint32_t j = k; j-- > 0;) {
      const LevelNode* nodes = model_.levels()[j].node.begin();
      for (size_t i = 0; i < ngrams.size(); ++i) {
        const LevelNode node = nodes[ngrams[i]];
        (*ids)[i * k + j] = node.word;
        ngrams[i] = node.context;
      }
    }
  }

  void put(ArpaText* text) const {
    host_.output(text->text().data(), text->text().size());
    text->clear();
  }

  const MemoryEstimator& model_;
  const WordTable& words_;
  const Settings& settings_;
  const Host& host_;
};

}  // namespace paragen::estimate
