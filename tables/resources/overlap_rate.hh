// How much two sets share.
#pragma once
#include <cstddef>

namespace paragen {

// 2 |A ∩ B| / (|A| + |B|); nothing in common with an empty set.
inline double overlap_rate(size_t shared, size_t a, size_t b) {
  return shared ? 2.0 * static_cast<double>(shared) / static_cast<double>(a + b) : 0.0;
}

}  // namespace paragen
