// Mixes new probabilities of words into an interpolated model, and lays the model out as lines of an ARPA file.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "lm/estimate/arpa.hh"
#include "lm/builder.hh"

namespace paragen {

class Mixer {
 public:
  explicit Mixer(LmBuilder* builder) : builder_(*builder), words_(builder->vocabulary()), text_(words_) {}

  double probability(uint32_t word) { return std::exp(double(builder_.logprob(1, word))); }

  // Gives each word its probability and carries the change up; false at the first n-gram that cannot have one: see impossible().
  //
  // In an interpolated model p(w|h) = a(w|h) + b(h) p(w|h') where b is the back-off weight; so a change d of p(w|h')
  // changes p(w|h) by b(h) d, and every distribution still sums to one.
  bool mix(const double* probabilities) {
    std::vector<double> change(builder_.n_words()), lower;
    for (uint32_t word = 0; word < builder_.n_words(); ++word) {
      change[word] = probabilities[word] - probability(word);
      if (!raise(1, word, change[word])) return false;
    }
    for (uint32_t n = 2; n <= builder_.order(); ++n) {
      const uint32_t begin = builder_.begin(n - 1);
      lower.swap(change);
      change.assign(builder_.n_ngrams(n), 0);
      for (size_t i = 0; i < change.size(); ++i) {
        const LmNode ngram = builder_.ngram(n, i);
        if (ngram.suffix < begin) continue;  // p(w|h') is not in the model itself
        change[i] = std::exp(double(builder_.node(ngram.context).backoff)) * lower[ngram.suffix - begin];
        if (!raise(n, i, change[i])) return false;
      }
    }
    return true;
  }

  const std::string& impossible() const { return impossible_; }

  // Adds a word without n-grams; after mix(). Throws std::invalid_argument if the model has it, or it was added before.
  void add_word(std::string_view word, double probability) {
    const size_t known = words_.size();
    words_.add(word);
    if (words_.size() == known) throw std::invalid_argument("add_word: the model has this word already");
    added_.push_back(static_cast<float>(std::log10(probability)));
  }

  void header() {
    std::vector<estimate::OrderCounts> counts(builder_.order());
    for (uint32_t n = 1; n <= builder_.order(); ++n) counts[n - 1].kept = builder_.n_ngrams(n);
    counts[0].kept += added_.size();
    text_.header(counts);
  }

  // The lines of the n-grams [begin, end) of n words, and the headings that belong there; false once there are none.
  bool lines(uint32_t n, size_t begin, size_t end) {
    const size_t n_ngrams = builder_.n_ngrams(n);
    const bool longest = n == builder_.order();
    if (begin == 0) text_.begin_order(n);
    for (size_t i = begin; i < std::min(end, n_ngrams); ++i) {
      const LmNode ngram = builder_.ngram(n, i);
      const float backoff = log10(ngram.backoff);
      text_.line(builder_.words(ngram).data(), n, log10(ngram.logprob), longest ? nullptr : &backoff);
    }
    if (end < n_ngrams) return true;
    for (uint32_t i = 0; n == 1 && i < added_.size(); ++i) {
      const uint32_t word = builder_.n_words() + i;
      const float backoff = 0;
      text_.line(&word, 1, added_[i], longest ? nullptr : &backoff);
    }
    text_.end_order();
    if (longest) text_.end_model();
    return false;
  }

  const std::string& text() const { return text_.text(); }
  void clear() { text_.clear(); }

 private:
  static float log10(float natural) { return static_cast<float>(natural / kLn10); }

  bool raise(uint32_t n, size_t i, double change) {
    if (change == 0) return true;
    float& logprob = builder_.logprob(n, i);
    const double probability = std::exp(double(logprob)) + change;
    if (probability > 0 && probability < 1.001) {
      logprob = static_cast<float>(std::min(0.0, std::log(probability)));
      return true;
    }
    for (const uint32_t word : builder_.words(builder_.ngram(n, i)))
      impossible_.append(impossible_.empty() ? "" : " ").append(words_.text(word));
    return false;
  }

  LmBuilder& builder_;
  Interner words_;             // those of the model, then those added
  estimate::ArpaText text_;
  std::vector<float> added_;   // log10
  std::string impossible_;
};

}  // namespace paragen
