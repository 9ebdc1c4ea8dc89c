// The search: options, then stack after stack from left to right, then the best complete derivations.
#pragma once
#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "decoder/arena.hh"
#include "decoder/beam.hh"
#include "decoder/extension.hh"
#include "decoder/nbest.hh"
#include "decoder/options.hh"
#include "decoder/states.hh"

namespace paragen {

// A search may take minutes: now and then Python gets control, and may interrupt it.
// The call to Python failed and left its exception.
struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("interrupted") {}
};

class Pauses {
 public:
  using Call = int (*)();  // -1: it failed

  explicit Pauses(Call call) : call_(call), last_(Clock::now()) {}

  // Long computations call this often, at least a microsecond's work apart.
  void check() {
    const Clock::time_point now = Clock::now();
    if (now - last_ < kBetween) return;
    last_ = now;
    if (call_() < 0) throw Interrupted();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kBetween{100};

  Call call_;
  Clock::time_point last_;
};

// One derivation: the options it is made of, left to right.
struct Derivation {
  double score;
  std::vector<uint32_t> options;
};

// Works on one sentence after the other and keeps its memory between them. Not for two threads at once.
class Search {
 public:
  // pause: gives Python control; if it fails, run() and derivation() throw.
  explicit Search(Pauses::Call pause) : pauses_(pause) {}

  // Fill the lattice for a window. The set must stay until its last derivation was taken: options point to its words.
  void run(const ProblemC& problem, const OptionSet& set, const WindowC& window) {
    const uint32_t n_words = window.end - window.begin;
    arena_.clear();
    options_.collect(problem, set, window);
    states_.prepare(problem, options_, n_words);
    lattice_.clear(n_words);
    const double score = states_.begin();
    lattice_.hypotheses.push_back({score, score + states_.ahead(0, 0), problem.features->lm().begin_state, kNone, kNone});
    lattice_.stacks[0].end = 1;
    for (uint32_t position = 0; position < n_words; ++position) {
      pauses_.check();
      if (position > 0) beam_.fill(problem.limits, options_, states_, position, &lattice_);
      if (lattice_.stacks[position].size() == 0) continue;
      extender_.extend(problem, options_, &states_, position, &arena_, &lattice_);
    }
    end_.score(problem, n_words, &arena_, &lattice_);
    beam_.fill(problem.limits, options_, states_, n_words, &lattice_);
    finish(n_words);
    listed_ = false;
  }

  // The k-th best derivation with its own text (0: the best). False: there are fewer.
  bool derivation(uint32_t k, Derivation* result) {
    pauses_.check();
    if (k == 0 && !listed_) {
      if (finals_.empty()) return false;
      result->options.clear();
      for (uint32_t at = finals_[0].hypothesis; lattice_.hypotheses[at].prev != kNone; at = lattice_.hypotheses[at].prev)
        result->options.push_back(lattice_.hypotheses[at].option);
      std::reverse(result->options.begin(), result->options.end());
      result->score = finals_[0].score;
    } else {
      if (!listed_) nbest_.start(options_, states_, lattice_, finals_);
      listed_ = true;
      if (!nbest_.derivation(k, &result->options, &result->score)) return false;
    }
    return true;
  }

  const Option& option(uint32_t number) const { return options_.option(number); }

 private:
  // The complete derivations that the search itself found: one for each hypothesis of the last stack.
  void finish(uint32_t position) {
    const Stack& last = lattice_.stacks[position];
    finals_.clear();
    for (uint32_t at = last.begin; at < last.end; ++at) finals_.push_back({at, lattice_.hypotheses[at].priority});
    std::stable_sort(finals_.begin(), finals_.end(),
                     [](const NBest::Final& a, const NBest::Final& b) { return a.score > b.score; });
  }

  Pauses pauses_;
  Arena arena_;
  OptionTable options_;
  States states_;
  Lattice lattice_;
  Extender extender_;
  SentenceEnd end_;
  Beam beam_;
  std::vector<NBest::Final> finals_;
  NBest nbest_;
  bool listed_ = false;             // whether nbest_ has begun with this sentence
};

}  // namespace paragen
