// Word alignment of sentences of one language by a hidden Markov model (Vogel, Ney and Tillmann 1996), both directions from one
// lexicon.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tables/bilingual/alignment/hmm_lexicon.hh"
#include "tables/bilingual/alignment/links.hh"

namespace paragen::hmm {

// The words of one sentence, numbered.
struct Words {
  const uint32_t* data = nullptr;
  size_t size = 0;
};

constexpr double kNull = 0.1;        // p(a word has no counterpart)
constexpr int kFarthest = 8;         // jumps of more words are one class
constexpr size_t kJumps = 2 * kFarthest + 1;
constexpr double kJumpFloor = 0.01;  // added to expected jumps

using Jumps = std::array<double, kJumps>;

inline size_t jump_class(int64_t distance) {
  return static_cast<size_t>(std::clamp<int64_t>(distance, -kFarthest, kFarthest) + kFarthest);
}

// p(next position | position) in a sentence of each length; position 0 is before its first word.
class JumpTable {
 public:
  explicit JumpTable(const Jumps& jumps) : jumps_(jumps) {}

  // The row of `from`, of `size` entries for the positions 1, 2, …
  void fill(size_t size, std::vector<double>& table) const {
    table.resize((size + 1) * size);
    for (size_t from = 0; from <= size; ++from) {
      double* row = table.data() + from * size;
      double sum = 0;
      for (size_t to = 1; to <= size; ++to) sum += row[to - 1] = jumps_[jump_class(int64_t(to) - int64_t(from))];
      for (size_t to = 0; to < size; ++to) row[to] *= (1 - kNull) / sum;
    }
  }

 private:
  const Jumps& jumps_;
};

// Forward and backward sums of a sentence `target` that is generated word by word from the words of `source`.
class Lattice {
 public:
  // Afterwards, posterior(j, i) is p(target word j comes from source word i).
  void run(Words source, Words target, const Lexicon& lexicon, const JumpTable* jumps) {
    n_ = source.size;
    m_ = target.size;
    emissions(source, target, lexicon);
    posterior_.assign(n_ * m_, 0);
    if (!jumps) return alone();
    jumps->fill(n_, jump_);
    forward();
    backward();
  }

  double posterior(size_t j, size_t i) const { return posterior_[j * n_ + i]; }

  // log p(target | source) of the last run, which had jumps.
  double log_likelihood() const {
    double sum = 0;
    for (double scale : scale_) sum += std::log(scale);
    return sum;
  }

  // Adds the last run's expected counts of word pairs.
  void expected_words(Words source, Lexicon& lexicon) const {
    for (size_t at = 0; at < posterior_.size(); ++at) lexicon.add(source.data[at % n_], entry_[at], posterior_[at]);
  }

  // Adds the expected jumps of the last run to `counts`.
  void expected_jumps(JumpCounts& counts) const {
    Jumps sums{};
    for (size_t j = 0; j < m_; ++j) {
      for (size_t from = 0; from <= n_; ++from) {
        const double before = alpha_[j * (n_ + 1) + from];
        if (before < 1e-9) continue;
        for (size_t to = 1; to <= n_; ++to)
          sums[jump_class(int64_t(to) - int64_t(from))] += before * jump_[from * n_ + to - 1] * real_[j * n_ + to - 1];
      }
    }
    for (size_t k = 0; k < kJumps; ++k) counts.add(k, sums[k]);
  }

 private:
  void emissions(Words source, Words target, const Lexicon& lexicon) {
    emit_.resize(n_ * m_);
    entry_.resize(n_ * m_);
    null_.resize(m_);
    for (size_t j = 0; j < m_; ++j) {
      null_[j] = kNull * lexicon.frequency(target.data[j]);
      for (size_t i = 0; i < n_; ++i) {
        const size_t entry = entry_[j * n_ + i] = lexicon.find(source.data[i], target.data[j]);
        emit_[j * n_ + i] = lexicon.probability(source.data[i], entry);
      }
    }
  }

  // Model 1: every position is as likely as any other.
  void alone() {
    for (size_t j = 0; j < m_; ++j) {
      const double share = (1 - kNull) / double(n_);
      double sum = null_[j];
      for (size_t i = 0; i < n_; ++i) sum += share * emit_[j * n_ + i];
      for (size_t i = 0; i < n_; ++i) posterior_[j * n_ + i] = share * emit_[j * n_ + i] / sum;
    }
  }

  // alpha_: after j words, the last that has a counterpart has it at position p; scaled to a sum of 1.
  void forward() {
    const size_t width = n_ + 1;
    alpha_.assign((m_ + 1) * width, 0);
    scale_.resize(m_);
    alpha_[0] = 1;
    for (size_t j = 0; j < m_; ++j) {
      const double* before = alpha_.data() + j * width;
      double* after = alpha_.data() + (j + 1) * width;
      for (size_t from = 0; from < width; ++from) {
        if (before[from] < 1e-12) continue;
        const double* row = jump_.data() + from * n_;
        for (size_t i = 0; i < n_; ++i) after[i + 1] += before[from] * row[i];
      }
      for (size_t i = 0; i < n_; ++i) after[i + 1] *= emit_[j * n_ + i];
      for (size_t p = 0; p < width; ++p) after[p] += null_[j] * before[p];
      double sum = 0;
      for (size_t p = 0; p < width; ++p) sum += after[p];
      scale_[j] = sum;
      for (size_t p = 0; p < width; ++p) after[p] /= sum;
    }
  }

  void backward() {
    const size_t width = n_ + 1;
    beta_.assign(width, 1);
    next_.resize(width);
    real_.resize(n_ * m_);
    for (size_t j = m_; j-- > 0;) {
      const double* before = alpha_.data() + j * width;
      double* real = real_.data() + j * n_;  // what follows a jump to i, over the scale
      for (size_t i = 0; i < n_; ++i) real[i] = emit_[j * n_ + i] * beta_[i + 1] / scale_[j];
      for (size_t from = 0; from < width; ++from) {
        const double* row = jump_.data() + from * n_;
        double sum = null_[j] * beta_[from] / scale_[j];
        for (size_t i = 0; i < n_; ++i) sum += row[i] * real[i];
        next_[from] = sum;
        if (before[from] < 1e-12) continue;
        for (size_t i = 0; i < n_; ++i) posterior_[j * n_ + i] += before[from] * row[i] * real[i];
      }
      std::swap(beta_, next_);
    }
  }

  size_t n_ = 0, m_ = 0;
  std::vector<size_t> entry_;  // of the lexicon, for each two words
  std::vector<double> emit_, null_, posterior_, jump_, alpha_, scale_, beta_, next_, real_;
};

// Aligns pairs; one for each thread.
class Aligner {
 public:
  Aligner(Lexicon& lexicon, const Jumps& jumps) : lexicon_(lexicon), table_(jumps) {}

  // Adds the pair's expected counts, in both directions, to the lexicon and to `jumps`; without `with_jumps`, as model 1.
  void expect(Words one, Words other, bool with_jumps, JumpCounts& jumps) {
    direction(one, other, with_jumps, jumps);
    direction(other, one, with_jumps, jumps);
  }

  // Returns log p(other | one) per word of the other.
  double log_likelihood(Words one, Words other) {
    there_.run(one, other, lexicon_, &table_);
    return there_.log_likelihood() / double(std::max<size_t>(other.size, 1));
  }

  // Appends a line of the links that both directions find likely, the geometric mean of their posteriors exceeding
  // `threshold`; to `mirrored`, the same links reversed.
  void links(Words one, Words other, double threshold, std::string& out, std::string& mirrored) {
    there_.run(one, other, lexicon_, &table_);
    back_.run(other, one, lexicon_, &table_);
    found_.clear();
    for (uint32_t i = 0; i < one.size; ++i)
      for (uint32_t j = 0; j < other.size; ++j)
        if (there_.posterior(j, i) * back_.posterior(i, j) > threshold * threshold) found_.push_back({i, j});
    alignment::append_links(out, found_);
    out.push_back('\n');
    for (alignment::Link& link : found_) std::swap(link.source, link.target);
    std::sort(found_.begin(), found_.end());
    alignment::append_links(mirrored, found_);
    mirrored.push_back('\n');
  }

 private:
  void direction(Words source, Words target, bool with_jumps, JumpCounts& jumps) {
    there_.run(source, target, lexicon_, with_jumps ? &table_ : nullptr);
    there_.expected_words(source, lexicon_);
    if (with_jumps) there_.expected_jumps(jumps);
  }

  Lexicon& lexicon_;
  JumpTable table_;
  Lattice there_, back_;
  std::vector<alignment::Link> found_;
};

// The word alignment model of a set of sentence pairs: trained in passes over parts of them, from any number of threads.
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
