// Estimation of a model whose text fits in memory, and its ARPA file.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <future>
#include <vector>

#include "lm/estimate/arpa.hh"
#include "lm/estimate/discounts.hh"
#include "lm/estimate/levels.hh"
#include "lm/estimate/settings.hh"

namespace paragen::estimate {

constexpr uint32_t kPruned = 0x80000000u;

class MemoryEstimator {
 public:
  MemoryEstimator(const Corpus& corpus, const Settings& settings, const Host& host)
      : corpus_(corpus), settings_(settings), host_(host), levels_(settings.order), order_counts_(settings.order),
        weights_(settings.order), probabilities_(settings.order) {}

  // Counts every order; the counts of counts are complete afterwards. While one level is sorted, the one before it
  // is linked with its suffixes.
  void count() {
    const uint32_t order = settings_.order;
    LevelSorter sorter(corpus_.tokens().data(), corpus_.tokens().size(), corpus_.words().size(), order);
    levels_[0] = sorter.first();
    bool in_last = true;  // the last n-gram of the level is a suffix of the last n-gram of the model
    std::future<void> linking;
    for (uint32_t k = 2; k <= order; ++k) {
      host_.progress("count", double(k - 1) / order);
      levels_[k - 1] = sorter.next();
      if (linking.valid()) linking.get();
      linking = start(settings_.threads, [this, k, &in_last] { in_last = link(k, in_last); });
    }
    if (linking.valid()) linking.get();
    adjust(order, nullptr, false);
  }

  // Computes the weight of each context and the probability of each kept n-gram.
  void interpolate(const std::vector<Discounts>& discounts) {
    const uint32_t order = settings_.order;
    host_.progress("interpolate", 0);
    for_each_task(settings_.threads, order, [&](size_t i) { weigh(order - i, discounts[order - i - 1]); });
    fill_words(discounts[0]);
    for (uint32_t k = 2; k <= order; ++k) {
      host_.progress("interpolate", double(k) / order);
      fill(k, discounts[k - 1]);
    }
  }

  const std::vector<OrderCounts>& order_counts() const { return order_counts_; }
  const std::vector<Level>& levels() const { return levels_; }
  const Buffer<float>& probabilities(uint32_t k) const { return probabilities_[k - 1]; }
  float gamma(uint32_t k, size_t ngram) const { return weights_[k][ngram].gamma; }  // of k words as a context

 private:
  struct ContextWeight {
    float gamma;            // 1 where nothing follows
    float denominator;
  };

  // Finds the suffix of each k-gram, and adjusts the counts of the level below by them. Both levels are in suffix
  // order, so one walk through both meets every pair. Returns whether the last k-gram ends the model's last one.
  bool link(uint32_t k, bool in_last) {
    const Level& lower = levels_[k - 2];
    Level& upper = levels_[k - 1];
    Buffer<uint32_t> extensions(lower.size());
    std::fill(extensions.begin(), extensions.end(), 0);
    upper.suffix = Buffer<uint32_t>(upper.size());
    uint32_t at = 0;
    for (size_t i = 0; i < upper.size(); ++i) {
      const LevelNode wanted{upper.node[i].word, k == 2 ? 0 : lower.suffix[upper.node[i].context]};
      while (lower.node[at].word != wanted.word || lower.node[at].context != wanted.context) ++at;
      upper.suffix[i] = at;
      ++extensions[at];
    }
    adjust(k - 1, extensions.begin(), in_last);
    return in_last && upper.size() > 0 && at + 1 == lower.size();
  }

  // Turns counts into adjusted counts: of distinct words to the left, but occurrences where <s> stands at the left
  // or the order is the highest. Pruning goes by occurrences.
  void adjust(uint32_t k, const uint32_t* extensions, bool in_last) {
    Level& level = levels_[k - 1];
    OrderCounts& counts = order_counts_[k - 1];
    for (size_t i = 0; i < level.size(); ++i) {
      const uint32_t occurrences = level.count[i];
      const uint32_t adjusted = extensions && extensions[i] ? extensions[i] : occurrences;
      const bool special = k == 1 && i <= kEnd;
      const bool pruned = !special && occurrences <= settings_.prune[k - 1];
      // lmplz files the last n-gram, and its suffixes, under their occurrences when it counts counts.
      const bool last = in_last && i + 1 == level.size();
      counts.add(last ? occurrences : adjusted, pruned);
      level.count[i] = adjusted | (pruned ? kPruned : 0);
    }
  }

  // Sums up the k-grams of each context.
  void weigh(uint32_t k, const Discounts& discounts) {
    const Level& level = levels_[k - 1];
    std::vector<ContextSums<uint32_t>> sums(k == 1 ? 1 : levels_[k - 2].size());
    for (size_t i = 0; i < level.size(); ++i)
      sums[level.node[i].context].add(level.count[i] & ~kPruned, level.count[i] & kPruned);
    Buffer<ContextWeight> weights(sums.size());
    for (size_t i = 0; i < sums.size(); ++i)
      weights[i] = {sums[i].denominator ? sums[i].gamma(discounts) : 1.0f, static_cast<float>(sums[i].denominator)};
    weights_[k - 1] = std::move(weights);
  }

  void fill_words(const Discounts& discounts) {
    const Level& level = levels_[0];
    const UnigramRule rule(settings_.interpolate_unigrams, order_counts_[0].kept, weights_[0][0].gamma,
                           weights_[0][0].denominator, discounts);
    probabilities_[0] = Buffer<float>(level.size());
    for (uint32_t word = 0; word < level.size(); ++word)
      probabilities_[0][word] = rule.probability(word, level.count[word] & ~kPruned);
  }

  void fill(uint32_t k, const Discounts& discounts) {
    const Level& level = levels_[k - 1];
    const Buffer<float>& lower = probabilities_[k - 2];
    Buffer<float>& probabilities = probabilities_[k - 1] = Buffer<float>(level.size());
    for_parts(settings_.threads, level.size(), [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        if (level.count[i] & kPruned) continue;
        const ContextWeight& weight = weights_[k - 1][level.node[i].context];
        const float own = discounts.apply(level.count[i]) / weight.denominator;
        probabilities[i] = own + weight.gamma * lower[level.suffix[i]];
      }
    });
  }

  const Corpus& corpus_;
  const Settings& settings_;
  const Host& host_;
  std::vector<Level> levels_;                     // [k - 1]: k-grams
  std::vector<OrderCounts> order_counts_;
  std::vector<Buffer<ContextWeight>> weights_;    // [k]: of k-grams as contexts
  std::vector<Buffer<float>> probabilities_;      // of kept n-grams only
};

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
