// How the error of an n-best list changes along a line in the space of weights.
//
// Along a line every entry's score is a + b t. The n best texts change only where two scores cross, and the error is
// constant between such places, so that one sweep from left to right finds all its steps (Och 2003, section 3, for lists of
// one). A text stands in the list with its best entry. Between two crossings only three things can happen:
//   - an entry overtakes the entry that stands for the same text;
//   - an entry of a text outside overtakes the lowest of the list;
//   - another of the list becomes the lowest.
// In the first two an entry with a greater slope takes the place of one with a smaller, in the third the slope of the lowest
// falls: the sweep ends however scores are rounded.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "src/paragen/base/check.hh"

namespace paragen {

// One sentence's part of the arrays that paragen.tuning.pser.NbestArrays describes, with scores at 0 and slopes.
struct SweepListC {
  const double* score;          // by entry
  const double* slope;
  const int32_t* text;
  const int32_t* ends;          // entry k has substitutes [ends[k], ends[k + 1]) of `substitutes`
  const int32_t* substitutes;
  const int8_t* labels;         // by substitute: 1 correct, 0 incorrect, -1 unlabelled
  uint32_t n_entries;
  uint32_t n_labels;
};

// Whether all scores are numbers, and all texts, substitutes and labels exist.
inline bool is_sound(const SweepListC& list) {
  bool sound = true;
  for (uint32_t k = 0; k < list.n_entries; ++k) {
    sound &= std::isfinite(list.score[k]) && std::isfinite(list.slope[k]);
    sound &= static_cast<uint32_t>(list.text[k]) < list.n_entries;
  }
  for (int32_t i = list.ends[0]; i < list.ends[list.n_entries]; ++i)
    sound &= static_cast<uint32_t>(list.substitutes[i]) < list.n_labels;
  for (uint32_t i = 0; i < list.n_labels; ++i) sound &= list.labels[i] >= -1 && list.labels[i] <= 1;
  return sound;
}

// The error from `at` on.
struct SweepStep {
  double at;
  double error;
  int32_t correct;
};

// Works on one sentence after the other and keeps its memory between them.
class Sweep {
 public:
  // Append to `steps` the error at `low` and at each place in (low, high) where it changes.
  void run(const SweepListC& list, uint32_t n, double low, double high, std::vector<SweepStep>* steps) {
    list_ = &list;
    start(n, low);
    steps->push_back({low, error(), counts_[1]});
    if (chosen_.empty()) return;
    double at = low;
    lowest_ = find_lowest(at);
    while (true) {
      Event event = next(at);
      if (!(event.at < high)) return;
      at = event.at;
      if (event.in != kNone) {
        replace(event.out, event.in);
        step(at, steps);
        lowest_ = find_lowest(at);
      } else {
        lowest_ = event.out;
      }
    }
  }

 private:
  static constexpr uint32_t kNone = 0xFFFFFFFFu;

  struct Event {
    double at;
    uint32_t out;               // place in chosen_
    uint32_t in;                // entry; kNone: `out` becomes the lowest
  };

  double value(uint32_t entry, double at) const {
    PARAGEN_CHECK(entry < list_->n_entries);
    return list_->score[entry] + list_->slope[entry] * at;
  }

  // The n best texts at `low`, each with its best entry; of equal scores the greater slope, then the earlier entry.
  void start(uint32_t n, double low) {
    const uint32_t size = list_->n_entries;
    order_.resize(size);
    for (uint32_t k = 0; k < size; ++k) order_[k] = k;
    std::sort(order_.begin(), order_.end(), [&](uint32_t x, uint32_t y) {
      const double vx = value(x, low), vy = value(y, low);
      if (vx != vy) return vx > vy;
      return list_->slope[x] != list_->slope[y] ? list_->slope[x] > list_->slope[y] : x < y;
    });
    int32_t n_texts = 0;
    for (uint32_t k = 0; k < size; ++k) n_texts = std::max(n_texts, list_->text[k] + 1);
    place_of_.assign(n_texts, kNone);
    chosen_.clear();
    uses_.assign(list_->n_labels, 0);
    counts_[0] = counts_[1] = 0;
    for (const uint32_t entry : order_) {
      if (chosen_.size() == n) break;
      uint32_t& place = place_of_[list_->text[entry]];
      if (place != kNone) continue;
      place = static_cast<uint32_t>(chosen_.size());
      chosen_.push_back(entry);
      count(entry, 1);
    }
    full_ = chosen_.size() == n;
  }

  void count(uint32_t entry, int32_t by) {
    for (int32_t i = list_->ends[entry]; i < list_->ends[entry + 1]; ++i) {
      const int32_t number = list_->substitutes[i];
      PARAGEN_CHECK(static_cast<uint32_t>(number) < list_->n_labels);
      const bool before = uses_[number] > 0;
      uses_[number] += by;
      const bool after = uses_[number] > 0;
      if (before != after && list_->labels[number] >= 0) counts_[list_->labels[number]] += by;
    }
  }

  double error() const {
    const int32_t labelled = counts_[0] + counts_[1];
    return labelled ? double(counts_[0]) / labelled : 1.0;
  }

  void replace(uint32_t place, uint32_t entry) {
    const uint32_t out = chosen_[place];
    place_of_[list_->text[out]] = kNone;
    place_of_[list_->text[entry]] = place;
    chosen_[place] = entry;
    count(out, -1);
    count(entry, 1);
  }

  // Where the lowest of the list stands just after `at`.
  uint32_t find_lowest(double at) const {
    uint32_t best = 0;
    for (uint32_t place = 1; place < chosen_.size(); ++place) {
      const double x = value(chosen_[place], at), y = value(chosen_[best], at);
      if (x < y || (x == y && list_->slope[chosen_[place]] < list_->slope[chosen_[best]])) best = place;
    }
    return best;
  }

  // Where entry `up` overtakes entry `down`, not before `at`; infinity: never.
  double crossing(uint32_t up, uint32_t down, double at) const {
    const double gain = list_->slope[up] - list_->slope[down];
    if (!(gain > 0)) return std::numeric_limits<double>::infinity();
    return std::max(at, (list_->score[down] - list_->score[up]) / gain);
  }

  Event next(double at) const {
    Event found{std::numeric_limits<double>::infinity(), kNone, kNone};
    if (full_) {
      for (uint32_t place = 0; place < chosen_.size(); ++place) {
        const double when = crossing(chosen_[lowest_], chosen_[place], at);
        if (when < found.at) found = {when, place, kNone};
      }
    }
    for (uint32_t entry = 0; entry < list_->n_entries; ++entry) {
      uint32_t place = place_of_[list_->text[entry]];
      if (place == kNone) place = full_ ? lowest_ : kNone;
      if (place == kNone || chosen_[place] == entry) continue;
      const double when = crossing(entry, chosen_[place], at);
      if (when < found.at) found = {when, place, entry};
    }
    return found;
  }

  // Note the error from `at` on, where it is another than before.
  void step(double at, std::vector<SweepStep>* steps) const {
    SweepStep& last = steps->back();
    const double now = error();
    if (last.error == now && last.correct == counts_[1]) return;
    if (last.at == at) {
      last.error = now;
      last.correct = counts_[1];
    } else {
      steps->push_back({at, now, counts_[1]});
    }
  }

  const SweepListC* list_ = nullptr;
  std::vector<uint32_t> order_;
  std::vector<uint32_t> chosen_;       // the list: entries, in no order
  std::vector<uint32_t> place_of_;     // by text: where in chosen_, or kNone
  std::vector<int32_t> uses_;          // by substitute: entries of the list that have it
  int32_t counts_[2] = {0, 0};         // distinct substitutes in the list: incorrect, correct
  uint32_t lowest_ = 0;                // place in chosen_
  bool full_ = false;                  // whether there are n texts at all
};

}  // namespace paragen
