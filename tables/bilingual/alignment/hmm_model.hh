// The word alignment model of a set of sentence pairs: trained in passes over parts of them, from any number of threads.
#pragma once
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tables/bilingual/alignment/hmm.hh"
#include "tables/bilingual/alignment/cooccurrence.hh"

namespace paragen::hmm {

class Model {
 public:
  // The caller owns the memory, which must outlive the model. Words are below n_words. Of the pairs, the model knows the first
  // n_learnt, and may be asked about the others.
  Model(Text one, Text other, size_t n_pairs, size_t n_learnt, size_t n_words, Prior prior, size_t most_keys = kMostKeys)
      : one_(one), other_(other), n_pairs_(n_pairs), jumps_{}, counts_(kJumps) {
    std::vector<uint64_t> frequencies(n_words, 0);
    for (const Text& side : {one, other}) {
      for (uint64_t at = side.begins[0]; at < side.begins[n_pairs]; ++at) {
        if (side.words[at] >= n_words) throw std::out_of_range("a word beyond the vocabulary");
        if (at < side.begins[n_learnt]) ++frequencies[side.words[at]];
      }
    }
    lexicon_ = Lexicon(std::move(frequencies), together(one, other, n_learnt, n_words, most_keys), prior);
    // A first guess: words stand in the same order.
    for (size_t k = 0; k < kJumps; ++k) jumps_[k] = k == jump_class(1) ? 0.5 : 0.5 / double(kJumps);
  }

  size_t size() const { return lexicon_.size(); }

  // Counts over the pairs from `begin` up to `end`.
  void expect(size_t begin, size_t end, bool with_jumps) {
    Aligner aligner(lexicon_, jumps_);
    for (size_t pair = begin; pair < end; ++pair) aligner.expect(words(one_, pair), words(other_, pair), with_jumps, counts_);
  }

  // Ends a pass.
  void estimate(bool with_jumps) {
    lexicon_.estimate();
    if (!with_jumps) return;
    uint64_t sum = 0;
    for (uint64_t count : counts_.counts) sum += count;
    for (size_t k = 0; k < kJumps; ++k)
      jumps_[k] = (double(counts_.counts[k]) / kUnit + kJumpFloor) / (double(sum) / kUnit + kJumpFloor * kJumps);
    std::fill(counts_.counts.begin(), counts_.counts.end(), 0);
  }

  // Appends a line of links for each pair from `begin` up to `end`, and of the same links reversed.
  void links(size_t begin, size_t end, double threshold, std::string& out, std::string& mirrored) {
    Aligner aligner(lexicon_, jumps_);
    for (size_t pair = begin; pair < end; ++pair)
      aligner.links(words(one_, pair), words(other_, pair), threshold, out, mirrored);
  }

  // Writes log p(other | one) and log p(one | other), per word, of each pair from `begin` up to `end`.
  void log_likelihoods(size_t begin, size_t end, double* there, double* back) {
    Aligner aligner(lexicon_, jumps_);
    for (size_t pair = begin; pair < end; ++pair) {
      *there++ = aligner.log_likelihood(words(one_, pair), words(other_, pair));
      *back++ = aligner.log_likelihood(words(other_, pair), words(one_, pair));
    }
  }

 private:
  static Words words(Text text, size_t pair) {
    return {text.words + text.begins[pair], size_t(text.begins[pair + 1] - text.begins[pair])};
  }

  Text one_, other_;
  size_t n_pairs_;
  Lexicon lexicon_;
  Jumps jumps_;
  JumpCounts counts_;
};

}  // namespace paragen::hmm
