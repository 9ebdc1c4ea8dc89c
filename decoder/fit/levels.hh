// A non-decreasing piecewise linear function: the probability that a number stands for.
#pragma once
#include <algorithm>
#include <cstddef>

namespace paragen {

struct LevelC {
  float value, probability;
};

struct LevelsView {
  const LevelC* points = nullptr;  // n, at least one; values increase from point to point, probabilities never fall
  size_t n = 0;

  // What is wrong with the points, or null.
  const char* fault() const {
    if (n == 0) return "no probabilities";
    for (size_t i = 0; i < n; ++i) {
      if (!(points[i].probability >= 0 && points[i].probability <= 1)) return "a probability that is none";
      if (!(points[i].value >= -1e9f && points[i].value <= 1e9f)) return "a point that is no number";
      if (i > 0 && !(points[i].value > points[i - 1].value && points[i].probability >= points[i - 1].probability))
        return "probabilities out of order";
    }
    return nullptr;
  }

  // Interpolated linearly between two points; constant beyond the first and the last.
  double probability(double value) const {
    const LevelC* after = std::upper_bound(points, points + n, value, [](double v, const LevelC& level) { return v < level.value; });
    if (after == points) return points[0].probability;
    if (after == points + n) return points[n - 1].probability;
    const LevelC& before = after[-1];
    const double share = (value - before.value) / (double(after->value) - before.value);
    return before.probability + share * (double(after->probability) - before.probability);
  }
};

}  // namespace paragen
