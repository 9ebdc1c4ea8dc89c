// Many language-model queries at once: their cache misses overlap, because each round prefetches the memory of all
// before reading it.
#pragma once
#include <cstdint>
#include <numeric>
#include <vector>

#include "lm/query/automaton.hh"

namespace paragen {

class QueryBatch {
 public:
  struct Query {
    uint32_t state;     // in: the context; out: the state after the word
    uint32_t word;
    float logprob;      // out, natural
  };

  void clear() { queries_.clear(); }
  size_t size() const { return queries_.size(); }
  const Query& operator[](size_t i) const { return queries_[i]; }

  void add(const LmView& lm, uint32_t state, uint32_t word) {
    __builtin_prefetch(lm.cells + state);
    queries_.push_back({state, word < lm.n_words ? word : 0, 0});
  }

  void run(const LmView& lm) {
    pending_.resize(queries_.size());
    std::iota(pending_.begin(), pending_.end(), 0);
    while (!pending_.empty()) {
      for (const uint32_t i : pending_) lm.prefetch(queries_[i].state, queries_[i].word);
      size_t kept = 0;
      for (const uint32_t i : pending_)
        if (!answer(lm, &queries_[i])) pending_[kept++] = i;
      pending_.resize(kept);
    }
  }

 private:
  // One step down the failure links; true when the query is answered.
  static bool answer(const LmView& lm, Query* query) {
    const LmArcC* arc;
    if (query->state == 0) {
      arc = &lm.unigram(query->word);
    } else if ((arc = lm.find(query->state, query->word)) == nullptr) {
      query->logprob += lm.state(query->state).backoff;
      query->state = lm.suffix(query->state);
      __builtin_prefetch(lm.cells + query->state);
      return false;
    }
    query->logprob = LmView::sound(query->logprob + arc->logprob);
    query->state = lm.after(*arc);
    return true;
  }

  std::vector<Query> queries_;
  std::vector<uint32_t> pending_;
};

}  // namespace paragen
