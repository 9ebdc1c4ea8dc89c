// A window's derivation scored anew from its steps, and what each of its edits is worth.
#pragma once
#include <cstdint>
#include <deque>
#include <vector>

#include "decoder/features.hh"
#include "decoder/lm_context.hh"
#include "decoder/option_set.hh"
#include "decoder/result.hh"

namespace paragen {

class Rescorer {
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

  // The derivation that takes the steps and copies all other words.
  ResultC result(const FeatureList& features) const {
    ResultC result;
    result.features = features.sums([&](const auto& add) {
      uint32_t at = 0;
      for (const Option& step : steps_) {
        for (; at < step.begin; ++at) add(copy(features, at));
        add(step);
        at = step.end;
      }
      for (; at < window_->end - window_->begin; ++at) add(copy(features, at));
    });
    result.score = features.weighted(result.features);
    for (uint32_t i = 0; i < steps_.size(); ++i) result.steps.push_back({steps_[i], i});
    return result;
  }

  // For each edit, how much lower the score would be if its words were copied instead.
  std::vector<double> gains(const FeatureList& features, const LmView& lm) const {
    const uint32_t* source = set_->source.data() + window_->source_begin;
    std::vector<uint32_t> target, places, uses(features.n_tables(), 0);
    uint32_t at = 0;
    for (const Option& step : steps_) {
      target.insert(target.end(), source + at, source + step.begin);
      places.push_back(static_cast<uint32_t>(target.size()));
      target.insert(target.end(), step.words, step.words + step.n_words);
      at = step.end;
      ++uses[step.table];
    }
    target.insert(target.end(), source + at, source + (window_->end - window_->begin));
    LmContext context;
    context.read(lm, target.data(), static_cast<uint32_t>(target.size()));
    std::vector<double> gains;
    for (size_t i = 0; i < steps_.size(); ++i) {
      const Option& step = steps_[i];
      if (!step.edit) continue;
      const double change = context.change(places[i], places[i] + step.n_words, source + step.begin, step.end - step.begin);
      double gain = features.base(step) - features.lm_weight() * change;
      for (uint32_t word = step.begin; word < step.end; ++word) gain -= features.base(copy(features, word));
      if (uses[step.table] == 1) gain -= features.floor(step.table);
      gains.push_back(gain);
    }
    return gains;
  }

 private:
  Option copy(const FeatureList& features, uint32_t position) const {
    return copy_option(features, *set_, window_->source_begin + position, position);
  }

  const OptionSet* set_ = nullptr;
  const WindowC* window_ = nullptr;
  std::vector<Option> steps_;
  std::deque<std::vector<uint32_t>> words_;  // of the steps
  std::deque<std::vector<double>> scores_;
};

}  // namespace paragen
