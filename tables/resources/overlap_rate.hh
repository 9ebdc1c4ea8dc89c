// How much two sets share.
#pragma once
#include <cstddef>

namespace paragen {

// 2 |A ∩ B| / (|A| + |B|), of how much both sets share and the sum of their sizes; two empty sets share nothing.
inline double overlap_rate(size_t shared, size_t sizes) {
  return shared ? 2.0 * static_cast<double>(shared) / static_cast<double>(sizes) : 0.0;
}

}  // namespace paragen
