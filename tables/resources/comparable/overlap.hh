// Sentences of two documents that share many of their word types.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tables/resources/overlap_rate.hh"

namespace paragen::comparable {

// Sentences of all documents: s has the word types [begins[s], begins[s + 1]), each once; document d has the sentences
// [documents[d], documents[d + 1]).
struct Sentences {
  const uint32_t* types = nullptr;
  const uint64_t* begins = nullptr;
  const uint64_t* documents = nullptr;
  const uint8_t* figures = nullptr;  // of each word type, whether it is a figure: it has a digit
};

struct Found {
  std::vector<uint32_t> one, other;  // sentences
  std::vector<float> overlap;
};

// Finds, for pairs of documents, the pairs of their sentences with an overlap of at least `threshold`; sentences that both
// have figures, but none in common, report different events. One for each thread.
class Finder {
 public:
  Finder(Sentences sentences, size_t n_types) : sentences_(sentences), heads_(n_types, kNone) {}

  // Pairs with the same first document stand together, for speed. Word types are below n_types.
  void find(const uint32_t* one, const uint32_t* other, size_t n_pairs, double threshold, Found& found) {
    for (size_t begin = 0; begin < n_pairs;) {
      index(one[begin]);
      size_t at = begin;
      for (; at < n_pairs && one[at] == one[begin]; ++at) compare(other[at], threshold, found);
      forget();
      begin = at;
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Posting {
    uint32_t sentence, next;
  };

  // Lists for each word type the sentences of a document that have it.
  void index(uint32_t document) {
    first_ = sentences_.documents[document];
    counts_.assign(sentences_.documents[document + 1] - first_, 0);
    figures_.assign(counts_.size(), 0);
    for (size_t s = 0; s < counts_.size(); ++s) {
      for (uint64_t at = sentences_.begins[first_ + s]; at < sentences_.begins[first_ + s + 1]; ++at) {
        uint32_t& head = heads_[sentences_.types[at]];
        if (head == kNone) indexed_.push_back(sentences_.types[at]);
        postings_.push_back({static_cast<uint32_t>(s), head});
        head = static_cast<uint32_t>(postings_.size() - 1);
      }
    }
  }

  void forget() {
    for (uint32_t type : indexed_) heads_[type] = kNone;
    indexed_.clear();
    postings_.clear();
  }

  void compare(uint32_t document, double threshold, Found& found) {
    for (uint64_t s = sentences_.documents[document]; s < sentences_.documents[document + 1]; ++s) {
      for (uint64_t at = sentences_.begins[s]; at < sentences_.begins[s + 1]; ++at) {
        const uint32_t figure = sentences_.figures[sentences_.types[at]];
        for (uint32_t p = heads_[sentences_.types[at]]; p != kNone; p = postings_[p].next) {
          if (counts_[postings_[p].sentence]++ == 0) touched_.push_back(postings_[p].sentence);
          figures_[postings_[p].sentence] += figure;
        }
      }
      for (uint32_t t : touched_) {
        const double overlap = overlap_rate(counts_[t], size(first_ + t) + size(s));
        if (overlap >= threshold && (figures_[t] || !has_figure(s) || !has_figure(first_ + t))) {
          found.one.push_back(static_cast<uint32_t>(first_ + t));
          found.other.push_back(static_cast<uint32_t>(s));
          found.overlap.push_back(static_cast<float>(overlap));
        }
        counts_[t] = figures_[t] = 0;
      }
      touched_.clear();
    }
  }

  bool has_figure(uint64_t sentence) const {
    for (uint64_t at = sentences_.begins[sentence]; at < sentences_.begins[sentence + 1]; ++at)
      if (sentences_.figures[sentences_.types[at]]) return true;
    return false;
  }

  uint64_t size(uint64_t sentence) const { return sentences_.begins[sentence + 1] - sentences_.begins[sentence]; }

  Sentences sentences_;
  std::vector<uint32_t> heads_;  // of each type, its last posting
  std::vector<Posting> postings_;
  std::vector<uint32_t> indexed_, touched_, counts_, figures_;
  uint64_t first_ = 0;
};

}  // namespace paragen::comparable
