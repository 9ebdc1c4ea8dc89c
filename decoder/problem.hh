// What a search works with: the language model, the features and the user's limits.
#pragma once
#include <cstdint>

#include "decoder/features.hh"
#include "lm/automaton.hh"

namespace paragen {

constexpr uint32_t kNoLimit = 0xFFFFFFFFu;
constexpr uint32_t kMaxFloors = 24;          // tables with a floor: one bit each in a hypothesis' key
constexpr uint32_t kMaxEditBound = 255;

struct LimitsC {
  uint32_t stack = 100;             // hypotheses a stack
  float beam = 0;                   // log of the beam threshold, <= 0
  uint32_t min_edits = 0;
  uint32_t max_edits = kNoLimit;
};

struct ProblemC {
  LmView lm;
  const FeatureList* features = nullptr;
  LimitsC limits;
};

}  // namespace paragen
