// The search: options, then stack after stack from left to right, then the best complete derivations; and what leaves it: a
// derivation's steps and features, the same scored anew from its steps, and what each edit is worth.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <deque>
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

// A step that takes a table's option. Words kept by PT-7 or passed through unknown are no steps of a result.
struct StepC {
  Option option;
  uint32_t number;                   // in the window: equal numbers, equal steps
};

// An edit inside what a pattern moves or surrounds.
struct InsideC {
  StepC step;                        // begin, end: of the source
  uint32_t at;                       // where its words begin in those of the pattern's step
};

// Steps point into the option set. To be moved, not copied: `structure` points to `words`.
struct ResultC {
  double score;
  std::vector<double> features;      // unweighted, in the order of the feature list
  std::vector<StepC> steps;
  uint32_t variant = 0;              // of the window, whose options the steps' numbers are of; see structures.hh
  uint32_t structure = kNone;        // the step that has edits inside; kNone: none has
  std::vector<InsideC> inside;       // these, in the order of its words
  std::vector<uint32_t> words;       // of that step

  uint32_t n_edits() const {
    const auto is_edit = [](const StepC& step) { return step.option.edit; };
    return static_cast<uint32_t>(std::count_if(steps.begin(), steps.end(), is_edit) + inside.size());
  }
};

inline ResultC make_result(const ProblemC& problem, const Search& search, const Derivation& derivation) {
  ResultC result;
  result.steps.reserve(derivation.options.size());
  result.features = problem.features->sums([&](const auto& add) {
    for (const uint32_t number : derivation.options) {
      const Option& option = search.option(number);
      add(option);
      if (option.table < problem.features->n_tables()) result.steps.push_back({option, number});
    }
  });
  result.score = problem.features->weighted(result.features);
  return result;
}

// By score: the search adds in another order, so that equal scores may come a rounding apart.
inline void sort_results(std::vector<ResultC>* results) {
  std::stable_sort(results->begin(), results->end(), [](const ResultC& a, const ResultC& b) { return a.score > b.score; });
}

// Whether two options put the same words in the same place.
inline bool same_words(const Option& a, const Option& b) {
  return a.begin == b.begin && a.end == b.end && std::equal(a.words, a.words + a.n_words, b.words, b.words + b.n_words);
}

// Whether a result has an edit that none of the earlier ones has; the first of a list always counts.
inline bool brings_edit(const std::vector<ResultC>& earlier, const ResultC& result) {
  const auto is_new = [&](const StepC& step) {
    return step.option.edit && std::none_of(earlier.begin(), earlier.end(), [&](const ResultC& other) {
             return std::any_of(other.steps.begin(), other.steps.end(),
                                [&](const StepC& known) { return same_words(known.option, step.option); });
           });
  };
  return earlier.empty() || std::any_of(result.steps.begin(), result.steps.end(), is_new);
}

class Rescorer {
  Option copy(const FeatureList& features, uint32_t position) const {
    return copy_option(features, *set_, window_->source_begin + position, position);
  }

  // An edit inside the step before it: it adds what it is worth, the step has its words.
  static bool is_inside(const Option& step) { return step.begin == step.end; }

  // Gives `add` the options from left to right, copies in place of a step that is left out.
  auto derivation(const FeatureList& features, const Option* left_out) const {
    return [this, &features, left_out](const auto& add) {
      uint32_t at = 0;
      const auto copy_up_to = [&](uint32_t end) {
        for (; at < end; ++at) add(copy(features, at));
      };
      for (const Option& step : steps_) {
        if (&step == left_out || (left_out != nullptr && is_inside(step) && step.end == left_out->end)) continue;
        copy_up_to(step.begin);
        add(step);
        at = step.end;
      }
      copy_up_to(window_->end - window_->begin);
    };
  }

 public:
  // The set must stay.
  void begin(const OptionSet& set, const WindowC& window) {
    set_ = &set;
    window_ = &window;
  }

  // The next step from left to right. begin, end: words of the sentence; scores: one a scorer, or none.
  void add_step(uint32_t begin, uint32_t end, uint32_t table, const std::vector<uint32_t>& words, float logscore,
                const std::vector<double>& scores) {
    words_.push_back(words);
    scores_.push_back(scores);
    Option option;
    option.begin = begin - window_->begin;
    option.end = end - window_->begin;
    option.table = table;
    option.words = words_.back().data();
    option.n_words = static_cast<uint32_t>(words.size());
    option.logscore = logscore;
    const uint32_t* source = set_->source.data() + window_->source_begin;
    option.edit = words != std::vector<uint32_t>(source + option.begin, source + option.end);
    if (!scores.empty()) option.scores = scores_.back().data();
    steps_.push_back(option);
  }

  // An edit inside the last step, which has its words.
  void add_inside(uint32_t table, float logscore, const std::vector<double>& scores) {
    scores_.push_back(scores);
    Option option;
    option.begin = option.end = steps_.back().end;
    option.table = table;
    option.logscore = logscore;
    option.edit = true;
    if (!scores.empty()) option.scores = scores_.back().data();
    steps_.push_back(option);
  }

  // The derivation that takes the steps and copies all other words.
  ResultC result(const FeatureList& features) const {
    ResultC result;
    result.features = features.sums(derivation(features, nullptr));
    result.score = features.weighted(result.features);
    for (uint32_t i = 0; i < steps_.size(); ++i) result.steps.push_back({steps_[i], i});
    return result;
  }

  // For each edit, how much lower the score would be if its words were copied instead.
  std::vector<double> gains(const FeatureList& features) const {
    const uint32_t* source = set_->source.data() + window_->source_begin;
    std::vector<uint32_t> target, places;
    uint32_t at = 0;
    for (const Option& step : steps_) {
      target.insert(target.end(), source + at, source + step.begin);
      places.push_back(static_cast<uint32_t>(target.size()));
      target.insert(target.end(), step.words, step.words + step.n_words);
      at = step.end;
    }
    target.insert(target.end(), source + at, source + (window_->end - window_->begin));
    LmContext context;
    context.read(features.lm(), target.data(), static_cast<uint32_t>(target.size()));
    const std::vector<double> of_states = features.sums_of_states(derivation(features, nullptr));
    std::vector<double> gains;
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Option& step = steps_[i];
      if (!step.edit || is_inside(step)) continue;
      const double change = context.change(places[i], places[i] + step.n_words, source + step.begin, step.end - step.begin);
      double gain = features.base(step) - features.lm_weight() * change;
      for (size_t k = i + 1; k < steps_.size() && is_inside(steps_[k]); ++k) gain += features.base(steps_[k]);
      for (uint32_t word = step.begin; word < step.end; ++word) gain -= features.base(copy(features, word));
      std::vector<double> lost = features.sums_of_states(derivation(features, &step));
      for (size_t k = 0; k < lost.size(); ++k) lost[k] = of_states[k] - lost[k];
      gains.push_back(gain + features.weighted(lost));
    }
    return gains;
  }

 private:
  const OptionSet* set_ = nullptr;
  const WindowC* window_ = nullptr;
  std::vector<Option> steps_;
  std::deque<std::vector<uint32_t>> words_;  // of the steps
  std::deque<std::vector<double>> scores_;
};

}  // namespace paragen
