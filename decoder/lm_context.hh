// A text as the language model sees it, and how a change in one place affects its log probability.
#pragma once
#include <cstdint>
#include <vector>

#include "lm/automaton.hh"

namespace paragen {

class LmContext {
 public:
  // The words of one window; they must stay.
  void read(const LmView& lm, const uint32_t* words, uint32_t n_words) {
    lm_ = lm;
    words_ = words;
    n_words_ = n_words;
    states_.resize(n_words + 1);
    logprobs_.resize(n_words + 1);
    uint32_t state = lm.begin_state;
    for (uint32_t i = 0; i <= n_words; ++i) {
      states_[i] = state;
      logprobs_[i] = lm.score(state, word(i), &state);
    }
  }

  // By how much the log probability (natural) changes if `words` take the place of [begin, end). Beyond the span, words count
  // only until the model is in the state it was in without them: no later word can tell the difference.
  double change(uint32_t begin, uint32_t end, const uint32_t* words, uint32_t n_words) const {
    uint32_t state = states_[begin];
    double after = 0, before = 0;
    for (uint32_t i = 0; i < n_words; ++i) after += lm_.score(state, words[i], &state);
    for (uint32_t i = begin; i < end; ++i) before += logprobs_[i];
    for (uint32_t i = end; i <= n_words_ && state != states_[i]; ++i) {
      after += lm_.score(state, word(i), &state);
      before += logprobs_[i];
    }
    return after - before;
  }

  uint32_t n_words() const { return n_words_; }

 private:
  uint32_t word(uint32_t i) const { return i < n_words_ ? words_[i] : lm_.end_word; }

  LmView lm_;
  const uint32_t* words_ = nullptr;
  uint32_t n_words_ = 0;
  std::vector<uint32_t> states_;     // before each word, and before the end
  std::vector<float> logprobs_;      // of each word there, and of the end
};

}  // namespace paragen
