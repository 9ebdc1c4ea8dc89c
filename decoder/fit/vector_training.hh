// Learns the vectors of knowledge.hh: each word of a text is told from random ones by the words around it (continuous bag of
// words with negative sampling [M13], a weight of each number for each place [M18]). One thread: the same vectors in every run.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "decoder/fit/knowledge.hh"

namespace paragen {

constexpr uint32_t kUnknownWord = 0, kSentenceBreak = 1;  // in a text to learn from; words follow

struct LearntVectors {
  std::vector<float> inputs, outputs, biases, places;
};

class VectorTrainer {
 public:
  // counts: of each word in the text, which also has a kSentenceBreak at its begin, its end and between sentences.
  VectorTrainer(const uint32_t* text, size_t n_tokens, const uint64_t* counts, uint32_t n_words)
      : text_(text), n_tokens_(n_tokens), n_words_(n_words) {
    learnt.inputs.resize(size_t(n_words) * kVectorSize);
    learnt.outputs.assign(size_t(n_words) * kVectorSize, 0);
    learnt.biases.assign(n_words, 0);
    learnt.places.assign(size_t(2) * kReach * kVectorSize, 1);
    for (float& value : learnt.inputs) value = (share() - 0.5f) * 2 / kVectorSize;
    sample(counts);
  }

  // One pass over the text; from, to: the shares of all passes that are done before and after it.
  void pass(double from, double to) {
    for (size_t i = 0; i < n_tokens_; ++i) {
      const uint32_t word = text_[i];
      if (word == kUnknownWord || word == kSentenceBreak || share() > kept_[word]) continue;
      const double done = from + (to - from) * double(i) / double(n_tokens_);
      learn(i, word, kRate * std::max(1e-3f, float(1 - done)));
    }
  }

  LearntVectors learnt;

 private:
  static constexpr float kRate = 0.05f;         // of learning, falling to a thousandth of it
  static constexpr float kPlaceRate = 0.1f;     // that of the weights of places, of it
  static constexpr float kInputRate = 0.5f;     // that of the inputs, of it
  static constexpr uint32_t kRandomWords = 10;  // for each word
  static constexpr double kFrequent = 1e-4;     // share of a text from which on a word is passed over now and then
  static constexpr uint32_t kSamples = 1 << 22;

  struct Neighbour {
    float *input, *weight;
  };

  // Which words are random ones, in the proportion of counts to the power 3/4, and which are passed over.
  void sample(const uint64_t* counts) {
    double sum = 0, total = 0, upto = 0;
    for (uint32_t word = 0; word < n_words_; ++word) {
      sum += std::pow(double(counts[word]), 0.75);
      total += double(counts[word]);
    }
    samples_.resize(kSamples);
    uint32_t word = 0;
    upto = std::pow(double(counts[0]), 0.75) / sum;
    for (uint32_t k = 0; k < kSamples; ++k) {
      while ((k + 0.5) / kSamples > upto && word + 1 < n_words_) upto += std::pow(double(counts[++word]), 0.75) / sum;
      samples_[k] = word;
    }
    for (word = 0; word < n_words_; ++word) {
      const double frequency = std::max(double(counts[word]), 1.0) / total;
      kept_.push_back(float(std::min(1.0, std::sqrt(kFrequent / frequency) + kFrequent / frequency)));
    }
  }

  void learn(size_t i, uint32_t word, float rate) {
    read_neighbours(i);
    float sum[kVectorSize] = {}, change[kVectorSize] = {};
    for (const Neighbour& near : neighbours_)
      for (uint32_t k = 0; k < kVectorSize; ++k) sum[k] += near.input[k] * near.weight[k];
    const float one = 1.0f / float(neighbours_.size());
    for (float& value : sum) value *= one;
    tell(word, 1, rate, sum, change);
    for (uint32_t n = 0; n < kRandomWords; ++n)
      if (const uint32_t other = samples_[random() & (kSamples - 1)]; other != word) tell(other, 0, rate, sum, change);
    for (const Neighbour& near : neighbours_)
      for (uint32_t k = 0; k < kVectorSize; ++k) {
        const float input = near.input[k], weight = near.weight[k];
        near.weight[k] += change[k] * input * (kPlaceRate * one);
        near.input[k] += change[k] * weight * kInputRate;
      }
  }

  void read_neighbours(size_t i) {
    neighbours_.clear();
    for (uint32_t k = 1; k <= kReach && k <= i; ++k) {
      add_neighbour(text_[i - k], kReach - k);
      if (text_[i - k] == kSentenceBreak) break;
    }
    for (uint32_t k = 1; k <= kReach && i + k < n_tokens_; ++k) {
      add_neighbour(text_[i + k], kReach + k - 1);
      if (text_[i + k] == kSentenceBreak) break;
    }
  }

  void add_neighbour(uint32_t word, uint32_t place) {
    neighbours_.push_back({&learnt.inputs[size_t(word) * kVectorSize], &learnt.places[size_t(place) * kVectorSize]});
  }

  // Learn that a word is the one among its neighbours (truth 1), or a random one (0).
  void tell(uint32_t word, float truth, float rate, const float* sum, float* change) {
    float* const output = &learnt.outputs[size_t(word) * kVectorSize];
    float lanes[kLanes] = {};  // so that compilers may add several at once
    for (uint32_t k = 0; k < kVectorSize; k += kLanes)
      for (uint32_t lane = 0; lane < kLanes; ++lane) lanes[lane] += sum[k + lane] * output[k + lane];
    float likely = learnt.biases[word];
    for (const float lane : lanes) likely += lane;
    const float step = rate * (truth - 1 / (1 + std::exp(-likely)));
    for (uint32_t k = 0; k < kVectorSize; ++k) {
      change[k] += step * output[k];
      output[k] += step * sum[k];
    }
    learnt.biases[word] += step;
  }

  uint64_t random() {  // xorshift64
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    return state_ ^= state_ << 17;
  }

  float share() { return float(random() >> 40) / float(1 << 24); }

  static constexpr uint32_t kLanes = 8;

  const uint32_t* text_;
  size_t n_tokens_;
  uint32_t n_words_;
  uint64_t state_ = 88172645463325252u;
  std::vector<uint32_t> samples_;
  std::vector<float> kept_;
  std::vector<Neighbour> neighbours_;
};

}  // namespace paragen
