// What each table says about a pair of phrases, in either direction, and how much is offered for either side.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "decoder/option_set.hh"
#include "tables/store/store.hh"

namespace paragen {

constexpr float kSilent = -30;      // instead of the log score of a table that does not offer a pair

class PairTables {
 public:
  struct Summary {
    float offers;            // tables that offer the pair
    float best_rank = 1e3f;  // in what any one of them offers for the span
    float reversed = 0;      // tables that offer it the other way round
    float fan = 0;           // of the substitute
  };

  PairTables() = default;
  // n_tables: of the store, those with a say of their own.
  PairTables(const StoreView& store, uint32_t n_tables) : store_(store), n_tables_(n_tables) {}

  // The node of a phrase; 0 where no table has it.
  uint32_t node(const uint32_t* words, uint32_t n_words) const {
    uint32_t node = 0;
    for (uint32_t i = 0; i < n_words; ++i)
      if ((node = store_.child(node, words[i])) == 0) return 0;
    return node;
  }

  // Prefetch the memory that row() will read of a substitute's node.
  void prefetch(uint32_t node) const {
    if (node != 0) store_.prefetch(node);
  }

  // How much is offered for a phrase: log(1 + words of it).
  float fan(uint32_t node) const {
    if (node == 0) return 0;
    uint32_t size = 0;  // of the options of tables that the fit knows
    OptionReader reader(store_, node);
    OptionC option;
    while (reader.next(&option)) size += size_of(option);
    return std::log(float(1 + size));
  }

  // The span whose substitutes, [first, last) of the set, come next, in their order.
  void read_span(const OptionSet& set, const uint32_t* words, uint32_t n_words, bool has_tree, uint32_t first, uint32_t last) {
    words_ = words;
    n_words_ = n_words;
    read_options(has_tree);
    ranks_.assign(n_tables_, {});
    scores_.clear();
    for (uint32_t i = first; i < last; ++i)
      for (uint32_t k = 0; k < set.substitutes[i].n_offers; ++k) {
        const OfferC& offer = set.offers[set.substitutes[i].offers_begin + k];
        scores_.push_back(general(set, set.substitutes[i], offer));
        if (offer.table < n_tables_) ranks_[offer.table].push_back(scores_.back());
      }
    next_score_ = scores_.begin();
    for (std::vector<float>& scores : ranks_) std::sort(scores.begin(), scores.end(), [](float a, float b) { return a > b; });
  }

  // What each table says about the pair, and about the pair the other way round, of the next substitute; node: of its words.
  Summary row(const OptionSet& set, const SubstituteC& substitute, uint32_t node, float* row) {
    Summary said{float(substitute.n_offers)};
    std::fill(row, row + 2 * n_tables_, kSilent);
    for (uint32_t k = 0; k < substitute.n_offers; ++k) {
      const OfferC& offer = set.offers[substitute.offers_begin + k];
      const float score = *next_score_++;
      if (offer.table >= n_tables_) continue;
      row[offer.table] = score;
      const std::vector<float>& scores = ranks_[offer.table];
      const auto at = std::lower_bound(scores.begin(), scores.end(), score, [](float a, float b) { return a > b; });
      said.best_rank = std::min(said.best_rank, float(at - scores.begin()));
    }
    if (node == 0) return said;
    OptionReader reader(store_, node);
    OptionC option;
    uint32_t size = 0;
    while (reader.next(&option)) {
      size += size_of(option);
      if (option.n_words != n_words_ || option.table >= n_tables_ || !option.words.equals(words_, n_words_)) continue;
      if (row[n_tables_ + option.table] == kSilent) ++said.reversed;
      row[n_tables_ + option.table] = std::max(row[n_tables_ + option.table], option.logscore);
    }
    said.fan = std::log(float(1 + size));
    return said;
  }

 private:
  uint32_t size_of(const OptionC& option) const { return option.table < n_tables_ ? (option.rank == 0) + 1 + option.n_words : 0; }

  // What tables have for the span under any label, if the sentence's tree limits what they offer: a fit is learnt without
  // trees.
  void read_options(bool has_tree) {
    options_.clear();
    const uint32_t found = has_tree ? node(words_, n_words_) : 0;
    if (found == 0) return;
    OptionReader reader(store_, found);
    OptionC option;
    while (reader.next(&option)) options_.push_back(option);
  }

  // The log score of an offer under any label.
  float general(const OptionSet& set, const SubstituteC& substitute, const OfferC& offer) const {
    const uint32_t* words = set.words_of(substitute);
    for (const OptionC& option : options_)
      if (option.table == offer.table && option.n_words == substitute.n_words && option.words.equals(words, option.n_words))
        return option.logscore;
    return offer.logscore;
  }

  StoreView store_;
  uint32_t n_tables_ = 0;
  const uint32_t* words_ = nullptr;         // of the span
  uint32_t n_words_ = 0;
  std::vector<std::vector<float>> ranks_;   // by table, the log scores of its offers for the span, best first
  std::vector<OptionC> options_;            // of the span's words under any label, where labels limit what is offered
  std::vector<float> scores_;               // of the offers of the span's substitutes, one after the other
  std::vector<float>::const_iterator next_score_;
};

}  // namespace paragen
